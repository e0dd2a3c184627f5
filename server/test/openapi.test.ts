// The OpenAPI document: valid, the same as what is answered, and readable at /docs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { aCollection, anAccount, aRealm, PUBLIC_URL, startCatalog, type Catalog } from './harness.ts';

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

interface Sample {
  path: string;
  status: number;
  headers?: Record<string, string>;
  /** Asked of a catalog whose store is gone. */
  broken?: true;
}
const held = { headers: { 'if-none-match': '*' } };
/** Requests for every operation that together get every answer its entry in the document names. */
const samples: Record<string, Sample[]> = {
  listRealms: [
    { path: '/api/realms', status: 200 },
    { path: '/api/realms?category=saas&tags=auth&search=realm&featured=true&sort=name&limit=1&offset=0', status: 200 },
    { path: '/api/realms?search=nothing', status: 200 },
    { path: '/api/realms', status: 304, ...held },
    { path: '/api/realms?limit=0&offset=-1', status: 400 },
    { path: '/api/realms', status: 500, broken: true },
  ],
  getRealm: [
    { path: '/api/realms/full', status: 200 },
    { path: '/api/realms/bare', status: 200 },
    { path: '/api/realms/bare', status: 304, ...held },
    { path: '/api/realms/unknown', status: 404 },
    { path: '/api/realms/full', status: 500, broken: true },
  ],
  listCollections: [
    { path: '/api/collections', status: 200 },
    { path: '/api/collections?featured=true', status: 200 },
    { path: '/api/collections', status: 304, ...held },
    { path: '/api/collections?featured=maybe', status: 400 },
    { path: '/api/collections', status: 500, broken: true },
  ],
  getStats: [
    { path: '/api/stats', status: 200 },
    { path: '/api/stats', status: 304, ...held },
    { path: '/api/stats', status: 500, broken: true },
  ],
};

const formats = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text: string) => URL.canParse(text),
};

let catalog: Catalog;
let brokenCatalog: Catalog;
let document: Document;
let operations: [operationId: string, path: string, method: string, operation: Operation][];

before(async () => {
  catalog = await startCatalog(seed);
  brokenCatalog = await startCatalog(seed);
  await brokenCatalog.services.db.close();
  brokenCatalog.services.close = async () => undefined; // it is closed
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
  await brokenCatalog[Symbol.asyncDispose]();
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
      // Statistics take no parameter, so no mistake of the caller has an answer of its own; and three tags of one plain
      // word each say what they are.
      const skipped = ['operation-4xx-response', 'tag-description'].flatMap((rule) => ['--skip-rule', rule]);
      const command = [redocly, 'lint', '--extends', 'recommended-strict', ...skipped, file];
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
    const parameters = (path: string) =>
      document.paths[path]?.['get']?.parameters
        ?.map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`)
        .toSorted();
    const list = ['category', 'featured', 'limit', 'offset', 'search', 'sort', 'tags'].map((name) => `query ${name}`);
    assert.deepEqual(parameters('/api/realms'), list);
    assert.deepEqual(parameters('/api/realms/{slug}'), ['path slug!']);
    assert.deepEqual(parameters('/api/collections'), ['query featured']);
    assert.deepEqual(parameters('/api/stats'), []);
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

describe('the answers', () => {
  test('every operation of the document is asked here, for every answer that it names', () => {
    assert.deepEqual(Object.keys(samples).toSorted(), operations.map(([id]) => id).toSorted());
    for (const [id, , , { responses }] of operations) {
      const asked = new Set(samples[id]?.map(({ status }) => String(status)));
      assert.deepEqual([...asked].toSorted(), Object.keys(responses).toSorted(), id);
    }
  });

  for (const [id, asked] of Object.entries(samples))
    for (const { path, status, headers = {}, broken } of asked)
      test(`${id} ${path} answers ${status} as the document says`, async () => {
        const [, template = '', method = ''] = operations.find(([operationId]) => operationId === id) ?? [];
        const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        assert.match(path.split('?')[0] ?? '', pattern);
        const init = { method: method.toUpperCase(), headers };
        const reply = await (broken ? brokenCatalog : catalog).ask(`/v1${path}`, init);
        assert.equal(reply.status, status);

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
