// Every page and every form, one row each: its address, for whom it is, and the file that answers it, which the first request loads.
import { loadOnce } from '../concurrency/load-once.ts';
import type { Audience, SignedAudience } from './audience.ts';
import type { FormHandler, PageHandler, SignedFormHandler, SignedPageHandler } from './page.ts';
import type { PageTools } from './tools.ts';

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

export interface FormPath {
  path: string;
  /** The page that it is on, to which people come back who are not signed in any more: what they typed is lost. */
  page: string;
  /** It sends a file, and nothing else. */
  hasFile?: true;
  /** A button that downloads an archive: it has a limit of its own. There is no GET, so that crawlers count no download. */
  isDownload?: true;
}

type Load<Handler> = (tools: PageTools) => Promise<Handler>;

/** Who is answered, and the handler, which is loaded at the first request that needs it. */
export type Answer<Handler, SignedHandler> =
  | { audience: 'everyone'; load: Load<Handler> }
  | { audience: SignedAudience; load: Load<SignedHandler> };

export type PageRow = PagePath & Answer<PageHandler, SignedPageHandler>;
export type FormRow = FormPath & Answer<FormHandler, SignedFormHandler>;

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

const form = (path: string, onPage = path, more: Pick<FormPath, 'hasFile' | 'isDownload'> = {}): FormPath => ({
  path,
  page: onPage,
  ...more,
});

/** Rows whose handlers one file makes together, under the names of the rows. */
interface Group<Path, Handler, SignedHandler> {
  <Id extends string>(
    audience: 'everyone',
    load: Load<Readonly<Record<NoInfer<Id>, Handler>>>,
    paths: Record<Id, Path>,
  ): Record<Id, Path & Answer<Handler, SignedHandler>>;
  <Id extends string>(
    audience: SignedAudience,
    load: Load<Readonly<Record<NoInfer<Id>, SignedHandler>>>,
    paths: Record<Id, Path>,
  ): Record<Id, Path & Answer<Handler, SignedHandler>>;
}

function rows<Path extends object>(
  audience: Audience,
  load: Load<Readonly<Record<string, unknown>>>,
  paths: Readonly<Record<string, Path>>,
) {
  const loaded = new WeakMap<PageTools, () => Promise<Readonly<Record<string, unknown>>>>();
  function handlers(tools: PageTools) {
    const known = loaded.get(tools) ?? loadOnce(() => load(tools));
    loaded.set(tools, known);
    return known();
  }
  const row = (id: string, path: Path) => ({
    ...path,
    audience,
    load: async (tools: PageTools) => (await handlers(tools))[id],
  });
  return Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, row(id, path)]));
}

const pagesOf = rows as Group<PagePath, PageHandler, SignedPageHandler>;
const formsOf = rows as Group<FormPath, FormHandler, SignedFormHandler>;

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

