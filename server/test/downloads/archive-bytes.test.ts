// How the bytes of an archive come down: whole, in parts, not again, and while clients or the service go away.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { startCatalog, type TestCatalog } from '../support/harness.ts';
import { ada, publish, put } from '../support/published.ts';
import { aLink, exchange, fetchBytes } from './fetching.ts';

const bytes = randomBytes(10_000);
const digest = hash('sha256', bytes);

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [ada] });
  await publishShop(catalog, bytes);
});
after(() => catalog[Symbol.asyncDispose]());

async function publishShop(into: TestCatalog, archive: Buffer): Promise<void> {
  await publish(await put({ slug: 'shop' }, into), '1.0.0', { bytes: archive }, into);
}

describe('a part of an archive', () => {
  const whole = { status: 200, part: bytes };
  const ranges: [range: string, expected: { status: number; part: Buffer; range?: string }][] = [
    ['bytes=0-0', { status: 206, part: bytes.subarray(0, 1), range: 'bytes 0-0/10000' }],
    ['bytes=0-99', { status: 206, part: bytes.subarray(0, 100), range: 'bytes 0-99/10000' }],
    ['bytes=100-', { status: 206, part: bytes.subarray(100), range: 'bytes 100-9999/10000' }],
    ['bytes=9999-', { status: 206, part: bytes.subarray(9_999), range: 'bytes 9999-9999/10000' }],
    ['bytes=9000-99999', { status: 206, part: bytes.subarray(9_000), range: 'bytes 9000-9999/10000' }],
    ['bytes=-1', { status: 206, part: bytes.subarray(9_999), range: 'bytes 9999-9999/10000' }],
    ['bytes=-500', { status: 206, part: bytes.subarray(9_500), range: 'bytes 9500-9999/10000' }],
    ['bytes=-99999', { status: 206, part: bytes, range: 'bytes 0-9999/10000' }],
    ['bytes=0-9999', { status: 206, part: bytes, range: 'bytes 0-9999/10000' }],
    [`bytes=0-${'9'.repeat(400)}`, { status: 206, part: bytes, range: 'bytes 0-9999/10000' }],
    ['BYTES=0-0', { status: 206, part: bytes.subarray(0, 1), range: 'bytes 0-0/10000' }],
    ['bytes= 0-0 ', { status: 206, part: bytes.subarray(0, 1), range: 'bytes 0-0/10000' }],
    ['bytes=10000-', { status: 416, part: Buffer.alloc(0), range: 'bytes */10000' }],
    ['bytes=10000-10001', { status: 416, part: Buffer.alloc(0), range: 'bytes */10000' }],
    [`bytes=${'9'.repeat(400)}-`, { status: 416, part: Buffer.alloc(0), range: 'bytes */10000' }],
    ['bytes=-0', { status: 416, part: Buffer.alloc(0), range: 'bytes */10000' }],
    ['bytes=0-0,2-3', whole],
    ['bytes=0-0, -1', whole],
    ['bytes=5-2', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['bytes=a-b', whole],
    ['bytes=0x0-0x9', whole],
    ['bytes=1.5-3', whole],
    ['bytes=--5', whole],
    ['bytes 0-9', whole],
    ['lines=0-9', whole],
  ];
  for (const [range, expected] of ranges)
    test(`${range.slice(0, 30)} answers ${expected.status}`, async () => {
      const { path } = await aLink(catalog);
      const { status, headers, bytes: got } = await fetchBytes(catalog, path, { headers: { range } });
      assert.equal(status, expected.status);
      assert.deepEqual(got, expected.part);
      assert.equal(headers.get('content-range'), expected.range ?? null);
      assert.equal(headers.get('content-length'), String(expected.part.length));
      assert.equal(headers.get('accept-ranges'), 'bytes');
      assert.equal(headers.get('etag'), `"${digest}"`);
      assert.equal(headers.has('content-digest'), status === 200);
    });

  const conditions: [ifRange: string, status: number][] = [
    [`"${digest}"`, 206],
    [`W/"${digest}"`, 200],
    ['"another"', 200],
    [digest, 200],
    ['Sun, 15 Nov 2026 09:30:00 GMT', 200],
    ['', 200],
  ];
  for (const [ifRange, expected] of conditions)
    test(`If-Range: ${ifRange.slice(0, 30)} answers ${expected}`, async () => {
      const { path } = await aLink(catalog);
      const { status } = await exchange(catalog, 'GET', path, { range: 'bytes=0-9', 'if-range': ifRange });
      assert.equal(status, expected);
    });

  test('parts put together are the whole', async () => {
    const { path } = await aLink(catalog);
    const parts = [];
    for (let at = 0; at < bytes.length; at += 3_000) {
      const headers = { range: `bytes=${at}-${at + 2_999}`, 'if-range': `"${digest}"` };
      parts.push((await fetchBytes(catalog, path, { headers })).bytes);
    }
    assert.deepEqual(Buffer.concat(parts), bytes);
  });
});

describe('whoever has the archive', () => {
  const cases: [ifNoneMatch: string, status: number][] = [
    [`"${digest}"`, 304],
    [`W/"${digest}"`, 304],
    [`"other", "${digest}"`, 304],
    ['*', 304],
    ['"other"', 200],
  ];
  for (const [ifNoneMatch, expected] of cases)
    test(`If-None-Match: ${ifNoneMatch.slice(0, 20)} answers ${expected}`, async () => {
      const { path } = await aLink(catalog);
      const headers = { 'if-none-match': ifNoneMatch, range: 'bytes=0-9' };
      const answer = await fetchBytes(catalog, path, { headers });
      assert.equal(answer.status, expected === 200 ? 206 : 304);
      assert.equal(answer.headers.get('etag'), `"${digest}"`);
      if (expected === 304) assert.equal(answer.bytes.length, 0);
    });

  test('HEAD says what GET would, without a byte, and knows no ranges', async () => {
    const { path } = await aLink(catalog);
    const [head, whole] = [await fetchBytes(catalog, path, { method: 'HEAD' }), await fetchBytes(catalog, path)];
    const told = ({ headers }: typeof head) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !/^(date|connection|keep-alive|x-request-id|cache-control)$/.test(name)),
      );
    assert.equal(head.status, 200);
    assert.equal(head.bytes.length, 0);
    assert.deepEqual(told(head), told(whole));
    const part = await fetchBytes(catalog, path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    assert.deepEqual([part.status, part.headers.get('content-length')], [200, '10000']);
  });
});

