// Tests the three tiers: who is counted as whom, what counts, what every response shows of it, and that the numbers are exact.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import sql from 'sql-template-tag';
import { updateAccount } from '../../src/accounts/queries.ts';
import { readConfig } from '../../src/config.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { newKey } from '../../src/keys/new-key.ts';
import { createKey } from '../../src/keys/queries.ts';
import { clientAddress } from '../../src/client-address.ts';
import { memoryWindowCounter, processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import {
  aKey,
  anAccessToken,
  anAccount,
  aRealm,
  bearer,
  breakTables,
  type TestCatalog,
  exchange,
  json,
  PASSWORD,
  request,
  send,
  signUp,
  startCatalog,
} from '../support/harness.ts';
import { testOnce } from '../support/once.ts';

const HOUR = 3_600_000;
/** The limits as they are when nobody sets them; the harness sets these. */
const DEFAULTS = { RATE_LIMIT_FREE: '', RATE_LIMIT_ADDRESS: '', RATE_LIMIT_REGISTRATIONS: '' };

const ada = anAccount({ username: 'ada' });
const seed = { accounts: [ada], realms: [aRealm(ada, { slug: 'known' })] };

interface State {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** The number of requests that remain. To ask for it counts nothing. */
async function left(catalog: TestCatalog, init?: RequestInit): Promise<State> {
  const { status, body, text } = await catalog.ask('/v1/rate_limit', init);
  assert.equal(status, 200, text);
  return body as State;
}

function assertLimits(headers: Headers, { limit, remaining }: { limit: number; remaining: number }): void {
  assert.equal(headers.get('x-ratelimit-limit'), String(limit));
  assert.equal(headers.get('x-ratelimit-remaining'), String(remaining));
  const reset = headers.get('x-ratelimit-reset') ?? '';
  assert.match(reset, /^\d{10}$/);
  const ahead = Number(reset) * 1_000 - Date.now();
  assert.ok(ahead > HOUR - 120_000 && ahead <= HOUR + 1_000, `the window ends in an hour, not in ${ahead} ms`);
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** A catalog with the limits as they are when nobody sets them, and clients that nobody else is: each test has addresses of its own. */
let shared: TestCatalog;
before(async () => {
  shared = await startCatalog(seed, { ...DEFAULTS, TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' });
});
after(() => shared[Symbol.asyncDispose]());
let addresses = 0;
const newAddress = () => `198.18.${(addresses += 1)}.1`;

/** The bytes of a request that a proxy passes on for this address. */
const passedOn = (bytes: string, address: string) =>
  bytes.replace('connection: close\r\n', (line) => `${line}x-forwarded-for: ${address}\r\n`);

function stopClock(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
}

/** Everything under /v1, however it is spelled and whatever comes of it: each is one request. */
const counted: [what: string, bytes: string, status: number][] = [
  ['the reference spelling', request('GET', '/v1/api/realms'), 200],
  ['the short spelling', request('GET', '/v1/realms'), 200],
  ['a slash at the end', request('GET', '/v1/realms/known/'), 200],
  ['a query', request('GET', '/v1/api/realms?search=x'), 200],
  ['a HEAD', request('HEAD', '/v1/stats'), 200],
  ['what the caller holds already', request('GET', '/v1/stats', { 'if-none-match': '*' }), 304],
  ['the OpenAPI document', request('GET', '/v1/openapi.json'), 200],
  ['an unknown realm', request('GET', '/v1/realms/unknown'), 404],
  ['an unknown path', request('GET', '/v1/nothing'), 404],
  ['/v1 itself', request('GET', '/v1'), 404],
  ['/v1 and a query', request('GET', '/v1?x'), 404],
  ['a wrong method', request('POST', '/v1/stats'), 405],
  ['an odd method', request('PROPFIND', '/v1/api/realms'), 405],
  ['a wrong method for the rate limit', request('DELETE', '/v1/rate_limit'), 405],
  ['a wrong parameter', request('GET', '/v1/realms?limit=0'), 400],
  ['a bad percent-encoding', request('GET', '/v1/realms/%ff'), 400],
  ['a bad percent-encoding in the query', request('GET', '/v1/stats?x=%ff'), 400],
  ['a percent-encoded spelling', request('GET', '/%76%31/realms'), 200],
  ['a percent-encoded spelling of the segment /api', request('GET', '/v1/%61pi/realms'), 200],
  ['a percent-encoded spelling of an unknown path', request('GET', '/%76%31/nothing'), 404],
  ['a percent-encoded spelling with a bad one', request('GET', '/%76%31/realms/%ff'), 400],
  ['an address in full', request('GET', 'http://catalog.example/v1/realms'), 200],
  ['an unknown address in full', request('GET', 'http://catalog.example/v1/nothing'), 404],
  ['a bad address in full', request('GET', 'http://catalog.example/v1/realms/%ff'), 400],
  ['no host', 'GET /v1/realms HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a missing credential', request('GET', '/v1/me'), 401],
  ['a bad credential', request('GET', '/v1/realms', { authorization: 'Bearer wrong' }), 401],
  ['a bad credential that asks for the rate limit', request('GET', '/v1/rate_limit', bearer('wrong').headers), 401],
  ['two credentials', request('GET', '/v1/me', {}, 'authorization: Bearer a', 'authorization: Bearer b'), 401],
  [
    'a body of a wrong type',
    `${request('POST', '/v1/auth/login', { 'content-type': 'text/plain', 'content-length': '1' })}x`,
    415,
  ],
  [
    'a body that is no JSON',
    `${request('POST', '/v1/auth/login', { 'content-type': 'application/json', 'content-length': '1' })}{`,
    400,
  ],
];

describe('what counts', () => {
  for (const [what, bytes, status] of counted)
    test(`${what} counts once, and its response (${status}) shows what remains`, async () => {
      const address = newAddress();
      const answer = await send(shared, passedOn(bytes, address));
      assert.equal(answer.status, status);
      assertLimits(answer.headers, { limit: 100, remaining: 99 });
      assert.equal((await left(shared, from(address))).remaining, 99);
    });

  test('a success with or without a body, and an internal error, show it too', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const register = await catalog.ask('/v1/auth/register', json({ username: 'bob', password: PASSWORD }));
    assert.equal(register.status, 201);
    assertLimits(register.headers, { limit: 100, remaining: 99 });
    const { body } = await catalog.ask('/v1/auth/login', json({ username: 'bob', password: PASSWORD }));
    const logout = await catalog.ask('/v1/auth/logout', json({}, body.token));
    assert.equal(logout.status, 204);
    assertLimits(logout.headers, { limit: 1_000, remaining: 999 });
    await breakTables(catalog);
    const failure = await catalog.ask('/v1/stats');
    assert.equal(failure.status, 500);
    assertLimits(failure.headers, { limit: 100, remaining: 97 });
  });

  const free: [what: string, bytes: string][] = [
    ['a preflight', request('OPTIONS', '/v1/realms')],
    ['a preflight for an unknown path', request('OPTIONS', '/v1/nothing')],
    ['a preflight for a bad address', request('OPTIONS', '/v1/realms/%ff')],
    ['the reference', request('GET', '/docs')],
    ['/healthz', request('GET', '/healthz')],
    ['/readyz', request('GET', '/readyz')],
    ['/', request('GET', '/')],
    ['a path that only looks like it', request('GET', '/v1x/realms')],
    ['another path', request('GET', '/nothing')],
    ['the keys', request('GET', '/.well-known/oauth-authorization-server')],
    ['the rate limit', request('GET', '/v1/rate_limit')],
    ['the rate limit by its other spelling', request('GET', '/v1/api/rate_limit/')],
    ['a HEAD for the rate limit', request('HEAD', '/v1/rate_limit')],
  ];
  for (const [what, bytes] of free)
    test(`${what} does not count`, async () => {
      const address = newAddress();
      await send(shared, passedOn(bytes, address));
      assert.equal((await left(shared, from(address))).remaining, 100);
    });
});

describe('without a credential', () => {
  test('of 140 requests at once, over every spelling and with forged addresses, exactly 100 are served', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) => {
        const [, bytes = ''] = counted[n % counted.length] ?? [];
        const forged = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'True-Client-IP', 'X-Client-IP'].map((name) => {
          const address = `203.0.113.${n}`;
          return `${name}: ${name === 'Forwarded' ? `for=${address}` : address}\r\n`;
        });
        return send(
          catalog,
          bytes.replace('connection: close\r\n', (line) => line + forged.join('')),
        );
      }),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 40);
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    const expected = [...Array.from({ length: 100 }, (_, n) => 99 - n), ...refused.map(() => 0)];
    assert.deepEqual(
      remaining.toSorted((a, b) => b - a),
      expected,
    );
  });

  test('of 140 requests in one connection, sent without waiting for answers, exactly 100 are served', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const one = request('GET', '/v1/realms/unknown', { connection: 'keep-alive' });
    const text = await exchange(catalog, one.repeat(139) + request('GET', '/v1/realms/unknown'));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    const remaining = [...text.matchAll(/^x-ratelimit-remaining: (\d+)/gim)].map(([, number]) => Number(number));
    assert.equal(statuses.length, 140);
    assert.equal(statuses.filter((status) => status === '404').length, 100);
    assert.equal(statuses.filter((status) => status === '429').length, 40);
    assert.deepEqual(
      remaining,
      Array.from({ length: 140 }, (_, n) => Math.max(0, 99 - n)),
    );
  });

  test('one too many is a 429 problem that says when to come back, whatever is asked', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '1' });
    await catalog.ask('/v1/realms');
    for (const [what, bytes] of counted) {
      const { status, headers, text } = await send(catalog, bytes);
      assert.equal(status, 429, what);
      assertLimits(headers, { limit: 1, remaining: 0 });
      const seconds = headers.get('retry-after') ?? '';
      assert.match(seconds, /^[1-9]\d*$/);
      assert.ok(Math.abs(Number(headers.get('x-ratelimit-reset')) - Date.now() / 1_000 - Number(seconds)) <= 2);
      if (bytes.startsWith('HEAD')) continue;
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
      const body = JSON.parse(text) as Record<string, unknown>;
      assert.equal(body['code'], 'rate_limited');
      assert.equal(body['status'], 429);
    }
    assert.equal((await catalog.ask('/docs')).status, 200);
    assert.equal((await catalog.ask('/healthz')).status, 200);
    assert.equal((await catalog.ask('/v1/realms', { method: 'OPTIONS' })).status, 204);
  });

  test('failed credentials count on the address, and not on the account that they name', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const { token } = await signUp(catalog, { username: 'bob' });
    const { id, key } = await aKey(catalog, token);
    await catalog.ask(`/v1/keys/${id}`, { method: 'DELETE', ...bearer(token) });
    const account = await left(catalog, bearer(token));
    const address = await left(catalog);
    for (const wrong of [key, `${token}x`, 'wrong', `${key.slice(0, -1)}_`])
      assert.equal((await catalog.ask('/v1/realms', bearer(wrong))).status, 401);
    assert.equal((await left(catalog)).remaining, address.remaining - 4);
    assert.equal((await left(catalog, bearer(token))).remaining, account.remaining);
  });

  test('an address with nothing left gets 429 for a bad credential, and is served with a good one', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '2' });
    const { token } = await signUp(catalog, { username: 'bob' });
    assert.equal((await catalog.ask('/v1/realms', bearer('wrong'))).status, 429);
    assert.equal((await catalog.ask('/v1/realms', bearer(token))).status, 200);
  });
});

