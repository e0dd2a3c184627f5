// Tests what every answer has in common, whatever was asked: problems, methods, CORS and request ids.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exchange, request, send, startCatalog, useCatalog } from '../support/harness.ts';
import { assertAtTheDoor, assertProblem, pages, reads, seed } from './answers.ts';

const catalog = useCatalog(seed);

describe('problems', () => {
  const invalid = { status: 400, code: 'invalid_request' };
  const notFound = { status: 404, code: 'not_found' };
  const badEncodings = ['%', '%z1', '%1', '%ff', '%C0%80', '%ED%A0%80', '%E0%A4%A', 'a%00%'];
  const problems: [target: string, expected: { status: number; code: string }][] = [
    ['/v1/api/realms?limit=0', invalid],
    ['/v1/realms?offset=x', invalid],
    ['/v1/realms?sort=size', invalid],
    ['/v1/collections?featured=maybe', invalid],
    ...badEncodings.flatMap((text): [string, typeof invalid][] => [
      [`/v1/api/realms?search=${text}`, invalid],
      [`/v1/realms?${text}=1`, invalid],
      [`/v1/realms/known?x=${text}`, invalid],
      [`/v1/collections?${text}`, invalid],
      [`/v1/stats?x=${text}`, invalid],
      [`/v1/api/realms/${text}`, invalid],
      [`/v1/realms/${text}/`, invalid],
    ]),
    ['/v1/%', invalid],
    ['/%ff', invalid],
    ['/nothing', notFound],
    ['/v1', notFound],
    ['/v1/', notFound],
    ['/v1/api', notFound],
    ['/v2/realms', notFound],
    ['/realmsx', notFound],
    ['/v1/api/api/realms', notFound],
    ['/v1/realms/known/more', notFound],
    ['/v1/realmsx', notFound],
    ['/v1/stats/saas', notFound],
    ['/v1/../../etc/passwd', notFound],
    ['//v1/realms', notFound],
    ['/v1/api/realms/unknown', notFound],
    ['/v1/realms/secret', notFound],
    ['/v1/realms/__proto__', notFound],
    ['/v1/realms/%00', notFound],
    ['/v1/realms/%F0%9F%9A%80', notFound],
    [`/v1/realms/${'x'.repeat(1_500)}`, notFound],
    [`/v1/realms/${'x'.repeat(8_000)}`, notFound],
    ["/v1/realms/';drop%20table%20realms;--", notFound],
  ];
  for (const [target, expected] of problems)
    test(`GET ${target.slice(0, 60)} is a ${expected.status} problem`, async () => {
      assertProblem(await send(catalog, request('GET', target)), expected);
    });

  test('a wrong value is not sent back in the problem', async () => {
    const { text } = await catalog.ask('/v1/realms?limit=%3Cscript%3E&sort=%3Cscript%3E&featured=%3Cscript%3E');
    assert.doesNotMatch(text, /script/);
  });

  const malformed: [what: string, bytes: string][] = [
    ['a blank in its address', request('GET', '/v1/realms?search=a b')],
    ['a header without a name', `GET /v1/realms HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n`],
    ['an unheard-of method', request('FETCH', '/v1/realms')],
    ['no host', 'GET /v1/realms HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['nothing of HTTP', 'hello\r\n\r\n'],
  ];
  for (const [what, bytes] of malformed)
    test(`a request with ${what} is a 400 problem`, async () => {
      assertProblem(await send(catalog, bytes), invalid);
    });
});

describe('methods', () => {
  const id = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
  const resources: [path: string, ...methods: string[]][] = [
    ['/realms', 'GET', 'HEAD', 'POST'],
    ['/realms/known', 'GET', 'HEAD', 'PATCH', 'DELETE'],
    ['/realms/unknown', 'GET', 'HEAD', 'PATCH', 'DELETE'],
    ['/realms/known/star', 'GET', 'HEAD', 'PUT', 'DELETE'],
    ['/realms/known/download', 'POST'],
    ['/realms/known/downloads', 'GET', 'HEAD'],
    ['/realms/known/versions', 'GET', 'HEAD', 'POST'],
    ['/realms/known/versions/1.0.0', 'GET', 'HEAD', 'PATCH'],
    ['/realms/known/versions/1.0.0/files', 'GET', 'HEAD'],
    ['/realms/known/versions/1.0.0/files/src/a.txt', 'GET', 'HEAD'],
    ['/realms/known/diff', 'GET', 'HEAD'],
    ['/realms/known/upload', 'PUT'],
    ['/collections', 'GET', 'HEAD', 'POST'],
    ['/collections/known', 'GET', 'HEAD', 'PATCH', 'DELETE'],
    ['/tags', 'GET', 'HEAD'],
    ['/categories', 'GET', 'HEAD'],
    ['/suggest', 'GET', 'HEAD'],
    ['/stats/series', 'GET', 'HEAD'],
    ['/users/known', 'GET', 'HEAD'],
    ['/me/realms', 'GET', 'HEAD'],
    ['/me/stars', 'GET', 'HEAD'],
    ['/me/data', 'GET', 'HEAD'],
    ['/me/avatar', 'PUT', 'DELETE'],
    ['/me/second-factors', 'GET', 'HEAD'],
    ['/me/identities', 'GET', 'HEAD'],
    ['/me/sessions', 'GET', 'HEAD'],
    [`/me/sessions/${id}`, 'DELETE'],
    ['/me/grants', 'GET', 'HEAD'],
    [`/me/grants/${id}`, 'DELETE'],
    ['/stats', 'GET', 'HEAD'],
    ['/auth/register', 'POST'],
    ['/auth/login', 'POST'],
    ['/auth/refresh', 'POST'],
    ['/auth/logout', 'POST'],
    ['/me', 'GET', 'HEAD', 'PATCH', 'DELETE'],
    ['/keys', 'GET', 'HEAD', 'POST'],
    [`/keys/${id}`, 'DELETE'],
    ['/oauth/clients', 'GET', 'HEAD', 'POST'],
    [`/oauth/clients/${id}`, 'PATCH', 'DELETE'],
    [`/oauth/clients/${id}/secret`, 'POST'],
    ['/rate_limit', 'GET', 'HEAD'],
    ['/audit', 'GET', 'HEAD'],
    ['/admin/users', 'GET', 'HEAD'],
    ['/admin/users/known', 'PATCH'],
    ['/admin/realms', 'GET', 'HEAD'],
    ['/admin/storage', 'GET', 'HEAD'],
    ['/openapi.json', 'GET', 'HEAD'],
  ];
  const addresses: typeof resources = [
    ...['/v1/api', '/v1'].flatMap((prefix) =>
      resources.map(([path, ...methods]): [string, ...string[]] => [prefix + path, ...methods]),
    ),
    ['/docs', 'GET', 'HEAD'],
    ['/healthz', 'GET', 'HEAD'],
    ['/readyz', 'GET', 'HEAD'],
  ];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'MKCOL', 'QUERY'];
  for (const [path, ...own] of addresses)
    test(`${path} answers other methods 405 with Allow`, async () => {
      for (const method of methods.filter((method) => !own.includes(method)))
        for (const target of [path, `${path}/`, `${path}?limit=0`]) {
          const answer = await send(catalog, request(method, target));
          assertProblem(answer, { status: 405, code: 'method_not_allowed' });
          const allow = (answer.headers.get('allow') ?? '').split(/\s*,\s*/);
          assert.deepEqual(allow.toSorted(), [...own, 'OPTIONS'].toSorted(), `${method} ${target}`);
        }
    });

  test('a wrong method is refused before its body is looked at', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['application/xml', '<x/>'],
      ['text/plain', 'x'.repeat(200_000)],
    ] as const) {
      const headers = { 'content-type': type };
      const reply = await catalog.ask('/v1/api/stats', { method: 'POST', headers, body });
      assertProblem(reply, { status: 405, code: 'method_not_allowed' });
    }
  });

  test('a wrong method at an unknown path is a 404', async () => {
    for (const method of ['POST', 'DELETE', 'PROPFIND'])
      assertProblem(await send(catalog, request(method, '/v1/nothing')), { status: 404, code: 'not_found' });
  });

  for (const path of [...pages, '/v1/realms/unknown', '/v1/realms?limit=0', '/nothing'])
    test(`HEAD ${path} has the headers of GET and no body`, async () => {
      // Not with fetch, which closes the connection after a HEAD.
      const get = await send(catalog, request('GET', path, { 'x-request-id': 'test-1' }));
      const head = await send(catalog, request('HEAD', path, { 'x-request-id': 'test-1' }));
      assert.equal(head.status, get.status);
      assert.equal(head.text, '');
      assert.equal(get.headers.get('content-length'), String(Buffer.byteLength(get.text)));
      for (const { headers } of [get, head]) for (const name of ['date', 'x-ratelimit-remaining']) headers.delete(name);
      assert.deepEqual(Object.fromEntries(head.headers), Object.fromEntries(get.headers));
    });

  for (const path of pages)
    test(`a preflight for ${path} is a 204 that lets any origin read`, async () => {
      const headers = { origin: 'https://reader.example', 'access-control-request-method': 'GET' };
      const reply = await catalog.ask(path, { method: 'OPTIONS', headers });
      assert.equal(reply.status, 204);
      assert.equal(reply.text, '');
      assertAtTheDoor(reply.headers);
      const list = (name: string) => (reply.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
      for (const method of ['get', 'head']) assert.ok(list('access-control-allow-methods').includes(method), method);
      for (const name of ['authorization', 'content-type', 'if-none-match'])
        assert.ok(list('access-control-allow-headers').includes(name), name);
    });

  test('a preflight allows the headers that it asks for, and only a list of names is one', async () => {
    for (const asked of ['traceparent', 'authorization,x-request-id,sentry-trace, baggage', 'a'.repeat(1_024)])
      assert.equal(await allowedHeaders(asked), asked);
    const usual = await allowedHeaders('');
    assert.match(usual, /Authorization, Content-Type/);
    for (const asked of ['a b', 'a,,b', 'a;b', '<script>', 'a'.repeat(1_025), ','])
      assert.equal(await allowedHeaders(asked), usual, asked.slice(0, 20));
  });

  test('an empty body is no body, however it is announced', async () => {
    for (const path of reads) {
      const json = { 'content-type': 'application/json' };
      const none = await send(catalog, request('GET', path, { ...json, 'content-length': '0' }));
      assert.equal(none.status, 200, path);
      const chunked = await send(
        catalog,
        `${request('GET', path, { ...json, 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
      );
      assert.equal(chunked.status, 200, path);
    }
  });

  test('an address may be asked for in full', async () => {
    const { status, text } = await send(catalog, request('GET', 'http://catalog.example/v1/api/realms?search=known'));
    assert.equal(status, 200);
    assert.equal(text, (await catalog.ask('/v1/api/realms?search=known')).text);
  });
});

describe('every answer', () => {
  const small = `4\r\nabcd\r\n`.repeat(2_000);
  const ways = {
    'the API': request('GET', '/v1/realms?limit=1'),
    'a problem': request('GET', '/v1/realms/unknown'),
    'a page': request('GET', '/'),
    'a check of the health': request('GET', '/healthz'),
    'a preflight': request('OPTIONS', '/v1/realms'),
    'an address that cannot be decoded': request('GET', '/%ff'),
    'what is not HTTP': 'nonsense\r\n\r\n',
    'a body in small chunks': `POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${small}`,
  };
  test('tells browsers to stay with https where the catalog has it, and nothing of that on http', async () => {
    await using plain = await startCatalog({}, { PUBLIC_URL: 'http://catalog.example' });
    for (const [what, bytes] of Object.entries(ways))
      for (const [to, expected] of [
        [catalog, ['max-age=31536000']],
        [plain, []],
      ] as const) {
        const found = [...(await exchange(to, bytes)).matchAll(/^strict-transport-security: (.*)\r$/gim)].map(
          ([, value]) => value,
        );
        assert.deepEqual(found, expected, what);
      }
  });

  for (const path of pages)
    test(`${path} carries the headers of every response`, async () => {
      const { status, headers } = await catalog.ask(path, { headers: { origin: 'https://reader.example' } });
      assert.equal(status, 200);
      assertAtTheDoor(headers);
    });

  for (const id of ['test-1', '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11', 'A_b'])
    test(`the request id ${id} is kept`, async () => {
      for (const path of [
        '/v1/realms',
        '/v1/realms/unknown',
        '/v1/realms?limit=0',
        '/v1/realms/%ff',
        '/nothing',
        '/docs',
      ]) {
        const { headers, body } = await catalog.ask(path, { headers: { 'x-request-id': id } });
        assert.equal(headers.get('x-request-id'), id, path);
        if (headers.get('content-type')?.startsWith('application/problem')) assert.equal(body.requestId, id, path);
      }
    });

  for (const id of ['', 'a b', '<script>', '"', "'", '{}', '\u00e9', 'a,b', 'x'.repeat(2_000)])
    test(`the request id ${JSON.stringify(id.slice(0, 10))} is replaced by a new one each time`, async () => {
      const seen = new Set([id]);
      for (const path of ['/v1/realms', '/v1/realms/unknown', '/v1/realms?limit=0', '/v1/realms/%ff']) {
        const { headers, text } = await send(catalog, request('GET', path, { 'x-request-id': id }));
        const given = headers.get('x-request-id') ?? '';
        assert.match(given, /^[\w-]{1,64}$/);
        assert.ok(!seen.has(given));
        if (path !== '/v1/realms') assert.equal((JSON.parse(text) as { requestId: string }).requestId, given);
        seen.add(given);
      }
    });
});

/** The headers that a preflight allows. */
async function allowedHeaders(asked: string): Promise<string> {
  const headers = { origin: 'https://reader.example', 'access-control-request-headers': asked };
  const reply = await catalog.ask('/v1/realms', { method: 'OPTIONS', headers });
  assert.equal(reply.status, 204);
  assert.match(reply.headers.get('vary') ?? '', /access-control-request-headers/);
  return reply.headers.get('access-control-allow-headers') ?? '';
}