describe('a large archive', () => {
  const large = randomBytes(8 * 1024 * 1024);
  const largeDigest = hash('sha256', large);

  test('leaves no file open for clients that go away', { skip: process.platform !== 'linux' }, async () => {
    await using other = await startCatalog({ accounts: [ada] });
    await publishShop(other, large);
    const { path } = await aLink(other);
    const leave = () =>
      new Promise<void>((resolve) => {
        const asking = get(other.url + path, (answer) => answer.once('data', () => answer.destroy()));
        asking.on('error', () => undefined).on('close', resolve);
      });
    await Promise.all(Array.from({ length: 30 }, leave));
    for (let tries = 0; openFiles(largeDigest) > 0 && tries < 100; tries += 1) await setTimeout(20);
    assert.equal(openFiles(largeDigest), 0);
    assert.equal((await fetch(other.url + path).then((answer) => answer.arrayBuffer())).byteLength, large.length);
  });

  test('that is coming down when the service stops comes down whole, and the stop waits for no other connection', async () => {
    const other = await startCatalog({ accounts: [ada] });
    await publishShop(other, large);
    const { path } = await aLink(other);
    const agent = new Agent({ keepAlive: true });
    const begin = (from: string) =>
      new Promise<IncomingMessage>((resolve) => get(other.url + from, { agent }, resolve));
    const answer = await begin(path);
    const { socket } = answer;
    const small = await begin('/healthz');
    const { socket: idle } = small;
    await buffer(small);
    const stopped = other[Symbol.asyncDispose]();
    if (!idle.destroyed) await once(idle, 'close'); // while the archive is still coming down
    assert.deepEqual(await buffer(answer), large);
    await stopped;
    if (!socket.destroyed) await once(socket, 'close');
    agent.destroy();
  });
});

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

function openFiles(digest: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).includes(digest.slice(2))).length;
}
