// Archives whose bytes are changed, or cut off, on their way from the store to the catalog: what clients get, and for how long.
// Run: one store, own process
// Needs: S3
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test, type TestContext } from 'node:test';
import { aLink, fetchBytes } from '../downloads/fetching.ts';
import { sampleOf } from '../ops/scrapes.ts';
import { startCatalog, type TestCatalog } from '../support/harness.ts';
import { ada, publish, put } from '../support/published.ts';
import { startS3Proxy, type S3Proxy } from '../support/servers/s3-proxy.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { until } from '../support/until.ts';

// An archive that is not known yet is opened, and read through by a second request; the third sends it.

const METRICS_TOKEN = 'a-token-of-the-metrics';

let s3: S3Server;
let proxy: S3Proxy;
let catalog: TestCatalog;
before(async () => {
  s3 = await startS3();
  proxy = await startS3Proxy(s3.url);
  const env = { ...s3.env, S3_ENDPOINT: proxy.url, S3_LINKS: 'through', METRICS_TOKEN };
  catalog = await startCatalog({ accounts: [ada] }, env);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await s3.stop();
});

/** An archive that this process has not read yet, and the path of a link to it. */
async function anArchive(slug: string, size = 10_000) {
  const bytes = randomBytes(size);
  await publish(await put({ slug }, catalog), '1.0.0', { bytes }, catalog);
  const { path } = await aLink(catalog, slug);
  return { bytes, digest: hash('sha256', bytes), fetch: () => fetchBytes(catalog, path), path };
}

async function health() {
  const { text } = await catalog.ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const { status, body } = await catalog.ask('/readyz');
  return [status, body.degraded, sampleOf(text, 'realm_catalog_damaged_archives')];
}

function stopTheClock({ mock }: TestContext) {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return (seconds: number) => mock.timers.tick(seconds * 1_000);
}

describe('while an archive is verified', () => {
  test('one changed bit is a 500 for two seconds, which readiness and a metric name', async (t) => {
    const archive = await anArchive('flipped');
    const tick = stopTheClock(t);
    proxy.spoils.push('nothing', 'flip');
    assert.equal((await archive.fetch()).status, 500);
    assert.equal((await archive.fetch()).status, 500);
    assert.deepEqual(await health(), [200, ['damaged-archives'], 1]);
    tick(2);
    assert.deepEqual((await archive.fetch()).bytes, archive.bytes);
    assert.deepEqual(await health(), [200, undefined, 0]);
  });

  test('readiness alone has it read again', async (t) => {
    const archive = await anArchive('unasked');
    const tick = stopTheClock(t);
    proxy.spoils.push('nothing', 'flip');
    assert.equal((await archive.fetch()).status, 500);
    tick(2);
    await until('it is intact', async () => (await catalog.ask('/readyz')).body.degraded === undefined);
    assert.equal((await archive.fetch()).status, 200);
  });

  test('a connection that breaks is a 503, and the next request is served', async () => {
    const archive = await anArchive('cut');
    proxy.spoils.push('nothing', 'cut');
    const { status, headers } = await archive.fetch();
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.deepEqual(await health(), [200, undefined, 0]);
    assert.deepEqual((await archive.fetch()).bytes, archive.bytes);
  });
});

/** What comes down, also if the connection breaks before the end. */
function receive(path: string): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(catalog.url + path, (answer) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0, headers } = answer;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => undefined).on('close', () => resolve({ status, headers, bytes: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

const fatalLines = (digest: string) =>
  catalog.logged.filter((line) => line.includes('"level":60') && line.includes(digest)).length;

describe('while a verified archive is sent', () => {
  for (const [spoil, status] of [
    ['flip', 500],
    ['cut', 503],
  ] as const)
    test(`a small one is a ${status} after a ${spoil}, without a header of the archive`, async () => {
      const archive = await anArchive(`small-${spoil}`);
      assert.equal((await archive.fetch()).status, 200);
      proxy.spoils.push(spoil);
      const received = await receive(archive.path);
      assert.equal(received.status, status);
      assert.match(received.headers['content-type'] ?? '', /problem\+json/);
      const { etag, ...headers } = received.headers;
      assert.equal(
        etag ?? headers['content-digest'] ?? headers['repr-digest'] ?? headers['content-disposition'],
        undefined,
      );
      assert.deepEqual((await archive.fetch()).bytes, archive.bytes);
    });

  for (const spoil of ['flip', 'cut'] as const)
    test(`a large one breaks before its last block after a ${spoil}, and the next request is served`, async () => {
      const archive = await anArchive(`large-${spoil}`, 1_000_000);
      assert.equal((await archive.fetch()).status, 200);
      proxy.spoils.push(spoil);
      const { status, headers, bytes } = await receive(archive.path);
      assert.deepEqual([status, headers['content-length']], [200, '1000000']);
      assert.ok(bytes.length < 1_000_000, `${bytes.length} bytes came`);
      assert.equal(fatalLines(archive.digest), spoil === 'flip' ? 1 : 0);
      assert.deepEqual((await archive.fetch()).bytes, archive.bytes);
      assert.deepEqual(await health(), [200, undefined, 0]);
    });

  for (const [what, headers] of Object.entries({ one: {}, 'a part of one': { range: 'bytes=0-99' } }))
    test(`${what} of which no byte comes is read no more once its client has left`, async () => {
      const archive = await anArchive(`stalled-${what.length}`);
      assert.equal((await archive.fetch()).status, 200);
      proxy.spoils.push('stall', 'stall');
      const clients = [1, 2].map(() => get(catalog.url + archive.path, { headers }).on('error', () => undefined));
      await until('the store was asked', () => proxy.stalled === 2);
      for (const client of clients) client.destroy();
      await until('the store has its connections back', () => proxy.stalled === 0);
      assert.equal((await archive.fetch()).status, 200);
    });

  test('what is damaged from then on is a 500', async () => {
    const archive = await anArchive('worn', 1_000_000);
    assert.equal((await archive.fetch()).status, 200);
    proxy.spoils.push('flip', 'nothing', 'flip'); // as it is sent, opened, and read through
    assert.ok((await receive(archive.path)).bytes.length < 1_000_000);
    assert.equal((await archive.fetch()).status, 500);
    assert.deepEqual(await health(), [200, ['damaged-archives'], 1]);
    assert.equal(fatalLines(archive.digest), 2);
  });

  test('a part of it is sent as the store gives it', async () => {
    const archive = await anArchive('part');
    assert.equal((await archive.fetch()).status, 200);
    proxy.spoils.push('flip');
    const part = await fetchBytes(catalog, archive.path, { headers: { range: 'bytes=0-99' } });
    assert.equal(part.status, 206);
    assert.notDeepEqual(part.bytes, archive.bytes.subarray(0, 100), 'its digest is that of the whole');
    assert.equal(part.headers.get('repr-digest'), `sha-256=:${Buffer.from(archive.digest, 'hex').toString('base64')}:`);
  });
});
