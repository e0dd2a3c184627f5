// A request for every answer that the OpenAPI document names, and the catalog that they are asked of.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { mayHaveMoved, specifications, type Specification } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { makeTar } from '../../src/archives/make-tar.ts';
import { saveRecord } from '../../src/oauth/queries.ts';
import {
  aCollection,
  aKey,
  anAccount,
  aRealm,
  bearer,
  json,
  logIn,
  PASSWORD,
  signUp,
  type TestCatalog,
} from '../support/harness.ts';

const ada = anAccount({ username: 'ada', name: 'Ada', image: 'https://ada.example/me.png', bio: 'Counts.' });
const full = aRealm(ada, {
  slug: 'full',
  featured: true,
  tags: ['auth', 'c++'],
  longDescription: '# Full',
  version: '1.2.3',
  license: 'MIT',
  features: { auth: true, payments: true, database: true },
  requirements: { node: '>=24', npm: '>=10' },
  repository: 'https://git.example/full',
  demo: 'https://demo.example/full',
  downloadCount: 3,
  starCount: 2,
});
const bare = aRealm(ada, { slug: 'bare', category: 'machine-learning' });
const collections = [aCollection(ada, { featured: true, realmIds: [full.id, bare.id] }), aCollection(ada)];
export const seed = { accounts: [ada], realms: [full, bare], collections };

/** Who asks, each with a credential of its own. */
export type Asker = 'bob' | 'the curator' | 'the administrator' | 'the key' | 'a stranger';

/** Where it is asked. */
interface Here {
  catalog: TestCatalog;
  credentials: Record<Asker, string>;
}

export interface Sample {
  path: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** A body that is no JSON. */
  bytes?: Uint8Array<ArrayBuffer>;
  as?: Asker;
  /** A credential of its own. */
  token?: string;
  /** Asked of a catalog whose store is gone, or of one where nobody has a request left. */
  where?: 'broken' | 'used up';
  /** Where the path, or the body, holds what another request gave. */
  first?: (here: Here) => Promise<Partial<Sample>>;
}
const unknownId = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
const held = { headers: { 'if-none-match': '*' } };
const asBob = { as: 'bob' } as const;
const asCurator = { as: 'the curator' } as const;
const asAdmin = { as: 'the administrator' } as const;
const realm = { name: 'New', description: 'A new one.', category: 'api' };
const collection = { slug: 'collected', name: 'Collected', description: '', realms: ['full'] };
const archive = new Uint8Array(gzipSync(await makeTar('app', [['realm.json', '{"version":"1.0.0"}']])));
const gzip = { bytes: archive, headers: { 'content-type': 'application/gzip' } };

/** A realm of bob's, whose upload is open. */
const bobs = async (here: Here) =>
  (await here.catalog.ask('/v1/realms', json(realm, here.credentials.bob))).body as {
    slug: string;
    uploadToken: string;
  };
const ofBob = (below = '') => ({
  path: '',
  ...asBob,
  first: async (here: Here) => ({ path: `/api/realms/${(await bobs(here)).slug}${below}` }),
});
const uploadOf = ({ slug, uploadToken }: { slug: string; uploadToken: string }, query = '') => ({
  path: `/api/realms/${slug}/upload${query}`,
  token: uploadToken,
});
const uploaded = (query = '') => ({
  path: '',
  ...gzip,
  first: async (here: Here) => uploadOf(await bobs(here), query),
});
/** A realm of bob's with a version. */
async function published(here: Here): Promise<{ slug: string }> {
  const made = await bobs(here);
  const headers = { ...gzip.headers, ...bearer(made.uploadToken).headers };
  await here.catalog.ask(`/v1/realms/${made.slug}/upload`, { method: 'PUT', headers, body: archive });
  return made;
}
/** Two versions that differ. */
async function publishedTwice(here: Here): Promise<{ slug: string }> {
  const made = await published(here);
  const { path, token } = await again(here, made);
  const body = new Uint8Array(gzipSync(await makeTar('app', [['README.md', '# Another\n']])));
  const init = { method: 'PUT', headers: { ...gzip.headers, ...bearer(token).headers }, body };
  assert.equal((await here.catalog.ask(`/v1${path}`, init)).status, 201);
  return made;
}
async function again(here: Here, { slug }: { slug: string }) {
  const { body } = await here.catalog.ask(`/v1/realms/${slug}/versions`, json({}, here.credentials.bob));
  return uploadOf({ slug, uploadToken: (body as { uploadToken: string }).uploadToken });
}

