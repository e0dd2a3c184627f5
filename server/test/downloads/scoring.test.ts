// Recent downloads and trends: by the formula, for all realms at once after each midnight, by one process of many, and after any stop.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import type { RealmSummary } from '@realm-catalog/contract';
import { insertAccount } from '../../src/accounts/queries.ts';
import { readConfig } from '../../src/config/config.ts';
import { anonymous } from '../../src/credentials/caller.ts';
import type { Database } from '../../src/db/database.ts';
import { foldAll } from '../../src/downloads/fold.ts';
import { openScoring } from '../../src/downloads/scoring.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { deleteRealm, insertRealm, updateRealm } from '../../src/realms/writes.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { fc } from '../support/fixed-seed.ts';
import { testOnce } from '../support/once.ts';
import { freshStores } from '../support/stores.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2026-11-16T00:00:00.000Z');
const dayBefore = (days: number, time = MIDNIGHT) => new Date(time - days * DAY_MS).toISOString().slice(0, 10);
const ada = anAccount({ username: 'ada' });

type Counted = { realm: NewRealm; daysAgo: number; version: string; count: number };

const count = (db: Database, counted: Counted[], time = MIDNIGHT) =>
  countDownloads(
    db,
    counted.map(({ realm, daysAgo, ...rest }) => ({ id: realm.id, day: dayBefore(daysAgo, time), ...rest })),
  );

/** The scores as the documents say them, of all downloads that there are. */
function scoreOf(counted: { daysAgo: number; count: number }[]): { recent: number; trending: number } {
  const sum = (from: number, to: number) =>
    counted.reduce((total, { daysAgo, count }) => total + (daysAgo >= from && daysAgo <= to ? count : 0), 0);
  const [r, b] = [sum(1, 7), sum(8, 35)];
  const x = Math.max(-94_906_265, Math.min(94_906_265, 4 * r - b));
  return { recent: sum(1, 90), trending: Math.sign(x) * Math.floor((x * x) / (b + 100)) + 0 };
}

const list = async (catalog: TestCatalog, query: string) =>
  (await catalog.ask(`/v1/realms?limit=100&${query}`)).body.realms as (RealmSummary & { recentDownloads: number })[];
const findScoresDay = async (catalog: TestCatalog) =>
  (await catalog.services.db.get<{ day: string }>(sql`select day from score_run`))?.day;

function setClock(t: TestContext, now = MIDNIGHT + 61_000): void {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now });
}

/** Scores the days before this time, and waits until this process shows them. */
async function score(catalog: TestCatalog, ...marks: [slug: string, recent: number][]): Promise<void> {
  await catalog.services.scoring.run();
  for (const [slug, recent] of marks)
    await until(
      'the new scores are shown',
      async () => (await list(catalog, '')).find((one) => one.slug === slug)?.recentDownloads === recent,
    );
}

const anyDays = fc.constantFrom(0, 1, 2, 7, 8, 9, 35, 36, 90, 91, 120);
const anyCount = fc.constantFrom(1, 2, 3, 10, 25, 100, 400, 40_000_000, 200_000_000);

