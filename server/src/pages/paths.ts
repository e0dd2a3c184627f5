// The addresses of the web pages. Handlers are in files of their own, which are loaded at the first request that needs them.

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
  /** Whether it may differ for someone who is signed in. The session is looked at for no other. */
  isPersonal: boolean;
}

const page = (path: string, ...parameters: string[]): PagePath => ({
  path,
  parameters,
  isCounted: true,
  isStored: true,
  isThemed: true,
  isPersonal: true,
});
/** A page about the account of whoever asks, or on the way to it. */
const ownPage = (path: string, ...parameters: string[]): PagePath => ({
  ...page(path, ...parameters),
  isStored: false,
});
/** The same for everyone. */
const shared = (path: string, ...parameters: string[]): PagePath => ({
  ...page(path, ...parameters),
  isThemed: false,
  isPersonal: false,
});
const file = (path: string): PagePath => ({ ...shared(path), isStored: false });
const asset = (path: string): PagePath => ({ ...file(path), isCounted: false });

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

/** What everyone reads. */
const readingPaths = {
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
  rawFile: { ...file('/realms/:slug/raw/:version/*'), isPersonal: true },
  diff: page('/realms/:slug/diff/:range', 'offset'),
  realmStats: page('/realms/:slug/stats', 'by', 'version'),
  realmStatsTable: { ...shared('/realms/:slug/stats.csv', 'by', 'version'), isPersonal: true },
  realmPreview: page('/realms/:slug/preview'),
  preview: file('/preview/:slug/:version'),
  previewFile: file('/preview/:slug/:version/*'),
  author: page('/@:username', 'view', 'limit', 'offset'),
  collections: page('/collections', 'offset'),
  collection: page('/collections/:slug', 'view', 'offset'),
  collectionPicture: shared('/collections/:slug/og.png'),
  tags: page('/tags', 'offset'),
  categories: page('/categories', 'offset'),
  stats: page('/stats'),
  suggestions: shared('/suggest', 'q'),
  openSearchSuggest: shared('/suggest/opensearch', 'q'),
  sitemap: shared('/sitemap.xml'),
  sitemapPart: shared('/sitemaps/:file'),
  llms: shared('/llms.txt'),
  robots: asset('/robots.txt'),
  openSearch: asset('/opensearch.xml'),
  docs: page('/docs'),
  docsChapter: page('/docs/api/:chapter'),
  docsCli: page('/docs/cli'),
  docsClients: page('/docs/clients'),
  docsGraphql: page('/docs/graphql'),
  counting: page('/docs/counting'),
  design: page('/docs/design'),
  commandLine: file('/cli/:version/realm.tgz'),
  newestCommandLine: file('/cli/realm.tgz'),
  client: file('/clients/typescript/:version/realm-catalog-client.tgz'),
  newestClient: file('/clients/typescript/realm-catalog-client.tgz'),
  wheel: file('/clients/python/:file'),
  wheelIndex: file('/clients/python/simple/:project'),
  goVersions: file('/clients/go/realm-catalog.invalid/client/@v/list'),
  goVersion: file('/clients/go/realm-catalog.invalid/client/@v/:file'),
  goLatest: file('/clients/go/realm-catalog.invalid/client/@latest'),
  stylesheet: asset('/assets/:hash/site.css'),
  accountStylesheet: asset('/assets/:hash/account.css'),
  makerStylesheet: asset('/assets/:hash/maker.css'),
  script: asset('/assets/:hash/site.js'),
  publishScript: asset('/assets/:hash/publish.js'),
  logo: asset('/assets/:hash/logo'),
  favicon: asset('/favicon.svg'),
  faviconPicture: asset('/favicon.ico'),
  touchIcon: asset('/apple-touch-icon.png'),
} as const satisfies Record<string, PagePath>;