/** The address of a realm of bob's under the slug that it had before. */
async function oldSlug(here: Here): Promise<string> {
  const { slug } = await bobs(here);
  const renaming = json({ slug: `${slug}-renamed` }, here.credentials.bob, 'PATCH');
  assert.equal((await here.catalog.ask(`/v1/realms/${slug}`, renaming)).status, 200);
  return slug;
}

const keyed = (key: string) => ({ 'idempotency-key': key });
/** A request of bob's that was sent before, with the same key and as it is in `realm`. */
const againWith = (path: string, key: string, between = async (_here: Here, _slug: string) => {}) => ({
  path,
  ...asBob,
  headers: keyed(key),
  async first(here: Here) {
    const request = json(realm, here.credentials.bob);
    const { body } = await here.catalog.ask(`/v1${path}`, {
      ...request,
      headers: { ...request.headers, ...keyed(key) },
    });
    await between(here, (body as { slug: string }).slug);
    return {};
  },
});
async function deleteMade({ catalog, credentials }: Here, slug: string): Promise<void> {
  const { status } = await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(credentials.bob) });
  assert.equal(status, 204);
}
/** An upload of bob's that was begun to be opened with a key, by a process that has stopped since. */
async function startedUpload(here: Here) {
  const { slug } = await bobs(here);
  const request = json({}, here.credentials.bob);
  const headers = { ...request.headers, ...keyed('running') };
  await here.catalog.ask(`/v1/realms/${slug}/versions`, { ...request, headers });
  await here.catalog.services.db.batch([sql`update idempotency_keys set realm_id = ''`]);
  return { path: `/api/realms/${slug}/versions` };
}

/** What any operation may answer with: a bad credential, no request left, a store that is gone. */
const anywhere = (path: string, more: Partial<Sample> = {}): Sample[] => [
  { path, ...more, status: 401, as: 'a stranger' },
  { path, ...more, status: 429, where: 'used up' },
  { path, ...more, status: 500, where: 'broken' },
];
/** The same of one that answers from memory: only the credential is looked up in the store. */
const fromMemory = (path: string): Sample[] =>
  anywhere(path).map((sample) => (sample.status === 500 ? { ...sample, as: 'the key' as const } : sample));
/** The same of one that needs a credential, and what it says without one. */
const behindTheDoor = (path: string, more: Partial<Sample> = {}): Sample[] => [
  { path, ...more, status: 401 },
  ...anywhere(path, more).map((sample) => (sample.status === 500 ? { ...sample, as: 'the key' as const } : sample)),
];
/** And of one that needs the scope `account`. */
const forAccounts = (path: string, more: Partial<Sample> = {}): Sample[] => [
  { path, ...more, status: 403, as: 'the key' },
  ...behindTheDoor(path, more),
];

/** A client of bob's. */
const ofClient = (below = '', fields: object = { type: 'confidential', grantTypes: ['client_credentials'] }) => ({
  path: '',
  ...asBob,
  async first({ catalog, credentials }: Here) {
    const { body } = await catalog.ask('/v1/oauth/clients', json({ name: 'App', ...fields }, credentials.bob));
    return { path: `/api/oauth/clients/${body.id}${below}` };
  },
});

/** What bob has allowed a client, as the provider stores it; the real flow is in the tests of OAuth. */
async function aGrant({ catalog, credentials }: Here): Promise<string> {
  const client = json({ name: 'App', grantTypes: ['device_code'] }, credentials.bob);
  const { id: clientId } = (await catalog.ask('/v1/oauth/clients', client)).body as { id: string };
  const { id: accountId } = (await catalog.ask('/v1/me', bearer(credentials.bob))).body as { id: string };
  const publicId = randomUUIDv7();
  await saveRecord(catalog.services.db, {
    idHash: publicId,
    kind: 'Grant',
    clientId,
    accountId,
    grantHash: undefined,
    secondIdHash: undefined,
    payload: JSON.stringify({ iat: Math.floor(Date.now() / 1_000) }),
    expiresAt: '2999-01-01T00:00:00.000Z',
    scopes: 'realms:read',
    publicId,
  });
  return publicId;
}

