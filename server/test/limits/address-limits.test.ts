// The limits of one address: accounts that it opens, authenticated requests over all accounts, how long it is told to wait, and which
// address it is when a proxy names a port with it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { retryAfter } from '../../src/http/problem.ts';
import { clientAddress } from '../../src/http/client-address.ts';
import { limiter } from '../../src/limits/limiter.ts';
import { processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import {
  aKey,
  bearer,
  json,
  PASSWORD,
  type Reply,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
} from '../support/harness.ts';

const HOUR_MS = 3_600_000;
const SEED = 20_261_115;
/** The limits as they are when nobody sets them; the harness sets these. */
const DEFAULTS = { RATE_LIMIT_ADDRESS: '', RATE_LIMIT_REGISTRATIONS: '' };
/** Redis has a clock of its own, which no test stops. */
const inMemory = { REDIS_URL: '' };
const behindProxy = { TRUST_PROXY: '127.0.0.1' };

const from = (address: string, init: RequestInit = {}) => ({
  ...init,
  headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': address },
});

const account = (username: string) => json({ username, password: PASSWORD });
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status);

function stopClock(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: 1_794_700_000_001 });
}

/** A 429 that names its limit and says when it ends. */
function assertRefused({ status, headers, body, text }: Reply, limit: string): void {
  assert.equal(status, 429, text);
  assert.equal(body.code, 'rate_limited');
  assert.ok(body.detail.includes(limit), body.detail);
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 3_600, `told to wait for ${seconds} seconds`);
}

describe('registrations', () => {
  const LIMIT = 'The limit of 5 registrations an hour from one address is used up.';

  test('an address opens five accounts an hour, and another address its own five', async () => {
    await using catalog = await startCatalog({}, { ...DEFAULTS, ...behindProxy });
    const register = (name: string, address: string) => catalog.ask('/v1/auth/register', from(address, account(name)));
    for (let n = 0; n < 5; n += 1) assert.equal((await register(`alice-${n}`, '203.0.113.1')).status, 201);
    const refused = await register('alice-5', '203.0.113.1');
    assertRefused(refused, LIMIT);
    assert.equal(refused.headers.get('x-ratelimit-limit'), '1000000', 'the headers stay those of the tier');
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '999994');
    assert.equal((await register('bob', '203.0.113.2')).status, 201);
  });

  test('all addresses of a /64 are one, and a credential changes nothing', async () => {
    await using catalog = await startCatalog({}, { ...DEFAULTS, ...behindProxy });
    const { token } = await signUp(catalog, { username: 'bob' });
    for (let n = 0; n < 5; n += 1) {
      const init = json({ username: `alice-${n}`, password: PASSWORD }, n % 2 ? token : undefined);
      assert.equal((await catalog.ask('/v1/auth/register', from(`2001:db8:1:2::${n}`, init))).status, 201);
    }
    const sixth = json({ username: 'alice-5', password: PASSWORD }, token);
    const refused = await catalog.ask('/v1/api/auth/register', from('2001:db8:1:2:ffff::1', sixth));
    assertRefused(refused, LIMIT);
    assert.equal(refused.headers.get('x-ratelimit-limit'), '1000', 'the headers stay those of the account');
  });

  test('a taken name counts, and an invalid request does not', async () => {
    await using catalog = await startCatalog({}, DEFAULTS);
    assert.equal((await catalog.ask('/v1/auth/register', account('alice'))).status, 201);
    for (let n = 0; n < 9; n += 1) assert.equal((await catalog.ask('/v1/auth/register', account('!'))).status, 400);
    for (let n = 0; n < 4; n += 1) assert.equal((await catalog.ask('/v1/auth/register', account('alice'))).status, 409);
    assertRefused(await catalog.ask('/v1/auth/register', account('alice')), LIMIT);
    assertRefused(await catalog.ask('/v1/auth/register', account('free')), LIMIT);
  });

  test('of many at once exactly five are served, and RATE_LIMIT_REGISTRATIONS sets another number', async () => {
    for (const [limit, served] of [
      ['', 5],
      ['7', 7],
    ] as const) {
      await using catalog = await startCatalog({}, { RATE_LIMIT_REGISTRATIONS: limit });
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, n) => catalog.ask('/v1/auth/register', account(`crowd-${n}`))),
      );
      assert.equal(statusesOf(replies).filter((status) => status === 201).length, served);
      assert.equal(statusesOf(replies).filter((status) => status === 429).length, 12 - served);
    }
  });

  test('after the hour, there are five more', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog({}, { ...inMemory, RATE_LIMIT_REGISTRATIONS: '1' });
    const register = (name: string) => catalog.ask('/v1/auth/register', account(name));
    assert.equal((await register('alice')).status, 201);
    t.mock.timers.tick(HOUR_MS / 2);
    assert.equal((await register('bob')).headers.get('retry-after'), '1800');
    t.mock.timers.tick(HOUR_MS / 2);
    assert.equal((await register('bob')).status, 201);
  });
});

