// The views of the web catalog that everyone reads: data in, HTML out. Those of people who sign in are in account.ts.
export { llmsText } from './documents/llms.ts';
export { openSearchDescription, openSearchSuggestions } from './documents/opensearch.ts';
export { realmMarkdown } from './documents/realm-markdown.ts';
export { robotsText } from './documents/robots.ts';
export { sitemapIndex, sitemapPart, type SitemapEntry } from './documents/sitemap.ts';
export {
  namesOfHas,
  parseBegunOperator,
  suggestedGroups,
  valueGroups,
  type BegunOperator,
  type FoundValues,
} from './documents/suggestions.ts';
export { emblemSvg, favicon, touchIcon } from './emblem.ts';
export { filePath } from './file-paths.ts';
export { fontMetrics } from './font-metrics.ts';
export { bytesAsHtml, html, safeHtml, type Html } from './html.ts';
export { layout, type Page } from './layout.ts';
export { collectionImage, OG_WIDTH, realmImage, type OgStyle } from './og-image.ts';
export {
  listAddress,
  listText,
  offsetOf,
  parseListState,
  viewOf,
  type ListState,
  type ListView,
} from './list-state.ts';
export { byteSize } from './numbers.ts';
export { hexOfOklch } from './oklch.ts';
export { authorPage } from './pages/author.ts';
export { collectionPage, collectionsPage } from './pages/collections.ts';
export { clientsPage } from './pages/clients.ts';
export { commandLinePage } from './pages/command-line.ts';
export { countingPage } from './pages/counting.ts';
export { designPage } from './pages/design.ts';
export { diffPage, type DiffLine } from './pages/diff.ts';
export { errorPage } from './pages/error.ts';
export { filePage, folderPage, type FileContent } from './pages/files.ts';
export { findFilePage } from './pages/find-file.ts';
export { homePage } from './pages/home.ts';
export { fullPreviewPage, previewPage, type ShownPreview } from './pages/preview.ts';
export { realmPage } from './pages/realm.ts';
export { realmsPage } from './pages/realms.ts';
export { realmStatsPage, realmStatsPath, type StatsState } from './pages/realm-stats.ts';
export { graphqlPage, type GraphqlView, type SchemaType } from './pages/graphql.ts';
export { referencePage } from './pages/reference.ts';
export { chapterPage } from './pages/reference-chapter.ts';
export { statsPage } from './pages/stats.ts';
export { categoriesPage, tagsPage } from './pages/values.ts';
export { versionPage } from './pages/version.ts';
export { versionsPage } from './pages/versions.ts';
export type { Point } from './parts/charts.ts';
export { FAN_COVERS, type ShownCollection } from './parts/collection-card.ts';
export { treeEntryBytes, type Tree, type TreeEntry, type TreeLevel } from './parts/file-tree.ts';
export { FIRST_CARDS, realmCard, realmRow } from './parts/realm-card.ts';
export type { Series } from './parts/series.ts';
export type { VersionState } from './parts/version-notice.ts';
export type { ExampleRequest } from './reference/curl.ts';
export type { Example } from './reference/operation.ts';
export { chapterPath } from './reference/side.ts';
export type { Site } from './site.ts';

/** The folder with the styles and the islands. */
export const webFolder = new URL('../', import.meta.url);
