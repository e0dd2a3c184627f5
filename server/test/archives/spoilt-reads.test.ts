// Archives whose bytes are changed, or cut off, on their way from the store to the catalog: what clients get, and for how long.
// Run: one store, own process
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, describe, test, type TestContext } from 'node:test';
import { aLink, fetchBytes } from '../downloads/fetching.ts';
import { sampleOf } from '../ops/scrapes.ts';
import { startCatalog, type TestCatalog } from '../support/harness.ts';
import { ada, publish, put } from '../support/published.ts';
import { startWay, type S3Way } from '../support/servers/s3-way.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { until } from '../support/until.ts';

// An archive that is not known yet is opened, and read through by a second request; the third sends it.

const METRICS_TOKEN = 'a-token-of-the-metrics';

let s3: S3Server;
let way: S3Way;
let catalog: TestCatalog;
before(async () => {
  s3 = await startS3();
  way = await startWay(s3.url);
  const env = { ...s3.env, S3_ENDPOINT: way.url, S3_LINKS: 'through', METRICS_TOKEN };
  catalog = await startCatalog({ accounts: [ada] }, env);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await way[Symbol.asyncDispose]();
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
    way.spoils.push('nothing', 'flip');
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
    way.spoils.push('nothing', 'flip');
    assert.equal((await archive.fetch()).status, 500);
    tick(2);
    await until('it is intact', async () => (await catalog.ask('/readyz')).body.degraded === undefined);
    assert.equal((await archive.fetch()).status, 200);
  });

  test('a connection that breaks is a 503, and the next request is served', async () => {
    const archive = await anArchive('cut');
    way.spoils.push('nothing', 'cut');
    const { status, headers } = await archive.fetch();
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.deepEqual(await health(), [200, undefined, 0]);
    assert.deepEqual((await archive.fetch()).bytes, archive.bytes);
  });
});