/** A read, one where nothing is, one with a body, a HEAD, an error, and a token without an account. */
const authenticated: [what: string, path: string, init: (token: string) => RequestInit][] = [
  ['a read', '/v1/realms', bearer],
  ['a read under the other spelling', '/v1/api/stats', bearer],
  ['a read that needs a credential', '/v1/me', bearer],
  ['a write', '/v1/keys', (token) => json({ name: 'test' }, token)],
  ['a HEAD', '/v1/realms', (token) => ({ method: 'HEAD', ...bearer(token) })],
  ['an unknown path', '/v1/nothing', bearer],
];

async function people(catalog: TestCatalog, number = 0): Promise<string[]> {
  const one = await signUp(catalog, { username: `alice-${number}` });
  const other = await signUp(catalog, { username: `bob-${number}`, plan: 'premium' });
  return [one.token, other.token];
}

const caller = (id: string) => ({
  kind: 'key' as const,
  account: { id, username: id, role: 'user' as const, plan: 'free' as const },
  scopes: [],
  source: { expiresAt: '' },
});

describe('authenticated requests of one address', () => {
  const LIMIT = 'The limit of 4 authenticated requests an hour from one address is used up.';

  const catalog = useCatalog({}, { RATE_LIMIT_ADDRESS: '4', ...behindProxy });

  for (const [at, [what, path, init]] of authenticated.entries())
    test(`${what} is refused when the accounts of the address have had all of them`, async () => {
      const ask = (to: string, given: RequestInit = {}) => catalog.ask(to, from(`203.0.113.${at}`, given));
      const [alice = '', bob = ''] = await people(catalog, at);
      for (const [number, token] of [alice, bob, alice, bob].entries()) {
        const reply = await ask('/v1/realms', bearer(token));
        assert.equal(reply.status, 200, `request ${number}`);
      }
      const refused = await ask(path, init(bob));
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('x-ratelimit-limit'), '5000', 'the headers stay the account’s');
      assert.equal(refused.headers.get('x-ratelimit-remaining'), '4997');
      if (refused.text !== '') assertRefused(refused, LIMIT);
      assert.equal((await ask('/v1/realms')).status, 200, 'without a credential it is another limit');
      assert.equal((await ask('/v1/rate_limit', bearer(bob))).body.remaining, 4_997);
    });

  test('another address has its own, whatever account it is of', async () => {
    await using catalog = await startCatalog({}, { RATE_LIMIT_ADDRESS: '1', ...behindProxy });
    const [alice = ''] = await people(catalog);
    const ask = (address: string) => catalog.ask('/v1/realms', from(address, bearer(alice)));
    const addresses = ['203.0.113.1', '203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'];
    const replies: Reply[] = [];
    for (const address of addresses) replies.push(await ask(address));
    assert.deepEqual(statusesOf(replies), [200, 429, 200, 200, 429, 200]);
  });

  test('of many requests at once, over keys and sessions, exactly as many as the limit are served', async () => {
    await using catalog = await startCatalog({}, { RATE_LIMIT_ADDRESS: '21' });
    const [alice = '', bob = ''] = await people(catalog);
    const { key } = await aKey(catalog, alice);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        catalog.ask(n % 4 ? '/v1/realms' : '/v1/me', bearer([alice, bob, key][n % 3] ?? '')),
      ),
    );
    assert.equal(statusesOf(replies).filter((status) => status === 200).length, 20);
    assert.equal(statusesOf(replies).filter((status) => status === 429).length, 10);
  });

  test('if two limits are used up, the response names the one that ends last', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 });
    const limits = { free: 9, authenticated: 1, premium: 9, address: 1 };
    const counting = limiter(processWindowCounter(), limits);
    const why = async (id: string, ip: string) => (await counting.count(caller(id), ip)).exceeded?.reason;
    assert.equal(await why('alice', '192.0.2.1'), undefined);
    assert.match((await why('alice', '192.0.2.1')) ?? '', /of 1 requests an hour is/, 'both end at once');
    t.mock.timers.tick(1_000);
    assert.match((await why('bob', '192.0.2.1')) ?? '', /from one address/);
    assert.match((await why('bob', '192.0.2.1')) ?? '', /of 1 requests an hour is/, 'the account’s ends later');
    assert.equal(await why('carol', '192.0.2.2'), undefined);
    t.mock.timers.tick(HOUR_MS - 1_000); // alice’s hour is over, that of 192.0.2.2 is not
    assert.equal(await why('alice', '192.0.2.1'), undefined);
    assert.match((await why('carol', '192.0.2.1')) ?? '', /from one address/);
  });
});

