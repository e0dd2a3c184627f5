// The OpenAPI document: valid, the same as what is answered, and readable at /docs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { operations as contract } from '@realm-catalog/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { tarOf } from '../src/archives/tar-of.ts';
import {
  aCollection,
  aKey,
  anAccount,
  aRealm,
  bearer,
  breakTables,
  type Catalog,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startCatalog,
} from './harness.ts';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  default?: unknown;
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

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
const seed = { accounts: [ada], realms: [full, bare], collections };

/** Who asks, each with a credential of its own. */
type Asker = 'bob' | 'the curator' | 'the administrator' | 'the key' | 'a stranger';

interface Sample {
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
  first?: () => Promise<Partial<Sample>>;
}
const unknownId = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
const held = { headers: { 'if-none-match': '*' } };
const asBob = { as: 'bob' } as const;
const asCurator = { as: 'the curator' } as const;
const asAdmin = { as: 'the administrator' } as const;
const realm = { name: 'New', description: 'A new one.', category: 'api' };
const collection = { slug: 'collected', name: 'Collected', description: '', realms: ['full'] };
const archive = new Uint8Array(gzipSync(await tarOf('app', [['realm.json', '{"version":"1.0.0"}']])));
const gzip = { bytes: archive, headers: { 'content-type': 'application/gzip' } };

/** A realm of bob's, whose upload is open. */
const bobs = async () =>
  (await catalog.ask('/v1/realms', json(realm, credentials.bob))).body as { slug: string; uploadToken: string };
const ofBob = (below = '') => ({
  path: '',
  ...asBob,
  first: async () => ({ path: `/api/realms/${(await bobs()).slug}${below}` }),
});
const uploadOf = ({ slug, uploadToken }: { slug: string; uploadToken: string }, query = '') => ({
  path: `/api/realms/${slug}/upload${query}`,
  token: uploadToken,
});
const uploaded = (query = '') => ({ path: '', ...gzip, first: async () => uploadOf(await bobs(), query) });
/** A realm of bob's with a version. */
async function published(): Promise<{ slug: string }> {
  const made = await bobs();
  const headers = { ...gzip.headers, ...bearer(made.uploadToken).headers };
  await catalog.ask(`/v1/realms/${made.slug}/upload`, { method: 'PUT', headers, body: archive });
  return made;
}
async function again({ slug }: { slug: string }) {
  const { body } = await catalog.ask(`/v1/realms/${slug}/versions`, json({}, credentials.bob));
  return uploadOf({ slug, uploadToken: (body as { uploadToken: string }).uploadToken });
}

/** What any operation may answer with: a bad credential, no request left, a store that is gone. */
const anywhere = (path: string, more: Partial<Sample> = {}): Sample[] => [
  { path, ...more, status: 401, as: 'a stranger' },
  { path, ...more, status: 429, where: 'used up' },
  { path, ...more, status: 500, where: 'broken' },
];
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

