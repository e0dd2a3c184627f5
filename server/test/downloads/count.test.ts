// The count of downloads: exactly one for each answer and at once, by many connections, groups and processes.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { statementsIn, type Database } from '../../src/db/database.ts';
import { counter } from '../../src/downloads/counter.ts';
import { listLiveCounts } from '../../src/downloads/queries.ts';
import { idempotencyKey } from '../../src/api/with-idempotency-key.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { deleteRealm } from '../../src/realms/writes.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { aRealm, startCatalog } from '../support/harness.ts';
import { ada, catalog, countOf, download, put, realm, startBeforeTests } from '../support/published.ts';
import { isLarge } from '../support/stores.ts';
import { until } from '../support/until.ts';

startBeforeTests();

/** In one process; the second set of stores takes longer for each. */
const DOWNLOADS = isLarge ? 3_000 : 10_000;
const POST = { method: 'POST' };

/** A realm by both of its names, as the counter is told it. */
async function named({ id }: { id: string }): Promise<{ id: string; seq: number; version: string }> {
  const row = await catalog.services.db.get<{ seq: number }>(sql`select seq from realms where id = ${id}`);
  return { id, seq: row?.seq ?? 0, version: '0.0.0' };
}
/** The count of a realm in the database, as another process reads it. */
const storedCount = async (db: Database, { id }: { id: string }) => (await listLiveCounts(db, [id]))[0]?.count;
const totalDownloads = async (): Promise<number> => (await catalog.ask('/v1/stats')).body.totalDownloads;

