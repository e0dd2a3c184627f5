// The OpenAPI document: valid, and the same as what is answered.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { mailSettings, seed } from '../sample-requests/made.ts';
import { pathOf, requestsFor, type SampleRequest } from '../sample-requests/requests.ts';
import type { Sample, SampleCaller } from '../sample-requests/sample.ts';
import { samples } from '../sample-requests/samples.ts';
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
import { describeOnce } from '../support/once.ts';
import { isLarge } from '../support/stores.ts';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  required?: string[];
  minLength?: number;
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
  deprecated?: boolean;
  schema: Schema;
}
interface Response {
  headers?: Record<string, { $ref?: string }>;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  security: Record<string, string[]>[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, any> };
  tags: { name: string; description: string }[];
}

const formats = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text: string) => URL.canParse(text),
  // Of what is sent alone; accounts/registration.test.ts says what they mean.
  email: () => assert.fail(),
  password: () => assert.fail(),
  binary: () => assert.fail(),
  date: /^\d{4}-\d\d-\d\d$/,
};

/** What a reference stands for; anything else stands for itself. */
function resolve<T extends object>(value: T): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const parts = $ref.replace('#/', '').split('/');
  return parts.reduce<any>((at, part) => at?.[part], document) ?? assert.fail(`${$ref} leads nowhere`);
}

let catalog: TestCatalog;
let elsewhere: Record<NonNullable<Sample['where']>, TestCatalog>;
let credentials: Record<SampleCaller, string>;
let document: Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
let operations: [operationId: string, path: string, method: string, operation: Operation][];

before(async () => {
  catalog = await startCatalog(seed, mailSettings);
  const { token } = await signUp(catalog, { username: 'bob' });
  const { key } = await aKey(catalog, token, { scopes: ['realms:read'] });
  const curator = await signUp(catalog, { username: 'curator', role: 'curator' });
  const { token: admin } = await signUp(catalog, { username: 'admin', role: 'admin' });
  const known = { bob: token, 'the curator': curator.token, 'the administrator': admin, 'the key': key };
  credentials = { ...known, 'a stranger': 'unknown' };

  const broken = await startCatalog(seed, mailSettings);
  await breakTables(broken);
  const usedUp = await startCatalog(seed, { RATE_LIMIT_FREE: '1' });
  await usedUp.ask('/v1/realms');
  elsewhere = { broken, 'used up': usedUp, 'without mail': await startCatalog() };
  document = (await catalog.ask('/v1/openapi.json')).body as Document;
  ajv.addSchema(document, 'openapi');
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): (typeof operations)[number] => [
      operation.operationId,
      path,
      method,
      { ...operation, parameters: (operation.parameters ?? []).map(resolve) },
    ]),
  );
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  for (const other of Object.values(elsewhere)) await other[Symbol.asyncDispose]();
});

