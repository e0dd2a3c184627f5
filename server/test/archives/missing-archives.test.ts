// Archives that are not in their store: a store that has none of them, as one of a wrong folder, and single ones. No download of them is a 200.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, describe, test, type TestContext } from 'node:test';
import { derivedName } from '../../src/archives/storage-key.ts';
import { aLink, fetchBytes } from '../downloads/fetching.ts';
import { publishRealm } from '../files/published-files.ts';
import { sampleOf } from '../ops/scrapes.ts';
import { signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';
import { ada, publish, put } from '../support/published.ts';
import { startS3Proxy, type S3Proxy } from '../support/servers/s3-proxy.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { isLarge } from '../support/stores.ts';
import { until } from '../support/until.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics';

let s3: S3Server | undefined;
before(async () => {
  if (isLarge) s3 = await startS3();
});
after(() => s3?.stop());

const storeSettings: Record<string, () => Record<string, string>> = isLarge
  ? {
      'S3, with links through the catalog': () => ({ ...s3?.env, S3_LINKS: 'through' }),
      'S3, with direct links': () => ({ ...s3?.env, S3_LINKS: 'direct' }),
    }
  : { 'a folder': () => ({}) };

function stopTheClock({ mock }: TestContext) {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return (seconds: number) => mock.timers.tick(seconds * 1_000);
}

const linesOf = (catalog: TestCatalog, line: RegExp) => catalog.logged.filter((one) => line.test(one)).length;
const download = (catalog: TestCatalog, slug: string) =>
  catalog.ask(`/v1/api/realms/${slug}/download`, { method: 'POST' });
const countOf = async (catalog: TestCatalog, slug: string) =>
  (await catalog.ask(`/v1/realms/${slug}`)).body.downloadCount;

async function metric(catalog: TestCatalog, name: string): Promise<number | undefined> {
  const { text } = await catalog.ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return sampleOf(text, name);
}

for (const [where, settings] of Object.entries(storeSettings)) {
  describe(`archives in ${where}`, () => {
    test('of which none is there make a start that says so in one line, and is not ready until they are there', async (t) => {
      await using catalog = await startCatalog({ accounts: [ada] }, { ...settings(), METRICS_TOKEN });
      const versions = [];
      for (const slug of ['one', 'two'])
        versions.push(await publish(await put({ slug }, catalog), '1.0.0', {}, catalog));
      for (const { digest } of versions) await catalog.services.archives.remove(digest);
      const tick = stopTheClock(t);
      await catalog.restart();
      for (let round = 0; round < 2; round += 1) {
        assert.equal((await catalog.ask('/readyz')).status, 503);
        assert.equal((await download(catalog, 'one')).status, 500);
        tick(5);
      }
      assert.equal((await catalog.ask('/v1/realms/one')).status, 200, 'all else is served');
      assert.equal(linesOf(catalog, /(ARCHIVES_URL s3:|DATA_DIR).* has none of the archives of this catalog/), 1);
      assert.equal(await metric(catalog, 'realm_catalog_archives_up'), 0);

      for (const { bytes, digest } of versions.slice(1)) await catalog.services.archives.put(bytes, digest);
      await until('it is ready', async () => (tick(5), (await catalog.ask('/readyz')).status === 200));
      assert.equal(await metric(catalog, 'realm_catalog_archives_up'), 1);
      assert.equal((await download(catalog, 'two')).status, 200);
      assert.equal((await download(catalog, 'one')).status, 500, 'which is still missing');
      assert.equal(await countOf(catalog, 'one'), 0);
    });

    test('of which all were lost are found as soon as one is published again, and when an old one is back', async (t) => {
      await using catalog = await startCatalog({ accounts: [ada] }, settings());
      const made = await put({ slug: 'lost' }, catalog);
      const lost = [];
      for (let at = 0; at < 12; at += 1)
        lost.push(await publish(made, `1.0.${at}`, { bytes: bytesOf((digest) => digest < 'c') }, catalog));
      for (const { digest } of lost) await catalog.services.archives.remove(digest);
      const tick = stopTheClock(t);
      const becomesReady = (seconds: number) =>
        until('it is ready', async () => (tick(seconds), (await catalog.ask('/readyz')).status === 200));
      await catalog.restart();
      assert.equal((await catalog.ask('/readyz')).status, 503);
      const createdAt = '2026-11-16T09:30:00.000Z';
      const bytes = bytesOf((digest) => digest > 'c');
      const { digest } = await publish(made, '2.0.0', { bytes, createdAt }, catalog);
      tick(5);
      await becomesReady(0); // by the next look alone

      await catalog.services.archives.remove(digest);
      await catalog.restart();
      assert.equal((await catalog.ask('/readyz')).status, 503);
      const old = lost.toSorted((a, b) => (a.digest < b.digest ? -1 : 1))[7] ?? assert.fail();
      await catalog.services.archives.put(old.bytes, old.digest);
      await becomesReady(5);
    });

    test('of which one is missing after the start: it is a 500 that is logged and counts nothing', async (t) => {
      await using catalog = await startCatalog({ accounts: [ada] }, { ...settings(), METRICS_TOKEN });
      const { bytes, digest } = await publish(await put({ slug: 'lost' }, catalog), '1.0.0', {}, catalog);
      const tick = stopTheClock(t);
      const { url } = await aLink(catalog, 'lost');
      await catalog.services.archives.remove(digest);
      if (where === 'S3, with direct links') tick(60);
      else assert.equal((await catalog.ask(url.pathname + url.search)).status, 404);
      tick(1); // all downloads of a second are answered with the same bytes
      const { status, text } = await download(catalog, 'lost');
      assert.equal(status, 500, text);
      assert.equal(await countOf(catalog, 'lost'), 1, 'that of the link');
      assert.equal(linesOf(catalog, new RegExp(`"level":60.*${digest}.*missing`)), 1);
      assert.equal(await metric(catalog, 'realm_catalog_damaged_archives_total'), 1);
      assert.equal((await catalog.ask('/readyz')).status, 200);
      await catalog.services.archives.put(bytes, digest);
      assert.equal((await download(catalog, 'lost')).status, 200);
    });

    test('are made again if the catalog makes them: the archive of a realm without an upload, and the one for giget', async (t) => {
      await using catalog = await startCatalog({ accounts: [ada] }, settings());
      const owner: Person = await signUp(catalog, { username: 'alice' });
      await put({ slug: 'made' }, catalog);
      const { slug, sha256 } = await publishRealm(catalog, owner, { 'a.txt': 'a' }, 'zip');
      const tick = stopTheClock(t);
      const fetchMade = async () => (await fetchOf(catalog, (await download(catalog, 'made')).body.downloadUrl)).status;
      const fetchRepacked = async () =>
        (await fetchOf(catalog, (await catalog.ask(`/giget/${slug}.json`)).body.tar)).status;
      assert.deepEqual([await fetchMade(), await fetchRepacked()], [200, 200]);
      await catalog.services.archives.remove((await download(catalog, 'made')).body.sha256);
      await catalog.services.archives.remove(derivedName(sha256, 'repacked'));
      tick(60);
      assert.deepEqual([await fetchMade(), await fetchRepacked()], [200, 200]);
    });
  });
}

function bytesOf(isWanted: (digest: string) => boolean): Buffer {
  for (;;) {
    const bytes = randomBytes(500);
    if (isWanted(hash('sha256', bytes))) return bytes;
  }
}

/** From the store itself, or from the catalog under its own address. */
async function fetchOf(catalog: TestCatalog, link: string) {
  const { origin, pathname, search } = new URL(link);
  return origin === s3?.url ? fetch(link) : fetchBytes(catalog, pathname + search);
}

if (isLarge)
  describe('a bucket', () => {
    let proxy: S3Proxy;
    before(async () => {
      proxy = await startS3Proxy(s3?.url ?? '');
    });
    after(() => proxy[Symbol.asyncDispose]());

    test('is asked once a minute for an archive, however many download it', async (t) => {
      await using catalog = await startCatalog({ accounts: [ada] }, { ...s3?.env, S3_ENDPOINT: proxy.url });
      const { digest } = await publish(await put({ slug: 'shop' }, catalog), '1.0.0', {}, catalog);
      const asked = () => proxy.asked.filter(({ path }) => path.endsWith(digest.slice(2))).length;
      const tick = stopTheClock(t);
      const before = asked();
      await Promise.all(Array.from({ length: 10 }, () => download(catalog, 'shop')));
      for (const seconds of [1, 20, 38]) {
        tick(seconds);
        assert.equal((await download(catalog, 'shop')).status, 200);
      }
      assert.equal(asked() - before, 1);
      tick(1);
      assert.equal((await download(catalog, 'shop')).status, 200);
      assert.equal(asked() - before, 2);
    });

    test('that fails at the start is no wrong one', async () => {
      await using catalog = await startCatalog({ accounts: [ada] }, { ...s3?.env, S3_ENDPOINT: proxy.url });
      await publish(await put({ slug: 'shop' }, catalog), '1.0.0', {}, catalog);
      await proxy.close();
      await catalog.restart();
      const { status, body } = await catalog.ask('/readyz');
      assert.deepEqual([status, body.degraded], [200, ['archives']]);
      assert.equal(linesOf(catalog, /has none of the archives/), 0);
    });
  });
