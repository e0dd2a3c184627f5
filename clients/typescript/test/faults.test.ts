// What the client does when a server misbehaves: it repeats what may be repeated, waits as it is asked to, and ends at once when it is told to.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../server/test/support/free-port.ts';
import { createClient, isCatalogError, type Client, type ClientOptions } from '../src/index.ts';
import * as bad from './misbehaving-server.ts';

let server: bad.MisbehavingServer;
before(async () => {
  server = await bad.startMisbehavingServer();
});
after(() => server[Symbol.asyncDispose]());

const quick = { minDelay: 1, maxDelay: 1 };
const clientOf = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: server.url, retry: quick, ...options });
/** By which each of some answers is known. */
const anyAnswer = { id: '1', downloadUrl: 'http://a', uploadUrl: 'http://a' };
const page = { realms: [], pagination: { total: 0, limit: 20, offset: 0, hasMore: false } };
const thrownBy = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => assert.fail('it fails'),
    (error: unknown) => error,
  );

describe('a read', () => {
  const passing: Record<string, bad.Behaviour> = {
    'a cut connection': bad.cut,
    'a cut body': bad.cutBody,
    'a truncated body': bad.truncatedBody,
    'another protocol': bad.noHttp,
    ...Object.fromEntries([408, 429, 502, 503, 504].map((status) => [`a ${status}`, bad.problem(status, 'passing')])),
    'a 503 with a page of a proxy': bad.html(503),
  };
  for (const [name, fault] of Object.entries(passing)) {
    test(`is repeated after ${name}`, async () => {
      server.script(fault, fault, bad.json(page));
      assert.deepEqual(await clientOf().realms.list(), page);
      assert.equal(server.requests.length, 3);
    });
    test(`ends after two repetitions, each with ${name}`, async () => {
      server.script(fault);
      assert.ok(isCatalogError(await thrownBy(clientOf().realms.list())));
      assert.equal(server.requests.length, 3);
    });
  }

  for (const [name, fault] of Object.entries({ 'no response': bad.stall, 'half a body': bad.stallBody })) {
    test(`is repeated when an attempt takes too long: ${name}`, async () => {
      server.script(fault, bad.json(page));
      assert.deepEqual(await clientOf({ timeout: 50 }).realms.list(), page);
    });
    test(`ends with a timeout: ${name}`, async () => {
      server.script(fault);
      await assert.rejects(clientOf({ timeout: 20 }).realms.list(), { name: 'TimeoutError', code: 'timeout' });
      assert.equal(server.requests.length, 3);
      await assert.rejects(clientOf({ timeout: { total: 30 } }).realms.list(), { name: 'TimeoutError' });
      assert.equal(server.requests.length, 4);
    });
  }

  test('is not repeated after an error that does not pass', async () => {
    for (const [status, name] of Object.entries({
      400: 'InvalidRequestError',
      404: 'NotFoundError',
      500: 'UnavailableError',
    })) {
      server.script(bad.problem(Number(status), 'lasting'));
      await assert.rejects(clientOf().realms.list(), { name, code: 'lasting', message: 'It is lasting.' });
      assert.equal(server.requests.length, 1);
    }
  });

  test('says that a page of HTML is not what a catalog sends, whatever its status', async () => {
    for (const status of [200, 401, 404]) {
      server.script(bad.html(status));
      const error = await thrownBy(clientOf().realms.get('a'));
      assert.ok(isCatalogError(error, 'unexpected_response'), String(error));
      assert.match(error.message, /^127\.0\.0\.1:\d+ answered with text\/html instead of/);
      assert.equal(server.requests.length, 1);
    }
    server.script(bad.html(404));
    await assert.rejects(clientOf().realms.isStarred('a'), { kind: 'unexpected_response' });
  });

  test('by HEAD has no body, and tells its error by the status', async () => {
    const kinds = { 401: 'unauthorized', 404: 'not_found', 409: 'conflict', 418: 'other', 429: 'rate_limited' };
    for (const [status, kind] of Object.entries(kinds)) {
      const headers = { 'content-type': 'application/problem+json', 'content-length': '99', 'x-request-id': 'r-1' };
      server.script((response) => response.writeHead(Number(status), headers).end());
      const error = await thrownBy(clientOf({ retry: 0 }).request('HEAD', '/realms/a'));
      assert.ok(isCatalogError(error), String(error));
      const { message, code, requestId } = error;
      assert.deepEqual([error.kind, code, error.status, requestId], [kind, kind, Number(status), 'r-1']);
      assert.match(message, new RegExp(`^127\\.0\\.0\\.1:\\d+ answered with the status ${status}\\.$`));
    }
  });

  test('ends when the body is larger than any of a catalog', async () => {
    server.script(bad.endless);
    await assert.rejects(clientOf().realms.list(), { kind: 'unexpected_response' });
  });

  test('of a list ends when a server sends the same page for ever', async () => {
    server.script(bad.json({ realms: [{ id: '1' }], pagination: { ...page.pagination, hasMore: true } }));
    const ids: string[] = [];
    for await (const { id } of clientOf().realms.list()) ids.push(id);
    assert.deepEqual(ids, ['1']);
  });

  test('names the host and the cause when nobody answers', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const error = await thrownBy(createClient({ baseUrl: `http://${host}`, retry: 0 }).realms.list());
    assert.ok(isCatalogError(error, 'network'));
    assert.equal(error.host, host);
    assert.match(error.message, new RegExp(`^No response from ${host}: .*ECONNREFUSED`));
    assert.ok(error.cause instanceof Error);
  });
});

