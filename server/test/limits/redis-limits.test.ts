// Tests the limits of several processes on one Redis: exact over all of them, and per process while Redis does not answer.
// Run: one store, own process
// Needs: Redis
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { createClient } from 'redis';
import sql from 'sql-template-tag';
import { processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import { redisWindowCounter } from '../../src/limits/redis-window-counter.ts';
import type { WindowCounter } from '../../src/limits/window-counter.ts';
import { startCatalog, type TestCatalog, type Reply } from '../support/harness.ts';
import { without } from '../support/servers/debian.ts';
import { freePort } from '../support/free-port.ts';
import { anyRedis, startRedis, type RedisServer } from '../support/servers/redis.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
/** Each test of its own, so that the summary counts what is skipped. */
const needsToStopIt = { skip: without('redis-server') };
const needsRedis = process.env['TEST_REDIS_URL'] ? {} : needsToStopIt;

/** A new client, so that tests on one Redis do not share a window. */
function someone(): RequestInit {
  return { headers: { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` } };
}

const windowKeyOf = ({ headers }: RequestInit) => `address ${new Headers(headers).get('x-forwarded-for')}`;

/** Saves a window as a process without Redis does when it stops. */
const saveWindow = ({ services }: TestCatalog, windowKey: string, count: number, endsAt: number) =>
  services.db.batch([
    sql`insert into rate_windows (bucket, count, ends_at, allowed) values (${windowKey}, ${count}, ${endsAt}, 50)`,
  ]);

const savedWindows = async ({ services }: TestCatalog) =>
  (await services.db.all<{ bucket: string }>(sql`select bucket from rate_windows`)).map(({ bucket }) => bucket);

const catalogOn = (url: string, limit: number) =>
  startCatalog({}, { REDIS_URL: url, RATE_LIMIT_FREE: String(limit), TRUST_PROXY: '127.0.0.1' });

const statusesOf = (replies: Reply[]) => Object.groupBy(replies, ({ status }) => String(status));

async function remaining(catalog: TestCatalog, client: RequestInit): Promise<number> {
  const { status, body, text } = await catalog.ask('/v1/rate_limit', client);
  assert.equal(status, 200, text);
  return body.remaining as number;
}

/** A window counter on this Redis, and the lines that it logs. */
async function windowCounterOn(url: string): Promise<{ windowCounter: WindowCounter; logged: string[] }> {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  return { windowCounter: await redisWindowCounter(url, processWindowCounter(), log), logged };
}

/** Runs a command as an operator would. */
async function operator(url: string) {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.destroy() });
}

/** Whether a hit through `one` is counted in Redis, so that another process sees it. */
async function isCountedFor(other: WindowCounter, one: WindowCounter): Promise<boolean> {
  const windowKey = randomUUID();
  await one.hit(windowKey, 10, 1_000);
  return (await other.peek(windowKey)) !== undefined;
}

describe('catalogs on one Redis', () => {
  let redis: Awaited<ReturnType<typeof anyRedis>>;
  let url = '';
  before(async () => {
    redis = await anyRedis();
    url = redis?.url ?? '';
  });
  after(async () => redis?.[Symbol.asyncDispose]());

  test('continue the windows that were counted without it', needsRedis, async () => {
    await using plain = await catalogOn('', 50);
    const [busy, known, past] = [someone(), someone(), someone()];
    for (let n = 0; n < 5; n += 1) await plain.ask('/v1/realms', busy);
    await plain.ask('/v1/realms', known);
    const reset = (await plain.ask('/v1/realms', busy)).headers.get('x-ratelimit-reset');
    await plain.services.windowCounter.close(); // as at a stop
    await saveWindow(plain, windowKeyOf(past), 40, Date.now() - 1_000);
    const { windowCounter } = await windowCounterOn(url);
    for (let n = 0; n < 9; n += 1) await windowCounter.hit(windowKeyOf(known), 50, HOUR_MS);
    await windowCounter.close();

    await using withRedis = await startCatalog({}, { ...plain.env, REDIS_URL: url });
    const { headers } = await withRedis.ask('/v1/realms', busy);
    assert.deepEqual([headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')], ['43', reset]);
    assert.equal(await remaining(withRedis, known), 41, 'Redis had counted more');
    assert.equal(await remaining(withRedis, past), 50, 'its window was over');
    assert.deepEqual(await savedWindows(plain), []);
  });

  test('share one limit exactly under parallel requests', needsRedis, async () => {
    await using one = await catalogOn(url, 50);
    await using other = await catalogOn(url, 50);
    const client = someone();
    const replies = await Promise.all(
      Array.from({ length: 80 }, (_, n) => (n % 2 ? one : other).ask('/v1/realms', client)),
    );
    const { 200: passed = [], 429: refused = [] } = statusesOf(replies);
    assert.deepEqual([passed.length, refused.length], [50, 30]);
    const left = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => n),
    );
    for (const { headers } of refused) assert.equal(headers.get('x-ratelimit-remaining'), '0');
    const resets = new Set(replies.map(({ headers }) => headers.get('x-ratelimit-reset')));
    assert.equal(resets.size, 1, `the window ends at one moment, not at ${[...resets].join(', ')}`);
    const ahead = Number([...resets][0]) * 1_000 - Date.now();
    assert.ok(ahead > HOUR_MS - 60_000 && ahead < HOUR_MS + 60_000, `the window ends in an hour, not in ${ahead} ms`);
  });

  test('share one limit of web pages', needsRedis, async () => {
    const settings = { REDIS_URL: url, RATE_LIMIT_PAGES: '5', TRUST_PROXY: '127.0.0.1' };
    await using one = await startCatalog({}, settings);
    await using other = await startCatalog({}, settings);
    const client = someone();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? one : other).ask('/docs/counting', client)),
    );
    const { 200: passed = [], 429: refused = [] } = statusesOf(replies);
    assert.deepEqual([passed.length, refused.length], [5, 3]);
    for (const { text } of refused) assert.match(text, /The limit of 5 pages an hour from one address is used up/);
  });

  test('show what remains without counting, also after a restart', needsRedis, async () => {
    await using one = await catalogOn(url, 10);
    await using other = await catalogOn(url, 10);
    const client = someone();
    assert.equal(await remaining(one, client), 10);
    for (const catalog of [one, other, one]) await catalog.ask('/v1/realms', client);
    assert.deepEqual([await remaining(one, client), await remaining(other, client)], [7, 7]);
    await one.restart();
    assert.equal(await remaining(one, client), 7);
  });

  test('count each client on its own', needsRedis, async () => {
    await using catalog = await catalogOn(url, 1);
    for (const client of [someone(), someone()])
      for (const status of [200, 429]) assert.equal((await catalog.ask('/v1/realms', client)).status, status);
  });
});

describe('windows in Redis', () => {
  let redis: Awaited<ReturnType<typeof anyRedis>>;
  let windowCounter: WindowCounter;
  before(async () => {
    redis = await anyRedis();
    if (redis) ({ windowCounter } = await windowCounterOn(redis.url));
  });
  after(async () => {
    await windowCounter?.close();
    await redis?.[Symbol.asyncDispose]();
  });

  test('begin with their first request, expire, and begin again', needsRedis, async () => {
    const windowKey = randomUUID();
    const first = await windowCounter.hit(windowKey, 10, 300);
    assert.equal(first.count, 1);
    await until('the window did not end', async () => (await windowCounter.peek(windowKey)) === undefined);
    const next = await windowCounter.hit(windowKey, 10, HOUR_MS);
    assert.equal(next.count, 1);
    assert.ok(next.endsAt > first.endsAt);
    assert.deepEqual(await windowCounter.hit(windowKey, 10, HOUR_MS), { count: 2, endsAt: next.endsAt });
    assert.deepEqual(await windowCounter.peek(windowKey), { count: 2, endsAt: next.endsAt });
  });

  test('take several hits at once or none, whoever takes at the same time', needsRedis, async () => {
    const windowKey = randomUUID();
    const first = await windowCounter.take(windowKey, 50, HOUR_MS, 4);
    assert.deepEqual([first.count, first.isTaken], [4, true]);
    assert.ok(first.endsAt > Date.now() + HOUR_MS - 60_000, 'a window that it opens has an end');
    const { windowCounter: other } = await windowCounterOn(redis?.url ?? '');
    const taken = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (n % 2 ? windowCounter : other).take(windowKey, 50, HOUR_MS, 4)),
    );
    await other.close();
    assert.equal(taken.filter(({ isTaken }) => isTaken).length, 11);
    assert.equal((await windowCounter.peek(windowKey))?.count, 48);
    assert.ok(taken.every(({ endsAt }) => endsAt === first.endsAt));
    await using raw = await operator(redis?.url ?? '');
    await raw.scriptFlush();
    assert.equal((await windowCounter.take(windowKey, 50, HOUR_MS, 2)).count, 50);
  });

  test('can be reset', needsRedis, async () => {
    const windowKey = randomUUID();
    await windowCounter.hit(windowKey, 10, HOUR_MS);
    await windowCounter.reset(windowKey);
    assert.equal(await windowCounter.peek(windowKey), undefined);
    assert.equal((await windowCounter.hit(windowKey, 10, HOUR_MS)).count, 1);
  });

  test('get an end if they have none, so that no client is refused for ever', needsRedis, async () => {
    const windowKey = randomUUID();
    const key = `realm-catalog:${windowKey}`;
    await using raw = await operator(redis?.url ?? '');
    await raw.set(key, '41');
    const { count, endsAt } = await windowCounter.hit(windowKey, 10, HOUR_MS);
    assert.equal(count, 42);
    assert.ok(endsAt > Date.now());
    assert.ok((await raw.pTTL(key)) > 0);
  });

  test('never end later than they last, where the clock of Redis is ahead', needsRedis, async () => {
    const windowKey = randomUUID();
    await using raw = await operator(redis?.url ?? '');
    await raw.set(`realm-catalog:${windowKey}`, '1', { expiration: { type: 'PX', value: HOUR_MS + 60_000 } });
    const { endsAt } = await windowCounter.hit(windowKey, 10, HOUR_MS);
    assert.ok(endsAt <= Date.now() + HOUR_MS, `it ends ${endsAt - Date.now()} ms ahead`);
  });

  test('continue after Redis has lost the scripts', needsRedis, async () => {
    const windowKey = randomUUID();
    await windowCounter.hit(windowKey, 10, HOUR_MS);
    await using raw = await operator(redis?.url ?? '');
    await raw.scriptFlush();
    assert.equal((await windowCounter.hit(windowKey, 10, HOUR_MS)).count, 2);
    await raw.scriptFlush();
    assert.equal((await windowCounter.peek(windowKey))?.count, 2);
  });
});

describe('when Redis does not answer', () => {
  let redis: RedisServer;
  before(async () => {
    const started = await startRedis();
    if (started) redis = started;
  });
  after(async () => redis?.[Symbol.asyncDispose]());

  test(
    'each process counts for itself, no request fails, and Redis counts again when it is back',
    needsToStopIt,
    async () => {
      await using one = await catalogOn(redis.url, 1_000_000);
      await using other = await catalogOn(redis.url, 1_000_000);
      const client = someone();
      const over = new AbortController();
      const replies: Reply[] = [];
      async function load(catalog: TestCatalog): Promise<void> {
        while (!over.signal.aborted) replies.push(await catalog.ask('/v1/realms', client));
      }
      const loads = [one, other, one, other].map(load);
      const passes = async (count: number) => {
        const target = replies.length + count;
        await until('requests stopped being answered', () => replies.length >= target);
      };
      await passes(50);
      await redis.stop();
      await passes(50);
      const used = 1_000_000 - (await remaining(one, client));
      assert.ok(used < replies.length, `${used} are counted by one process of ${replies.length} by both`);
      await redis.start();
      await passes(50);
      await until('Redis did not come back', () =>
        isCountedFor(other.services.windowCounter, one.services.windowCounter),
      );
      over.abort();
      await Promise.all(loads);
      assert.deepEqual(Object.keys(statusesOf(replies)), ['200']);
      await until(
        'the two do not count together',
        async () => (await remaining(one, client)) === (await remaining(other, client)),
      );
    },
  );

  test('a limit still holds in each process', needsToStopIt, async () => {
    await using one = await catalogOn(redis.url, 2);
    await using other = await catalogOn(redis.url, 2);
    const client = someone();
    await redis.stop();
    try {
      for (const catalog of [one, other])
        for (const status of [200, 200, 429]) assert.equal((await catalog.ask('/v1/realms', client)).status, status);
      const { windowCounter } = one.services;
      const taken = await Promise.all([3, 2, 1].map(async (hits) => windowCounter.take('several', 3, HOUR_MS, hits)));
      assert.deepEqual(
        taken.map(({ isTaken }) => isTaken),
        [true, false, false],
      );
    } finally {
      await redis.start();
    }
  });

  test('a window that is reset is reset in the process', needsToStopIt, async () => {
    const { windowCounter } = await windowCounterOn(redis.url);
    await redis.stop();
    try {
      for (const n of [1, 2]) assert.equal((await windowCounter.hit('someone', 10, HOUR_MS)).count, n);
      await windowCounter.reset('someone');
      assert.equal(await windowCounter.peek('someone'), undefined);
    } finally {
      await redis.start();
      await windowCounter.close();
    }
  });

  test('it is logged once when it is lost and once when it is back', needsToStopIt, async () => {
    const { windowCounter, logged } = await windowCounterOn(redis.url);
    const windowKey = randomUUID();
    for (let round = 1; round <= 2; round += 1) {
      await redis.stop();
      for (let n = 0; n < 20; n += 1) await windowCounter.hit(windowKey, 10, HOUR_MS);
      await redis.start();
      await until('Redis did not come back', () => logged.length >= round * 2);
    }
    await windowCounter.close();
    assert.equal(logged.length, 4, logged.join('\n'));
    for (const [n, line] of logged.entries()) assert.match(line, n % 2 ? /^Redis is back/ : /^Redis is lost/);
  });

  test(
    'a Redis that stays silent holds no request up for long, and is used again when it speaks',
    needsToStopIt,
    async () => {
      const { windowCounter, logged } = await windowCounterOn(redis.url);
      await using raw = await operator(redis.url);
      await raw.sendCommand(['CLIENT', 'PAUSE', '1500', 'ALL']);
      const windowKey = randomUUID();
      const counts = await Promise.all(
        Array.from({ length: 20 }, async () => windowCounter.hit(windowKey, 10, HOUR_MS)),
      );
      assert.deepEqual(
        counts.map(({ count }) => count),
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
      assert.match(logged[0] ?? '', /no answer/);
      await until('Redis did not come back', () => logged.length === 2);
      await windowCounter.close();
    },
  );

  test('a Redis that accepts no writes does not count as back', needsToStopIt, async () => {
    const { windowCounter, logged } = await windowCounterOn(redis.url);
    await using raw = await operator(redis.url);
    await raw.configSet('maxmemory', '1');
    const windowKey = randomUUID();
    for (let n = 1; n <= 3; n += 1) {
      assert.equal((await windowCounter.hit(windowKey, 10, HOUR_MS)).count, n);
      await setTimeout(300); // longer than it takes to try again
    }
    assert.equal(logged.length, 1, logged.join('\n'));
    assert.match(logged[0] ?? '', /OOM/);
    await raw.configSet('maxmemory', '0');
    await until('Redis did not come back', () => logged.length === 2);
    await windowCounter.close();
  });

  test('windows that were counted without it stay in the store while it accepts no writes', needsToStopIt, async () => {
    await using plain = await catalogOn('', 50);
    const client = someone();
    await saveWindow(plain, windowKeyOf(client), 20, Date.now() + HOUR_MS);
    await using raw = await operator(redis.url);
    await raw.configSet('maxmemory', '1');
    const full = await startCatalog({}, { ...plain.env, REDIS_URL: redis.url });
    await full[Symbol.asyncDispose]();
    assert.deepEqual(await savedWindows(plain), [windowKeyOf(client)]);
    await raw.configSet('maxmemory', '0');
    await using good = await startCatalog({}, { ...plain.env, REDIS_URL: redis.url });
    assert.equal(await remaining(good, client), 30);
  });

  test('a catalog starts without it, and counts in it once it answers', needsToStopIt, async () => {
    await redis.stop();
    const started = catalogOn(redis.url, 3);
    await using catalog = await started.finally(() => redis.start());
    const client = someone();
    assert.equal((await catalog.ask('/v1/realms', client)).status, 200);
    const { windowCounter } = await windowCounterOn(redis.url);
    await until('Redis did not come', () => isCountedFor(windowCounter, catalog.services.windowCounter));
    await windowCounter.close();
  });
});

test('the password of Redis is never logged', async () => {
  const { windowCounter, logged } = await windowCounterOn(`redis://user:hunter22@127.0.0.1:${await freePort()}/1`);
  await windowCounter.hit(randomUUID(), 10, HOUR_MS);
  await windowCounter.close();
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /ECONNREFUSED/);
  assert.doesNotMatch(logged.join(''), /hunter22/);
});
