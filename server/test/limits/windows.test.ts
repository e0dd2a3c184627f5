// Tests the windows that requests are counted in: when they begin and end, what a restart keeps of them, and that their memory is bounded.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import sql from 'sql-template-tag';
import { readConfig } from '../../src/config/config.ts';
import type { Caller } from '../../src/credentials/caller.ts';
import { hashSecret } from '../../src/credentials/secrets.ts';
import { limiter } from '../../src/limits/limiter.ts';
import { memoryWindowCounter, processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import { namedWindows, type Windows } from '../../src/limits/windows.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import { bearer, signUp, startCatalog } from '../support/harness.ts';
import { assertLimits, DEFAULTS, HOUR_MS, left, seed, stopClock } from './counted-requests.ts';

/** Redis has a clock of its own, which no test stops. */
const inMemory = { REDIS_URL: '' };

describe('the window', () => {
  test('is an hour that begins with the first request, and does not move', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog(seed, { ...DEFAULTS, ...inMemory });
    t.mock.timers.tick(600_000); // the service has run for a while
    const began = Date.now();
    const resets = new Set<string | null>();
    const remaining: (string | null)[] = [];
    const ask = async () => {
      const { headers } = await catalog.ask('/v1/realms');
      resets.add(headers.get('x-ratelimit-reset'));
      remaining.push(headers.get('x-ratelimit-remaining'));
    };
    await ask();
    t.mock.timers.tick(HOUR_MS / 2);
    await ask();
    t.mock.timers.tick(HOUR_MS / 2 - 1);
    await ask();
    assert.deepEqual([...resets], [String(Math.ceil((began + HOUR_MS) / 1_000))]);
    t.mock.timers.tick(1);
    await ask();
    assert.deepEqual(remaining, ['99', '98', '97', '99']);
    assert.equal([...resets][1], String(Math.ceil((began + 2 * HOUR_MS) / 1_000)));
  });

  test('a client that has used it up is refused until its end, served after it, and never told to wait for zero seconds', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '2', ...inMemory });
    const ask = () => catalog.ask('/v1/realms');
    for (const status of [200, 200, 429]) assert.equal((await ask()).status, status);
    t.mock.timers.tick(HOUR_MS - 1);
    const last = await ask();
    assert.equal(last.status, 429);
    assert.equal(last.headers.get('retry-after'), '1');
    t.mock.timers.tick(1);
    for (const status of [200, 200, 429]) assert.equal((await ask()).status, status);
  });

  test('a planned restart keeps the counts, of addresses and of accounts', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '7', RATE_LIMIT_AUTHENTICATED: '3' });
    const { token } = await signUp(catalog, { username: 'bob' });
    for (let n = 0; n < 4; n += 1) await catalog.ask('/v1/realms', bearer(token)); // one too many
    await catalog.ask('/v1/realms');
    const before = [await left(catalog), await left(catalog, bearer(token))];
    for (let n = 0; n < 2; n += 1) {
      await catalog.restart();
      assert.deepEqual([await left(catalog), await left(catalog, bearer(token))], before);
    }
    assert.equal((await catalog.ask('/v1/realms', bearer(token))).status, 429);
    const { headers } = await catalog.ask('/v1/realms');
    assertLimits(headers, { limit: 7, remaining: 3 });
  });

  test('a restart in which the next service starts before the last one stops keeps counting', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '10' });
    await catalog.ask('/v1/realms');
    const last = await openServices(catalog.services.config);
    await last.limiter.count({ kind: 'anonymous' }, '127.0.0.1');
    await last.close();
    await catalog.restart();
    assert.ok((await left(catalog)).remaining < 10);
  });

  test('a window that ended while the service was stopped is over', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '1', ...inMemory });
    for (const status of [200, 429]) assert.equal((await catalog.ask('/v1/realms')).status, status);
    t.mock.timers.tick(HOUR_MS);
    await catalog.restart();
    assert.equal((await catalog.ask('/v1/realms')).status, 200);
  });
});