test('any downloads give the scores and the orders of the formula, in SQL and in memory', async (t) => {
  await using catalog = await startCatalog({ accounts: [ada] });
  const { db } = catalog.services;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.record({ daysAgo: anyDays, version: fc.constantFrom('0.0.0', '1.0.0'), count: anyCount }), {
          maxLength: 6,
        }),
        { minLength: 2, maxLength: 12 },
      ),
      async (histories) => {
        const time = MIDNIGHT + (round += 1) * 1_000 * DAY_MS; // what was downloaded in other rounds is long ago
        setClock(t, time + 61_000);
        const category = `round-${round}`;
        const realms = histories.map((_, at) =>
          aRealm(ada, { category, slug: `r-${round}-${at}`, visibility: at % 5 === 4 ? 'unlisted' : 'public' }),
        );
        await catalog.insert({ realms });
        for (const [at, history] of histories.entries())
          await count(
            db,
            history.map((one) => ({ ...one, realm: realms[at] ?? assert.fail() })),
            time,
          );
        const expected = realms.flatMap((realm, at) =>
          realm.visibility === 'public' ? [{ ...realm, ...scoreOf(histories[at] ?? []) }] : [],
        );
        const marked = expected.find(({ recent }) => recent > 0);
        await score(catalog, ...(marked ? [[marked.slug, marked.recent] as [string, number]] : []));
        const byRecent = (a: (typeof expected)[0], b: (typeof expected)[0]) =>
          b.recent - a.recent || (a.id < b.id ? -1 : 1);
        const orders = {
          recent: expected.toSorted(byRecent),
          trending: expected.toSorted((a, b) => b.trending - a.trending || byRecent(a, b)),
        };
        for (const [sort, ordered] of Object.entries(orders) as ['recent' | 'trending', typeof expected][]) {
          const found = await list(catalog, `category=${category}&sort=${sort}`);
          const pairs = found.map(({ slug, recentDownloads }) => [slug, recentDownloads]);
          assert.deepEqual(
            pairs,
            ordered.map(({ slug, recent }) => [slug, recent]),
          );
        }
        for (const { slug, recent } of expected)
          assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.recentDownloads, recent);
      },
    ),
    { numRuns: 12 },
  );
});

describe('the step to a new day', () => {
  test('comes a minute after midnight, once, and again after days without a process', async (t) => {
    const realm = aRealm(ada, { slug: 'one' });
    await using catalog = await startCatalog({ accounts: [ada], realms: [realm] });
    const { db } = catalog.services;
    await count(db, [{ realm, daysAgo: 1, version: '1.0.0', count: 5 }]);
    setClock(t, MIDNIGHT + 59_000);
    await score(catalog);
    assert.equal(await findScoresDay(catalog), '2026-11-15'); // of the day before
    assert.equal((await list(catalog, ''))[0]?.recentDownloads, 0);
    setClock(t, MIDNIGHT + 60_000);
    await score(catalog, ['one', 5]);
    await count(db, [{ realm, daysAgo: 1, version: '1.0.0', count: 1 }]); // by a clock that is behind
    await score(catalog, ['one', 5]);
    setClock(t, MIDNIGHT + 5 * DAY_MS + 61_000);
    await catalog.restart();
    await score(catalog, ['one', 6]);
    assert.equal(await findScoresDay(catalog), '2026-11-21');
    setClock(t, MIDNIGHT + 100 * DAY_MS);
    await score(catalog, ['one', 0]);
    const left = await catalog.services.db.all(sql`select * from download_scores`);
    assert.equal(left.length, 1, 'the scores of the day before are deleted with the next step');
    setClock(t, MIDNIGHT + 5 * DAY_MS + 61_000); // the clock was wrong
    await score(catalog, ['one', 6]);
  });

  test('changes nothing of what a process shows until all is read, and then lists, details and searches together', async (t) => {
    const realms = Array.from({ length: 30 }, (_, at) => aRealm(ada, { slug: `r-${at}`, name: `Realm ${at}` }));
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const { db } = catalog.services;
    setClock(t, MIDNIGHT + 61_000);
    await count(
      db,
      realms.map((realm, at) => ({ realm, daysAgo: 2, version: '1.0.0', count: 1 + at })),
    );
    await score(catalog, ['r-0', 1]);
    await count(
      db,
      realms.map((realm, at) => ({ realm, daysAgo: 0, version: '1.0.0', count: 100 - 3 * at })),
    );
    setClock(t, MIDNIGHT + DAY_MS + 61_000);
    const former = realms.map((_, at) => 1 + at);
    const next = realms.map((_, at) => 101 - 2 * at);
    const scoring = catalog.services.scoring.run();
    for (let isOver = false; !isOver;) {
      const page = await list(catalog, 'sort=recent');
      isOver = page.some(({ recentDownloads }) => recentDownloads === 101);
      const found = page.map(({ recentDownloads }) => recentDownloads);
      assert.deepEqual(
        found,
        (isOver ? next : former).toSorted((a, b) => b - a),
      );
      const searched = await list(catalog, 'sort=recent&search=realm');
      if (isOver)
        assert.deepEqual(
          searched.map(({ recentDownloads }) => recentDownloads),
          next.toSorted((a, b) => b - a),
        );
    }
    await scoring;
    for (const [at, realm] of realms.entries())
      assert.equal((await catalog.ask(`/v1/realms/${realm.slug}`)).body.recentDownloads, next[at]);
  });

  test('a realm keeps its scores when it changes, hides and comes back, and a new realm in its place has none', async (t) => {
    const [one, other] = [aRealm(ada, { slug: 'one' }), aRealm(ada, { slug: 'other' })];
    await using catalog = await startCatalog({ accounts: [ada], realms: [one, other] });
    const { db } = catalog.services;
    setClock(t);
    await count(db, [
      { realm: one, daysAgo: 3, version: '0.0.0', count: 7 },
      { realm: other, daysAgo: 9, version: '0.0.0', count: 9 },
    ]);
    await score(catalog, ['one', 7]);
    const now = new Date().toISOString();
    await db.batch(updateRealm(one.id, { visibility: 'private', name: 'Another', category: 'blog' }, now));
    assert.deepEqual(
      (await list(catalog, 'sort=trending')).map(({ slug }) => slug),
      ['other'],
    );
    await db.batch(updateRealm(one.id, { visibility: 'public' }, now));
    const found = await list(catalog, 'sort=trending');
    assert.deepEqual(
      found.map(({ slug, recentDownloads }) => [slug, recentDownloads]),
      [
        ['one', 7],
        ['other', 9],
      ],
    );
    await db.batch(deleteRealm(one.id));
    await catalog.insert({ realms: [aRealm(ada, { slug: 'new' })] });
    assert.deepEqual(
      (await list(catalog, 'sort=recent')).map(({ slug, recentDownloads }) => [slug, recentDownloads]),
      [
        ['other', 9],
        ['new', 0],
      ],
    );
    assert.equal((await db.all(sql`select * from download_scores`)).length, 1);
  });
});