describe('options', () => {
  test('that are undefined are those that are not given', async () => {
    const none = { retries: undefined, maxRetryAfter: undefined };
    const waits: number[] = [];
    const onRetry = ({ delayMs }: { delayMs: number }) => void waits.push(delayMs);
    server.script(bad.cut);
    const client = clientOf({
      retry: { ...none, minDelay: 1, maxDelay: undefined },
      timeout: { attempt: undefined, total: undefined },
      hooks: { onRetry },
    });
    await assert.rejects(client.realms.list({}, { retry: { minDelay: undefined } }), { name: 'NetworkError' });
    assert.equal(server.requests.length, 3);
    assert.ok(waits.length === 2 && waits.every((ms) => ms >= 0 && ms <= 2), String(waits));
  });
});

test('a baseUrl that is no address of a catalog is named, with what is expected', () => {
  const wrong: Record<string, unknown> = {
    'catalog.example': 'catalog.example',
    'localhost:3000': 'localhost:3000',
    '': '',
    undefined,
    'ftp://catalog.example': new URL('ftp://user:secret@catalog.example'),
  };
  for (const [shown, baseUrl] of Object.entries(wrong))
    assert.throws(() => createClient({ baseUrl: baseUrl as string }), {
      name: 'TypeError',
      message: `baseUrl is "${shown}${shown.startsWith('ftp') ? '/' : ''}", and must be the address of a catalog, such as https://catalog.example`,
    });
});

describe('an error of a hook', () => {
  for (const name of ['onRequest', 'onResponse', 'onRetry'] as const)
    test(`is thrown as it is, and nothing is sent after it: ${name}`, async () => {
      server.script(name === 'onRetry' ? bad.cut : bad.json(page));
      const own = new TypeError('mine');
      const hooks = {
        [name]() {
          throw own;
        },
      };
      assert.equal(await thrownBy(clientOf({ hooks }).realms.list()), own);
      const link = { downloadUrl: server.url, size: 9, sha256: '' };
      assert.equal(await thrownBy(clientOf({ hooks }).downloadArchive(link).getReader().read()), own);
      assert.equal(server.requests.length, name === 'onRequest' ? 0 : 2);
    });
});

describe('a request by path', () => {
  test('may be a HEAD, whose response has no body', async () => {
    server.script(bad.json(page));
    const { data, status } = await clientOf().request('HEAD', '/realms').withResponse();
    assert.deepEqual([data, status], [undefined, 200]);
  });

  test('leaves out the beginning of the API, and nothing that only looks like it', async () => {
    server.script(bad.json({}));
    const paths = ['/v1/api/keys', 'v1/keys', '/v1/apikeys', '/v1keys', '/v1', 'v1/api'];
    for (const path of paths) await clientOf().request('GET', path);
    assert.deepEqual(
      server.requests.map(({ path }) => path.replace('/v1/api', '')),
      ['/keys', '/keys', '/apikeys', '/v1keys', '/', '/'],
    );
  });
});

const gone = bad.problem(404, 'not_found');
const nothing: bad.Behaviour = (response) => response.writeHead(204).end();

