// Tests login sessions over HTTP: login and its limit of guesses, logout, refresh, and when a session ends.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { removeAccount } from '../../src/accounts/queries.ts';
import { familyPartOf, makeSecret } from '../../src/credentials/secrets.ts';
import {
  aKey,
  bearer,
  json,
  logIn,
  PASSWORD,
  pipelined,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
  type Reply,
} from '../support/harness.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';

const MINUTE_MS = 60_000;

let catalog: TestCatalog;
before(async () => {
  // Its clock is stopped below, and Redis has one of its own.
  catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', REDIS_URL: '' });
});
after(() => catalog[Symbol.asyncDispose]());

const login = (username: string, password = PASSWORD, address = '192.0.2.1'): Promise<Reply> => {
  const init = json({ username, password });
  return catalog.ask('/v1/auth/login', { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
};
const refresh = (refreshToken: string) => catalog.ask('/v1/auth/refresh', json({ refreshToken }));
const me = (token: string) => catalog.ask('/v1/me', bearer(token));

const wrong = (username: string, address?: string) => login(username, 'wrong password', address);

describe('logging in', () => {
  test('answers with a JWT of fifteen minutes and a refresh token', async () => {
    const { account } = await signUp(catalog, { username: 'barbara' });
    const before = Math.floor(Date.now() / 1_000);
    const { status, headers, body } = await login('barbara');
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(Object.keys(body).toSorted(), ['expiresIn', 'refreshToken', 'token', 'tokenType']);
    assert.equal(body.tokenType, 'Bearer');
    assert.equal(body.expiresIn, 900);
    const { alg, typ, kid } = decodeProtectedHeader(body.token);
    assert.deepEqual([alg, typ], ['EdDSA', 'at+jwt']);
    assert.match(kid ?? '', /^\S+$/);
    const { iss, aud, sub, sid, jti, exp = 0, iat = 0, ...others } = decodeJwt(body.token);
    assert.deepEqual([iss, aud, sub], [PUBLIC_URL, `${PUBLIC_URL}/v1`, account.id]);
    assert.match(String(sid), /^\S{20,}$/);
    assert.match(String(jti), /^\S{20,}$/);
    assert.equal(exp - iat, 900);
    assert.ok(iat >= before && iat <= before + 60);
    assert.deepEqual(others, {}, 'nothing else is told');
    const { body: second } = await login('barbara');
    assert.notEqual(decodeJwt(second.token).jti, jti);
    assert.notEqual(decodeJwt(second.token)['sid'], sid);
    assert.notEqual(second.refreshToken, body.refreshToken);
  });

  test('an unknown user, a wrong password and a removed account answer alike, byte for byte', async () => {
    const { account } = await signUp(catalog, { username: 'removed' });
    await catalog.services.db.batch(removeAccount(account.id, new Date().toISOString()));
    await signUp(catalog, { username: 'there' });
    const answers = await Promise.all(
      ['there', 'not-there', 'removed', '', '!'].map(async (username) => {
        const init = json({ username, password: 'wrong password' });
        const reply = await catalog.ask('/v1/auth/login', {
          ...init,
          headers: { ...init.headers, 'x-request-id': 'test-1' },
        });
        const headers = new Headers(reply.headers);
        for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) headers.delete(name);
        return { status: reply.status, headers: Object.fromEntries(headers), text: reply.text };
      }),
    );
    assert.equal(answers[0]?.status, 401);
    assert.match(answers[0]?.headers['www-authenticate'] ?? '', /^Bearer\b/);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test('needs both fields', async () => {
    assertRefused(await catalog.ask('/v1/auth/login', json({})), 'username', 'password');
    assertRefused(await catalog.ask('/v1/auth/login', json({ username: 1, password: [] })), 'username', 'password');
  });

  describe('by guessing', () => {
    test('is over after ten tries in five minutes, for this account from this address', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      await signUp(catalog, { username: 'target' });
      await signUp(catalog, { username: 'neighbour' });
      for (let n = 0; n < 10; n += 1) await assertStatus(401, wrong(n % 2 ? 'target' : 'TARGET'));
      for (const attempt of [wrong('target'), login('target'), login('Target')]) {
        const { status, headers, body } = await attempt;
        assert.equal(status, 429);
        assert.equal(body.code, 'rate_limited');
        const seconds = Number(headers.get('retry-after'));
        assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 300, String(seconds));
      }
      await assertStatus(200, login('neighbour'), login('target', PASSWORD, '192.0.2.2'));
      t.mock.timers.tick(5 * MINUTE_MS - 1);
      await assertStatus(429, login('target'));
      t.mock.timers.tick(1);
      await assertStatus(200, login('target'));
    });

    test('an unknown account is limited alike, so that the limit does not show which accounts exist', async () => {
      for (let n = 0; n < 10; n += 1) await assertStatus(401, wrong('nobody-here'));
      await assertStatus(429, wrong('nobody-here'));
    });

    test('of many attempts at once, ten are checked', async () => {
      await signUp(catalog, { username: 'rushed' });
      const replies = await Promise.all(Array.from({ length: 25 }, () => wrong('rushed')));
      assert.equal(replies.filter(({ status }) => status === 401).length, 10);
      assert.equal(replies.filter(({ status }) => status === 429).length, 15);
    });

    test('an IPv6 network is one address', async () => {
      await signUp(catalog, { username: 'sixth' });
      for (let n = 0; n < 10; n += 1) await assertStatus(401, wrong('sixth', `2001:db8:1:2::${n}`));
      await assertStatus(429, wrong('sixth', '2001:db8:1:2:ffff::1'));
      await assertStatus(401, wrong('sixth', '2001:db8:1:3::1'));
    });

    test('a success resets the count', async () => {
      await signUp(catalog, { username: 'forgetful' });
      for (let round = 0; round < 2; round += 1) {
        for (let n = 0; n < 9; n += 1) await assertStatus(401, wrong('forgetful'));
        await assertStatus(200, login('forgetful'));
      }
      for (let n = 0; n < 10; n += 1) await assertStatus(401, wrong('forgetful'));
      await assertStatus(429, login('forgetful'));
    });
  });
});

describe('a session', () => {
  test('is refreshed with a new token each time, and both its JWTs are valid', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'rotating' });
    let last = { token, refreshToken };
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await refresh(last.refreshToken);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body).toSorted(), ['expiresIn', 'refreshToken', 'token', 'tokenType']);
      assert.notEqual(body.refreshToken, last.refreshToken);
      assert.notEqual(body.token, last.token);
      assert.equal(decodeJwt(body.token)['sid'], decodeJwt(token)['sid']);
      last = body;
      await assertStatus(200, me(last.token));
    }
    await assertStatus(200, me(token));
  });

  test('ends, with all its tokens, when an old refresh token is used again', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'stolen' });
    const other = await logIn(catalog, 'stolen');
    const { body: second } = await refresh(refreshToken);
    const { body: third } = await refresh(second.refreshToken);
    await assertStatus(401, refresh(refreshToken));
    await assertStatus(401, me(token), me(second.token), me(third.token));
    await assertStatus(401, refresh(third.refreshToken));
    await assertStatus(200, me(other.token), refresh(other.refreshToken));
  });

  test('is refreshed by one of many requests at once, and then ends', async () => {
    const { refreshToken } = await signUp(catalog, { username: 'parallel' });
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
    const winners = replies.filter(({ status }) => status === 200);
    assert.ok(winners.length <= 1);
    assert.equal(replies.filter(({ status }) => status === 401).length, 5 - winners.length);
    for (const { body } of winners) {
      await assertStatus(401, me(body.token));
      await assertStatus(401, refresh(body.refreshToken));
    }

    const { refreshToken: next } = await logIn(catalog, 'parallel');
    const answers = await pipelined(catalog, 5, '/v1/auth/refresh', json({ refreshToken: next }));
    const won = [...answers.matchAll(/"token":"([^"]+)"/g)].map(([, token = '']) => token);
    assert.ok(won.length <= 1);
    await assertStatus(401, ...won.map(me));
  });

  test('is good for thirty days', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { refreshToken } = await signUp(catalog, { username: 'away' });
    const late = await logIn(catalog, 'away');
    t.mock.timers.tick(30 * 24 * 60 * MINUTE_MS - 1_000);
    await assertStatus(200, refresh(refreshToken));
    t.mock.timers.tick(1_000);
    await assertStatus(401, refresh(late.refreshToken));
  });

  test('is not refreshed with anything else', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'careful' });
    const { key } = await aKey(catalog, token);
    for (const wrong of [token, key, 'x', '', `${refreshToken.slice(0, -1)}x`, refreshToken.toUpperCase()])
      await assertStatus(401, refresh(wrong));
    assertRefused(await catalog.ask('/v1/auth/refresh', json({})), 'refreshToken');
    await assertStatus(200, refresh(refreshToken));
  });

  test('ends at once by its JWT, and no other session does', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'leaving' });
    const other = await logIn(catalog, 'leaving');
    const { status, text } = await catalog.ask('/v1/auth/logout', json({}, token));
    assert.deepEqual([status, text], [204, '']);
    await assertStatus(401, me(token), refresh(refreshToken), catalog.ask('/v1/realms', bearer(token)));
    await assertStatus(200, me(other.token), refresh(other.refreshToken));
  });

  test('ends at once by its JWT without a body, whatever is said of the type', async () => {
    await signUp(catalog, { username: 'silent' });
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { token } = await logIn(catalog, 'silent');
      const init = { method: 'POST', headers: { ...headers, ...bearer(token).headers } };
      await assertStatus(204, catalog.ask('/v1/auth/logout', init));
      await assertStatus(401, me(token));
    }
  });

  test('ends at once by its refresh token', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'going' });
    await assertStatus(204, catalog.ask('/v1/auth/logout', json({ refreshToken })));
    await assertStatus(401, me(token), refresh(refreshToken));
  });

  test('has to be named to be ended', async () => {
    const { token } = await signUp(catalog, { username: 'staying' });
    const { key } = await aKey(catalog, token);
    await assertStatus(401, catalog.ask('/v1/auth/logout', json({})), catalog.ask('/v1/auth/logout', json({}, key)));
    await assertStatus(401, catalog.ask('/v1/auth/logout', json({ refreshToken: 'x' })));
    await assertStatus(200, me(token), me(key));
  });
});

test('a refresh token that was never issued ends no session, whatever session it names', async () => {
  await using catalog = await startCatalog();
  const { token, refreshToken } = await signUp(catalog, { username: 'owner' });
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const forged = makeSecret('refresh', familyPartOf(makeSecret('refresh')));
  for (const refreshToken of [forged, makeSecret('refresh'), `${sid}.${makeSecret('refresh')}`, sid])
    for (const path of ['/v1/auth/refresh', '/v1/auth/logout']) await catalog.ask(path, json({ refreshToken }));
  assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
  assert.equal((await catalog.ask('/v1/auth/refresh', json({ refreshToken }))).status, 200);
});
