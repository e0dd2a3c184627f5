// A catalog with something to show on every page: realms of all kinds, two authors, collections, versions with files, and downloads.
import { deflateSync, crc32 } from 'node:zlib';
import sql from 'sql-template-tag';
import type { NewAccount } from '../../src/accounts/queries.ts';
import { languageVersion } from '../../src/bundles/language-sources.ts';
import type { PageId } from '../../src/pages/table.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { publishTree } from '../files/published-files.ts';
import { png } from '../pictures/sample-pictures.ts';
import { create } from '../publishing/uploads.ts';
import { aCollection, aRealm, json, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';

export interface SampleSite extends AsyncDisposable {
  catalog: TestCatalog;
  alice: Person;
  bob: Person;
}

const CATEGORIES = ['saas', 'blog', 'api', 'ecommerce', 'cli'];
const TAGS = ['node', 'sqlite', 'auth', 'typescript', 'docker', 'css'];

/** Some thirty realms: more than a page of the list, and names that are hard to lay out. */
function plainRealms(owners: NewAccount[]): NewRealm[] {
  const names = ['العربية بسيطة', '静かな庭の雛形', 'W'.repeat(100), 'Ünïcødé & <b>bold</b>'];
  return Array.from({ length: 27 }, (_, at) => {
    const name = names[at] ?? `Garden number ${at}`;
    const tags = at === 2 ? Array.from({ length: 20 }, (_, n) => `rather-long-tag-${n}`) : TAGS.slice(at % 4, 5);
    const createdAt = new Date(Date.UTC(2026, 3, 1 + at)).toISOString();
    return aRealm(owners[at % owners.length] as NewAccount, {
      id: `01960000-0000-7000-8000-${String(at).padStart(12, '0')}`, // the last order of every list
      slug: `garden-${at}`,
      featured: at > 4 && at < 7,
      name,
      tags,
      createdAt,
      updatedAt: createdAt,
      description: at === 2 ? 'Unbreakable'.repeat(40) : 'A small garden that grows by itself.',
      category: CATEGORIES[at % CATEGORIES.length] ?? '',
      license: ['MIT', 'Apache-2.0', ''][at % 3] ?? '',
      downloadCount: at === 3 ? 1_234_567 : at * 7,
      starCount: at,
    });
  });
}

const README = `# Meadow

A *realm* with **everything** that a README may have, ~~and~~ \`code\`. <kbd>Ctrl</kbd> See [the guide](docs/guide.md),
[the web](https://elsewhere.example/) and [below](#table).

![A picture of the archive](docs/picture.png) ![A picture elsewhere](https://elsewhere.example/picture.png)

## Table

| Left | Right |
|:-----|------:|
| a    |     1 |
| ${'long '.repeat(40)} | 2 |

### A list

1. first
   - [x] done
   - [ ] to do
2. second

> A quotation.

\`\`\`ts
export const answer: number = 42; // ${'x'.repeat(200)}
\`\`\`

---

https://elsewhere.example/a/very/long/address/${'long/'.repeat(30)}
`;

/** What GitHub knows beyond that, and enough sections for an outline. */
const GUIDE = `
[![Build](https://elsewhere.example/badge.svg)](https://elsewhere.example/build)

> [!NOTE]
> Bees come **first**.

> [!WARNING]
> Cut the grass twice a year.

Flowers need water[^1], and bees need flowers[^bees].

[^1]: Rain will do.
[^bees]: Of many kinds.

    In spring above all.

## Tasks

- [x] sow
- [ ] reap

## Pictures

![The meadow](picture.png) ![A drawing](drawing.svg)

## العناوين

مرحبا بالعالم

## Code

\`\`\`sh
npm start
\`\`\`
`;

/** Its script runs nowhere. */
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><script>alert(1)</script><circle cx="60" cy="30" r="25" fill="#6a4" /></svg>\n';

const CHANGELOG = `# Changelog

## [1.1.0] - 2026-05-02

### Added

- A stylesheet.

## 1.0.0

- The first version.
`;

/** Published as 1.0.0 and 1.1.0, so that there is something to compare. */
const meadow = (version: string, more: object = {}) => ({
  'meadow/realm.json': JSON.stringify({
    version,
    ...more,
    license: 'MIT',
    demo: 'https://elsewhere.example/demo',
    features: { auth: true, database: true },
    requirements: { node: '>=24', npm: '>=11' },
    preview: 'preview',
  }),
  'meadow/README.md': README,
  'meadow/docs/guide.md': `# Guide of ${version}\n\nSee [back](../README.md).\n${GUIDE}`,
  'meadow/docs/drawing.svg': DRAWING,
  'meadow/CHANGELOG.md': CHANGELOG,
  'meadow/docs/picture.png': onePixel(),
  'meadow/src/app.ts': [
    `// Version ${version}`,
    ...Array.from({ length: 40 }, (_, at) => `export const value${at} = ${at};`),
    `export const wide = '${'wide '.repeat(60)}';\n`,
  ].join('\n'),
  'meadow/preview/index.html': '<!doctype html><html lang="en"><title>Meadow</title><h1>A meadow</h1></html>\n',
  'meadow/src/page.html': '<script>alert(1)</script>\n',
  'meadow/src/data.bin': Buffer.from([0, 1, 2, 3]),
  ...(version === '1.1.0' ? { 'meadow/src/added.css': 'p { color: red }\n' } : { 'meadow/old.txt': 'old\n' }),
});

export async function openSampleSite(env: Record<string, string> = {}): Promise<SampleSite> {
  const catalog = await startCatalog({}, env);
  const alice = await signUp(catalog, { username: 'alice', name: 'Alice Example', role: 'curator' });
  const bob = await signUp(catalog, { username: 'bob' });
  const owners = [alice, bob].map(({ account }): NewAccount => ({ ...account, passwordHash: '' }));
  const realms = plainRealms(owners);
  const collections = ['First gardens', 'Gardens for teams'].map((name, at) =>
    aCollection(owners[0] as NewAccount, {
      slug: `collection-${at}`,
      name,
      description: 'Small realms that are easy to read.',
      featured: at === 0,
      createdAt: `2026-05-0${at + 1}T00:00:00.000Z`,
      realmIds: realms.slice(at * 3, at * 3 + 6).map(({ id }) => id),
    }),
  );
  await catalog.insert({ realms, collections });
  await publishMeadow(catalog, alice);
  await publishOthers(catalog, bob);
  await publishFeatured(catalog, bob);
  await registerClient(catalog, bob);
  await catalog.services.scoring.run(); // else it happens some time later, and changes the order of what is trending
  await catalog.services.catalog.follow();
  return { catalog, alice, bob, [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose]() };
}

async function publishMeadow(catalog: TestCatalog, alice: Person): Promise<void> {
  const fields = { name: 'Meadow', description: 'Flowers, bees and a sky.', tags: ['node', 'flowers'] };
  await create(catalog, alice, { ...fields, repository: 'https://elsewhere.example/meadow' });
  await publishTree(catalog, alice, 'meadow', meadow('1.0.0'));
  // One as wide as a screen, one in portrait, and one that is smaller than its place.
  const pictures = { 'meadow/wide.png': await png(1_600, 1_000), 'meadow/high.png': await png(600, 1_200) };
  const screenshots = ['wide.png', { path: 'high.png', alt: 'On a phone' }, 'small.png'];
  const files = { ...meadow('1.1.0', { screenshots }), ...pictures, 'meadow/small.png': await png(400, 250) };
  await publishTree(catalog, alice, 'meadow', { ...files, 'meadow/LICENSE': 'The MIT License\n' });
  for (let times = 0; times < 3; times += 1) await catalog.ask('/v1/realms/meadow/download', { method: 'POST' });
}

/** One that is featured, with a picture of its README as cover. */
async function publishFeatured(catalog: TestCatalog, bob: Person): Promise<void> {
  const readme = '# Garden\n\n![The garden](garden.png)\n';
  const files = { 'realm.json': '{"version": "1.0.0"}', 'README.md': readme, 'garden.png': await png(800, 500) };
  await publishTree(catalog, bob, 'garden-5', files);
}

/** One that is deprecated and has a yanked version, one that is unlisted, and one that is private. */
async function publishOthers(catalog: TestCatalog, bob: Person): Promise<void> {
  await create(catalog, bob, { name: 'Fallow', description: 'Nothing grows here.' });
  for (const version of ['1.0.0', '2.0.0']) await publishTree(catalog, bob, 'fallow', meadow(version));
  const change = (path: string, body: object) => catalog.ask(`/v1/realms/${path}`, json(body, bob.token, 'PATCH'));
  await change('fallow/versions/1.0.0', { yanked: true, reason: 'It lost its seeds.' });
  await change('fallow', { deprecated: { message: 'Take the other one.', successor: 'meadow' } });
  for (const visibility of ['unlisted', 'private']) {
    await create(catalog, bob, { name: `The ${visibility} one`, visibility });
    await publishTree(catalog, bob, `the-${visibility}-one`, meadow('1.0.0'));
  }
}

const CLIENT_ID = '01960000-0000-7000-8000-0000000c11e7';

/** An application of bob's, with an id that is known before. */
async function registerClient({ services }: TestCatalog, { account }: Person): Promise<void> {
  await services.db.batch([
    sql`insert into oauth_clients (id, owner_id, name, type, secret_hash, redirect_uris, grant_types, scopes, created_at)
      values (${CLIENT_ID}, ${account.id}, 'Watering can', 'confidential', '', '["https://can.example/callback"]',
        'authorization_code refresh_token', 'realms:read', '2026-05-01T00:00:00.000Z')`,
  ]);
}

/** Where each page that is a document can be seen. */
export const documents = {
  home: '/',
  realms: '/realms?q=category:api&sort=name',
  realm: '/realms/meadow',
  versions: '/realms/fallow/versions',
  version: '/realms/meadow/versions/1.1.0',
  findFile: '/realms/meadow/find/1.1.0',
  files: '/realms/meadow/files/1.1.0',
  file: '/realms/meadow/files/1.1.0/src/app.ts',
  diff: '/realms/meadow/diff/1.0.0...1.1.0',
  realmStats: '/realms/meadow/stats',
  author: '/@alice',
  collections: '/collections',
  collection: '/collections/collection-0',
  tags: '/tags',
  categories: '/categories',
  stats: '/stats',
  docs: '/docs',
  docsDocument: '/docs/start',
  docsApi: '/docs/api',
  docsChapter: '/docs/api/realms',
  docsCli: '/docs/cli',
  docsClients: '/docs/clients',
  docsGraphql: '/docs/graphql',
  counting: '/docs/counting',
  design: '/docs/design',
} satisfies Partial<Record<PageId, string>>;

/** What leads to another address. */
const redirects = {
  publishSlug: '/publish/slug?slug=meadow', // to the sign-in, for whoever is not signed in
  myData: '/settings/data.json', // the same
  commandLine: '/cli/any/realm.tgz',
  newestCommandLine: '/cli/realm.tgz',
  client: '/clients/typescript/any/realm-catalog-client.tgz',
  newestClient: '/clients/typescript/realm-catalog-client.tgz',
  wheel: '/clients/python/realm_catalog-any-py3-none-any.whl',
} satisfies Partial<Record<PageId, string>>;

/** What is about whoever looks at it: stored nowhere, and for most of it one must be signed in. */
export const ownPages = {
  signIn: '/sign-in',
  signUp: '/sign-up',
  signOut: '/sign-out',
  publish: '/publish',
  upload: '/realms/fallow/upload',
  edit: '/realms/fallow/edit',
  realmSettings: '/realms/fallow/settings',
  yank: '/realms/fallow/versions/1.0.0/yank',
  myRealms: '/me',
  myStars: '/me/stars',
  settings: '/settings',
  settingsPassword: '/settings/password',
  settingsFactors: '/settings/second-factors',
  settingsMail: '/settings/mail',
  settingsIdentities: '/settings/identities',
  settingsSessions: '/settings/sessions',
  settingsApplications: '/settings/applications',
  newClient: '/settings/applications/new',
  ownClient: `/settings/applications/${CLIENT_ID}`,
  settingsKeys: '/settings/keys',
  settingsData: '/settings/data',
  deleteAccount: '/settings/delete',
} satisfies Partial<Record<PageId, string>>;

/** What administrators and curators have. */
export const operatorPages = {
  adminUsers: '/admin',
  adminSuspend: '/admin/users/bob/suspend',
  adminRealms: '/admin/realms?slug=meadow',
  adminStorage: '/admin/storage',
  adminAudit: '/admin/audit',
  curate: '/curate',
  curateCollection: '/curate/collection-0',
} satisfies Partial<Record<PageId, string>>;

/** What is there with a mail server, or another provider, alone: `mail/mail.test.ts` and `accounts/identities/provider.test.ts` look at it. */
const elsewhere = {
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  provider: '/sign-in/provider',
  providerCallback: '/sign-in/provider/callback',
} satisfies Partial<Record<PageId, string>>;

type Named =
  | keyof typeof documents
  | keyof typeof redirects
  | keyof typeof ownPages
  | keyof typeof operatorPages
  | keyof typeof elsewhere;

/** A new page is among the documents, the redirects, one's own pages or here, or else this does not compile. */
export const otherFiles: Record<Exclude<PageId, Named>, string> = {
  realmAsMarkdown: '/realms/meadow.md',
  realmPicture: '/realms/meadow/og.png',
  realmStatsTable: '/realms/meadow/stats.csv',
  rawFile: '/realms/meadow/raw/1.1.0/docs/picture.png',
  realmPreview: '/realms/meadow/preview', // its frame is at the public address; browser/preview.test.ts looks at it
  preview: '/preview/meadow/1.1.0/',
  previewFile: '/preview/meadow/1.1.0/index.html',
  collectionPicture: '/collections/collection-0/og.png',
  wheelIndex: '/clients/python/simple/realm-catalog',
  goVersions: '/clients/go/realm-catalog.invalid/client/@v/list',
  goVersion: `/clients/go/realm-catalog.invalid/client/@v/${languageVersion('go')}.mod`,
  goLatest: '/clients/go/realm-catalog.invalid/client/@latest',
  suggestions: '/suggest?q=mea',
  openSearchSuggest: '/suggest/opensearch?q=mea',
  sitemap: '/sitemap.xml',
  sitemapPart: '/sitemaps/realms-1.xml',
  llms: '/llms.txt',
  robots: '/robots.txt',
  openSearch: '/opensearch.xml',
  stylesheet: '/assets/any/site.css',
  accountStylesheet: '/assets/any/account.css',
  publisherStylesheet: '/assets/any/publisher.css',
  script: '/assets/any/site.js',
  publishScript: '/assets/any/publish.js',
  logo: '/assets/any/logo',
  favicon: '/favicon.svg',
  faviconPicture: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
};

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function onePixel(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 80, 140, 90]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
