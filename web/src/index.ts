// The views of the web catalog: data in, HTML out.
export { emblemSvg, favicon } from './emblem.ts';
export { html, safeHtml, type Html } from './html.ts';
export { layout, type Page } from './layout.ts';
export { parseListState, type ListState } from './list-state.ts';
export { authorPage } from './pages/author.ts';
export { collectionPage, collectionsPage } from './pages/collections.ts';
export { countingPage } from './pages/counting.ts';
export { designPage } from './pages/design.ts';
export { diffPage } from './pages/diff.ts';
export { errorPage } from './pages/error.ts';
export { filePage, folderPage } from './pages/files.ts';
export { homePage } from './pages/home.ts';
export { realmPage } from './pages/realm.ts';
export { realmsPage } from './pages/realms.ts';
export { realmStatsPage } from './pages/realm-stats.ts';
export { referencePage } from './pages/reference.ts';
export { chapterPage } from './pages/reference-chapter.ts';
export { statsPage } from './pages/stats.ts';
export { versionsPage } from './pages/versions.ts';
export type { Point } from './parts/charts.ts';
export type { ShownCollection } from './parts/collection-card.ts';
export type { Series } from './parts/series.ts';
export type { ExampleRequest } from './reference/curl.ts';
export type { Example } from './reference/operation.ts';
export { chapterSlug } from './reference/side.ts';
export type { Site } from './site.ts';

/** The folder with the styles and the islands. */
export const webFolder = new URL('../', import.meta.url);
