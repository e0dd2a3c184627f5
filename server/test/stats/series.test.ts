// Series of downloads, realms and accounts: by interval, by version, as CSV, and the sum of the totals at every moment.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { foldAll } from '../../src/downloads/fold.ts';
import { countVersionDownloads } from '../../src/downloads/queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { deleteRealm, updateRealm } from '../../src/realms/writes.ts';
import { removeAccount } from '../../src/accounts/queries.ts';
import { openServices } from '../../src/services.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';
import { fc } from '../support/fixed-seed.ts';

const DAY_MS = 86_400_000;
const ada = anAccount({ username: 'ada', createdAt: '2024-02-29T12:00:00.000Z' });
const realm = aRealm(ada, { slug: 'counted', category: 'blog', createdAt: '2024-03-01T00:00:00.000Z' });

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [ada], realms: [realm] });
});
after(() => catalog[Symbol.asyncDispose]());

interface Counted {
  day: string;
  version: string;
  count: number;
}
const INTERVALS = ['day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

const count = (id: string, ...counted: Counted[]) =>
  countDownloads(
    catalog.services.db,
    counted.map((one) => ({ id, ...one })),
  );

/** The first day of an interval, by the calendar of JavaScript. */
function firstDay(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  const time = Date.parse(day);
  const back = interval === 'week' ? (new Date(time).getUTCDay() + 6) % 7 : 0;
  return new Date(time - back * DAY_MS).toISOString().slice(0, 10);
}

function grouped(counted: Counted[], interval: Interval, isByVersion: boolean) {
  const sums = new Map<string, number>();
  for (const { day, version, count } of counted) {
    const key = `${firstDay(day, interval)} ${isByVersion ? version : ''}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const rows = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return rows.map(([key, downloads]) => {
    const [day = '', version = ''] = key.split(' ');
    return { day, ...(isByVersion && { version }), downloads };
  });
}

const anyDay = fc
  .date({ min: new Date('2023-12-20'), max: new Date('2025-01-12'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyCounted = fc.record({
  day: anyDay,
  version: fc.constantFrom('0.0.0', '1.0.0', '1.10.0', '2.0.0-rc.1+b'),
  count: fc.integer({ min: 1, max: 9 }),
});

describe('GET /realms/{slug}/downloads', () => {
  test('sums any downloads by interval, by version and between any days, as the plainest code does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCounted, { maxLength: 30 }), anyDay, anyDay, async (counted, from, to) => {
        const one = aRealm(ada);
        await catalog.insert({ realms: [one] });
        const folded = Math.floor(counted.length / 2);
        await count(one.id, ...counted.slice(0, folded));
        await foldAll(catalog.services.db);
        await count(one.id, ...counted.slice(folded)); // these are pending
        const within = counted.filter(({ day }) => day >= from && day <= to);
        for (const interval of INTERVALS)
          for (const isByVersion of [false, true])
            for (const [query, expected] of [
              ['', counted],
              [`&from=${from}&to=${to}`, within],
            ] as const) {
              const path = `/v1/realms/${one.slug}/downloads?interval=${interval}${isByVersion ? '&by=version' : ''}${query}`;
              const total = expected.reduce((sum, { count }) => sum + count, 0);
              assert.deepEqual((await catalog.ask(path)).body, {
                total,
                days: grouped(expected, interval, isByVersion),
              });
            }
        for (const version of new Set(counted.map(({ version }) => version))) {
          const own = counted.filter((row) => row.version === version);
          const total = own.reduce((sum, { count }) => sum + count, 0);
          assert.equal(await countVersionDownloads(catalog.services.db, one.id, version), total);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('counts each version by its own, the generated archive as 0.0.0, and each key once', async () => {
    const one = aRealm(ada);
    await catalog.insert({ realms: [one] });
    const path = `/v1/realms/${one.slug}/download`;
    for (const headers of [{}, { 'idempotency-key': 'a' }, { 'idempotency-key': 'a' }, { 'idempotency-key': 'b' }])
      assert.equal((await catalog.ask(path, { method: 'POST', headers })).status, 200);
    const { body } = await catalog.ask(`${path}s?by=version`);
    assert.deepEqual(body, {
      total: 3,
      days: [{ day: new Date().toISOString().slice(0, 10), version: '0.0.0', downloads: 3 }],
    });
  });

  test('as CSV has a header line, the same rows, and CRLF', async () => {
    const one = aRealm(ada);
    await catalog.insert({ realms: [one] });
    const path = `/v1/realms/${one.slug}/downloads?format=csv`;
    assert.equal((await catalog.ask(path)).text, 'day,downloads\r\n');
    await count(
      one.id,
      { day: '2024-12-30', version: '1.0.0', count: 2 },
      { day: '2025-01-05', version: '2.0.0-a+b', count: 3 },
    );
    const { headers, text } = await catalog.ask(path);
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(text, 'day,downloads\r\n2024-12-30,2\r\n2025-01-05,3\r\n');
    const byVersion = await catalog.ask(`${path}&by=version&interval=week`);
    assert.equal(byVersion.text, 'day,version,downloads\r\n2024-12-30,1.0.0,2\r\n2024-12-30,2.0.0-a+b,3\r\n');
    const etag = byVersion.headers.get('etag') ?? '';
    const again = await catalog.ask(`${path}&by=version&interval=week`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.notEqual((await catalog.ask(path.replace('?format=csv', ''))).headers.get('etag'), headers.get('etag'));
  });

  test('of more than 10,000 rows is a 400 that says what to do, and fewer days or longer intervals answer', async () => {
    const one = aRealm(ada);
    await catalog.insert({ realms: [one] });
    await catalog.services.db.batch([
      sql`insert into download_days (realm_id, day, version, count)
        with numbers (n) as (values ('0'), ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7'), ('8'), ('9'))
        select cast(${one.id} as text), '2024-01-' || a.n || b.n, c.n || '.' || d.n || '.' || e.n, 1
        from numbers a, numbers b, numbers c, numbers d, numbers e where a.n in ('1', '2')`,
      sql`update download_counts set count = 20000 where realm_id = ${one.id}`,
    ]);
    const path = `/v1/realms/${one.slug}/downloads?by=version`;
    const refused = await catalog.ask(path);
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'interval']);
    assert.equal((await catalog.ask(`${path}&interval=month`)).body.days.length, 1_000);
    assert.equal((await catalog.ask(`${path}&from=2024-01-20`)).body.days.length, 10_000);
    await catalog.services.db.batch(deleteRealm(one.id));
  });

  test('knows no other interval, grouping or format', async () => {
    for (const query of ['interval=year', 'interval=', 'by=day', 'format=xml', 'from=2024-02-30'])
      assert.equal((await catalog.ask(`/v1/realms/counted/downloads?${query}`)).status, 400, query);
  });
});

/** A Monday, and the days after it. */
const dayAt = (at: number) => new Date(Date.parse('2020-01-06') + at * DAY_MS).toISOString();

const series = (query: string) => catalog.ask(`/v1/stats/series?${query}`);

describe('GET /stats/series', () => {
  test('counts downloads by their day, realms and accounts by the day of their creation', async () => {
    await count(
      realm.id,
      { day: '2024-03-03', version: '1.0.0', count: 2 },
      { day: '2024-03-04', version: '1.0.0', count: 5 },
    );
    const { body } = await series('metric=downloads&category=blog');
    const points = [
      { day: '2024-03-03', value: 2 },
      { day: '2024-03-04', value: 5 },
    ];
    assert.deepEqual(body, { metric: 'downloads', interval: 'day', total: 7, points });
    assert.deepEqual((await series('metric=downloads&category=blog&interval=week')).body.points, [
      { day: '2024-02-26', value: 2 },
      { day: '2024-03-04', value: 5 },
    ]);
    assert.deepEqual((await series('metric=downloads&category=blog&to=2024-03-03')).body.total, 2);
    assert.deepEqual((await series('metric=realms&category=blog')).body.points, [{ day: '2024-03-01', value: 1 }]);
    assert.deepEqual((await series('metric=users')).body.points, [{ day: '2024-02-29', value: 1 }]);
    const csv = await series('metric=downloads&category=blog&format=csv');
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(csv.text, 'day,value\r\n2024-03-03,2\r\n2024-03-04,5\r\n');
  });

  test('an account that is removed leaves the series of accounts', async () => {
    const gone = anAccount({ createdAt: '2024-05-05T00:00:00.000Z' });
    await catalog.insert({ accounts: [gone] });
    assert.equal((await series('metric=users&from=2024-05-05')).body.total, 1);
    await catalog.services.db.batch(removeAccount(gone.id, new Date().toISOString()));
    await catalog.services.db.batch(removeAccount(gone.id, new Date().toISOString()));
    assert.deepEqual((await series('metric=users&from=2024-05-05')).body.points, []);
  });

  test('a metric is needed, users have no category, and an unknown category has no points', async () => {
    for (const query of ['', 'metric=stars', 'metric=users&category=blog', 'metric=realms&interval=hour'])
      assert.equal((await series(query)).status, 400, query);
    assert.equal((await series('metric=users&category=')).status, 200);
    assert.deepEqual((await series('metric=realms&category=unknown')).body.points, []);
  });

  test('of more than 1,000 days answers by week if no interval was asked for, and refuses days', async () => {
    await using old = await startCatalog({ accounts: [ada] });
    const realms = Array.from({ length: 1_001 }, (_, at) => aRealm(ada, { createdAt: dayAt(at) }));
    await old.insert({ realms });
    const { body } = await old.ask('/v1/stats/series?metric=realms');
    assert.deepEqual([body.interval, body.total, body.points.length], ['week', 1_001, 143]);
    const refused = await old.ask('/v1/stats/series?metric=realms&interval=day');
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'interval']);
    assert.equal(
      (await old.ask('/v1/stats/series?metric=realms&interval=day&from=2020-01-07')).body.points.length,
      1_000,
    );
  });
});

/** Whether every sum is that of its parts, read in one statement: of one moment. */
const sums = sql`select
  (select value from totals where name = 'downloads') as downloads,
  (select coalesce(sum(value), 0) from day_totals where metric = 'downloads' and category = '') as by_day,
  (select coalesce(sum(value), 0) from day_totals where metric = 'downloads' and category <> '') as by_category,
  (select coalesce(sum(download_days.count), 0) from download_days join realms on realms.id = realm_id
    where visibility = 'public') as by_realm,
  (select value from totals where name = 'realms') as realms,
  (select coalesce(sum(value), 0) from day_totals where metric = 'realms' and category = '') as realms_by_day,
  (select coalesce(sum(value), 0) from day_totals where metric = 'realms' and category <> '') as realms_by_category`;

async function assertSums(db: TestCatalog['services']['db']): Promise<void> {
  const [row = {}] = await db.all<Record<string, number>>(sums);
  const { downloads, by_day, by_category, by_realm, realms, realms_by_day, realms_by_category } = row;
  assert.deepEqual([by_day, by_category, by_realm].map(Number), [downloads, downloads, downloads].map(Number));
  assert.deepEqual([realms_by_day, realms_by_category].map(Number), [realms, realms].map(Number));
}

test('at every moment the points sum to the totals, while two processes download, hide, move, delete and create realms', async () => {
  await using busy = await startCatalog({ accounts: [ada] });
  const second = await openServices(busy.services.config);
  const dbs = [busy.services.db, second.db];
  const names = ['blog', 'saas', 'api'];
  let realms: NewRealm[] = [];
  const create = async () => {
    const made = aRealm(ada, { category: 'blog', downloadCount: realms.length % 3 });
    await busy.insert({ realms: [made] });
    realms.push(made);
  };
  for (let at = 0; at < 12; at += 1) await create();
  try {
    for (let round = 0; round < 8; round += 1) {
      const day = `2026-01-0${1 + (round % 5)}`;
      const work = realms.flatMap(({ id }, at) => {
        const db = dbs[at % 2] ?? busy.services.db;
        const visibility = (at + round) % 3 === 0 ? 'private' : 'public';
        const category = names[(at * 5 + round) % 3] ?? 'blog';
        return [
          () =>
            countDownloads(
              db,
              realms.map((one) => ({ id: one.id, version: `${at}.0.0`, day, count: 1 })),
            ),
          () => foldAll(db),
          () =>
            db.batch(updateRealm(id, at % 4 === 0 ? { category } : { visibility, category }, new Date().toISOString())),
        ];
      });
      const [gone, ...others] = realms;
      if (gone) work.push(() => busy.services.db.batch(deleteRealm(gone.id)));
      realms = others;
      await Promise.all([...work.map((one) => one()), create(), ...dbs.map((db) => assertSums(db))]);
      await assertSums(busy.services.db);
    }
    const kept = await busy.services.db.all(sql`select category, day, value from day_totals
      where metric = 'downloads' and category <> '' order by category, day`);
    const found = await busy.services.db.all(sql`select category, day, cast(sum(count) as bigint) as value
      from download_days join realms on realms.id = realm_id where visibility = 'public'
      group by category, day order by category, day`);
    assert.deepEqual(kept, found);
    const stats = (await busy.ask('/v1/stats')).body;
    assert.equal((await busy.ask('/v1/stats/series?metric=downloads')).body.total, stats.totalDownloads);
    assert.equal((await busy.ask('/v1/stats/series?metric=realms')).body.total, stats.totalRealms);
    for (const { id } of realms) await busy.services.db.batch(deleteRealm(id));
    assert.deepEqual(await busy.services.db.all(sql`select * from day_totals where metric <> 'users'`), []);
  } finally {
    await second.close();
  }
});