const holderOf = async (db: Database) =>
  (await db.get<{ holder: string }>(sql`select holder from jobs where name = 'scoring downloads'`))?.holder;

/** A database on which a process is killed after so many batches. */
function killedAfter(db: Database, batches: number): Database {
  let left = batches;
  return {
    ...db,
    async batch(statements) {
      if (left-- <= 0) throw new Error('killed');
      await db.batch(statements);
    },
  };
}

describe('the job', () => {
  test('goes on where a killed process stopped, when its time is over, and gives the same scores', async (t) => {
    const realms = Array.from({ length: 20 }, (_, at) => aRealm(ada, { slug: `r-${at}` }));
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const { db } = catalog.services;
    await count(
      db,
      realms.map((realm, at) => ({ realm, daysAgo: 1 + (at % 3), version: '1.0.0', count: 1 + at })),
    );
    await foldAll(db); // which would be the first batch of the one that is killed
    setClock(t);
    let lastWritten = -1;
    for (let batches = 1; batches <= 3; batches += 1) {
      const killed = openScoring(killedAfter(db, batches));
      await killed.run(); // fails
      await killed.close();
      assert.equal(await findScoresDay(catalog), '');
      const [row] = await db.all<{ n: number }>(sql`select count(*) as n from download_scores`);
      assert.ok((row?.n ?? 0) > lastWritten, 'each goes on after the one before');
      lastWritten = row?.n ?? 0;
      await catalog.services.scoring.run();
      assert.equal(await findScoresDay(catalog), '', 'the time of the killed one is not over');
      t.mock.timers.tick(30_001);
    }
    await score(catalog, ['r-19', 20]);
    const found = await list(catalog, 'sort=recent');
    assert.deepEqual(
      found.map(({ recentDownloads }) => recentDownloads),
      realms.map((_, at) => 20 - at),
    );
  });

  test('a process that stops in its midst lets another go on at once', async (t) => {
    const realms = Array.from({ length: 20 }, () => aRealm(ada));
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const { db } = catalog.services;
    await count(
      db,
      realms.map((realm) => ({ realm, daysAgo: 1, version: '1.0.0', count: 1 })),
    );
    setClock(t);
    const stopped = openScoring(db);
    const running = stopped.run();
    await until('some are written', async () => (await db.all(sql`select 1 as one from download_scores`)).length > 0);
    await stopped.close();
    await running;
    assert.equal(await holderOf(db), '');
    await score(catalog, [realms[0]?.slug ?? '', 1]);
    assert.equal(await findScoresDay(catalog), '2026-11-16');
  });

  test('of two processes at midnight, one writes, and both show it', async (t) => {
    const realms = Array.from({ length: 40 }, (_, at) => aRealm(ada, { slug: `r-${at}` }));
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const second = await openServices(catalog.services.config);
    try {
      const { db } = catalog.services;
      await count(
        db,
        realms.map((realm, at) => ({ realm, daysAgo: 1, version: '1.0.0', count: 1 + at })),
      );
      setClock(t);
      await Promise.all([catalog.services.scoring.run(), second.scoring.run()]);
      assert.equal(await findScoresDay(catalog), '2026-11-16');
      const revisions = await db.get<{ value: number }>(sql`select value from revisions`);
      await Promise.all([catalog.services.scoring.run(), second.scoring.run()]);
      assert.deepEqual(await db.get(sql`select value from revisions`), revisions);
      await score(catalog, ['r-39', 40]);
      const query = { tags: [], featured: false, sort: 'recent' as const, limit: 1, offset: 0 };
      await until(
        'the other process shows them',
        async () => (await second.catalog.list(anonymous, query)).realms[0]?.slug === 'r-39',
      );
    } finally {
      await second.close();
    }
  });

  test('a holder that was thought lost changes nothing any more', async (t) => {
    const realms = Array.from({ length: 12 }, (_, at) => aRealm(ada, { slug: `r-${at}` }));
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const { db } = catalog.services;
    await count(
      db,
      realms.map((realm) => ({ realm, daysAgo: 1, version: '1.0.0', count: 1 })),
    );
    setClock(t);
    let batches = 0;
    const slow = openScoring({
      ...db,
      async batch(statements) {
        await db.batch(statements);
        if ((batches += 1) !== 2) return;
        t.mock.timers.tick(30_001);
        await catalog.services.scoring.run();
        await count(db, [{ realm: realms.at(-1) ?? assert.fail(), daysAgo: 1, version: '1.0.0', count: 50 }]);
      },
    });
    await slow.run();
    await slow.close();
    const rows = await db.all<{ recent: number }>(sql`select recent from download_scores`);
    assert.deepEqual(
      rows.map(({ recent }) => recent),
      realms.map(() => 1),
    );
  });
});

const stopWhileScoring = fileURLToPath(new URL('./stop-while-scoring.ts', import.meta.url));

testOnce('a process that stops in the midst of it comes to its end, and lets another one go on', async () => {
  await using stores = await freshStores();
  const config = readConfig(stores.env);
  const realms = Array.from({ length: 60 }, () => aRealm(ada));
  const db = await openDatabase(config);
  await db.batch([...insertAccount(ada), ...realms.flatMap(insertRealm)]);
  await count(
    db,
    realms.map((realm) => ({ realm, daysAgo: 1, version: '1.0.0', count: 1 })),
    Date.now(),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [stopWhileScoring], { env: stores.env });
  assert.equal(stdout, 'closed');
  assert.equal(await holderOf(db), '');
  await db.close();
});
