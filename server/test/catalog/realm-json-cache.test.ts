// The cache of realms as JSON: it never has a realm that changed while it was read, that is not public, or that was deleted.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { anonymous, type AccountCaller } from '../../src/credentials/caller.ts';
import { findIndexedRealms } from '../../src/catalog/queries.ts';
import { readDetail, readSummaries, warm } from '../../src/catalog/read-through.ts';
import { realmJsonCache, type RealmJsonCache } from '../../src/catalog/realm-json-cache.ts';
import { oneRealm, parseRealm, type RealmJson } from '../../src/realms/realm-json.ts';
import { sparseNumbers } from '../../src/search-index/sets/sparse-numbers.ts';
import { searchIndex } from '../../src/search-index/search-index.ts';
import { anAccount, aRealm, startCatalog } from '../support/harness.ts';

const ID = 'a';
const SEQ = 7;
const DOWNLOADS = 5;

/** Reads one realm, and puts both shapes into the cache after `meanwhile`. Returns the downloads that they show. */
function reading(cache: RealmJsonCache, meanwhile: () => void, slug = 'one'): Promise<number[]> {
  return cache.putIfUnchanged(async (put) => {
    meanwhile();
    const realm = { id: ID, slug, downloadCount: DOWNLOADS };
    const shapes = [
      put.summary(SEQ, { ...realm } as RealmSummary, true),
      put.detail(SEQ, { ...realm } as RealmDetail, true),
    ];
    return shapes.map(downloadsOf);
  });
}

const downloadsOf = (json: RealmJson) => (parseRealm(json) as RealmDetail).downloadCount;
/** The downloads that both shapes show, as far as they are cached. */
const cachedDownloads = (cache: RealmJsonCache) =>
  [cache.summary(SEQ), cache.detail('one')].map((json) => json && downloadsOf(json));

test('a realm that changed while it was read is not cached, and other realms are', async () => {
  const cache = realmJsonCache();
  const holds = () => cachedDownloads(cache);
  await reading(cache, () => cache.delete([SEQ]));
  assert.deepEqual(holds(), [undefined, undefined]);
  await reading(cache, () => cache.clear());
  assert.deepEqual(holds(), [undefined, undefined]);
  await reading(cache, () => cache.delete([SEQ + 1]));
  assert.deepEqual([holds(), cache.has(SEQ), cache.has(SEQ + 1)], [[DOWNLOADS, DOWNLOADS], true, false]);
  cache.delete([SEQ]);
  assert.deepEqual([holds(), cache.has(SEQ)], [[undefined, undefined], false]);
});

test('a realm whose downloads are forgotten, because very many others were downloaded, is read again', async () => {
  const cache = realmJsonCache();
  await reading(cache, () => undefined);
  cache.setDownloadCounts([{ id: ID, seq: SEQ, count: 7 }]);
  const others = Array.from({ length: 20_000 }, (_, at) => ({ id: `other ${at}`, seq: 100 + at, count: 1 }));
  cache.setDownloadCounts(others);
  assert.deepEqual(cachedDownloads(cache), [undefined, undefined]);
});

test('downloads that were counted here are shown, whatever is read from a replica', async () => {
  const cache = realmJsonCache();
  const counted = (count: number) => cache.setDownloadCounts([{ id: ID, seq: SEQ, count }]);
  await reading(cache, () => undefined);
  counted(7);
  counted(6); // of an earlier transaction
  assert.deepEqual(cachedDownloads(cache), [7, 7]);
  assert.deepEqual(await reading(cache, () => cache.delete([SEQ])), [7, 7]);
  assert.deepEqual(await reading(cache, () => undefined), [7, 7]);
  assert.deepEqual(cachedDownloads(cache), [7, 7]);
  assert.deepEqual(await reading(cache, () => counted(8)), [8, 8]);
  cache.clear(); // the database was restored
  assert.deepEqual(await reading(cache, () => undefined), [DOWNLOADS, DOWNLOADS]);
  assert.deepEqual(cachedDownloads(cache), [DOWNLOADS, DOWNLOADS]);
});

test('of the realms that were downloaded, the last ones are remembered', async () => {
  const cache = realmJsonCache();
  cache.setDownloadCounts([{ id: ID, seq: SEQ, count: 7 }]);
  const others = Array.from({ length: 20_000 }, (_, at) => ({ id: `b${at}`, seq: SEQ + 1 + at, count: 1 }));
  cache.setDownloadCounts(others.slice(1));
  assert.deepEqual(await reading(cache, () => undefined), [7, 7]);
  cache.setDownloadCounts(others.slice(0, 1));
  assert.deepEqual(await reading(cache, () => undefined), [DOWNLOADS, DOWNLOADS]);
});

test('a realm with the number of a deleted one does not show its downloads', async () => {
  const cache = realmJsonCache();
  await reading(cache, () => undefined);
  cache.setDownloadCounts([{ id: 'deleted', seq: SEQ, count: 7 }]);
  assert.deepEqual(cachedDownloads(cache), [DOWNLOADS, DOWNLOADS]);
  assert.deepEqual(await reading(cache, () => undefined), [DOWNLOADS, DOWNLOADS]);
});