export const pages = {
  ...pagesOf('everyone', () => import('./reading/home-page.ts'), { home: page('/') }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/list-pages.ts')).createListPages(tools), {
    realms: page('/realms', ...listParameters),
    author: page('/@:username', 'view', 'limit', 'offset'),
    tags: page('/tags', 'offset'),
    categories: page('/categories', 'offset'),
    counting: page('/docs/counting'),
    design: page('/docs/design'),
  }),
  ...pagesOf('everyone', () => import('./reading/collection-pages.ts'), {
    collections: page('/collections', 'offset'),
    collection: page('/collections/:slug', 'view', 'offset'),
  }),
  ...pagesOf('everyone', () => import('./reading/stats-pages.ts'), { stats: page('/stats') }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/suggestions.ts')).createSuggestions(tools), {
    suggestions: shared('/suggest', 'q'),
  }),
  ...pagesOf('everyone', async () => (await import('./reading/document-pages.ts')).documentPages, {
    realmAsMarkdown: page('/realms/:slug.md'),
    openSearchSuggest: shared('/suggest/opensearch', 'q'),
    llms: shared('/llms.txt'),
    robots: asset('/robots.txt'),
    openSearch: asset('/opensearch.xml'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/sitemap-pages.ts')).createSitemapPages(tools), {
    sitemap: shared('/sitemap.xml'),
    sitemapPart: shared('/sitemaps/:file'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/picture-pages.ts')).createPicturePages(tools), {
    realmPicture: page('/realms/:slug/og.png'),
    collectionPicture: shared('/collections/:slug/og.png'),
    faviconPicture: asset('/favicon.ico'),
    touchIcon: asset('/apple-touch-icon.png'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/reference-pages.ts')).createReferencePages(tools), {
    docsApi: page('/docs/api'),
    docsChapter: page('/docs/api/:chapter'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/docs-pages.ts')).createDocsPages(tools), {
    docs: page('/docs'),
    docsDocument: page('/docs/:document'),
    docsCli: page('/docs/cli'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/graphql-page.ts')).createGraphqlPage(tools), {
    docsGraphql: page('/docs/graphql'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/bundle-pages.ts')).createBundlePages(tools), {
    docsClients: page('/docs/clients'),
    commandLine: file('/cli/:version/realm.tgz'),
    newestCommandLine: file('/cli/realm.tgz'),
    client: file('/clients/typescript/:version/realm-catalog-client.tgz'),
    newestClient: file('/clients/typescript/realm-catalog-client.tgz'),
    publishScript: asset('/assets/:hash/publish.js'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./reading/package-pages.ts')).createPackagePages(tools), {
    wheel: file('/clients/python/:file'),
    wheelIndex: file('/clients/python/simple/:project'),
    goVersions: file('/clients/go/realm-catalog.invalid/client/@v/list'),
    goVersion: file('/clients/go/realm-catalog.invalid/client/@v/:file'),
    goLatest: file('/clients/go/realm-catalog.invalid/client/@latest'),
  }),
  ...pagesOf('everyone', async ({ assets }) => assets.handlers, {
    stylesheet: asset('/assets/:hash/site.css'),
    accountStylesheet: asset('/assets/:hash/account.css'),
    publisherStylesheet: asset('/assets/:hash/publisher.css'),
    script: asset('/assets/:hash/site.js'),
    logo: asset('/assets/:hash/logo'),
    favicon: asset('/favicon.svg'),
  }),

  ...pagesOf('everyone', async (tools) => (await import('./realm/realm-pages.ts')).createRealmPages(tools), {
    realm: page('/realms/:slug'),
    versions: page('/realms/:slug/versions', 'offset'),
    realmStats: page('/realms/:slug/stats', 'by', 'version'),
    realmStatsTable: { ...shared('/realms/:slug/stats.csv', 'by', 'version'), isPersonal: true },
  }),
  ...pagesOf('everyone', async (tools) => (await import('./realm/version-pages.ts')).createVersionPages(tools), {
    version: page('/realms/:slug/versions/:version'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./realm/file-pages.ts')).createFilePages(tools), {
    files: page('/realms/:slug/files/:version', 'offset'),
    file: page('/realms/:slug/files/:version/*', 'offset', 'view'),
    findFile: page('/realms/:slug/find/:version', 'offset'),
    rawFile: { ...file('/realms/:slug/raw/:version/*'), isPersonal: true },
  }),
  ...pagesOf('everyone', async (tools) => (await import('./realm/diff-pages.ts')).createDiffPages(tools), {
    diff: page('/realms/:slug/diff/:range', 'offset'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./realm/preview-pages.ts')).createPreviewPages(tools), {
    realmPreview: page('/realms/:slug/preview'),
    preview: file('/preview/:slug/:version'),
    previewFile: file('/preview/:slug/:version/*'),
  }),

  ...pagesOf('everyone', async () => (await import('./account/sign-pages.ts')).signPages, {
    signUp: ownPage('/sign-up', 'return', 'invitation'),
    signIn: ownPage('/sign-in', 'return'),
    signOut: ownPage('/sign-out'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./account/provider-pages.ts')).createProviderPages(tools), {
    provider: ownPage('/sign-in/provider', 'return', 'link'),
    providerCallback: ownPage('/sign-in/provider/callback'),
  }),
  ...pagesOf('everyone', async (tools) => (await import('./account/mail-pages.ts')).createMailPages(tools), {
    forgotPassword: ownPage('/forgot-password'),
    resetPassword: ownPage('/reset-password', 'token'),
    verifyEmail: ownPage('/verify-email', 'token'),
  }),
  ...pagesOf('account', async (tools) => (await import('./account/my-pages.ts')).createMyPages(tools), {
    myRealms: ownPage('/me', 'sort', 'offset', 'done'),
    myStars: ownPage('/me/stars', 'offset'),
  }),
  ...pagesOf('account', async () => (await import('./account/profile-pages.ts')).profilePages, {
    settings: ownPage('/settings', 'done'),
  }),
  ...pagesOf('account', async () => (await import('./account/access-pages.ts')).accessPages, {
    settingsSessions: ownPage('/settings/sessions', 'done'),
    settingsApplications: ownPage('/settings/applications', 'done'),
  }),
  ...pagesOf('account', async () => (await import('./account/data-pages.ts')).dataPages, {
    settingsData: ownPage('/settings/data'),
    myData: { ...file('/settings/data.json'), isPersonal: true },
  }),
  ...pagesOf('recent', async () => (await import('./account/password-pages.ts')).passwordPages, {
    settingsPassword: ownPage('/settings/password', 'done'),
  }),
  ...pagesOf('recent', async () => (await import('./account/key-pages.ts')).keyPages, {
    settingsKeys: ownPage('/settings/keys', 'done'),
  }),
  ...pagesOf('recent', async () => (await import('./account/factor-pages.ts')).factorPages, {
    settingsFactors: ownPage('/settings/second-factors', 'done'),
  }),
  ...pagesOf(
    'recent',
    async (tools) => (await import('./account/sign-in-method-pages.ts')).createSignInMethodPages(tools),
    {
      settingsMail: ownPage('/settings/mail', 'done'),
      settingsIdentities: ownPage('/settings/identities', 'done'),
    },
  ),
  ...pagesOf('recent', async () => (await import('./account/client-pages.ts')).clientPages, {
    newClient: ownPage('/settings/applications/new'),
    ownClient: ownPage('/settings/applications/:id', 'done'),
  }),
  ...pagesOf('recent', async (tools) => (await import('./account/deletion-pages.ts')).createDeletionPages(tools), {
    deleteAccount: ownPage('/settings/delete'),
  }),

  ...pagesOf('account', async (tools) => (await import('./publish/publish-pages.ts')).createPublishPages(tools), {
    publish: ownPage('/publish'),
    upload: ownPage('/realms/:slug/upload', 'done'),
  }),
  ...pagesOf('account', async (tools) => (await import('./publish/slug-proposal.ts')).createSlugCheck(tools), {
    publishSlug: ownPage('/publish/slug', 'slug', 'name'),
  }),
  ...pagesOf('account', async (tools) => (await import('./publish/manage-pages.ts')).createManagePages(tools), {
    edit: ownPage('/realms/:slug/edit', 'done'),
    realmSettings: ownPage('/realms/:slug/settings', 'done'),
    yank: ownPage('/realms/:slug/versions/:version/yank'),
  }),

  ...pagesOf('admin', async () => (await import('./admin/admin-pages.ts')).adminPages, {
    adminUsers: ownPage('/admin', 'search', 'role', 'plan', 'suspended', 'before', 'done'),
    adminRealms: ownPage('/admin/realms', 'slug', 'before', 'done'),
    adminStorage: ownPage('/admin/storage'),
    adminAudit: ownPage('/admin/audit', 'action', 'actor', 'subject', 'from', 'to', 'before'),
  }),
  ...pagesOf('admin', async () => (await import('./admin/suspend-pages.ts')).suspendPages, {
    adminSuspend: ownPage('/admin/users/:username/suspend'),
  }),
  ...pagesOf('curator', async () => (await import('./admin/curate-pages.ts')).curatePages, {
    curate: ownPage('/curate', 'done'),
    curateCollection: ownPage('/curate/:slug', 'done', 'q', 'last', 'action'),
  }),
};

export type PageId = keyof typeof pages;

export const forms = {
  ...formsOf('everyone', async () => (await import('./realm/download-form.ts')).downloadForms, {
    download: form('/realms/:slug/download', '/realms/:slug', { isDownload: true }),
    downloadVersion: form('/realms/:slug/versions/:version/download', '/realms/:slug/versions/:version', {
      isDownload: true,
    }),
  }),
  ...formsOf('everyone', async () => (await import('./realm/stars.ts')).starForms, {
    star: form('/realms/:slug/star', '/realms/:slug'),
  }),

  ...formsOf('everyone', async (tools) => (await import('./account/sign-pages.ts')).createSignForms(tools), {
    signUp: form('/sign-up'),
    signIn: form('/sign-in'),
    signOut: form('/sign-out'),
  }),
  ...formsOf('everyone', async (tools) => (await import('./account/second-step-pages.ts')).createStepForms(tools), {
    secondStep: form('/sign-in/second-step', '/sign-in'),
    passkeySignIn: form('/sign-in/passkey', '/sign-in'),
  }),
  ...formsOf('everyone', async (tools) => (await import('./account/mail-pages.ts')).createMailForms(tools), {
    forgotPassword: form('/forgot-password'),
    resetPassword: form('/reset-password'),
    verifyEmail: form('/verify-email'),
  }),
  ...formsOf('account', async () => (await import('./account/profile-pages.ts')).profileForms, {
    settings: form('/settings'),
    avatar: form('/settings/avatar', '/settings', { hasFile: true }),
    removeAvatar: form('/settings/avatar/remove', '/settings'),
  }),
  ...formsOf('account', async (tools) => (await import('./account/access-pages.ts')).createAccessForms(tools), {
    settingsSessions: form('/settings/sessions'),
    settingsApplications: form('/settings/applications'),
  }),
  ...formsOf('recent', async (tools) => (await import('./account/password-pages.ts')).createPasswordForms(tools), {
    settingsPassword: form('/settings/password'),
  }),
  ...formsOf('recent', async () => (await import('./account/key-pages.ts')).keyForms, {
    settingsKeys: form('/settings/keys'),
    revokeKey: form('/settings/keys/revoke', '/settings/keys'),
  }),
  ...formsOf('recent', async (tools) => (await import('./account/factor-pages.ts')).createFactorForms(tools), {
    addApp: form('/settings/second-factors/app', '/settings/second-factors'),
    confirmApp: form('/settings/second-factors/app/confirm', '/settings/second-factors'),
    removeApp: form('/settings/second-factors/app/remove', '/settings/second-factors'),
    makeCodes: form('/settings/second-factors/codes', '/settings/second-factors'),
    confirmCodes: form('/settings/second-factors/codes/confirm', '/settings/second-factors'),
    askPasskey: form('/settings/second-factors/passkeys', '/settings/second-factors'),
    addPasskey: form('/settings/second-factors/passkeys/add', '/settings/second-factors'),
    removePasskey: form('/settings/second-factors/passkeys/remove', '/settings/second-factors'),
  }),
  ...formsOf(
    'recent',
    async (tools) => (await import('./account/sign-in-method-pages.ts')).createSignInMethodForms(tools),
    {
      settingsMail: form('/settings/mail'),
      sendVerification: form('/settings/mail/verify', '/settings/mail'),
      unlink: form('/settings/identities/unlink', '/settings/identities'),
    },
  ),
  ...formsOf('recent', async () => (await import('./account/client-pages.ts')).clientForms, {
    newClient: form('/settings/applications/new', '/settings/applications'),
    ownClient: form('/settings/applications/:id', '/settings/applications'),
    clientSecret: form('/settings/applications/:id/secret', '/settings/applications'),
    removeClient: form('/settings/applications/:id/remove', '/settings/applications'),
  }),
  ...formsOf('recent', async (tools) => (await import('./account/deletion-pages.ts')).createDeletionForms(tools), {
    deleteAccount: form('/settings/delete'),
  }),

  ...formsOf('account', async (tools) => (await import('./publish/publish-pages.ts')).createPublishForms(tools), {
    publish: form('/publish'),
    upload: form('/realms/:slug/upload', '/realms/:slug/upload', { hasFile: true }),
  }),
  ...formsOf('account', async (tools) => (await import('./publish/manage-pages.ts')).createManageForms(tools), {
    edit: form('/realms/:slug/edit'),
    renameRealm: form('/realms/:slug/rename', '/realms/:slug/settings'),
    deprecateRealm: form('/realms/:slug/deprecate', '/realms/:slug/settings'),
    deleteRealm: form('/realms/:slug/delete', '/realms/:slug/settings'),
    yank: form('/realms/:slug/versions/:version/yank', '/realms/:slug/versions'),
  }),

  ...formsOf('admin', async () => (await import('./admin/admin-pages.ts')).adminForms, {
    adminUsers: form('/admin'),
    adminRealms: form('/admin/realms'),
  }),
  ...formsOf('admin', async () => (await import('./admin/suspend-pages.ts')).suspendForms, {
    adminSuspend: form('/admin/users/:username/suspend'),
  }),
  ...formsOf('curator', async () => (await import('./admin/curate-pages.ts')).curateForms, {
    curate: form('/curate'),
    curateCollection: form('/curate/:slug'),
  }),
};
