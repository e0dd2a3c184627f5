// A catalog that lies about sizes, or never ends: the client takes a bounded number of bytes from it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import { createClient } from '../src/index.ts';
import * as bad from './misbehaving-server.ts';

const MIB = 1_024 ** 2;
/** What the sockets of both sides hold at once, at most. */
const BUFFERED_BYTES = 16 * MIB;

let server: bad.MisbehavingServer;
before(async () => {
  server = await bad.startMisbehavingServer();
});
after(() => server[Symbol.asyncDispose]());

const client = () => createClient({ baseUrl: server.url, retry: { retries: 2, minDelay: 1, maxDelay: 1 } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = Buffer.alloc(10_000, 'archive');
const linkOf = (size: unknown) => ({ downloadUrl: `${server.url}/a`, size: size as number, sha256: sha256(bytes) });

/** Reads an archive to its end, or to its error; counts the bytes that came through. */
async function read(...given: [size?: unknown]): Promise<{ error: unknown; count: number }> {
  const size = given.length > 0 ? given[0] : bytes.length; // also undefined
  let count = 0;
  try {
    for await (const chunk of client().downloadArchive(linkOf(size)) as unknown as AsyncIterable<Uint8Array>)
      count += chunk.length;
    return { error: undefined, count };
  } catch (error) {
    return { error, count };
  }
}

const nameOf = (error: unknown) => (error as Error | undefined)?.name;

describe('an archive', () => {
  for (const size of [MAX_ARCHIVE_BYTES + 1, 1e12, Infinity, NaN, -1, 0.5, 9_999.5, undefined, null, '10000', {}])
    test(`with the size ${inspect(size)} is not asked for`, async () => {
      server.script((response) => response.end(bytes));
      const found = await read(size);
      assert.deepEqual([nameOf(found.error), found.count], ['IntegrityError', 0]);
      assert.equal(server.requests.length, 0);
    });

  test('of the largest size is asked for, and one of no bytes is one', async () => {
    server.script((response) => response.end(bytes));
    await read(MAX_ARCHIVE_BYTES);
    assert.ok(server.requests.length > 0);
    server.script((response) => response.end());
    const empty = { downloadUrl: `${server.url}/a`, size: 0, sha256: sha256(Buffer.alloc(0)) };
    assert.equal(await new Response(client().downloadArchive(empty) as never).text(), '');
  });

  test('that never ends is left at its size, and its connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    server.script((response) => {
      closed = once(response, 'close');
      bad.endless(response);
    });
    const { error, count } = await read();
    assert.equal(nameOf(error), 'IntegrityError');
    assert.ok(count <= bytes.length, `${count} bytes`);
    await closed;
  });

  test('is asked for without an encoding, also when it is resumed', async () => {
    server.script(
      (response) => {
        response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 4_000));
        setTimeout(() => response.destroy(), 50);
      },
      (response) => response.writeHead(206, { 'content-range': 'bytes 4000-9999/10000' }).end(bytes.subarray(4_000)),
    );
    assert.deepEqual(await read(), { error: undefined, count: bytes.length });
    // Node adds it to each request of a range by itself.
    for (const { headers } of server.requests)
      assert.match(headers['accept-encoding'] ?? '', /^identity(, identity)?$/);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.range),
      [undefined, 'bytes=4000-'],
    );
  });

  test('that comes encoded is refused before a byte of it is taken', async () => {
    for (const encoding of ['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'gzip, br']) {
      server.script((response) => response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(bytes)));
      const { error, count } = await read();
      assert.deepEqual([nameOf(error), count, server.requests.length], ['IntegrityError', 0, 1], encoding);
    }
  });

  test('that is sent from its beginning again and again is given up after as many tries as others', async () => {
    const behaviours = Array.from({ length: 20 }, (_, at): bad.Behaviour => (response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 100 * (at + 1)));
      setTimeout(() => response.destroy(), 20);
    });
    server.script(...(behaviours as [bad.Behaviour, ...bad.Behaviour[]]));
    assert.equal(nameOf((await read()).error), 'NetworkError');
    assert.equal(server.requests.length, 3); // the first, and two retries, although each brought bytes
  });
});

describe('an answer that never ends', () => {
  let sent = 0;
  let closed: Promise<unknown> | undefined;
  beforeEach(() => {
    sent = 0;
    closed = undefined;
  });
  /** Counts what the socket took. */
  const endless =
    (status: number): bad.Behaviour =>
    (response) => {
      const { socket } = response;
      closed = once(response, 'close').then(() => (sent = socket?.bytesWritten ?? 0));
      response.statusCode = status;
      bad.endless(response);
    };

  test('is left after 8 MiB', async () => {
    server.script(endless(200));
    await assert.rejects(client().realms.get('a'), { name: 'UnexpectedResponseError', message: /too much/ });
    await closed;
    assert.ok(sent <= 8 * MIB + BUFFERED_BYTES, `${sent} bytes`);
    assert.equal(server.requests.length, 1);
  });

  test('and is an error is left after 64 KiB', async () => {
    server.script(endless(404));
    await assert.rejects(client().realms.get('a'), { name: 'UnexpectedResponseError', status: 404 });
    await closed;
    assert.ok(sent <= BUFFERED_BYTES, `${sent} bytes`);
  });

  test('has at most the largest that a catalog sends: a diff of bytes that JSON writes as six', async () => {
    const diff = '\u0001'.repeat(MIB);
    const files = [{ path: 'a', change: 'changed', isText: true, isTooLarge: false, diff }];
    server.script(bad.json({ from: '1.0.0', to: '1.1.0', files, pagination: { hasMore: false } }));
    const answer = await client().realms.diff('a', { from: '1.0.0', to: '1.1.0' });
    assert.equal(answer.files[0]?.diff.length, MIB);
  });
});
