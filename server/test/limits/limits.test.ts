// Tests who is counted as whom: what counts, accounts over all their credentials, addresses, and what is shown of it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { updateAccount } from '../../src/accounts/queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { newKey } from '../../src/accounts/keys/new-key.ts';
import { insertKey } from '../../src/accounts/keys/queries.ts';
import { clientAddress } from '../../src/http/client-address.ts';
import {
  aKey,
  anAccessToken,
  anAccount,
  bearer,
  breakTables,
  json,
  PASSWORD,
  request,
  send,
  signUp,
  startCatalog,
  useCatalog,
} from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { assertLimits, counted, DEFAULTS, left, seed } from './counted-requests.ts';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** A catalog with the limits as they are when nobody sets them, and clients that nobody else is: each test has addresses of its own. */
const shared = useCatalog(seed, { ...DEFAULTS, TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' });
let addresses = 0;
const newAddress = () => `198.18.${(addresses += 1)}.1`;

/** The bytes of a request that a proxy passes on for this address. */
const passedOn = (bytes: string, address: string) =>
  bytes.replace('connection: close\r\n', (line) => `${line}x-forwarded-for: ${address}\r\n`);

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
    await catalog.services.db.batch(insertKey(stored, newAuditEntry(commandActor, 'key.create', stored.id)));
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