describe('a write', () => {
  test('is not repeated, since nobody knows what became of it', async () => {
    for (const fault of [bad.cut, bad.problem(503, 'unavailable')]) {
      server.script(fault);
      assert.ok(isCatalogError(await thrownBy(clientOf().realms.update('a', { name: 'b' }))));
      assert.ok(isCatalogError(await thrownBy(clientOf().realms.star('a'))));
      assert.equal(server.requests.length, 2);
    }
  });

  test('that deletes is repeated, and is done if the attempt before may have done it', async () => {
    const calls = [
      () => clientOf().realms.delete('a'),
      () => clientOf().keys.revoke('a'),
      () => clientOf().request('DELETE', '/realms/a'),
    ];
    for (const call of calls)
      for (const last of [nothing, gone]) {
        server.script(bad.cut, bad.problem(504, 'gateway_timeout'), last);
        assert.equal(await call(), undefined);
        assert.deepEqual(
          server.requests.map(({ method }) => method),
          ['DELETE', 'DELETE', 'DELETE'],
        );
      }
  });

  test('that deletes fails if there was nothing, if the attempt before was refused, or if another server answers', async () => {
    const scripts: [bad.Behaviour, ...bad.Behaviour[]][] = [[gone], [bad.problem(503, 'unavailable'), gone]];
    for (const script of scripts) {
      server.script(...script);
      await assert.rejects(clientOf().realms.delete('a'), { kind: 'not_found' });
      assert.equal(server.requests.length, script.length);
    }
    server.script(bad.cut, bad.html(404));
    await assert.rejects(clientOf().realms.delete('a'), { kind: 'unexpected_response' });
  });

  test('that takes an Idempotency-Key is repeated with the same key', async () => {
    const fields = { name: 'A', description: 'A.', category: 'api' };
    const calls = [
      () => clientOf().realms.create(fields),
      () => clientOf().realms.download('a', { version: '1.0.0' }),
      () => clientOf().realms.openUpload('a'),
      () => clientOf().request('POST', '/realms', { body: fields, idempotencyKey: 'mine' }),
    ];
    const keys = [];
    for (const call of calls) {
      server.script(bad.cut, bad.problem(503, 'unavailable'), bad.json(anyAnswer));
      await call();
      const sent = server.requests.map(({ headers }) => headers['idempotency-key']);
      assert.equal(sent.length, 3);
      assert.equal(new Set(sent).size, 1);
      keys.push(sent[0]);
    }
    assert.equal(new Set(keys).size, 4);
    assert.equal(keys[3], 'mine');
    assert.ok(keys.every((key) => key && key.length >= 4));
  });

  test('sends JSON, and a read or a download sends no media type', async () => {
    server.script(bad.json(anyAnswer));
    await clientOf().realms.get('a');
    await clientOf().realms.download('a');
    await clientOf().realms.update('a', { name: 'b' });
    const types = server.requests.map(({ headers, body }) => [headers['content-type'], body]);
    assert.deepEqual(types, [
      [undefined, ''],
      [undefined, ''],
      ['application/json', '{"name":"b"}'],
    ]);
  });
});

/** How long the client would wait before its next attempt; it is stopped there. */
async function waitOf(headers: Record<string, string>, status = 429): Promise<number | Date | undefined> {
  server.script(bad.problem(status, 'rate_limited', headers));
  const stop = new AbortController();
  let waitMs: number | undefined;
  const hooks = {
    onRetry({ delayMs }: { delayMs: number }) {
      waitMs = delayMs;
      stop.abort();
    },
  };
  const error = await thrownBy(clientOf({ hooks }).realms.list({}, { signal: stop.signal }));
  assert.equal(server.requests.length, 1);
  return waitMs ?? (isCatalogError(error, 'rate_limited') ? error.resetAt : undefined);
}

