// What becomes of an archive on its way when the server misbehaves, time is up, or the caller's own code fails.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { createClient, isCatalogError, type Client, type ClientOptions } from '../src/index.ts';
import * as bad from './misbehaving-server.ts';

let server: bad.MisbehavingServer;
/** One for each suite: an upload that was given up may still reach the server later. */
function useServer(): void {
  before(async () => {
    server = await bad.startMisbehavingServer();
  });
  after(() => server[Symbol.asyncDispose]());
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const clientOf = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: server.url, retry: { minDelay: 1, maxDelay: 1 }, ...options });
const thrownBy = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => assert.fail('it fails'),
    (error: unknown) => error,
  );

const upload = () => ({ uploadUrl: `${server.url}/upload`, uploadToken: 'rlm_upload_own' });
const sizes = () => server.requests.map(({ body }) => body.length);
/** A stream that never has a chunk, and says whether it was cancelled. */
function stalled() {
  let isCancelled = false;
  const stream = () => new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
  return { size: 9, open: stream, isCancelled: () => isCancelled };
}

const sent = (name: string) => server.requests.map(({ headers }) => headers[name]);

describe('a publication', () => {
  useServer();
  const archive = new Uint8Array(100_000);
  const digests = { sha256: sha256(archive), filesSha256: '2c26b46b' };
  const uploaded = { slug: 'a', version: '1.0.0', size: archive.length, ...digests };

  for (const status of [408, 429, 503])
    test(`asks nothing before the time that a ${status} names, and then sends the archive again`, async () => {
      const waits: unknown[] = [];
      const hooks = { onRetry: (event: object) => void waits.push({ ...event, error: undefined }) };
      server.script(bad.problem(status, 'passing', { 'retry-after': '1' }), bad.json(uploaded, 201));
      assert.deepEqual(await clientOf({ hooks }).realms.publish('a', archive, { upload: upload() }), uploaded);
      assert.deepEqual(sizes(), [archive.length, archive.length]);
      const event = { method: 'PUT', url: `${server.url}/upload`, attempt: 1, error: undefined, delayMs: 1_000 };
      assert.deepEqual(waits, [event]);
      server.script(bad.problem(status, 'passing', { 'retry-after': '3600' }));
      await assert.rejects(clientOf().realms.publish('a', archive, { upload: upload() }), { status });
      assert.deepEqual(sizes(), [archive.length]);
    });

  test('finds out what became of the archive where no response says so', async () => {
    for (const fault of [bad.cut, bad.truncatedBody, bad.problem(502, 'passing'), bad.problem(504, 'passing')]) {
      server.script(fault, bad.problem(422, 'unprocessable'), bad.json(uploaded, 201));
      assert.deepEqual(await clientOf().realms.publish('a', archive, { upload: upload() }), uploaded);
      assert.deepEqual(sizes(), [archive.length, 1, archive.length]);
    }
  });

  test('tells the hook that it waits while the catalog is still at it', async () => {
    const waits: number[] = [];
    const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void waits.push(delayMs) };
    const versions = [{ version: '1.0.0', size: archive.length, ...digests }];
    server.script(bad.cut, bad.problem(409, 'conflict'), bad.problem(401, 'unauthorized'), bad.json({ versions }));
    assert.deepEqual(await clientOf({ hooks }).realms.publish('a', archive, { upload: upload() }), uploaded);
    assert.deepEqual(waits, [1_000]);
  });

  test('that was published although a 503 said otherwise is found among the versions', async () => {
    const versions = [{ version: '1.0.0', size: archive.length, ...digests }];
    server.script(bad.problem(503, 'passing'), bad.problem(401, 'unauthorized'), bad.json({ versions }));
    assert.deepEqual(await clientOf().realms.publish('a', archive, { upload: upload() }), uploaded);
  });

  test('ends when its time is up, whatever it is doing', async () => {
    const timeout = { attempt: 10_000, total: 200 };
    for (const fault of [bad.stall, bad.cut, bad.problem(409, 'conflict'), bad.problem(429, 'rate_limited')]) {
      server.script(fault);
      const retry = { retries: 1_000, minDelay: 60, maxDelay: 60 };
      const error = await thrownBy(clientOf({ retry }).realms.publish('a', archive, { upload: upload(), timeout }));
      assert.ok(isCatalogError(error, fault === bad.stall ? 'timeout' : undefined), String(error));
      assert.ok(server.requests.length < 50);
    }
    const source = stalled();
    await assert.rejects(clientOf().realms.publish('a', source, { timeout }), { name: 'TimeoutError' });
    assert.ok(source.isCancelled());
  });

  test('ends at once when it is aborted while its digest is made, and an upload does', async () => {
    server.script(bad.json({}));
    const ways = [
      (source: ReturnType<typeof stalled>, signal: AbortSignal) => clientOf().realms.publish('a', source, { signal }),
      (source: ReturnType<typeof stalled>, signal: AbortSignal) =>
        clientOf().realms.upload('a', source, { signal, token: 'x' }),
    ];
    for (const way of ways) {
      const source = stalled();
      const stop = new AbortController();
      const ended = thrownBy(way(source, stop.signal));
      setImmediate(() => stop.abort('enough'));
      assert.equal(await ended, 'enough');
      assert.ok(source.isCancelled());
    }
    assert.equal(server.requests.length, 0);
  });

  test('throws an error of the caller as it is, and sends nothing again', async () => {
    const own = new TypeError('mine');
    const fail = () => {
      throw own;
    };
    const known = { size: archive.length, sha256: uploaded.sha256 };
    const failing = () => new ReadableStream<Uint8Array>({ pull: fail });
    const whole = () => new Blob([archive]).stream();
    const cases = [
      { source: { ...known, open: fail } },
      { source: { ...known, open: failing } },
      { source: { ...known, open: whole }, onProgress: fail },
      {
        source: { ...known, open: whole },
        onProgress: ({ transferred }: { transferred: number }) => transferred && fail(),
      },
    ];
    server.script(bad.json(uploaded, 201));
    for (const { source, onProgress } of cases)
      assert.equal(await thrownBy(clientOf().realms.publish('a', source, { upload: upload(), onProgress })), own);
    assert.equal(server.requests.length, 0);
  });
});