describe('Retry-After', () => {
  test('is what is left, in whole seconds, of which waiting is enough; and at least 1', () => {
    const times = [fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -HOUR_MS, max: HOUR_MS })] as const;
    fc.assert(
      fc.property(...times, (now, left) => {
        const seconds = retryAfter(now + left, now);
        assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600);
        assert.ok(seconds * 1_000 >= left, 'waiting is enough');
        assert.ok(seconds === 1 || (seconds - 1) * 1_000 < left, 'and no second too long');
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  for (const [what, path, env, init] of [
    ['a tier', '/v1/realms', { RATE_LIMIT_FREE: '1' }, {}],
    ['registrations', '/v1/auth/register', { RATE_LIMIT_REGISTRATIONS: '1' }, account('alice')],
  ] as const)
    test(`for ${what}, is 3600 from the first millisecond of an hour, wherever in a second that lies`, async (t) => {
      stopClock(t); // in the first millisecond of a second: rounded up twice, the end would be 3601 seconds ahead
      await using catalog = await startCatalog({}, { ...inMemory, ...env });
      await catalog.ask(path, init);
      const waits: (string | null)[] = [];
      for (const ms of [0, 1, 998, 1, 1]) {
        t.mock.timers.tick(ms);
        waits.push((await catalog.ask(path, init)).headers.get('retry-after'));
      }
      assert.deepEqual(waits, ['3600', '3600', '3600', '3599', '3599']);
    });
});

describe('an address that a proxy names with a port', () => {
  /** What comes from one client. */
  const clients: [name: string, spellings: string[]][] = [
    ['203.0.113.7', ['203.0.113.7', '203.0.113.7:4711', '203.0.113.7:1', '::ffff:203.0.113.7', '203.0.113.7:4711 ']],
    ['2001:db8:1:2::/64', ['2001:db8:1:2::1', '[2001:db8:1:2::1]:4711', '[2001:DB8:1:2::2]', '[2001:db8:1:2::3]:1']],
  ];

  const catalog = useCatalog({}, { RATE_LIMIT_FREE: '', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' });

  for (const [name, spellings] of clients)
    for (const [path, how, before] of [
      ['/v1/realms', 'at an operation', 0],
      ['/v1/nothing', 'where nothing is', spellings.length + 1],
    ] as const)
      test(`${name} is one client in each spelling, ${how}`, async () => {
        const ask = async (address: string) =>
          Number((await catalog.ask(path, from(address))).headers.get('x-ratelimit-remaining'));
        for (const [at, spelling] of spellings.entries()) assert.equal(await ask(spelling), 99 - before - at, spelling);
        const through = `198.51.100.1:80, ${spellings[1]}, 10.1.2.3:443`;
        assert.equal(await ask(through), 99 - before - spellings.length, 'a trusted proxy is known with a port, too');
        const line = JSON.parse(catalog.logged.at(-1) ?? '{}') as { ip: string };
        assert.ok(!/[[\]]|:4711/.test(line.ip), `the log has ${line.ip}`);
        assert.equal(clientAddress(line.ip), name);
      });

  test('a text that is no address stays as it is, and is cut off where it is stored', async () => {
    for (const odd of ['unknown', '_hidden:4711', '1.2.3:4711', '[not]:1', '[]', ':80', 'x'.repeat(9_000)]) {
      const { status, headers } = await catalog.ask('/v1/realms', from(odd));
      assert.deepEqual([status, headers.get('x-ratelimit-remaining')], [200, '99'], odd);
      assert.ok(clientAddress(odd).length <= 64);
    }
  });
});

test('of a long list of proxies only the nearest are read', async () => {
  await using catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.1,10.0.0.0/8', RATE_LIMIT_FREE: '3' });
  const ask = (claimed: string) => {
    const headers = { 'x-forwarded-for': `${claimed}, ${Array.from({ length: 40 }, () => '10.0.0.1').join(', ')}` };
    return catalog.ask('/v1/realms', { headers });
  };
  const statuses: number[] = [];
  for (const claimed of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
    statuses.push((await ask(claimed)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

describe('web pages', () => {
  test('an address sees so many pages an hour, another one its own, and the API has nothing to do with it', async () => {
    await using catalog = await startCatalog({}, { ...behindProxy, RATE_LIMIT_PAGES: '3', RATE_LIMIT_FREE: '2' });
    const open = (address: string, path = '/docs/counting') => catalog.ask(path, from(address));
    for (let n = 0; n < 3; n += 1) assert.equal((await open('2001:db8:5:6::1')).status, 200);
    const refused = await open('2001:db8:5:6::2');
    assert.equal(refused.status, 429);
    assert.match(refused.text, /The limit of 3 pages an hour from one address is used up\./);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 3_600, `told to wait for ${seconds} seconds`);
    assert.equal((await open('2001:db8:5:6::1', '/assets/any/site.css')).status, 200);
    assert.equal((await open('2001:db8:5:7::1')).status, 200);
    const api = await open('2001:db8:5:6::1', '/v1/stats');
    assert.deepEqual([api.status, api.headers.get('x-ratelimit-remaining')], [200, '1']);
  });

  test('the hour of an address begins with its first page', async (t) => {
    stopClock(t);
    await using catalog = await startCatalog({}, { ...behindProxy, ...inMemory, RATE_LIMIT_PAGES: '1' });
    const open = () => catalog.ask('/docs/counting', from('203.0.113.40'));
    assert.deepEqual(statusesOf([await open(), await open()]), [200, 429]);
    t.mock.timers.tick(HOUR_MS);
    assert.deepEqual(statusesOf([await open(), await open()]), [200, 429]);
  });
});