test('a realm has one slug, and a slug one realm', async () => {
  const cache = realmJsonCache();
  await reading(cache, () => undefined);
  await reading(cache, () => undefined, 'two');
  assert.deepEqual([cache.detail('one'), cache.detail('two') !== undefined], [undefined, true]);
  await cache.putIfUnchanged(async (put) =>
    put.detail(SEQ + 1, { slug: 'two', downloadCount: 0 } as RealmDetail, true),
  );
  cache.delete([SEQ]);
  assert.equal(downloadsOf(cache.detail('two') ?? assert.fail()), 0);
});

test('invalidated JSON is not returned from that moment on, neither is what was being read; what is read later is', async () => {
  const cache = realmJsonCache();
  const changed = sparseNumbers();
  const holds = () => [cache.summary(SEQ), cache.detail('one')].map((json) => json !== undefined);
  await reading(cache, () => undefined);
  assert.deepEqual(holds(), [true, true]);
  await reading(cache, () => {
    changed.set(SEQ, 1);
    cache.invalidate(changed);
  });
  assert.deepEqual(holds(), [false, false]);
  await reading(cache, () => undefined);
  assert.deepEqual(holds(), [true, true]);
  cache.deleteInvalidated(SEQ); // it is newer
  assert.deepEqual(holds(), [true, true]);
  cache.invalidate(sparseNumbers());
  assert.deepEqual(holds(), [true, true]);
  changed.set(SEQ, 1);
  cache.invalidate(changed);
  cache.deleteInvalidated(SEQ);
  assert.deepEqual(holds(), [false, false]);
});

test('a warm cache has public realms only, as they are answered, and each until its realm changes', async (t) => {
  const ada = anAccount();
  const realms = (['public', 'unlisted', 'private'] as const).map((visibility) =>
    aRealm(ada, { slug: visibility, visibility }),
  );
  const catalog = await startCatalog({ accounts: [ada], realms });
  t.after(() => catalog[Symbol.asyncDispose]());
  const { db } = catalog.services;
  const seqs = (await db.all<{ seq: number }>(sql`select seq from realms`)).map(({ seq }) => seq);
  const index = searchIndex();
  for (const realm of await findIndexedRealms(db, seqs)) index.put(realm);

  const cache = realmJsonCache();
  const source = { cache, readerFor: () => db, scoresDay: () => '' };
  await warm(source, () => index, new AbortController().signal);
  for (const slug of ['unlisted', 'private']) assert.equal(cache.detail(slug), undefined, slug);
  assert.equal(seqs.filter((seq) => cache.summary(seq)).length, 1);
  const detail = cache.detail('public') ?? assert.fail('it is not there');
  assert.deepEqual(JSON.parse(String(oneRealm(detail).bytes)), (await catalog.ask('/v1/realms/public')).body);
  cache.delete(seqs);
  assert.equal(cache.detail('public'), undefined);
  assert.equal(seqs.filter((seq) => cache.summary(seq)).length, 0);

  const fullOfDetails = { ...realmJsonCache(), isFull: { ofSummaries: false, ofDetails: true } };
  await warm({ ...source, cache: fullOfDetails }, () => index, new AbortController().signal);
  assert.equal(fullOfDetails.detail('public'), undefined);
  assert.equal(seqs.filter((seq) => fullOfDetails.summary(seq)).length, 1);
  const full = { ...realmJsonCache(), isFull: { ofSummaries: true, ofDetails: true } };
  await warm({ ...source, cache: full }, () => index, new AbortController().signal);
  assert.equal(seqs.filter((seq) => full.summary(seq)).length, 0);
  await warm(source, () => undefined, new AbortController().signal); // the index is dropped, and nothing is cached
  assert.equal(seqs.filter((seq) => cache.summary(seq)).length, 0);
});

test('what is read is cached if everyone may see it', async (t) => {
  const alice = anAccount();
  const realms = (['public', 'unlisted', 'private'] as const).map((visibility) =>
    aRealm(alice, { slug: visibility, visibility }),
  );
  const catalog = await startCatalog({ accounts: [alice], realms });
  t.after(() => catalog[Symbol.asyncDispose]());
  const { db } = catalog.services;
  const rows = await db.all<{ seq: number; slug: string }>(sql`select seq, slug from realms`);
  const [seq, unlisted, hidden] = realms.map(({ slug }) => rows.find((row) => row.slug === slug)?.seq ?? 0) as [
    number,
    number,
    number,
  ];
  const admin: AccountCaller = {
    kind: 'key',
    account: { id: alice.id, username: alice.username, role: 'admin', plan: 'free' },
    scopes: ['admin', 'realms:read'],
    source: { keyId: '', expiresAt: '' },
  };
  const cache = realmJsonCache();
  const source = { cache, readerFor: () => db, scoresDay: () => '' };

  assert.equal((await readSummaries(source, admin, [seq, unlisted, hidden, 1_000])).length, 2);
  assert.deepEqual(
    [seq, unlisted, hidden].map((one) => cache.summary(one) !== undefined),
    [true, false, false],
  );
  assert.equal((await readSummaries(source, anonymous, [seq, hidden])).length, 1);
  for (const { slug } of rows) assert.ok(await readDetail(source, admin, slug), slug);
  for (const slug of ['public', 'unlisted'])
    assert.ok(cache.detail(slug) && (await readDetail(source, anonymous, slug)));
  assert.equal(cache.detail('private'), undefined);
  assert.equal(await readDetail(source, anonymous, 'private'), undefined);
});