/** Requests for every operation that together get every answer its entry in the document names. */
export const samples: Record<string, Sample[]> = {
  listRealms: [
    { path: '/api/realms', status: 200 },
    { path: '/api/realms?category=saas&tags=auth&search=realm&featured=true&sort=name&limit=1&offset=0', status: 200 },
    { path: '/api/realms?search=nothing', status: 200 },
    { path: '/api/realms?facets=category,tags,license,author&author=ada&license=mit&slugs=full,bare', status: 200 },
    { path: '/api/realms?search=reallm', status: 200 },
    { path: '/api/realms', status: 200, ...asBob },
    { path: '/api/realms', status: 304, ...held },
    { path: '/api/realms?limit=0&offset=-1', status: 400 },
    ...anywhere('/api/realms'),
  ],
  listTags: [
    { path: '/api/tags', status: 200 },
    { path: '/api/tags?prefix=au&limit=1', status: 200 },
    { path: '/api/tags', status: 304, ...held },
    { path: '/api/tags?limit=0', status: 400 },
    ...fromMemory('/api/tags'),
  ],
  listCategories: [
    { path: '/api/categories', status: 200 },
    { path: '/api/categories', status: 304, ...held },
    { path: '/api/categories?offset=-1', status: 400 },
    ...fromMemory('/api/categories'),
  ],
  suggest: [
    { path: '/api/suggest?q=a', status: 200 },
    { path: '/api/suggest?q=a', status: 304, ...held },
    { path: '/api/suggest', status: 400 },
    ...anywhere('/api/suggest?q=a'),
  ],
  createRealm: [
    { path: '/api/realms', status: 201, body: realm, ...asBob },
    { path: '/api/realms?name=New&description=By+query.&category=api&tags=a,b', status: 201, ...asBob },
    { path: '/api/realms', status: 400, body: { ...realm, category: '!', tags: 'x' }, ...asBob },
    { ...againWith('/api/realms', 'gone', deleteMade), status: 409, body: realm },
    { ...againWith('/api/realms', 'same'), status: 422, body: { ...realm, name: 'Another' } },
    ...forAccounts('/api/realms', { body: realm }),
  ],
  getRealm: [
    { path: '/api/realms/full', status: 200 },
    { path: '/api/realms/bare', status: 200 },
    { path: '/api/realms/bare', status: 304, ...held },
    { path: '/api/realms/bare?x=%ff', status: 400 },
    { path: '/api/realms/unknown', status: 404 },
    ...anywhere('/api/realms/full'),
  ],
  listCollections: [
    { path: '/api/collections', status: 200 },
    { path: '/api/collections?featured=true', status: 200 },
    { path: '/api/collections', status: 304, ...held },
    { path: '/api/collections?limit=1&offset=1', status: 200 },
    { path: '/api/collections?featured=maybe', status: 400 },
    ...anywhere('/api/collections'),
  ],
  getCollection: [
    { path: `/api/collections/${collections[0]?.slug}`, status: 200 },
    { path: `/api/collections/${collections[0]?.slug}`, status: 304, ...held },
    { path: '/api/collections/unknown?x=%ff', status: 400 },
    { path: '/api/collections/unknown', status: 404 },
    ...anywhere(`/api/collections/${collections[0]?.slug}`),
  ],
  getStats: [
    { path: '/api/stats', status: 200 },
    { path: '/api/stats', status: 304, ...held },
    { path: '/api/stats?x=%ff', status: 400 },
    ...anywhere('/api/stats'),
  ],
  getSeries: [
    { path: '/api/stats/series?metric=downloads', status: 200 },
    { path: '/api/stats/series?metric=realms&interval=month&category=saas', status: 200 },
    { path: '/api/stats/series?metric=users&from=2026-01-01&to=2026-01-02', status: 200 },
    { path: '/api/stats/series?metric=downloads&format=csv', status: 200 },
    { path: '/api/stats/series?metric=users', status: 304, ...held },
    { path: '/api/stats/series', status: 400 },
    { path: '/api/stats/series?metric=users&category=saas', status: 400 },
    ...anywhere('/api/stats/series?metric=users'),
  ],
  updateRealm: [
    { ...ofBob(), status: 200, body: { name: 'Newer', visibility: 'unlisted' } },
    {
      ...ofBob(),
      status: 200,
      body: { slug: 'renamed-and-deprecated', deprecated: { message: 'Why.', successor: 'full' } },
    },
    { ...ofBob(), status: 200, body: { deprecated: null } },
    { ...ofBob(), status: 400, body: { name: '' } },
    { ...ofBob(), status: 409, body: { slug: 'full' } },
    { path: '/api/realms/full', status: 403, body: {}, ...asBob },
    { path: '/api/realms/unknown', status: 404, body: {}, ...asBob },
    ...forAccounts('/api/realms/full', { body: {} }),
  ],
  deleteRealm: [
    { ...ofBob(), status: 204 },
    { ...ofBob('?x=%ff'), status: 400 },
    { path: '/api/realms/full', status: 403, ...asBob },
    { path: '/api/realms/unknown', status: 404, ...asBob },
    ...forAccounts('/api/realms/full'),
  ],
  ...Object.fromEntries(
    ['starRealm', 'unstarRealm'].map((id): [string, Sample[]] => [
      id,
      [
        { path: '/api/realms/full/star', status: 204, ...asBob },
        { path: '/api/realms/full/star?x=%ff', status: 400, ...asBob },
        { path: '/api/realms/unknown/star', status: 404, ...asBob },
        ...forAccounts('/api/realms/full/star'),
      ],
    ]),
  ),
  getStar: [
    {
      path: '/api/realms/full/star',
      status: 204,
      ...asBob,
      async first({ catalog, credentials }) {
        await catalog.ask('/v1/realms/full/star', { method: 'PUT', ...bearer(credentials.bob) });
        return {};
      },
    },
    { path: '/api/realms/full/star?x=%ff', status: 400, ...asBob },
    { path: '/api/realms/unknown/star', status: 404, ...asBob },
    ...behindTheDoor('/api/realms/full/star'),
  ],
  getUser: [
    { path: '/api/users/ada', status: 200 },
    { path: '/api/users/bob', status: 200 },
    { path: '/api/users/ada', status: 304, ...held },
    { path: '/api/users/ada?x=%ff', status: 400 },
    { path: '/api/users/nobody', status: 404 },
    ...anywhere('/api/users/ada'),
  ],
  listMyRealms: [
    { path: '', status: 200, ...asBob, first: async (here) => (await bobs(here), { path: '/api/me/realms' }) },
    { path: '/api/me/realms?search=new&sort=name&limit=1', status: 200, as: 'the key' },
    { path: '/api/me/realms', status: 304, ...asBob, ...held },
    { path: '/api/me/realms?limit=0', status: 400, ...asBob },
    {
      path: '/api/me/realms',
      status: 403,
      first: async ({ catalog, credentials }) =>
        bearer((await aKey(catalog, credentials.bob, { scopes: ['account'] })).key),
    },
    ...behindTheDoor('/api/me/realms'),
  ],
  listMyStars: [
    {
      path: '/api/me/stars',
      status: 200,
      ...asBob,
      async first({ catalog, credentials }) {
        await catalog.ask('/v1/realms/full/star', { method: 'PUT', ...bearer(credentials.bob) });
        return {};
      },
    },
    { path: '/api/me/stars', status: 304, ...asBob, ...held },
    { path: '/api/me/stars?offset=-1', status: 400, ...asBob },
    ...behindTheDoor('/api/me/stars'),
  ],
  listSessions: [
    { path: '/api/me/sessions', status: 200, ...asBob },
    { path: '/api/me/sessions', status: 304, ...asBob, ...held },
    { path: '/api/me/sessions?limit=0', status: 400, ...asBob },
    ...forAccounts('/api/me/sessions'),
  ],
  endSession: [
    {
      path: '',
      status: 204,
      ...asBob,
      async first({ catalog }) {
        const { token } = await logIn(catalog, 'bob');
        const { sessions } = (await catalog.ask('/v1/me/sessions?limit=100', bearer(token))).body;
        const { id } = (sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent) ?? {};
        return { path: `/api/me/sessions/${id}` };
      },
    },
    { path: `/api/me/sessions/${unknownId}?x=%ff`, status: 400, ...asBob },
    { path: `/api/me/sessions/${unknownId}`, status: 404, ...asBob },
    ...forAccounts(`/api/me/sessions/${unknownId}`),
  ],
  listGrants: [
    { path: '/api/me/grants', status: 200, ...asBob, first: async (here) => (await aGrant(here), {}) },
    { path: '/api/me/grants', status: 304, ...asBob, ...held },
    { path: '/api/me/grants?limit=0', status: 400, ...asBob },
    ...forAccounts('/api/me/grants'),
  ],
  revokeGrant: [
    { path: '', status: 204, ...asBob, first: async (here) => ({ path: `/api/me/grants/${await aGrant(here)}` }) },
    { path: `/api/me/grants/${unknownId}?x=%ff`, status: 400, ...asBob },
    { path: `/api/me/grants/${unknownId}`, status: 404, ...asBob },
    ...forAccounts(`/api/me/grants/${unknownId}`),
  ],
  downloadRealm: [
    { path: '/api/realms/bare/download', status: 200 },
    { path: '/api/realms/bare/download?version=1&version=2', status: 400 },
    { path: '/api/realms/unknown/download', status: 404 },
    {
      path: '/api/realms/bare/download',
      status: 422,
      headers: { 'idempotency-key': 'one' },
      first: async (here) => {
        const headers = { 'idempotency-key': 'one' };
        await here.catalog.ask(`/v1/realms/${(await bobs(here)).slug}/download`, { method: 'POST', headers });
        return {};
      },
    },
    ...anywhere('/api/realms/bare/download'),
  ],
  getDownloads: [
    {
      path: '/api/realms/bare/downloads',
      status: 200,
      first: async (here) => {
        await here.catalog.ask('/v1/realms/bare/download', { method: 'POST' });
        return {};
      },
    },
    { path: '/api/realms/bare/downloads?from=2026-01-01&to=2026-01-02', status: 200 },
    { path: '/api/realms/full/downloads?interval=week&by=version', status: 200 },
    { path: '/api/realms/full/downloads?by=version&format=csv', status: 200 },
    { path: '/api/realms/bare/downloads', status: 304, ...held },
    { path: '/api/realms/bare/downloads?from=yesterday', status: 400 },
    { path: '/api/realms/unknown/downloads', status: 404 },
    ...anywhere('/api/realms/bare/downloads'),
  ],
  listVersions: [
    { path: '/api/realms/full/versions', status: 200 },
    {
      status: 200,
      path: '',
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions` }),
    },
    { path: '/api/realms/full/versions', status: 304, ...held },
    { path: '/api/realms/full/versions?x=%ff', status: 400 },
    { path: '/api/realms/unknown/versions', status: 404 },
    ...anywhere('/api/realms/full/versions'),
  ],
  listFiles: [
    {
      path: '',
      status: 200,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0/files` }),
    },
    {
      path: '',
      status: 304,
      ...held,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0/files` }),
    },
    { path: '/api/realms/full/versions/1.0.0/files?limit=0', status: 400 },
    { path: '/api/realms/full/versions/0.0.0/files', status: 404 },
    ...anywhere('/api/realms/full/versions/1.0.0/files'),
  ],
  getFile: [
    {
      path: '',
      status: 200,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0/files/realm.json` }),
    },
    {
      path: '',
      status: 304,
      ...held,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0/files/realm.json` }),
    },
    { path: '/api/realms/full/versions/1.0.0/files/a?x=%ff', status: 400 },
    { path: '/api/realms/full/versions/0.0.0/files/realm.json', status: 404 },
    ...anywhere('/api/realms/full/versions/1.0.0/files/a'),
  ],
  compareVersions: [
    {
      path: '',
      status: 200,
      first: async (here) => ({ path: `/api/realms/${(await publishedTwice(here)).slug}/diff?from=1.0.0&to=1.0.1` }),
    },
    {
      path: '',
      status: 304,
      ...held,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/diff?from=1.0.0&to=1.0.0` }),
    },
    { path: '/api/realms/full/diff?from=1.0.0', status: 400 },
    { path: '/api/realms/full/diff?from=1.0.0&to=9.9.9', status: 404 },
    ...anywhere('/api/realms/full/diff?from=1.0.0&to=2.0.0'),
  ],
  getVersion: [
    {
      status: 200,
      path: '',
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0` }),
    },
    {
      status: 304,
      path: '',
      ...held,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0` }),
    },
    { path: '/api/realms/full/versions/1.0.0?x=%ff', status: 400 },
    { path: '/api/realms/full/versions/0.0.0', status: 404 },
    ...anywhere('/api/realms/full/versions/1.0.0'),
  ],
  openUpload: [
    { ...ofBob('/versions'), status: 201 },
    { ...ofBob('/versions?x=%ff'), status: 400 },
    { ...ofBob('/versions'), status: 409, headers: keyed('running'), first: startedUpload },
    {
      ...ofBob('/versions'),
      status: 422,
      headers: keyed('other'),
      async first(here) {
        const { slug } = await bobs(here);
        const request = { ...json({}, here.credentials.bob) };
        const headers = { ...request.headers, ...keyed('other') };
        assert.equal((await here.catalog.ask(`/v1/realms/${slug}/versions`, { ...request, headers })).status, 201);
        return { path: `/api/realms/${(await bobs(here)).slug}/versions` };
      },
    },
    { path: '/api/realms/full/versions', status: 403, ...asBob },
    { path: '/api/realms/unknown/versions', status: 404, ...asBob },
    ...forAccounts('/api/realms/full/versions'),
  ],
  uploadArchive: [
    { ...uploaded(), status: 201 },
    { ...uploaded('?x=%ff'), status: 400 },
    { path: '/api/realms/full/upload', status: 403, ...asBob, ...gzip },
    {
      ...uploaded(),
      status: 404,
      first: async (here) => ({ ...(await uploaded().first(here)), path: '/api/realms/NO/upload' }),
    },
    { ...uploaded(), status: 409, first: async (here) => again(here, await published(here)) },
    { ...uploaded(), status: 413, bytes: new Uint8Array(101 * 1024 * 1024) },
    { ...uploaded(), status: 415, headers: { 'content-type': 'text/plain' } },
    { ...uploaded(), status: 422, bytes: new Uint8Array(100) },
    ...behindTheDoor('/api/realms/full/upload', gzip),
  ],
  updateVersion: [
    {
      path: '',
      status: 200,
      body: { yanked: true, reason: 'It does not start.' },
      ...asBob,
      first: async (here) => ({ path: `/api/realms/${(await published(here)).slug}/versions/1.0.0` }),
    },
    { ...ofBob('/versions/1.0.0'), status: 400, body: { yanked: 'yes' } },
    { path: '/api/realms/full/versions/1.0.0', status: 403, body: { yanked: true }, ...asBob },
    { ...ofBob('/versions/9.9.9'), status: 404, body: { yanked: true } },
    ...forAccounts('/api/realms/full/versions/1.0.0', { body: { yanked: true } }),
  ],
  createCollection: [
    { path: '/api/collections', status: 201, body: { ...collection, slug: 'made' }, ...asCurator },
    { path: '/api/collections', status: 400, body: { ...collection, realms: ['unknown'] }, ...asCurator },
    { path: '/api/collections', status: 403, body: collection, ...asBob },
    { path: '/api/collections', status: 409, body: { ...collection, slug: collections[0]?.slug }, ...asCurator },
    ...forAccounts('/api/collections', { body: collection }),
  ],
  updateCollection: [
    { path: `/api/collections/${collections[1]?.slug}`, status: 200, body: { name: 'Newer' }, ...asCurator },
    { path: `/api/collections/${collections[1]?.slug}`, status: 400, body: { name: 1 }, ...asCurator },
    { path: '/api/collections/unknown', status: 404, body: {}, ...asCurator },
    ...forAccounts('/api/collections/unknown', { body: {} }),
  ],
  deleteCollection: [
    { path: `/api/collections/${collections[1]?.slug}`, status: 204, ...asCurator },
    { path: '/api/collections/unknown?x=%ff', status: 400, ...asCurator },
    { path: '/api/collections/unknown', status: 404, ...asCurator },
    ...forAccounts('/api/collections/unknown'),
  ],
  register: [
    { path: '/api/auth/register', status: 201, body: { username: 'carol', password: PASSWORD } },
    {
      path: '/api/auth/register',
      status: 201,
      body: { username: 'Dave', password: PASSWORD, name: 'Dave', email: 'dave@mail.example' },
    },
    { path: '/api/auth/register', status: 400, body: { username: '!', password: 'x' } },
    { path: '/api/auth/register', status: 409, body: { username: 'BOB', password: PASSWORD } },
    ...anywhere('/api/auth/register', { body: { username: 'erin', password: PASSWORD } }),
  ],
  login: [
    { path: '/api/auth/login', status: 200, body: { username: 'bob', password: PASSWORD } },
    { path: '/api/auth/login', status: 400, body: {} },
    { path: '/api/auth/login', status: 401, body: { username: 'bob', password: 'wrong password' } },
    ...anywhere('/api/auth/login', { body: { username: 'bob', password: PASSWORD } }),
  ],
  refresh: [
    {
      path: '/api/auth/refresh',
      status: 200,
      first: async (here) => ({ body: { refreshToken: (await logIn(here.catalog, 'bob')).refreshToken } }),
    },
    { path: '/api/auth/refresh', status: 400, body: {} },
    { path: '/api/auth/refresh', status: 401, body: { refreshToken: 'mistyped' } },
    {
      path: '/api/auth/refresh',
      status: 500,
      where: 'broken',
      first: async (here) => ({ body: { refreshToken: (await logIn(here.catalog, 'bob')).refreshToken } }),
    },
    { path: '/api/auth/refresh', status: 429, body: { refreshToken: 'mistyped' }, where: 'used up' },
  ],
  logout: [
    {
      path: '/api/auth/logout',
      status: 204,
      first: async (here) => ({ body: { refreshToken: (await logIn(here.catalog, 'bob')).refreshToken } }),
    },
    {
      path: '/api/auth/logout',
      status: 204,
      first: async (here) => bearer((await logIn(here.catalog, 'bob')).token),
    },
    { path: '/api/auth/logout', status: 400, body: { refreshToken: 1 } },
    ...behindTheDoor('/api/auth/logout'),
  ],
  getMe: [
    { path: '/api/me', status: 200, ...asBob },
    { path: '/api/me', status: 200, as: 'the key' },
    { path: '/api/me', status: 304, ...asBob, ...held },
    { path: '/api/me?x=%ff', status: 400, ...asBob },
    ...behindTheDoor('/api/me'),
  ],
  updateMe: [
    {
      path: '/api/me',
      status: 200,
      body: { name: 'Bob', bio: 'Builds.', image: 'https://bob.example/me.png', email: 'bob@mail.example' },
      ...asBob,
    },
    { path: '/api/me', status: 200, body: {}, ...asBob },
    { path: '/api/me', status: 400, body: { image: 'picture' }, ...asBob },
    ...forAccounts('/api/me', { body: {} }),
  ],
  createKey: [
    { path: '/api/keys', status: 201, body: { name: 'laptop' }, ...asBob },
    {
      path: '/api/keys',
      status: 201,
      body: { name: 'ci', scopes: ['account'], expiresAt: '2999-01-01T00:00:00Z' },
      ...asBob,
    },
    { path: '/api/keys', status: 400, body: { scopes: ['everything'] }, ...asBob },
    {
      path: '/api/keys',
      status: 409,
      body: { name: 'one too many' },
      first: async (here) => {
        const { token } = await signUp(here.catalog, { username: 'collector' });
        for (let n = 0; n < 100; n += 1) await aKey(here.catalog, token);
        return bearer(token);
      },
    },
    ...forAccounts('/api/keys', { body: { name: 'x' } }),
  ],
  listKeys: [
    { path: '/api/keys', status: 200, ...asBob },
    { path: '/api/keys', status: 304, ...asBob, ...held },
    { path: '/api/keys?x=%ff', status: 400, ...asBob },
    ...forAccounts('/api/keys'),
  ],
  revokeKey: [
    {
      path: '',
      status: 204,
      ...asBob,
      first: async (here) => ({ path: `/api/keys/${(await aKey(here.catalog, here.credentials.bob)).id}` }),
    },
    { path: `/api/keys/${unknownId}?x=%ff`, status: 400, ...asBob },
    { path: `/api/keys/${unknownId}`, status: 404, ...asBob },
    ...forAccounts(`/api/keys/${unknownId}`),
  ],
  createOAuthClient: [
    {
      path: '/api/oauth/clients',
      status: 201,
      body: { name: 'App', redirectUris: ['http://127.0.0.1/callback'] },
      ...asBob,
    },
    {
      path: '/api/oauth/clients',
      status: 201,
      body: { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'] },
      ...asBob,
    },
    { path: '/api/oauth/clients', status: 400, body: { name: '' }, ...asBob },
    {
      path: '/api/oauth/clients',
      status: 409,
      body: { name: 'One too many', grantTypes: ['device_code'] },
      first: async (here) => {
        const { token } = await signUp(here.catalog, { username: 'maker' });
        const client = json({ name: 'App', grantTypes: ['device_code'] }, token);
        for (let n = 0; n < 100; n += 1)
          assert.equal((await here.catalog.ask('/v1/oauth/clients', client)).status, 201);
        return bearer(token);
      },
    },
    ...forAccounts('/api/oauth/clients', { body: { name: 'App' } }),
  ],
  listOAuthClients: [
    { path: '/api/oauth/clients', status: 200, ...asBob },
    { path: '/api/oauth/clients', status: 304, ...asBob, ...held },
    { path: '/api/oauth/clients?x=%ff', status: 400, ...asBob },
    ...forAccounts('/api/oauth/clients'),
  ],
  updateOAuthClient: [
    { ...ofClient(), status: 200, body: { name: 'Renamed', scopes: ['realms:read'] } },
    { ...ofClient(), status: 400, body: { scopes: ['everything'] } },
    { path: `/api/oauth/clients/${unknownId}`, status: 404, body: {}, ...asBob },
    ...forAccounts(`/api/oauth/clients/${unknownId}`, { body: {} }),
  ],
  createClientSecret: [
    { ...ofClient('/secret'), status: 201, body: {} },
    { ...ofClient('/secret'), status: 201, body: { revoke: true } },
    { ...ofClient('/secret'), status: 400, body: { revoke: 'yes' } },
    { path: `/api/oauth/clients/${unknownId}/secret`, status: 404, body: {}, ...asBob },
    { ...ofClient('/secret', { type: 'public', grantTypes: ['device_code'] }), status: 409, body: {} },
    ...forAccounts(`/api/oauth/clients/${unknownId}/secret`, { body: {} }),
  ],
  deleteOAuthClient: [
    {
      path: '',
      status: 204,
      ...asBob,
      first: async (here) => {
        const client = json({ name: 'App', grantTypes: ['device_code'] }, here.credentials.bob);
        return { path: `/api/oauth/clients/${(await here.catalog.ask('/v1/oauth/clients', client)).body.id}` };
      },
    },
    { path: `/api/oauth/clients/${unknownId}?x=%ff`, status: 400, ...asBob },
    { path: `/api/oauth/clients/${unknownId}`, status: 404, ...asBob },
    ...forAccounts(`/api/oauth/clients/${unknownId}`),
  ],
  getRateLimit: [
    { path: '/api/rate_limit', status: 200 },
    { path: '/api/rate_limit', status: 200, ...asBob },
    { path: '/api/rate_limit', status: 200, where: 'used up' },
    { path: '/api/rate_limit', status: 304, ...held },
    { path: '/api/rate_limit?x=%ff', status: 400 },
    { path: '/api/rate_limit', status: 401, as: 'a stranger' },
    { path: '/api/rate_limit', status: 429, as: 'a stranger', where: 'used up' },
    { path: '/api/rate_limit', status: 500, as: 'the key', where: 'broken' },
  ],
  listAudit: [
    { path: '/api/audit', status: 200, ...asAdmin },
    { path: '/api/audit?action=login.succeed&actor=bob&subject=bob&limit=1', status: 200, ...asAdmin },
    { path: '/api/audit?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z', status: 200, ...asAdmin },
    { path: '/api/audit', status: 304, ...asAdmin, ...held },
    { path: '/api/audit?action=nothing&from=yesterday&before=x', status: 400, ...asAdmin },
    { path: '/api/audit', status: 403, ...asBob },
    { path: '/api/audit', status: 403, ...asCurator },
    ...forAccounts('/api/audit'),
  ],
};

