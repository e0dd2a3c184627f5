// What every answer has in common, whatever was asked: problems, request ids, methods, CORS, caching and the log.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { updateRealm } from '../../src/realms/writes.ts';
import {
  bearer,
  aCollection,
  aKey,
  anAccount,
  type Answer,
  aRealm,
  breakTables,
  type TestCatalog,
  closeStore,
  request,
  send,
  signUp,
  startCatalog,
} from '../support/harness.ts';
import { internalDetails } from '../support/internal-details.ts';

const ada = anAccount({ username: 'ada' });
const known = aRealm(ada, { slug: 'known', name: 'Known' });
const secret = aRealm(ada, { slug: 'secret', visibility: 'private' });
const seed = {
  accounts: [ada],
  realms: [known, secret],
  collections: [aCollection(ada, { featured: true, realmIds: [known.id] })],
};

/** The reads of the specification, under both spellings. */
const reads = ['/v1/api', '/v1'].flatMap((prefix) =>
  ['/realms', '/realms?search=known&limit=1', '/realms/known', '/collections', '/stats'].map((path) => prefix + path),
);
/** What answers any caller with the same bytes until something changes. */
const cacheable = [...reads, '/v1/openapi.json', '/docs'];
const pages = [...cacheable, '/healthz', '/readyz'];

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog(seed);
});
after(() => catalog[Symbol.asyncDispose]());

/** RFC 9457, with the members that were settled and no other. */
function assertProblem({ status, headers, text }: Answer, expected: { status: number; code: string }): void {
  assert.equal(status, expected.status);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
  const body = JSON.parse(text) as Record<string, unknown>;
  const members = ['type', 'title', 'status', 'detail', 'code', 'requestId', ...(status === 400 ? ['errors'] : [])];
  assert.deepEqual(Object.keys(body).toSorted(), members.toSorted());
  assert.ok(URL.canParse(String(body['type'])), 'the type is an absolute address');
  assert.match(String(body['title']), /^\w/);
  assert.match(String(body['detail']), /^\w/);
  assert.equal(body['status'], expected.status);
  assert.equal(body['code'], expected.code);
  assert.equal(body['requestId'], headers.get('x-request-id'));
  if (status === 400) assertErrors(body['errors']);
  assert.doesNotMatch(text, internalDetails);
  assertAtTheDoor(headers);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('etag'), null);
}

function assertErrors(errors: unknown): void {
  assert.ok(Array.isArray(errors) && errors.length > 0);
  for (const error of errors as Record<string, unknown>[]) {
    assert.deepEqual(Object.keys(error).toSorted(), ['field', 'message']);
    assert.match(String(error['field']), /\w/);
    assert.match(String(error['message']), /\w/);
  }
}

/** Headers of every answer. */
function assertAtTheDoor(headers: Headers): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('access-control-allow-credentials'), null);
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  for (const name of [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'link',
    'etag',
    'x-request-id',
    'www-authenticate',
  ])
    assert.ok(exposed.includes(name), `${name} is exposed`);
  assert.match(headers.get('x-request-id') ?? '', /^\S+$/);
  assert.equal(headers.get('x-powered-by'), null);
}

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
    ['/me/sessions', 'GET', 'HEAD'],
    [`/me/sessions/${id}`, 'DELETE'],
    ['/me/grants', 'GET', 'HEAD'],
    [`/me/grants/${id}`, 'DELETE'],
    ['/stats', 'GET', 'HEAD'],
    ['/auth/register', 'POST'],
    ['/auth/login', 'POST'],
    ['/auth/refresh', 'POST'],
    ['/auth/logout', 'POST'],
    ['/me', 'GET', 'HEAD', 'PATCH'],
    ['/keys', 'GET', 'HEAD', 'POST'],
    [`/keys/${id}`, 'DELETE'],
    ['/oauth/clients', 'GET', 'HEAD', 'POST'],
    [`/oauth/clients/${id}`, 'PATCH', 'DELETE'],
    [`/oauth/clients/${id}/secret`, 'POST'],
    ['/rate_limit', 'GET', 'HEAD'],
    ['/audit', 'GET', 'HEAD'],
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