/** What people see who sign in, publish or operate the catalog. */
const accountPaths = {
  signUp: ownPage('/sign-up', 'return', 'invitation'),
  signIn: ownPage('/sign-in', 'return'),
  signOut: ownPage('/sign-out'),
  provider: ownPage('/sign-in/provider', 'return', 'link'),
  providerCallback: ownPage('/sign-in/provider/callback'),
  forgotPassword: ownPage('/forgot-password'),
  resetPassword: ownPage('/reset-password', 'token'),
  verifyEmail: ownPage('/verify-email', 'token'),
  publish: ownPage('/publish'),
  publishSlug: ownPage('/publish/slug', 'slug', 'name'),
  upload: ownPage('/realms/:slug/upload', 'done'),
  edit: ownPage('/realms/:slug/edit', 'done'),
  realmSettings: ownPage('/realms/:slug/settings', 'done'),
  yank: ownPage('/realms/:slug/versions/:version/yank'),
  myRealms: ownPage('/me', 'sort', 'offset', 'done'),
  myStars: ownPage('/me/stars', 'offset'),
  settings: ownPage('/settings', 'done'),
  settingsPassword: ownPage('/settings/password', 'done'),
  settingsFactors: ownPage('/settings/second-factors', 'done'),
  settingsMail: ownPage('/settings/mail', 'done'),
  settingsIdentities: ownPage('/settings/identities', 'done'),
  settingsSessions: ownPage('/settings/sessions', 'done'),
  settingsApplications: ownPage('/settings/applications', 'done'),
  newClient: ownPage('/settings/applications/new'),
  ownClient: ownPage('/settings/applications/:id', 'done'),
  settingsKeys: ownPage('/settings/keys', 'done'),
  settingsData: ownPage('/settings/data'),
  myData: { ...file('/settings/data.json'), isPersonal: true },
  deleteAccount: ownPage('/settings/delete'),
  adminUsers: ownPage('/admin', 'search', 'role', 'plan', 'suspended', 'before', 'done'),
  adminRealms: ownPage('/admin/realms', 'slug', 'before', 'done'),
  adminStorage: ownPage('/admin/storage'),
  adminAudit: ownPage('/admin/audit', 'action', 'actor', 'subject', 'from', 'to', 'before'),
  curate: ownPage('/curate', 'done'),
  curateCollection: ownPage('/curate/:slug', 'done', 'q', 'last', 'action'),
} as const satisfies Record<string, PagePath>;

export const pagePaths = { ...readingPaths, ...accountPaths };

export type ReadingPageId = keyof typeof readingPaths;
export type AccountPageId = keyof typeof accountPaths;
export type PageId = ReadingPageId | AccountPageId;

export const isAccountPage = (id: PageId): id is AccountPageId => Object.hasOwn(accountPaths, id);

/** The addresses to which forms of the pages are sent, each by POST. */
export const formPaths = {
  signUp: '/sign-up',
  signIn: '/sign-in',
  signOut: '/sign-out',
  secondStep: '/sign-in/second-step',
  passkeySignIn: '/sign-in/passkey',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  settings: '/settings',
  avatar: '/settings/avatar',
  removeAvatar: '/settings/avatar/remove',
  settingsPassword: '/settings/password',
  addApp: '/settings/second-factors/app',
  confirmApp: '/settings/second-factors/app/confirm',
  removeApp: '/settings/second-factors/app/remove',
  makeCodes: '/settings/second-factors/codes',
  confirmCodes: '/settings/second-factors/codes/confirm',
  askPasskey: '/settings/second-factors/passkeys',
  addPasskey: '/settings/second-factors/passkeys/add',
  removePasskey: '/settings/second-factors/passkeys/remove',
  settingsMail: '/settings/mail',
  sendVerification: '/settings/mail/verify',
  unlink: '/settings/identities/unlink',
  settingsSessions: '/settings/sessions',
  settingsApplications: '/settings/applications',
  newClient: '/settings/applications/new',
  ownClient: '/settings/applications/:id',
  clientSecret: '/settings/applications/:id/secret',
  removeClient: '/settings/applications/:id/remove',
  settingsKeys: '/settings/keys',
  revokeKey: '/settings/keys/revoke',
  deleteAccount: '/settings/delete',
  adminUsers: '/admin',
  adminRealms: '/admin/realms',
  curate: '/curate',
  curateCollection: '/curate/:slug',
  star: '/realms/:slug/star',
  publish: '/publish',
  upload: '/realms/:slug/upload',
  edit: '/realms/:slug/edit',
  renameRealm: '/realms/:slug/rename',
  deprecateRealm: '/realms/:slug/deprecate',
  deleteRealm: '/realms/:slug/delete',
  yank: '/realms/:slug/versions/:version/yank',
  download: '/realms/:slug/download',
  downloadVersion: '/realms/:slug/versions/:version/download',
} as const satisfies Record<string, string>;

export type FormId = keyof typeof formPaths;

/** Buttons that download an archive: they have a limit of their own. There is no GET, so that crawlers count no download. */
export const downloadForms: ReadonlySet<FormId> = new Set(['download', 'downloadVersion']);

/** The forms that send a file. */
export const fileForms: ReadonlySet<FormId> = new Set(['avatar', 'upload']);