/** What every operation that may get a body says of one that is too large, and of one that is no JSON. */
const unread = ({ path, first, as = 'bob' }: Sample): Sample[] => {
  // What comes first may say where to ask; the body is this one.
  const sent = (more: Omit<Sample, 'path'>): Sample => ({
    path,
    as,
    ...more,
    first: async (here) => ({ ...(await first?.(here)), ...more }),
  });
  return [
    sent({ status: 413, body: { large: 'x'.repeat(70_000) } }),
    sent({ status: 415, body: {}, headers: { 'content-type': 'text/plain' } }),
  ];
};
for (const [id, operation] of Object.entries<Specification>(specifications)) {
  const [success] = samples[id] ?? [];
  if (mayHaveMoved(operation)) {
    const below = operation.path.replace('/realms/{slug}', '').replaceAll(/\{\w+(\.\.\.)?\}/g, '1.0.0');
    const query = (operation.query?.required ?? []).map((name) => `${String(name)}=1.0.0`).join('&');
    const { body } = success ?? {};
    const first = async (here: Here) => ({ path: `/api/realms/${await oldSlug(here)}${below}${query && `?${query}`}` });
    samples[id]?.push({ path: '', status: 308, ...asBob, ...(body !== undefined && { body }), first });
  }
  if (operation.method !== 'GET' && operation.input !== 'archive' && success) samples[id]?.push(...unread(success));
}