describe('caching', () => {
  const shared = 'public, max-age=0, must-revalidate';

  for (const path of cacheable)
    test(`${path} has a strong ETag and answers 304 to whoever holds it`, async () => {
      const fresh = await catalog.ask(path);
      const etag = fresh.headers.get('etag') ?? '';
      assert.match(etag, /^"[\x21\x23-\x7e]+"$/);
      assert.equal(fresh.headers.get('cache-control'), shared);
      for (const method of ['GET', 'HEAD'])
        for (const held of [
          etag,
          `W/${etag}`,
          `"other", ${etag}`,
          `W/"other",W/${etag} , "x"`,
          `"a,b", ${etag}`,
          '*',
        ]) {
          const reply = await catalog.ask(path, { method, headers: { 'if-none-match': held } });
          assert.equal(reply.status, 304, held);
          assert.equal(reply.text, '');
          assert.equal(reply.headers.get('etag'), etag);
          assert.equal(reply.headers.get('cache-control'), shared);
          assertAtTheDoor(reply.headers);
        }
      for (const held of ['"other"', 'W/"other"', etag.slice(1, -1), etag.toLowerCase().replace('"', '"x'), '""', '']) {
        const reply = await catalog.ask(path, { headers: { 'if-none-match': held } });
        assert.equal(reply.status, 200, held);
        assert.equal(reply.text, fresh.text);
      }
    });

  test('a CDN may answer public reads by itself for CDN_SECONDS, and nothing else', async () => {
    await using behindCdn = await startCatalog({}, { CDN_SECONDS: '30' });
    const { token } = await signUp(behindCdn, { username: 'alice' });
    const control = async (path: string, init?: RequestInit) =>
      (await behindCdn.ask(path, init)).headers.get('cache-control') ?? '';
    const kept = 'public, max-age=0, s-maxage=30, must-revalidate';
    for (let times = 0; times < 3; times += 1) assert.equal(await control('/v1/realms'), kept);
    const { headers } = await behindCdn.ask('/v1/stats');
    assert.equal(headers.get('vary'), 'authorization, accept-encoding');
    const held = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    assert.equal(await control('/v1/stats', held), kept, '304');
    for (const path of ['/v1/realms', '/v1/me']) assert.equal(await control(path, bearer(token)), 'private, no-store');
    for (const path of ['/v1/rate_limit', '/v1/realms/unknown', '/readyz', '/v1/realms?limit=0'])
      assert.doesNotMatch(await control(path), /s-maxage/, path);
  });

  test('different answers have different ETags', async () => {
    const replies = await Promise.all(
      ['/v1/realms', '/v1/realms?limit=1', '/v1/realms/known', '/v1/stats'].map((path) => catalog.ask(path)),
    );
    assert.equal(new Set(replies.map(({ headers }) => headers.get('etag'))).size, 4);
  });

  for (const path of ['/healthz', '/readyz'])
    test(`${path} is never kept`, async () => {
      assert.equal((await catalog.ask(path)).headers.get('cache-control'), 'no-store');
    });

  const writes: [what: string, write: (to: TestCatalog) => Promise<void>, changed: string[]][] = [
    [
      'a new realm',
      (to) => to.insert({ realms: [aRealm(ada, { name: 'Known too' })] }),
      ['/realms', '/realms?search=known&limit=1', '/stats'],
    ],
    [
      'a download',
      async (to) => assert.equal((await to.ask('/v1/realms/known/download', { method: 'POST' })).status, 200),
      ['/realms', '/realms/known', '/stats'],
    ],
    ['a new account', (to) => to.insert({ accounts: [anAccount()] }), ['/stats']],
    ['a new collection', (to) => to.insert({ collections: [aCollection(ada)] }), ['/collections']],
    [
      'a name that the author changes',
      (to) => to.services.db.batch([sql`update accounts set name = 'Ada' where username = 'ada'`]),
      ['/realms', '/realms/known'],
    ],
    [
      'a realm that goes private',
      (to) => to.services.db.batch(updateRealm(known.id, { visibility: 'private' }, new Date().toISOString())),
      ['/realms', '/realms/known', '/collections', '/stats'],
    ],
  ];
  for (const [what, write, changed] of writes)
    test(`${what} is never hidden behind a 304`, async () => {
      await using catalog = await startCatalog(seed);
      for (const prefix of ['/v1/api', '/v1']) await catalog.ask(`${prefix}/realms`);
      const paths = ['/v1/api', '/v1'].flatMap((prefix) => changed.map((path) => prefix + path));
      const held = await Promise.all(paths.map(async (path) => (await catalog.ask(path)).headers.get('etag') ?? ''));
      await write(catalog);
      for (const [at, path] of paths.entries()) {
        const etag = held[at] ?? '';
        const reply = await catalog.ask(path, { headers: { 'if-none-match': etag } });
        assert.notEqual(reply.status, 304, path);
        assert.notEqual(reply.headers.get('etag'), etag, path);
      }
    });
});

