// The OpenAPI document: valid, the same as what is answered, and readable at /docs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  aKey,
  bearer,
  breakTables,
  json,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
} from '../support/harness.ts';
import { samples, seed, type Asker, type Sample } from './openapi-samples.ts';

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

const formats = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text: string) => URL.canParse(text),
  // Of what is sent alone; accounts.test.ts says what they mean.
  email: () => assert.fail(),
  'http-url': () => assert.fail(),
  password: () => assert.fail(),
  'new-password': () => assert.fail(),
  date: /^\d{4}-\d\d-\d\d$/,
};

let catalog: TestCatalog;
let elsewhere: Record<NonNullable<Sample['where']>, TestCatalog>;
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
    assert.deepEqual(parameters('/api/collections'), ['query featured', 'query limit', 'query offset']);
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
        const asking = { ...sample, ...(await sample.first?.({ catalog, credentials })) };
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
        assert.ok(Object.hasOwn(content, type), type);
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