/** Requests for every operation that together get every answer its entry in the document names. */
const samples: Record<string, Sample[]> = {
  listRealms: [
    { path: '/api/realms', status: 200 },
    { path: '/api/realms?category=saas&tags=auth&search=realm&featured=true&sort=name&limit=1&offset=0', status: 200 },
    { path: '/api/realms?search=nothing', status: 200 },
    { path: '/api/realms', status: 200, ...asBob },
    { path: '/api/realms', status: 304, ...held },
    { path: '/api/realms?limit=0&offset=-1', status: 400 },
    ...anywhere('/api/realms'),
  ],
  createRealm: [
    { path: '/api/realms', status: 201, body: realm, ...asBob },
    { path: '/api/realms?name=New&description=By+query.&category=api&tags=a,b', status: 201, ...asBob },
    { path: '/api/realms', status: 400, body: { ...realm, category: '!', tags: 'x' }, ...asBob },
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
    { path: '/api/collections?featured=maybe', status: 400 },
    ...anywhere('/api/collections'),
  ],
  getStats: [
    { path: '/api/stats', status: 200 },
    { path: '/api/stats', status: 304, ...held },
    { path: '/api/stats?x=%ff', status: 400 },
    ...anywhere('/api/stats'),
  ],
  updateRealm: [
    { ...ofBob(), status: 200, body: { name: 'Newer', visibility: 'unlisted' } },
    { ...ofBob(), status: 400, body: { name: '' } },
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
  downloadRealm: [
    { path: '/api/realms/bare/download', status: 200 },
    { path: '/api/realms/bare/download?version=1&version=2', status: 400 },
    { path: '/api/realms/unknown/download', status: 404 },
    {
      path: '/api/realms/bare/download',
      status: 422,
      headers: { 'idempotency-key': 'one' },
      first: async () => {
        const headers = { 'idempotency-key': 'one' };
        await catalog.ask(`/v1/realms/${(await bobs()).slug}/download`, { method: 'POST', headers });
        return {};
      },
    },
    ...anywhere('/api/realms/bare/download'),
  ],
  getDownloads: [
    {
      path: '/api/realms/bare/downloads',
      status: 200,
      first: async () => {
        await catalog.ask('/v1/realms/bare/download', { method: 'POST' });
        return {};
      },
    },
    { path: '/api/realms/bare/downloads?from=2026-01-01&to=2026-01-02', status: 200 },
    { path: '/api/realms/bare/downloads', status: 304, ...held },
    { path: '/api/realms/bare/downloads?from=yesterday', status: 400 },
    { path: '/api/realms/unknown/downloads', status: 404 },
    ...anywhere('/api/realms/bare/downloads'),
  ],
  listVersions: [
    { path: '/api/realms/full/versions', status: 200 },
    { status: 200, path: '', first: async () => ({ path: `/api/realms/${(await published()).slug}/versions` }) },
    { path: '/api/realms/full/versions', status: 304, ...held },
    { path: '/api/realms/full/versions?x=%ff', status: 400 },
    { path: '/api/realms/unknown/versions', status: 404 },
    ...anywhere('/api/realms/full/versions'),
  ],
  openUpload: [
    { ...ofBob('/versions'), status: 201 },
    { ...ofBob('/versions?x=%ff'), status: 400 },
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
      first: async () => ({ ...(await uploaded().first()), path: '/api/realms/NO/upload' }),
    },
    { ...uploaded(), status: 409, first: async () => again(await published()) },
    { ...uploaded(), status: 413, bytes: new Uint8Array(101 * 1024 * 1024) },
    { ...uploaded(), status: 415, headers: { 'content-type': 'text/plain' } },
    { ...uploaded(), status: 422, bytes: new Uint8Array(100) },
    ...behindTheDoor('/api/realms/full/upload', gzip),
  ],
  updateVersion: [
    {
      path: '',
      status: 200,
      body: { yanked: true },
      ...asBob,
      first: async () => ({ path: `/api/realms/${(await published()).slug}/versions/1.0.0` }),
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
      first: async () => ({ body: { refreshToken: (await logIn(catalog, 'bob')).refreshToken } }),
    },
    { path: '/api/auth/refresh', status: 400, body: {} },
    { path: '/api/auth/refresh', status: 401, body: { refreshToken: 'mistyped' } },
    {
      path: '/api/auth/refresh',
      status: 500,
      where: 'broken',
      first: async () => ({ body: { refreshToken: (await logIn(catalog, 'bob')).refreshToken } }),
    },
    { path: '/api/auth/refresh', status: 429, body: { refreshToken: 'mistyped' }, where: 'used up' },
  ],
  logout: [
    {
      path: '/api/auth/logout',
      status: 204,
      first: async () => ({ body: { refreshToken: (await logIn(catalog, 'bob')).refreshToken } }),
    },
    {
      path: '/api/auth/logout',
      status: 204,
      first: async () => bearer((await logIn(catalog, 'bob')).token),
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
      first: async () => {
        const { token } = await signUp(catalog, { username: 'collector' });
        for (let n = 0; n < 100; n += 1) await aKey(catalog, token);
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
      first: async () => ({ path: `/api/keys/${(await aKey(catalog, credentials.bob)).id}` }),
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
      first: async () => {
        const { token } = await signUp(catalog, { username: 'maker' });
        const client = json({ name: 'App', grantTypes: ['device_code'] }, token);
        for (let n = 0; n < 100; n += 1) assert.equal((await catalog.ask('/v1/oauth/clients', client)).status, 201);
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
  deleteOAuthClient: [
    {
      path: '',
      status: 204,
      ...asBob,
      first: async () => {
        const client = json({ name: 'App', grantTypes: ['device_code'] }, credentials.bob);
        return { path: `/api/oauth/clients/${(await catalog.ask('/v1/oauth/clients', client)).body.id}` };
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

const formats = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text: string) => URL.canParse(text),
  // Of what is sent alone; accounts.test.ts and credentials.test.ts say what they mean.
  email: () => assert.fail(),
  'http-url': () => assert.fail(),
  password: () => assert.fail(),
  'new-password': () => assert.fail(),
  date: /^\d{4}-\d\d-\d\d$/,
};

let catalog: Catalog;
let elsewhere: Record<NonNullable<Sample['where']>, Catalog>;
let credentials: Record<Asker, string>;
let document: Document;
let operations: [operationId: string, path: string, method: string, operation: Operation][];

before(async () => {
  catalog = await startCatalog(seed);
  const { token } = await signUp(catalog, { username: 'bob' });
  const { key } = await aKey(catalog, token, { scopes: ['realms:read'] });
  const curator = await signUp(catalog, { username: 'curator', role: 'curator' });
  const { token: admin } = await signUp(catalog, { username: 'admin', role: 'admin' });
  const known = { bob: token, 'the curator': curator.token, 'the administrator': admin, 'the key': key };
  credentials = { ...known, 'a stranger': 'unknown' };

  const broken = await startCatalog(seed);
  await breakTables(broken);
  const usedUp = await startCatalog(seed, { RATE_LIMIT_FREE: '1' });
  await usedUp.ask('/v1/realms');
  elsewhere = { broken, 'used up': usedUp };
  document = (await catalog.ask('/v1/openapi.json')).body as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): (typeof operations)[number] => [
      operation.operationId,
      path,
      method,
      operation,
    ]),
  );
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  for (const other of Object.values(elsewhere)) await other[Symbol.asyncDispose]();
});

describe('the document', () => {
  test('is OpenAPI 3.1 as JSON, under both spellings', async () => {
    for (const path of ['/v1/openapi.json', '/v1/api/openapi.json']) {
      const { status, headers, body } = await catalog.ask(path);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/(openapi\+)?json\b/);
      assert.match(body.openapi, /^3\.1\.\d$/);
      assert.deepEqual(body, document);
    }
  });

  test('passes the linter', () => {
    const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(document));
      const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
      // Tags of one or two plain words each say what they are.
      const command = [redocly, 'lint', '--extends', 'recommended-strict', '--skip-rule', 'tag-description', file];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      });
      assert.equal(status, 0, stdout + stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('names the public address with its version', () => {
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      [`${PUBLIC_URL}/v1`],
    );
  });

  test('names staging too when there is one', async () => {
    await using catalog = await startCatalog({}, { STAGING_URL: 'https://staging.example' });
    const { body } = await catalog.ask('/v1/openapi.json');
    assert.deepEqual(
      (body as Document).servers.map(({ url }) => url),
      [`${PUBLIC_URL}/v1`, 'https://staging.example/v1'],
    );
  });

  test('has the paths and the parameters of the specification', () => {
    const parameters = (path: string, method = 'get') =>
      document.paths[path]?.[method]?.parameters
        ?.map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`)
        .toSorted();
    const list = ['category', 'featured', 'limit', 'offset', 'search', 'sort', 'tags'].map((name) => `query ${name}`);
    assert.deepEqual(parameters('/api/realms'), list);
    assert.deepEqual(parameters('/api/realms/{slug}'), ['path slug!']);
    assert.deepEqual(parameters('/api/collections'), ['query featured']);
    assert.deepEqual(parameters('/api/stats'), []);
    const fields = ['category', 'description', 'license', 'name', 'repository', 'tags', 'visibility'];
    assert.deepEqual(
      parameters('/api/realms', 'post'),
      fields.map((name) => `query ${name}`),
    );
    const schemas = Object.fromEntries(
      document.paths['/api/realms']?.['get']?.parameters?.map(({ name, schema }) => [name, schema]) ?? [],
    );
    assert.equal(schemas['limit']?.default, 20);
    assert.equal(schemas['offset']?.default, 0);
    assert.deepEqual(schemas['sort']?.enum?.toSorted(), [
      'downloads',
      'name',
      'newest',
      'relevance',
      'stars',
      'updated',
    ]);
  });

  test('uses only formats that are checked here', () => {
    const used = [...JSON.stringify(document).matchAll(/"format":"([^"]+)"/g)].map(([, format = '']) => format);
    assert.deepEqual([...new Set(used)].toSorted(), Object.keys(formats).toSorted());
  });
});

const resolve = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema;

/** Where a value has what its schema does not name. */
function undeclared(given: Schema, value: unknown, at: string): string[] {
  const schema = resolve(given);
  if (Array.isArray(value)) return value.flatMap((item, n) => undeclared(schema.items ?? {}, item, `${at}[${n}]`));
  if (typeof value !== 'object' || value === null) return schema.type ? [] : [at];
  return Object.entries(value).flatMap(([key, field]) => {
    const known = schema.properties?.[key] ?? schema.additionalProperties;
    return known ? undeclared(known, field, `${at}.${key}`) : [`${at}.${key}`];
  });
}

/** What every operation that may get a body says of one that is too large, and of one that is no JSON. */
const unread = ({ path, first, as = 'bob' }: Sample): Sample[] => {
  // What comes first may say where to ask; the body is this one.
  const sent = (more: Omit<Sample, 'path'>): Sample => ({
    path,
    as,
    ...more,
    first: async () => ({ ...(await first?.()), ...more }),
  });
  return [
    sent({ status: 413, body: { large: 'x'.repeat(70_000) } }),
    sent({ status: 415, body: {}, headers: { 'content-type': 'text/plain' } }),
  ];
};
for (const [id, operation] of Object.entries(contract)) {
  const [success] = samples[id] ?? [];
  if (operation.method !== 'GET' && !('archive' in operation) && success) samples[id]?.push(...unread(success));
}

describe('the answers', () => {
  test('every operation of the document is asked here, for every answer that it names', () => {
    assert.deepEqual(Object.keys(samples).toSorted(), operations.map(([id]) => id).toSorted());
    for (const [id, , , { responses }] of operations) {
      // Any may be 503 while the catalog is busy or stopping; accounts.test.ts and http.test.ts show that.
      const asked = new Set(['503', ...(samples[id] ?? []).map(({ status }) => String(status))]);
      assert.deepEqual([...asked].toSorted(), Object.keys(responses).toSorted(), id);
    }
  });

  for (const [id, asked] of Object.entries(samples))
    for (const sample of asked)
      test(`${id} ${sample.path} answers ${sample.status} as the document says`, async () => {
        const asking = { ...sample, ...(await sample.first?.()) };
        const { path, status, headers = {}, body, bytes, as, token, where } = asking;
        const [, template = '', method = ''] = operations.find(([operationId]) => operationId === id) ?? [];
        const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        assert.match(path.split('?')[0] ?? '', pattern);
        const credential = token ?? (as && credentials[as]);
        const sent: RequestInit = body === undefined ? (bytes ? { body: bytes } : {}) : json(body);
        const init = {
          ...sent,
          method: method.toUpperCase(),
          headers: {
            ...(sent.headers as Record<string, string>),
            ...(credential && bearer(credential).headers),
            ...headers,
          },
        };
        const reply = await (where ? elsewhere[where] : catalog).ask(`/v1${path}`, init);
        assert.equal(reply.status, status, reply.text);

        const { content } = document.paths[template]?.[method]?.responses[status] ?? {};
        if (!content) return assert.equal(reply.text, '');
        const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
        assert.deepEqual(Object.keys(content), [type]);
        const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
        ajv.addSchema(document, 'openapi');
        const pointer = ['paths', template, method, 'responses', String(status), 'content', type, 'schema']
          .map((part) => part.replaceAll('/', '~1').replaceAll(/[{}]/g, encodeURIComponent))
          .join('/');
        const validate = ajv.compile({ $ref: `openapi#/${pointer}` });
        assert.ok(validate(reply.body), ajv.errorsText(validate.errors));
        assert.deepEqual(undeclared(content[type]?.schema ?? {}, reply.body, 'answer'), []);
      });
});

describe('/docs', () => {
  test('names every operation and its parameters', async () => {
    const { status, headers, text } = await catalog.ask('/docs');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html\b/);
    for (const [, path, , { parameters = [] }] of operations) {
      assert.ok(text.includes(path), path);
      for (const { name } of parameters) assert.ok(text.includes(`<code>${name}</code>`), name);
    }
  });

  test('loads nothing from elsewhere, and everything that it refers to is there', async () => {
    const { text } = await catalog.ask('/docs');
    const references = [...text.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, address = '']) => address);
    const paths = references.filter((address) => !/^(#|data:,)/.test(address));
    assert.ok(paths.length > 0);
    for (const path of paths) {
      assert.match(path, /^\/[^/]/);
      const { status, text } = await catalog.ask(path);
      assert.equal(status, 200, path);
      if (path.endsWith('.css')) assert.doesNotMatch(text, /@import|url\((?!['"]?data:)/);
    }
    for (const address of references.filter((address) => address.startsWith('#')))
      assert.ok(text.includes(`id="${address.slice(1)}"`), address);
  });
});