describe('a download', () => {
  useServer();
  const bytes = Buffer.from('0123456789');
  const linkOf = () => ({ downloadUrl: `${server.url}/a`, size: bytes.length, sha256: sha256(bytes) });
  let cutNow: (() => void) | undefined;
  const read = (client = clientOf()) =>
    new Response(client.downloadArchive(linkOf(), { onProgress: () => cutNow?.() }) as never).text();
  /** So many bytes of ten, and a cut when they were read. */
  const part =
    (count: number, headers: Record<string, string> = {}): bad.Behaviour =>
    (response) => {
      cutNow = () => response.socket?.destroy();
      response.writeHead(200, { 'content-length': '11', ...headers }).write(bytes.subarray(0, count));
      if (server.requests.length > 1) setTimeout(cutNow, 20); // no byte of it is new
    };
  const rest =
    (from: number, headers: Record<string, string>): bad.Behaviour =>
    (response) =>
      response.writeHead(206, headers).end(bytes.subarray(from));

  test('is whole if the connection breaks after its last byte', async () => {
    server.script(part(10), bad.problem(416, 'range_not_satisfiable'));
    assert.equal(await read(), '0123456789');
    assert.equal(server.requests.length, 1);
  });

  test('goes on at the byte that it asked for if a 206 does not say where it begins', async () => {
    server.script(part(4), rest(4, {}));
    assert.equal(await read(), '0123456789');
    server.script(part(4), rest(2, { 'content-range': 'bytes 2-9/*' }));
    assert.equal(await read(), '0123456789');
  });

  test('ends at once if a 206 begins too late, or is of another archive', async () => {
    for (const range of ['bytes 5-9/10', 'bytes 4-9/11']) {
      server.script(part(4), rest(5, { 'content-range': range }));
      await assert.rejects(read(), { name: 'IntegrityError' }, range);
      assert.equal(server.requests.length, 2);
    }
  });

  test('goes on only with the same archive, by the strong ETag of the first response', async () => {
    server.script(part(4, { etag: '"one"' }), part(4, { etag: '"two"' }), rest(4, { 'content-range': 'bytes 4-9/10' }));
    assert.equal(await read(), '0123456789');
    assert.deepEqual(sent('if-range'), [undefined, '"one"', '"one"']);
    server.script(part(4, { etag: 'W/"one"' }), rest(4, { 'content-range': 'bytes 4-9/10' }));
    assert.equal(await read(), '0123456789');
    assert.deepEqual(sent('if-range'), [undefined, undefined]);
  });

  test('tells the hook before it goes on', async () => {
    const told: object[] = [];
    const hooks = {
      onRetry: ({ method, url, attempt }: { method: string; url: string; attempt: number }) =>
        void told.push({ method, url, attempt }),
    };
    server.script(part(4), rest(4, {}));
    await read(clientOf({ hooks }));
    assert.deepEqual(told, [{ method: 'GET', url: `${server.url}/a`, attempt: 1 }]);
  });

  test('throws an error of onProgress as it is, and asks nothing again', async () => {
    const own = new TypeError('mine');
    server.script(bad.stallBody);
    const onProgress = () => {
      throw own;
    };
    assert.equal(
      await thrownBy(
        clientOf()
          .downloadArchive({ ...linkOf(), size: 99 }, { onProgress })
          .getReader()
          .read(),
      ),
      own,
    );
    assert.equal(server.requests.length, 1);
  });

  test('closes its connection when it is cancelled', async () => {
    let closed: Promise<unknown> | undefined;
    server.script((response) => {
      closed = once(response, 'close');
      bad.stallBody(response);
    });
    const reader = clientOf()
      .downloadArchive({ ...linkOf(), size: 99 })
      .getReader();
    await reader.read();
    await reader.cancel();
    await closed;
  });
});
