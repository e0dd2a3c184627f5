// The addresses of the web pages. Handlers are in files of their own, which are loaded at the first request for a page.

export interface PagePath {
  path: string;
  /** The parameters that the page knows: it is cached by them, and does not see others. */
  parameters: readonly string[];
  /** Documents and files count on the hourly limit of the address; what every document consists of does not. */
  isCounted: boolean;
  /** Whether the page cache stores it. Files of archives would drive the pages out. */
  isStored: boolean;
  /** Whether it depends on the theme, which a cookie has. */
  isThemed: boolean;
}

const page = (path: string, ...parameters: string[]): PagePath => ({
  path,
  parameters,
  isCounted: true,
  isStored: true,
  isThemed: true,
});
const file = (path: string): PagePath => ({ path, parameters: [], isCounted: true, isStored: false, isThemed: false });
const asset = (path: string): PagePath => ({
  path,
  parameters: [],
  isCounted: false,
  isStored: false,
  isThemed: false,
});

const listParameters = [
  'q',
  'search',
  'category',
  'tags',
  'license',
  'author',
  'has',
  'sort',
  'view',
  'more',
  'limit',
  'offset',
];

export const pagePaths = {
  home: page('/'),
  realms: page('/realms', ...listParameters),
  realm: page('/realms/:slug'),
  realmAsMarkdown: page('/realms/:slug.md'),
  realmPicture: page('/realms/:slug/og.png'),
  versions: page('/realms/:slug/versions', 'offset'),
  version: page('/realms/:slug/versions/:version'),
  files: page('/realms/:slug/files/:version', 'offset'),
  file: page('/realms/:slug/files/:version/*', 'offset', 'view'),
  findFile: page('/realms/:slug/find/:version', 'offset'),
  rawFile: file('/realms/:slug/raw/:version/*'),
  diff: page('/realms/:slug/diff/:range', 'offset'),
  realmStats: page('/realms/:slug/stats'),
  realmPreview: page('/realms/:slug/preview'),
  preview: file('/preview/:slug/:version'),
  previewFile: file('/preview/:slug/:version/*'),
  author: page('/@:username', 'view', 'limit', 'offset'),
  collections: page('/collections', 'offset'),
  collection: page('/collections/:slug', 'view', 'offset'),
  collectionPicture: page('/collections/:slug/og.png'),
  tags: page('/tags', 'offset'),
  categories: page('/categories', 'offset'),
  stats: page('/stats'),
  suggestions: page('/suggest', 'q'),
  openSearchSuggest: page('/suggest/opensearch', 'q'),
  sitemap: page('/sitemap.xml'),
  sitemapPart: page('/sitemaps/:file'),
  llms: page('/llms.txt'),
  robots: asset('/robots.txt'),
  openSearch: asset('/opensearch.xml'),
  docs: page('/docs'),
  docsChapter: page('/docs/api/:chapter'),
  docsCli: page('/docs/cli'),
  counting: page('/docs/counting'),
  design: page('/docs/design'),
  commandLine: file('/cli/:version/realm.tgz'),
  newestCommandLine: file('/cli/realm.tgz'),
  client: file('/clients/typescript/:version/realm-catalog-client.tgz'),
  newestClient: file('/clients/typescript/realm-catalog-client.tgz'),
  stylesheet: asset('/assets/:hash/site.css'),
  script: asset('/assets/:hash/site.js'),
  logo: asset('/assets/:hash/logo'),
  favicon: asset('/favicon.svg'),
  faviconPicture: asset('/favicon.ico'),
  touchIcon: asset('/apple-touch-icon.png'),
} as const satisfies Record<string, PagePath>;

export type PageId = keyof typeof pagePaths;