describe('with a credential', () => {
  test('an account is counted over all its credentials together, and over no other’s', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_AUTHENTICATED: '30' });
    const bob = await signUp(catalog, { username: 'bob' });
    const carol = await signUp(catalog, { username: 'carol' });
    const { key } = await aKey(catalog, bob.token);
    const { key: second } = await aKey(catalog, bob.token);
    const { accessToken } = await anAccessToken(catalog, bob.token);
    const before = await left(catalog, bearer(bob.token));
    assert.deepEqual([before.limit, before.remaining], [30, 27]);
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, n) =>
        catalog.ask(n % 2 ? '/v1/realms' : '/v1/api/stats', bearer([key, second, accessToken, bob.token][n % 4] ?? '')),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 27);
    assert.equal(answers.filter(({ status }) => status === 429).length, 21);
    assert.equal((await catalog.ask('/v1/realms', bearer(carol.token))).status, 200);
    assert.equal((await catalog.ask('/v1/realms')).status, 200);
  });

  test('of 5,100 requests with a premium key, exactly 5,000 are served', async () => {
    const catalog = shared;
    const premium = anAccount({ username: 'premium', plan: 'premium' });
    await catalog.insert({ accounts: [premium] });
    const { secret, stored } = newKey({ accountId: premium.id, name: 'test' });
    await createKey(catalog.services.db, stored, newAuditEntry(commandActor, 'key.create', stored.id));
    const statuses: number[] = [];
    for (let n = 0; n < 255; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => catalog.ask('/v1/realms/known', bearer(secret))),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    assert.equal(statuses.filter((status) => status === 200).length, 5_000);
    assert.equal(statuses.filter((status) => status === 429).length, 100);
  });

  test('the plan decides from the very next request on', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_AUTHENTICATED: '3' });
    const { token, account } = await signUp(catalog, { username: 'bob' });
    const ask = () => catalog.ask('/v1/realms', bearer(token));
    const set = (plan: 'free' | 'premium') => catalog.services.db.batch(updateAccount(account.id, { plan }));
    for (let n = 0; n < 3; n += 1) assert.equal((await ask()).status, 200);
    assert.equal((await ask()).status, 429);
    await set('premium');
    const reply = await ask();
    assert.equal(reply.status, 200);
    assertLimits(reply.headers, { limit: 5_000, remaining: 4_995 });
    await set('free');
    assert.equal((await ask()).status, 429);
  });
});

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
    t.mock.timers.tick(HOUR / 2);
    await ask();
    t.mock.timers.tick(HOUR / 2 - 1);
    await ask();
    assert.deepEqual([...resets], [String(Math.ceil((began + HOUR) / 1_000))]);
    t.mock.timers.tick(1);
    await ask();
    assert.deepEqual(remaining, ['99', '98', '97', '99']);
    assert.equal([...resets][1], String(Math.ceil((began + 2 * HOUR) / 1_000)));
  });

  test('a client that has used it up is refused until its end, served after it, and never told to wait for zero seconds', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '2', ...inMemory });
    const ask = () => catalog.ask('/v1/realms');
    for (const status of [200, 200, 429]) assert.equal((await ask()).status, status);
    t.mock.timers.tick(HOUR - 1);
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
    t.mock.timers.tick(HOUR);
    await catalog.restart();
    assert.equal((await catalog.ask('/v1/realms')).status, 200);
  });
});