describe('the count', () => {
  test('of a deleted realm is not that of the next one', async () => {
    const gone = await put();
    for (const _ of [1, 2]) await download(gone.slug);
    assert.equal(await countOf(gone), 2);
    await catalog.services.db.batch(deleteRealm(gone.id));
    await catalog.services.catalog.follow();
    const next = await put(); // on SQLite it has the number of the deleted one
    assert.equal(await countOf(next), 0);
    await download(next.slug);
    assert.equal(await countOf(next), 1);
  });

  test(`of ${DOWNLOADS} downloads over 64 connections is exactly that of the answers 200`, async (t) => {
    const realms = await Promise.all([put(), put(), put({ visibility: 'unlisted' })]);
    const before = await totalDownloads();
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const answered = new Map(realms.map(({ id }) => [id, 0]));
    const ask = ({ id, slug }: NewRealm, spelling: string) =>
      new Promise<void>((resolve, reject) => {
        const asking = request(`${catalog.url}${spelling}/realms/${slug}/download`, { ...POST, agent }, (answer) => {
          if (answer.statusCode === 200) answered.set(id, (answered.get(id) ?? 0) + 1);
          answer.resume().on('end', resolve).on('error', reject);
        });
        asking.on('error', reject).end();
      });
    const started = performance.now();
    await Promise.all(
      Array.from({ length: DOWNLOADS }, (_, at) => ask(realms[(at % 7) % 3] ?? realm, at % 2 ? '/v1' : '/v1/api')),
    );
    t.diagnostic(`${Math.round(DOWNLOADS / ((performance.now() - started) / 1_000))} downloads/s`);
    agent.destroy();

    let listed = 0;
    for (const made of realms) {
      const expected = answered.get(made.id) ?? 0;
      assert.ok(expected > DOWNLOADS / 5);
      assert.equal(await countOf(made), expected);
      const { body } = await catalog.ask(`/v1/realms/${made.slug}/downloads`);
      assert.equal(body.total, expected);
      if (made.visibility === 'public') listed += expected;
    }
    assert.equal(
      [...answered.values()].reduce((sum, count) => sum + count),
      DOWNLOADS,
    );
    assert.equal(await totalDownloads(), before + listed);
  });

  test('is on the disk before the answer: another process sees it', async () => {
    const other = await openDatabase(catalog.services.config);
    for (let times = 1; times <= 3; times += 1) {
      await download();
      assert.equal(await storedCount(other, realm), times);
    }
    await other.close();
  });

  test('of two processes on one store, with and without keys, is exact', async () => {
    const second = await openServices(catalog.services.config);
    const { db } = catalog.services;
    const counters = [catalog.services.downloadCounter, second.downloadCounter];
    const counted = await named(realm);
    await Promise.all(
      Array.from({ length: 400 }, async (_, at) => {
        await setTimeout(at % 20);
        await counters[at % 2]?.count(counted, at % 4 < 2 ? aKey(`key ${at % 10}`) : undefined);
      }),
    );
    const count = await storedCount(db, realm);
    const keys = await db.get<{ n: number }>(sql`select count(*) as n from idempotency_keys where hash like 'key %'`);
    assert.equal(count, 200 + (keys?.n ?? 0));
    assert.equal(keys?.n, 10);
    await second.close();
  });

  test('of a realm that vanished is nothing, and the others of its group are counted', async () => {
    const gone = await put();
    await catalog.services.db.batch(deleteRealm(gone.id));
    const before = await totalDownloads();
    const { downloadCounter } = catalog.services;
    const nothing = { id: 'nothing', seq: 0, version: '0.0.0' };
    const all = await Promise.all([gone, realm, gone, nothing].map(named));
    await Promise.all(all.map((one) => downloadCounter.count(one)));
    assert.deepEqual([await countOf(), await totalDownloads()], [1, before + 1]);
  });

  test('that cannot be committed fails each of its callers, and the next group works', async () => {
    const { db, catalog: readModel } = catalog.services;
    let broken = true;
    const counting = counter(
      {
        ...db,
        batch: (statements) => (broken ? Promise.reject(new Error('the disk is full')) : db.batch(statements)),
      },
      readModel,
    );
    const counted = await named(realm);
    const results = await Promise.allSettled([counting.count(counted), counting.count(counted)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await countOf(), 0);
    broken = false;
    await counting.count(counted);
    assert.equal(await countOf(), 1);
    await counting.close();
  });

  test('of one turn of the event loop is one transaction, and the next turn another', async () => {
    const { db, catalog: readModel } = catalog.services;
    const batches: number[] = [];
    const counting = counter(
      {
        ...db,
        batch: (statements) =>
          db.batch(() => {
            const its = statementsIn(statements);
            if (typeof statements === 'function') batches.push(its.length); // the others fold
            return its;
          }),
      },
      readModel,
    );
    const counted = await named(realm);
    await Promise.all(Array.from({ length: 1_000 }, () => counting.count(counted)));
    assert.deepEqual(batches, [1]);
    await counting.count(counted);
    assert.deepEqual(batches, [1, 1]);
    await counting.close();
    assert.equal(await countOf(), 1_001);
  });

  test('takes in what comes until its transaction begins', async () => {
    const { db, catalog: readModel } = catalog.services;
    const called = Promise.withResolvers<void>();
    const begins = Promise.withResolvers<void>();
    let batches = 0;
    const counting = counter(
      {
        ...db,
        async batch(statements) {
          if (typeof statements === 'function') batches += 1; // the others fold
          called.resolve();
          await begins.promise;
          return db.batch(statements);
        },
      },
      readModel,
    );
    const counted = await named(realm);
    const early = counting.count(counted);
    await called.promise;
    await setImmediate();
    const late = counting.count(counted);
    begins.resolve();
    await Promise.all([early, late]);
    assert.deepEqual([batches, await countOf()], [1, 2]);
    await counting.close();
  });

  test('whose folding fails is in the log once, and folded when that works again', async () => {
    const { db, catalog: readModel } = catalog.services;
    let broken = true;
    const logged: string[] = [];
    const counting = counter(
      {
        ...db,
        batch: (statements) =>
          broken && typeof statements !== 'function'
            ? Promise.reject(new Error('the disk is full'))
            : db.batch(statements),
      },
      readModel,
      pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    );
    let counted = 0;
    await until('it has failed', async () => {
      await counting.count(await named(realm)); // the catalog itself may still fold what was counted before
      counted += 1;
      return logged.length > 0;
    });
    assert.match(logged.join(''), /^[^\n]*"the disk is full"[^\n]*"folding downloads failed"[^\n]*\n$/);
    broken = false;
    await counting.close();
    assert.deepEqual([logged.length, await countOf()], [1, counted]);
  });

  test('decides the order of the most downloaded a moment later', async () => {
    const [less, more] = [await put({ category: 'order' }), await put({ category: 'order' })];
    await download(less.slug);
    for (let times = 0; times < 3; times += 1) await download(more.slug);
    await until('the most downloaded is the first', async () => {
      const { body } = await catalog.ask('/v1/realms?category=order&sort=downloads');
      const slugs = body.realms.map(({ slug }: NewRealm) => slug);
      return slugs.join() === [more.slug, less.slug].join();
    });
  });

  test('decides that order at a stop at once, and after a crash soon', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const place = async () =>
      (await other.services.db.get<{ n: number }>(sql`select download_count as n from realms where id = ${realm.id}`))
        ?.n;
    await other.ask(`/v1/realms/${realm.slug}/download`, POST);
    await other.restart();
    assert.equal(await place(), 1);
    await countDownloads(other.services.db, [{ id: realm.id, version: '0.0.0', day: '2026-11-15', count: 40 }]);
    await other.restart();
    await until('the place follows the count', async () => (await place()) === 41);
  });

  test('decides it for more realms than are folded at once', async () => {
    await using other = await startCatalog({ accounts: [ada] });
    const realms = Array.from({ length: 1_203 }, () => aRealm(ada));
    await other.insert({ realms });
    await Promise.all(
      realms.map(({ id }, at) => other.services.downloadCounter.count({ id, seq: at + 1, version: '0.0.0' })),
    );
    await other.restart();
    const row = await other.services.db.get<{ n: number }>(sql`select sum(download_count) as n from realms`);
    assert.equal(row?.n, 1_203);
  });
});

function aKey(key: string) {
  return { ...idempotencyKey(key, [], '', { realmId: 'any', result: '' }), hash: key };
}