describe('a catalog that asks to wait', () => {
  const date = 'Mon, 16 Nov 2026 12:00:00 GMT';

  test('is not asked before the time that it names in seconds', async () => {
    assert.equal(await waitOf({ 'retry-after': '2' }), 2_000);
    assert.equal(await waitOf({ 'retry-after': '60' }), 60_000);
    assert.equal(await waitOf({ 'retry-after': '5' }, 503), 5_000);
  });

  test('is not asked before the date that it names, by its own clock', async () => {
    assert.equal(await waitOf({ 'retry-after': 'Mon, 16 Nov 2026 12:00:07 GMT', date }), 7_000);
    assert.equal(await waitOf({ 'retry-after': 'Monday, 16-Nov-26 12:00:09 GMT', date }), 9_000);
  });

  test('is not asked before the end of the window, if it names no other time', async () => {
    assert.equal(await waitOf({ 'x-ratelimit-reset': String(Date.parse(date) / 1_000 + 8), date }), 8_000);
  });

  test('is asked soon if what it says cannot be understood, or has passed', async () => {
    for (const text of ['', 'soon', '-5', '1.5', '0', 'Mon, 16 Nov 2026 11:00:00 GMT'])
      assert.ok(Number(await waitOf({ 'retry-after': text, date })) <= 1, text);
  });

  test('is not waited for longer than a minute: the error has the time when requests are admitted again', async () => {
    const before = Date.now();
    assert.ok((await waitOf({ 'retry-after': '61' })) instanceof Date, 'the call itself may take longer');
    const inAnHour = await waitOf({ 'retry-after': '3600' });
    assert.ok(inAnHour instanceof Date && inAnHour.getTime() >= before + 3_600_000);
    assert.ok((await waitOf({ 'retry-after': 'Mon, 16 Nov 2026 13:00:00 GMT', date })) instanceof Date);
    const never = await waitOf({ 'retry-after': '9'.repeat(30) });
    assert.ok(never instanceof Date && !Number.isNaN(never.getTime()));
  });

  test('is not waited for when the call ends before', async () => {
    server.script(bad.problem(503, 'unavailable', { 'retry-after': '30' }));
    await assert.rejects(clientOf({ timeout: { total: 10_000 } }).realms.list(), {
      name: 'UnavailableError',
      retryAfterMs: 30_000,
    });
  });

  test('tells how much is left, in an error, too', async () => {
    const client = clientOf({ retry: 0 });
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794733800' };
    server.script(bad.problem(429, 'rate_limited', headers));
    await assert.rejects(client.realms.list(), { name: 'RateLimitError' });
    assert.deepEqual(client.rateLimit, { limit: 100, remaining: 0, reset: 1_794_733_800 });
  });
});

const never = () => new Promise<never>(() => undefined);

describe('an abort', () => {
  const reason = { mine: true };
  for (const [name, fault] of Object.entries({ 'the response': bad.stall, 'the body': bad.stallBody }))
    test(`ends a call that waits for ${name}, with the reason of the signal`, async () => {
      const stop = new AbortController();
      server.script((response) => {
        fault(response);
        setTimeout(() => stop.abort(reason), 30);
      });
      assert.equal(await thrownBy(clientOf().realms.list({}, { signal: stop.signal })), reason);
      assert.equal(server.requests.length, 1);
    });

  test('ends a call that waits for its next attempt', async () => {
    server.script(bad.problem(503, 'unavailable', { 'retry-after': '50' }));
    const stop = new AbortController();
    const hooks = { onRetry: () => void setImmediate(() => stop.abort(reason)) };
    assert.equal(await thrownBy(clientOf({ hooks }).realms.list({}, { signal: stop.signal })), reason);
    assert.equal(server.requests.length, 1);
  });

  test('before a call lets nothing be sent', async () => {
    server.script(bad.json(page));
    const signal = AbortSignal.abort(reason);
    assert.equal(await thrownBy(clientOf().realms.list({}, { signal })), reason);
    assert.equal(
      await thrownBy(clientOf().realms.create({ name: 'A', description: 'A', category: 'a' }, { signal })),
      reason,
    );
    assert.equal(server.requests.length, 0);
  });

  test('ends a call whose fetch or token takes no notice of it', async () => {
    for (const options of [{ fetch: never }, { token: never }]) {
      const stop = new AbortController();
      const call = thrownBy(clientOf(options).realms.list({}, { signal: stop.signal }));
      stop.abort(reason);
      assert.equal(await call, reason);
    }
  });

  test('ends the body of a file that is read', async () => {
    server.script(bad.stallBody);
    const stop = new AbortController();
    const response = await clientOf().realms.file('a', '1.0.0', 'b', { signal: stop.signal });
    const text = thrownBy(response.text());
    stop.abort(reason);
    assert.equal(await text, reason);
  });
});