const remaining = async (address: string) =>
  Number((await shared.ask('/v1/realms', from(address))).headers.get('x-ratelimit-remaining'));

describe('addresses', () => {
  const clients: [one: string, other: string][] = [
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::ffff:c000:201'],
    ['192.0.2.1', '::FFFF:192.0.2.1'],
    ['192.0.2.1', '0:0:0:0:0:ffff:c000:0201'],
    ['2001:db8:1:2::1', '2001:db8:1:2::2'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:1'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::1%eth1'],
    ['fe80::1', 'fe80::2%eth1'],
  ];
  for (const [one, other] of clients)
    test(`${one} and ${other} are one client`, () => {
      assert.equal(clientAddress(one), clientAddress(other));
    });

  const strangers: [one: string, other: string][] = [
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::', '2001:db8:1:1:ffff:ffff:ffff:ffff'],
    ['2001:db8::1', '2001:db9::1'],
    ['::1', '127.0.0.1'],
    ['unknown', '_hidden'], // what a proxy may say of its client
  ];
  for (const [one, other] of strangers)
    test(`${one} and ${other} are two clients`, () => {
      assert.notEqual(clientAddress(one), clientAddress(other));
    });

  test('behind a trusted proxy, the clients in front of it are counted', async () => {
    assert.equal(await remaining('203.0.113.1'), 99);
    assert.equal(await remaining('203.0.113.2'), 99);
    assert.equal(await remaining('203.0.113.1'), 98);
    assert.equal(await remaining('::ffff:203.0.113.1'), 97, 'a mapped IPv4 address is that address');
    assert.equal(await remaining('203.0.113.1, 10.1.2.3'), 96, 'a second proxy that is believed');
    assert.equal(await remaining('198.51.100.9, 203.0.113.1'), 95, 'the client’s own claim is not believed');
    assert.equal(await remaining('203.0.113.77, 192.0.2.7, 203.0.113.1'), 94);
    assert.equal(await remaining('2001:db8:1:2::1'), 99);
    assert.equal(await remaining('2001:db8:1:2:aaaa::2'), 98, 'the same /64');
    assert.equal(await remaining('2001:db8:1:3::1'), 99);
  });

  for (const header of ['forwarded', 'x-real-ip', 'true-client-ip', 'x-client-ip'])
    test(`${header} is never trusted`, async () => {
      const { remaining } = await left(shared); // of the proxy itself, which every test of this header asks from
      for (const [at, address] of ['203.0.113.1', '203.0.113.2'].entries()) {
        const headers = { [header]: header === 'forwarded' ? `for=${address}` : address };
        const reply = await shared.ask('/v1/realms', { headers });
        assert.equal(reply.headers.get('x-ratelimit-remaining'), String(remaining - 1 - at));
      }
    });

  for (const networks of ['', '10.0.0.0/8', '127.0.0.2', '2001:db8::/32'])
    testOnce(`TRUST_PROXY=${networks} does not trust 127.0.0.1`, async () => {
      await using catalog = await startCatalog(seed, { ...DEFAULTS, TRUST_PROXY: networks });
      for (const [at, address] of ['203.0.113.1', '10.0.0.1', '127.0.0.2'].entries()) {
        const reply = await catalog.ask('/v1/realms', from(address));
        assert.equal(reply.headers.get('x-ratelimit-remaining'), String(99 - at));
      }
    });
});

