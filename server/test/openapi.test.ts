// The OpenAPI document: valid, the same as what is answered, and readable at /docs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operations as contract } from '@realm-catalog/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  aCollection,
  aKey,
  anAccount,
  aRealm,
  bearer,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type Catalog,
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
type Asker = 'bob' | 'the key' | 'a stranger';

interface Sample {
  path: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  as?: Asker;
  /** Asked of a catalog whose store is gone, or of one where nobody has a request left. */
  where?: 'broken' | 'used up';
  /** Where the path, or the body, holds what another request gave. */
  first?: () => Promise<Partial<Sample>>;
}
const unknownId = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
const held = { headers: { 'if-none-match': '*' } };
const asBob = { as: 'bob' } as const;
const realm = { name: 'New', description: 'A new one.', category: 'api' };

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
  credentials = { bob: token, 'the key': key, 'a stranger': 'unknown' };

  const broken = await startCatalog(seed);
  await broken.services.db.close();
  broken.services.close = async () => undefined; // it is closed
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

/** What every operation with a body says of one that is too large, and of one that is no JSON. */
const unread = ({ path, first }: Sample): Sample[] => {
  // What comes first may say where to ask; the body is this one.
  const sent = (more: Omit<Sample, 'path'>): Sample => ({
    path,
    ...asBob,
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
  if ('body' in operation && success) samples[id]?.push(...unread(success));
}

describe('the answers', () => {
  test('every operation of the document is asked here, for every answer that it names', () => {
    assert.deepEqual(Object.keys(samples).toSorted(), operations.map(([id]) => id).toSorted());
    for (const [id, , , { responses }] of operations) {
      const asked = new Set(samples[id]?.map(({ status }) => String(status)));
      assert.deepEqual([...asked].toSorted(), Object.keys(responses).toSorted(), id);
    }
  });

  for (const [id, asked] of Object.entries(samples))
    for (const sample of asked)
      test(`${id} ${sample.path} answers ${sample.status} as the document says`, async () => {
        const { path, status, headers = {}, body, as, where } = { ...sample, ...(await sample.first?.()) };
        const [, template = '', method = ''] = operations.find(([operationId]) => operationId === id) ?? [];
        const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        assert.match(path.split('?')[0] ?? '', pattern);
        const credential = as ? bearer(credentials[as]).headers : {};
        const sent: Partial<ReturnType<typeof json>> = body === undefined ? {} : json(body);
        const init = { ...sent, method: method.toUpperCase(), headers: { ...sent.headers, ...credential, ...headers } };
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