describeOnce('the document', {}, () => {
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
      const command = [redocly, 'lint', '--extends', 'recommended-strict', file];
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
        ?.map(resolve)
        .filter((one) => one.in !== 'header')
        .map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`)
        .toSorted();
    const list = [
      'author',
      'category',
      'facets',
      'featured',
      'has',
      'license',
      'limit',
      'offset',
      'q',
      'search',
      'slugs',
      'sort',
      'tags',
    ];
    assert.deepEqual(
      parameters('/api/realms'),
      list.map((name) => `query ${name}`),
    );
    assert.deepEqual(parameters('/api/realms/{slug}'), ['path slug!']);
    assert.deepEqual(parameters('/api/collections'), ['query featured', 'query limit', 'query offset']);
    assert.deepEqual(parameters('/api/stats'), []);
    const fields = ['category', 'description', 'license', 'name', 'repository', 'slug', 'tags', 'visibility'];
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
      'recent',
      'relevance',
      'stars',
      'trending',
      'updated',
    ]);
  });

  test('asks of a body what is required, and calls its fields in the query the older spelling', () => {
    const { parameters = [], requestBody } = document.paths['/api/realms']?.['post'] ?? assert.fail();
    const inQuery = parameters.map(resolve).filter((one) => one.in === 'query');
    assert.ok(inQuery.length > 0 && inQuery.every(({ deprecated, required }) => deprecated && !required));
    assert.equal(requestBody?.required, false);
    const body = resolve(requestBody?.content['application/json']?.schema ?? {});
    assert.deepEqual(body.required, ['name', 'description', 'category']);
  });

  test('names every body, and sends no default where a field that is left out stays as it is', () => {
    for (const [id, , method, { requestBody }] of operations)
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        assert.ok(schema.$ref ?? schema.format === 'binary', id);
        if (method !== 'patch') continue;
        for (const [name, field] of Object.entries(resolve(schema).properties ?? {}))
          assert.ok(!('default' in resolve(field)), `${id} ${name}`);
      }
    for (const name of ['Scope', 'Visibility', 'Author', 'Problem', 'CreateRealmBody'])
      assert.ok(document.components.schemas[name], name);
    const { password, email } = resolve(document.components.schemas['RegisterBody'] ?? {}).properties ?? {};
    assert.deepEqual([password?.format, password?.minLength, email?.format], ['password', 8, 'email']);
    assert.equal(document.components.schemas['CreateRealmBody']?.properties?.['repository']?.format, 'uri');
  });

  test('an upload has a binary body under every media type that is taken, and a token of its own', () => {
    const { requestBody, security } = document.paths['/api/realms/{slug}/upload']?.['put'] ?? assert.fail();
    assert.deepEqual(security, [{ uploadToken: [] }]);
    const types = ['gzip', 'octet-stream', 'x-gzip', 'x-zip-compressed', 'zip'].map((name) => `application/${name}`);
    assert.deepEqual(Object.keys(requestBody?.content ?? {}).toSorted(), types);
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      assert.deepEqual(schema, { type: 'string', format: 'binary' });
  });

  test('says which scope of OAuth 2.0 each operation needs, and where to ask for it', async () => {
    const { body } = await catalog.ask('/.well-known/oauth-authorization-server');
    const { flows } = document.components.securitySchemes['oauth2'];
    assert.equal(flows.authorizationCode.authorizationUrl, body.authorization_endpoint);
    for (const flow of [flows.authorizationCode, flows.clientCredentials]) {
      assert.equal(flow.tokenUrl, body.token_endpoint);
      assert.deepEqual(Object.keys(flow.scopes), body.scopes_supported);
    }
    for (const [id, , , { security }] of operations) {
      const { access }: Specification = specifications[id as OperationId];
      if (access === 'upload') continue;
      const scopes = typeof access === 'object' ? [access.scope] : [];
      const anyone = access === 'public' ? [{}] : [];
      assert.deepEqual(security, [...anyone, { bearer: [] }, { oauth2: scopes }], id);
    }
  });

  test('names the request headers where they are read', () => {
    const reading = (name: string) =>
      operations.filter(([, , , { parameters = [] }]) => parameters.some((one) => one.name === name)).map(([id]) => id);
    const reads = operations.filter(([, , method]) => method === 'get').map(([id]) => id);
    assert.deepEqual(
      reading('If-None-Match'),
      reads.filter((id) => id !== 'getStar'),
      'all but the one without a body',
    );
    assert.deepEqual(reading('Idempotency-Key').toSorted(), ['createRealm', 'downloadRealm', 'openUpload']);
    assert.deepEqual(reading('Content-Digest'), ['uploadArchive']);
  });

  test('uses only formats that are checked here', () => {
    const used = [...JSON.stringify(document).matchAll(/"format":"([^"]+)"/g)].map(([, format = '']) => format);
    assert.deepEqual([...new Set(used)].toSorted(), Object.keys(formats).toSorted());
  });
});

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

/** Answers that are given before a store is asked, or of which no store can change the form. */
const ALIKE_ON_ALL_STORES = new Set([304, 400, 401, 403, 413, 415, 429]);

/** Each schema is compiled once. */
const validators = new Map<string, ValidateFunction>();
function validatorOf({ $ref, ...schema }: Schema): ValidateFunction {
  const key = $ref ?? JSON.stringify(schema);
  const known = validators.get(key) ?? ajv.compile($ref ? { $ref: `openapi${$ref}` } : schema);
  validators.set(key, known);
  return known;
}

const requests = Object.entries(samples).map(
  ([id, row]) => [id as OperationId, requestsFor(id as OperationId, row)] as const,
);

describe('the answers', () => {
  test('every answer that the document names is asked for here', () => {
    const asked = new Map<string, readonly SampleRequest[]>(requests);
    for (const [id, , , { responses }] of operations) {
      // Any may be 503 while the catalog is busy or stopping; accounts/registration.test.ts shows that.
      const statuses = new Set(['503', ...(asked.get(id) ?? []).map(({ status }) => String(status))]);
      const add = `add a request for each that is missing to the answers of ${id} in server/test/sample-requests/`;
      assert.deepEqual([...statuses].toSorted(), Object.keys(responses).toSorted(), add);
    }
  });

  for (const [id, asked] of requests)
    for (const sample of asked.filter(({ status }) => !isLarge || !ALIKE_ON_ALL_STORES.has(status)))
      test(`${id} ${pathOf(id, sample)} answers ${sample.status} as the document says`, async () => {
        const asking = { ...sample, ...(await sample.first?.({ catalog, credentials })) };
        const { status, headers = {}, body, bytes, as, token, where } = asking;
        const [, template = '', method = ''] = operations.find(([operationId]) => operationId === id) ?? [];
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
        const reply = await (where ? elsewhere[where] : catalog).ask(`/v1${pathOf(id, asking)}`, init);
        assert.equal(reply.status, status, reply.text);

        const named = document.paths[template]?.[method]?.responses[status] ?? {};
        const { content, headers: sentHeaders = {} } = resolve(named);
        // Without a store, nobody knows whose limit it is; a page that is alone has no links.
        const mayBeAbsent = status === 500 ? /^X-RateLimit/ : /^Link$/;
        for (const name of Object.keys(sentHeaders).filter((name) => !mayBeAbsent.test(name)))
          assert.ok(reply.headers.has(name), `${name} is not sent`);
        if (!content) return assert.equal(reply.text, '');
        const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
        assert.ok(Object.hasOwn(content, type), type);
        const schema = content[type]?.schema ?? {};
        if (type.endsWith('json'))
          assert.match(schema.$ref ?? '', /^#\/components\/schemas\//, 'the schema of an answer has a name');
        const validate = validatorOf(schema);
        assert.ok(validate(type.endsWith('json') ? reply.body : reply.text), ajv.errorsText(validate.errors));
        assert.deepEqual(undeclared(schema, reply.body, 'answer'), []);
      });
});