describe('GET /rate_limit', () => {
  test('shows each tier its own state, under both spellings, and no cache may store the response', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const free = await signUp(catalog, { username: 'free' });
    const premium = await signUp(catalog, { username: 'premium', plan: 'premium' });
    const tiers: [init: RequestInit, tier: string, limit: number, remaining: number][] = [
      [{}, 'free', 100, 96],
      [bearer(free.token), 'authenticated', 1_000, 1_000],
      [bearer(premium.token), 'premium', 5_000, 5_000],
    ];
    for (const [init, tier, limit, remaining] of tiers)
      for (const path of ['/v1/api/rate_limit', '/v1/rate_limit']) {
        const { status, headers, body } = await catalog.ask(path, init);
        assert.equal(status, 200);
        assert.deepEqual(body, { tier, limit, remaining, reset: Number(headers.get('x-ratelimit-reset')) });
        assertLimits(headers, { limit, remaining });
        assert.equal(headers.get('cache-control'), 'private, no-store');
      }
  });

  test('answers also when nothing is left', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '1' });
    for (const status of [200, 429, 429]) assert.equal((await catalog.ask('/v1/realms')).status, status);
    const { limit, remaining } = await left(catalog);
    assert.deepEqual({ limit, remaining }, { limit: 1, remaining: 0 });
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
      for (const limit of [1, 1]) await windows.hit(name, limit, HOUR);
    };
    const counts = () => Promise.all(['first', 'second'].map(async (name) => (await windows.peek(name))?.count));
    await exceed('first');
    await exceed('second');
    for (let n = 0; n < 1_000; n += 1) await windows.hit(`within ${n}`, 1, HOUR);
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