describe('when the store fails', () => {
  for (const { when, fail, status, code } of [
    { when: 'it does not answer', fail: closeStore, status: 503, code: 'unavailable' },
    { when: 'it does not understand', fail: breakTables, status: 500, code: 'internal_error' },
  ])
    test(`because ${when}: a read is a ${status} that shows no internal details, and the reason is in the log`, async () => {
      await using catalog = await startCatalog(seed);
      await fail(catalog);
      for (const path of reads) {
        const reply = await catalog.ask(path, { headers: { 'x-request-id': 'failing' } });
        assertProblem(reply, { status, code });
        assert.equal(reply.headers.get('retry-after'), status === 503 ? '1' : null);
      }
      const reasons = catalog.logged.filter((line) => line.includes('"failing"') && line.includes('"err":'));
      assert.equal(reasons.length, reads.length);
    });

  test('it is alive, and not ready', async () => {
    await using catalog = await startCatalog(seed);
    assert.equal((await catalog.ask('/readyz')).status, 200);
    await closeStore(catalog);
    assertProblem(await catalog.ask('/readyz'), { status: 503, code: 'unavailable' });
    assert.equal((await catalog.ask('/healthz')).status, 200);
    assert.equal((await catalog.ask('/v1/openapi.json')).status, 200);
  });
});

describe('the log', () => {
  test('is one line of JSON whatever a proxy says of the client', async () => {
    await using catalog = await startCatalog(seed, { TRUST_PROXY: '127.0.0.1' });
    await catalog.ask('/v1/stats', {
      headers: { 'x-forwarded-for': '1"}\\', 'x-request-id': 'forged' },
    });
    const lines = catalog.logged.filter((line) => line.includes('forged')).map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ status, ip }) => ({ status, ip })),
      [{ status: 200, ip: '1"}\\' }],
    );
  });

  test('holds one line a request, with its method, path and status and without its query or its credential', async () => {
    await using catalog = await startCatalog(seed);
    const { token } = await signUp(catalog, { username: 'bob' });
    const { key } = await aKey(catalog, token);
    const asked: [method: string, target: string, status: number, credential?: string][] = [
      ['GET', '/v1/api/realms', 200],
      ['HEAD', '/v1/realms', 200],
      ['GET', '/v1/realms/known', 200],
      ['GET', '/v1/realms/known', 200, token],
      ['GET', '/v1/realms/unknown', 404],
      ['GET', '/v1/realms/%ff', 400],
      ['GET', '/v1/stats', 401, 'hush-hush'],
      ['GET', '/v1/keys', 403],
      ['GET', '/nothing', 404],
      ['POST', '/v1/stats', 405],
      ['OPTIONS', '/v1/realms', 204],
      ['GET', '/docs', 200],
      ['GET', '/healthz', 200],
    ];
    for (const [at, [method, target, , credential = key]] of asked.entries()) {
      const headers = { authorization: `Bearer ${credential}`, 'x-request-id': `asked-${at}` };
      await send(catalog, request(method, `${target}?search=hush-hush`, headers));
    }
    while (!catalog.logged.some((line) => line.includes(`"asked-${asked.length - 1}"`))) await setImmediate();
    for (const [at, [method, target, status]] of asked.entries()) {
      const lines = catalog.logged.filter((line) => line.includes(`"asked-${at}"`));
      assert.equal(lines.length, 1, target);
      const {
        method: loggedMethod,
        path,
        status: loggedStatus,
      } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
      assert.deepEqual([loggedMethod, path, loggedStatus], [method, target, status]);
    }
    const all = catalog.logged.join('');
    assert.doesNotMatch(all, /hush|search|bearer/i);
    for (const credential of [key, token]) assert.ok(!all.includes(credential));
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