describe('the memory of windows', () => {
  type Step = { do: 'hit'; windowKey: number } | { do: 'wait'; ms: number } | { do: 'restart' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 20, arbitrary: fc.record({ do: fc.constant('hit' as const), windowKey: fc.nat(14) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  );

  test('forgets windows that have ended, and evicts the oldest when it is full', async (t) => {
    stopClock(t);
    const windows = processWindowCounter(undefined, 4);
    for (const windowKey of ['a', 'b'])
      for (const count of [1, 2, 3]) assert.equal((await windows.hit(windowKey, 2, 1_000)).count, count);
    t.mock.timers.tick(900);
    for (const windowKey of ['c', 'd']) await windows.hit(windowKey, 2, 1_000);
    t.mock.timers.tick(100);
    await windows.hit('e', 2, 1_000);
    assert.deepEqual(await Promise.all(['a', 'b'].map((windowKey) => windows.peek(windowKey))), [undefined, undefined]);
    for (const windowKey of ['c', 'd']) assert.equal((await windows.hit(windowKey, 2, 1_000)).count, 2);

    for (const windowKey of ['f', 'g']) await windows.hit(windowKey, 2, 1_000); // none has ended: the oldest goes, and no other
    const counts = await Promise.all(
      ['c', 'd', 'e', 'f', 'g'].map(async (windowKey) => (await windows.peek(windowKey))?.count),
    );
    assert.deepEqual(counts, [undefined, 2, 1, 1, 1]);
  });

  test('evicts those over their limit only for others over theirs, the oldest first', async () => {
    const windows = processWindowCounter(undefined, 100);
    const exceed = async (name: string) => {
      for (const limit of [1, 1]) await windows.hit(name, limit, HOUR_MS);
    };
    const counts = () => Promise.all(['first', 'second'].map(async (name) => (await windows.peek(name))?.count));
    await exceed('first');
    await exceed('second');
    for (let n = 0; n < 1_000; n += 1) await windows.hit(`within ${n}`, 1, HOUR_MS);
    for (let n = 0; n < 98; n += 1) await exceed(`over ${n}`);
    assert.deepEqual(await counts(), [2, 2]);
    await exceed('one more');
    assert.deepEqual(await counts(), [undefined, undefined]);
  });

  test('is bounded, and evicts no window while there is room for those of its kind', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-'));
    const db = await openDatabase(readConfig({ DATA_DIR: dataDir }));
    stopClock(t);
    const limit = 2;
    const length = 1_000;

    async function run(most: number, steps: Step[]): Promise<void> {
      await db.batch([sql`delete from rate_windows`]);
      let windows = await memoryWindowCounter(db, most);
      /** What each window was last seen at. */
      const model = new Map<number, { count: number; endsAt: number; mayBeEvicted: boolean }>();

      function note(windowKey: number, count: number, endsAt: number): void {
        model.set(windowKey, { count, endsAt, mayBeEvicted: false });
        for (const isOver of [false, true]) {
          const ofKind = [...model.values()].filter((window) => window.count > limit === isOver);
          if (ofKind.length > most) for (const window of ofKind) window.mayBeEvicted = true;
        }
      }

      async function restart(): Promise<void> {
        await windows.close();
        const kept = await db.all<{ ends_at: number }>(sql`select ends_at from rate_windows`);
        assert.ok(kept.length <= 2 * most, `${kept.length} are kept of at most ${most} of each kind`);
        windows = await memoryWindowCounter(db, most);
      }

      for (const one of steps) {
        if (one.do === 'wait') t.mock.timers.tick(one.ms);
        else if (one.do === 'restart') await restart();
        else {
          const last = model.get(one.windowKey);
          const known = last && last.endsAt > Date.now() ? last : undefined;
          const { count, endsAt } = await windows.hit(String(one.windowKey), limit, length);
          const isKnown = known && count === known.count + 1 && endsAt === known.endsAt;
          const isNew = count === 1 && endsAt === Date.now() + length;
          const mayBeNew = !known || known.mayBeEvicted;
          assert.ok(isKnown || (isNew && mayBeNew), `${one.windowKey} is at ${count}, after ${known?.count ?? 0}`);
          note(one.windowKey, count, endsAt);
        }
      }
      await restart();
    }

    try {
      const runs = fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.array(step, { maxLength: 120 }), run);
      await fc.assert(runs, { numRuns: 300 });
    } finally {
      await db.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});

const of = (id: string) => ({ kind: 'key', account: { id, plan: 'free' } }) as unknown as Caller;

describe('several hits at once', () => {
  test('are counted all or not at all, in memory', async (t) => {
    stopClock(t);
    const windows = processWindowCounter();
    const take = (hits: number) => windows.take('a', 10, 1_000, hits);
    const endsAt = Date.now() + 1_000;
    assert.deepEqual(await take(4), { count: 4, endsAt, isTaken: true });
    assert.deepEqual(await take(7), { count: 4, endsAt, isTaken: false });
    t.mock.timers.tick(500);
    assert.deepEqual(await take(6), { count: 10, endsAt, isTaken: true });
    assert.deepEqual(await take(1), { count: 10, endsAt, isTaken: false });
    assert.equal((await windows.hit('a', 10, 1_000)).count, 11);
    t.mock.timers.tick(500);
    assert.deepEqual(await take(10), { count: 10, endsAt: Date.now() + 1_000, isTaken: true });
  });

  test('are taken of the account and of its address, or of neither', async () => {
    const windows = processWindowCounter();
    const counting = limiter(windows, { free: 5, authenticated: 10, premium: 20, address: 12 });
    const nobody = { kind: 'anonymous' } as const;
    const state = async (...taken: Parameters<typeof counting.take>) => {
      const { remaining, exceeded } = await counting.take(...taken);
      return [remaining, exceeded?.reason];
    };
    assert.deepEqual(await state(nobody, '10.0.0.1', 5), [0, undefined]);
    assert.deepEqual(await state(nobody, '10.0.0.1', 1), [
      0,
      'This costs 1, but only 0 of the limit of 5 requests an hour are left.',
    ]);
    assert.deepEqual(await state(of('a'), '10.0.0.2', 8), [2, undefined]);
    assert.match(
      String((await state(of('a'), '10.0.0.2', 3))[1]),
      /only 2 of the limit of 10 requests an hour are left/,
    );
    assert.deepEqual(await state(of('c'), '10.0.0.2', 2), [8, undefined]); // the address has 4 left: it was not asked for those 3
    const [remaining, reason] = await state(of('b'), '10.0.0.2', 9);
    assert.equal(remaining, 10);
    assert.match(String(reason), /limit of 12 authenticated requests an hour from one address/);
    assert.equal((await counting.read(of('b'), '10.0.0.2')).remaining, 10);
  });
});

/** What is counted, of whom, by which key, how often, and how more is refused; for an hour, unless it says so. */
const TABLE: [name: keyof Windows, whose: unknown[], key: string, limit: number, refusal: string, lengthMs?: number][] =
  [
    [
      'pages',
      ['2001:db8::1'],
      'pages 2001:db8:0:0::/64',
      11,
      'The limit of 11 pages an hour from one address is used up.',
    ],
    [
      'previews',
      ['2001:db8::1'],
      'previews 2001:db8:0:0::/64',
      12,
      'The limit of 12 files of previews an hour from one address is used up.',
    ],
    [
      'pageDownloads',
      ['2001:db8::1'],
      'pageDownloads 2001:db8:0:0::/64',
      13,
      'The limit of 13 downloads by web pages an hour from one address is used up.',
    ],
    [
      'accountPageDownloads',
      ['ada'],
      'pageDownloads account ada',
      13,
      'The limit of 13 downloads by web pages an hour of one account is used up.',
    ],
    [
      'registrations',
      ['2001:db8::1'],
      'registrations 2001:db8:0:0::/64',
      14,
      'The limit of 14 registrations an hour from one address is used up.',
    ],
    [
      'wrongPasswords',
      ['2001:db8::1'],
      'wrong passwords 2001:db8:0:0::/64',
      15,
      'The limit of 15 wrong passwords an hour from one address is used up.',
    ],
    [
      'logins',
      ['ada', '192.0.2.1'],
      `login ${hashSecret('ada')} 192.0.2.1`,
      10,
      'There were too many failed logins.',
      300_000,
    ],
    ['oauth', ['2001:db8::1'], 'oauth 2001:db8:0:0::/64', 1_000, 'There were too many requests from this IP address.'],
    ['mailsBy', ['192.0.2.1'], 'mails by 192.0.2.1', 20, 'Too many mails were requested.'],
    ['mailsTo', ['reset', 'ada@example.com'], `mails reset to ${hashSecret('ada@example.com')}`, 3, ''],
    ['notices', ['new-key', 'ada'], 'notices new-key ada', 5, ''],
    ['failuresOfAddress', ['192.0.2.1'], 'failed logins of address 192.0.2.1', 20, ''],
    ['failuresOfAccount', ['ada'], 'failed logins of account ada', 20, ''],
    ['failuresOfAll', [], 'failed logins of all', 1_000, ''],
    ['failuresLeftOut', [3_600_000], 'failed logins without an entry 3600000', 0, '', 26 * HOUR_MS],
    ['failureClosings', [3_600_000], 'closing of failed logins without an entry 3600000', 1, '', 26 * HOUR_MS],
  ];

describe('beside requests by tiers', () => {
  const limits = { RATE_LIMIT_PAGES: '11', RATE_LIMIT_PREVIEWS: '12', RATE_LIMIT_PAGE_DOWNLOADS: '13' };
  const { rateLimits } = readConfig({ ...limits, RATE_LIMIT_REGISTRATIONS: '14', RATE_LIMIT_FREE: '15' });
  const counter = processWindowCounter();
  const windows = namedWindows(counter, rateLimits);

  for (const [name, whose, key, limit, reason, lengthMs = HOUR_MS] of TABLE)
    test(`${name} are counted under the key that the last release knows, as often and as long as they may be`, async (t) => {
      stopClock(t);
      const kind = windows[name] as { [method in keyof Windows['logins']]: (...whose: unknown[]) => Promise<unknown> };
      const exceeded = { reason, endsAt: Date.now() + lengthMs };
      for (let count = 1; count <= limit; count += 1)
        assert.deepEqual(await kind.hit(...whose), { count, exceeded: undefined });
      if (limit > 0)
        assert.deepEqual(await kind.peek(...whose), { count: limit, exceeded }, 'one more would be too many');
      assert.deepEqual(await kind.hit(...whose), { count: limit + 1, exceeded });
      await assert.rejects(kind.admit(...whose), {
        public: {
          code: 'rate_limited',
          detail: `${reason} Try again in ${lengthMs / 1_000} seconds.`,
          headers: { 'retry-after': String(lengthMs / 1_000) },
        },
      });
      assert.deepEqual(await counter.peek(key), { count: limit + 2, endsAt: exceeded.endsAt, limit });
      await kind.reset(...whose);
      assert.equal(await kind.peek(...whose), undefined);
      await kind.admit(...whose).catch(() => assert.equal(limit, 0));
    });

  test('every name is in this table', () => {
    assert.deepEqual(
      TABLE.map(([name]) => name),
      Object.keys(windows),
    );
  });
});
