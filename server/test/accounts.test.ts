// Accounts over HTTP: opening one, logging in and out, sessions that rotate and end, and one's own account.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import { removeAccount } from '../src/accounts/queries.ts';
import { beginningOf, makeSecret } from '../src/credentials/secrets.ts';
import { browserAt } from './browser.ts';
import {
  aKey,
  anAccessToken,
  bearer,
  type Catalog,
  json,
  logIn,
  PASSWORD,
  type Person,
  pipelined,
  PUBLIC_URL,
  type Reply,
  request,
  send,
  signUp,
  startCatalog,
} from './harness.ts';

const MINUTE = 60_000;
const OTHER_PASSWORD = 'another horse, another battery';

let catalog: Catalog;
before(async () => {
  // Its clock is stopped below, and Redis has one of its own.
  catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', REDIS_URL: '' });
});
after(() => catalog[Symbol.asyncDispose]());

const register = (fields: object) => catalog.ask('/v1/auth/register', json(fields));
const login = (username: string, password = PASSWORD, address = '192.0.2.1'): Promise<Reply> => {
  const init = json({ username, password });
  return catalog.ask('/v1/auth/login', { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
};
const refresh = (refreshToken: string) => catalog.ask('/v1/auth/refresh', json({ refreshToken }));
const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const change = (token: string, fields: object) => catalog.ask('/v1/me', json(fields, token, 'PATCH'));

function assertRefused(reply: Reply, ...names: string[]): void {
  assert.equal(reply.status, 400, reply.text);
  assert.equal(reply.body.code, 'invalid_request');
  const fields = (reply.body.errors as { field: string }[]).map(({ field }) => field);
  assert.deepEqual([...new Set(fields)].toSorted(), names.toSorted());
  for (const { message } of reply.body.errors as { message: string }[]) assert.match(message, /\w/);
}
async function assertStatus(expected: number, ...replies: Promise<Reply>[]): Promise<void> {
  for (const { status, text } of await Promise.all(replies)) assert.equal(status, expected, text);
}

describe('opening an account', () => {
  test('answers 201 with the account, which has a free plan and nothing else set', async () => {
    const { status, headers, body, text } = await register({ username: 'ada', password: PASSWORD });
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    const { id, createdAt, ...others } = body;
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(others, { username: 'ada', name: '', email: '', bio: '', image: '', plan: 'free', role: 'user' });
    assert.ok(!text.includes(PASSWORD) && !text.includes('argon2'));
  });

  test('takes a name and an e-mail address, and ignores what nobody may choose', async () => {
    const said = { name: ' Grace Hopper ', email: 'grace@mail.example' };
    const extra = { id: 'mine', role: 'admin', plan: 'premium', bio: 'x', passwordHash: 'x', createdAt: 'x' };
    const { status, body } = await register({ username: 'grace', password: PASSWORD, ...said, ...extra });
    assert.equal(status, 201);
    assert.deepEqual([body.name, body.email, body.role, body.plan], ['Grace Hopper', said.email, 'user', 'free']);
    assert.notEqual(body.id, 'mine');
    const { token } = await logIn(catalog, 'grace');
    const { body: read } = await me(token);
    assert.deepEqual([read.name, read.email, read.role, read.plan], ['Grace Hopper', said.email, 'user', 'free']);
  });

  test('keeps the username lower-case, and a taken one is a 409 in any case', async () => {
    assert.equal((await register({ username: 'Linus', password: PASSWORD })).body.username, 'linus');
    for (const username of ['linus', 'LINUS', 'Linus']) {
      const { status, body } = await register({ username, password: PASSWORD });
      assert.equal(status, 409);
      assert.equal(body.code, 'conflict');
    }
    await assertStatus(200, login('LINUS'), login('linus'));
  });

  test('gives one name to one of many that ask for it at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => register({ username: n % 2 ? 'popular' : 'Popular', password: PASSWORD })),
    );
    assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), [
      '201',
      ...Array.from({ length: 7 }, () => '409'),
    ]);
  });

  for (const username of ['a', '0', 'a.b-c_d', 'x'.repeat(64), 'a--b', 'a.'])
    test(`the username ${username.slice(0, 20)} is good`, async () => {
      assert.equal((await register({ username, password: PASSWORD })).status, 201);
    });

  for (const username of [
    '',
    ' ',
    '-a',
    '.a',
    '_a',
    'a b',
    'a/b',
    'a@b',
    'ä',
    'x'.repeat(65),
    'a\u0000',
    '<b>',
    1,
    null,
    ['a'],
  ])
    test(`the username ${JSON.stringify(username).slice(0, 20)} is a 400 that names it`, async () => {
      assertRefused(await register({ username, password: PASSWORD }), 'username');
    });

  const goodPasswords = [
    '12345678',
    'ääää',
    '🚀🚀',
    'x'.repeat(1_024),
    'ä'.repeat(512),
    '        ',
    'a\u0000b\tc\nd\u007f',
  ];
  for (const [at, password] of goodPasswords.entries())
    test(`a password of ${Buffer.byteLength(password)} bytes (${JSON.stringify(password).slice(0, 20)}) is good, as it is`, async () => {
      const username = `good-${at}`;
      assert.equal((await register({ username, password })).status, 201);
      await assertStatus(200, login(username, password));
      await assertStatus(401, login(username, `${password} `), login(username, ` ${password}`));
    });

  for (const password of ['', '1234567', 'äää', 'äää1', '🚀', 'x'.repeat(1_025), `${'ä'.repeat(512)}x`, 12345678, null])
    test(`a password of ${Buffer.byteLength(String(password))} bytes (${JSON.stringify(password).slice(0, 20)}) is a 400 that names it`, async () => {
      assertRefused(await register({ username: 'nobody', password }), 'password');
    });

  test('long passwords are not cut: two that differ in their last byte are different', async () => {
    const password = 'p'.repeat(1_000);
    assert.equal((await register({ username: 'long', password })).status, 201);
    await assertStatus(401, login('long', `${password.slice(0, -1)}q`), login('long', password.slice(0, -1)));
    await assertStatus(200, login('long', password));
  });

  test('names every wrong field', async () => {
    assertRefused(await register({}), 'username', 'password');
    const wrong = await register({ username: '!', password: 'x', name: 'x'.repeat(101), email: 'x' });
    assertRefused(wrong, 'username', 'password', 'name', 'email');
  });
});

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
      t.mock.timers.tick(5 * MINUTE - 1);
      await assertStatus(429, login('target'));
      t.mock.timers.tick(1);
      await assertStatus(200, login('target'));
    });

    test('an unknown account is limited alike, so that nothing can be told from it', async () => {
      for (let n = 0; n < 10; n += 1) await assertStatus(401, wrong('nobody-here'));
      await assertStatus(429, wrong('nobody-here'));
    });

    test('of many tries at once, ten are answered', async () => {
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

    test('a success begins the count anew', async () => {
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
  test('is refreshed with a new token each time, and both JWTs of it are good', async () => {
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

  test('ends, with all that it was given, when an old refresh token is used again', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'stolen' });
    const other = await logIn(catalog, 'stolen');
    const { body: second } = await refresh(refreshToken);
    const { body: third } = await refresh(second.refreshToken);
    await assertStatus(401, refresh(refreshToken));
    await assertStatus(401, me(token), me(second.token), me(third.token));
    await assertStatus(401, refresh(third.refreshToken));
    await assertStatus(200, me(other.token), refresh(other.refreshToken));
  });

  test('gives one of many that refresh it at once an answer, and ends', async () => {
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
    t.mock.timers.tick(30 * 24 * 60 * MINUTE - 1_000);
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

describe('one’s own account', () => {
  const all = ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'];

  test('is read with each kind of credential, which is told with its scopes', async () => {
    const { account, token } = await signUp(catalog, { username: 'reader' });
    const { key } = await aKey(catalog, token);
    const { key: narrow } = await aKey(catalog, token, { scopes: ['collections:write'] });
    const { accessToken } = await anAccessToken(catalog, token, ['realms:read']);
    const kinds: [credential: string, kind: string, scopes: string[]][] = [
      [token, 'jwt', all],
      [key, 'key', ['realms:read', 'realms:write']],
      [narrow, 'key', ['collections:write']],
      [accessToken, 'oauth', ['realms:read']],
    ];
    for (const [credential, kind, scopes] of kinds) {
      const { status, body } = await me(credential);
      assert.equal(status, 200);
      assert.deepEqual(body, { ...account, credential: { kind, scopes } });
    }
  });

  test('changes in what is sent, and in nothing else', async () => {
    const { account, token } = await signUp(catalog, { username: 'changing', name: 'First' });
    const profile = { name: 'Second', bio: 'Builds.', image: 'https://me.example/a.png', email: 'me@mail.example' };
    const expected = { ...account };
    for (const [field, value] of Object.entries(profile)) {
      Object.assign(expected, { [field]: value });
      const { status, body } = await change(token, { [field]: value });
      assert.equal(status, 200);
      assert.deepEqual(body, expected);
      const { credential: _credential, ...read } = (await me(token)).body;
      assert.deepEqual(read, expected);
    }
    assert.deepEqual((await change(token, {})).body, expected);
    const extra = { username: 'x', role: 'admin', plan: 'premium', id: 'x', createdAt: 'x', passwordHash: 'x' };
    assert.deepEqual((await change(token, extra)).body, expected);
    const none = { name: '', bio: '', image: '', email: '' };
    assert.deepEqual((await change(token, none)).body, { ...account, ...none });
  });

  test('shows in its realms at once', async () => {
    const { token } = await signUp(catalog, { username: 'author' });
    const fields = { name: 'Mine', description: 'Of the author.', category: 'api' };
    const { slug } = (await catalog.ask('/v1/realms', json(fields, token))).body;
    await change(token, {
      name: 'The Author',
      bio: 'Writes.',
      image: 'https://me.example/a.png',
      email: 'a@b.example',
    });
    const { body, text } = await catalog.ask(`/v1/realms/${slug}`);
    const author = { username: 'author', name: 'The Author', bio: 'Writes.', image: 'https://me.example/a.png' };
    assert.deepEqual(body.author, author);
    assert.ok(!text.includes('a@b.example'));
  });

  const kept: [field: string, given: string, kept: string][] = [
    ['name', '  Ada\t\n', 'Ada'],
    ['name', 'Zoe\u0308', 'Zoë'],
    ['name', '🚀'.repeat(100), '🚀'.repeat(100)],
    ['bio', ` ${'e\u0301'.repeat(500)} `, 'é'.repeat(500)],
    ['bio', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['image', 'http://me.example/a.png', 'http://me.example/a.png'],
    ['email', ' me+x@mail.example ', 'me+x@mail.example'],
  ];
  const refused: [field: string, ...values: unknown[]][] = [
    ['name', 'x'.repeat(101), 'a\u0000b', 'a\u001fb', 'a\nb', 'a\u009fb', '\ud83d', 'a\udc00', 1, null, ['x'], {}],
    ['bio', 'x'.repeat(501), 'a\u0000b', 'a\tb', '\ud800', 1, null],
    ['image', 'a.png', '/a.png', '//me.example/a.png', 'data:image/png,x', 'javascript:alert(1)', 'https://', 1, null],
    [
      'email',
      'me',
      'me@',
      '@mail.example',
      'a b@mail.example',
      `${'x'.repeat(254)}@b.example`,
      'a\u0000@b.example',
      1,
      null,
    ],
    ['password', 'short', 'x'.repeat(1_025), 1, null],
  ];
  describe('text', () => {
    let person: Person;
    before(async () => {
      person = await signUp(catalog, { username: 'texts' });
    });
    for (const [field, given, expected] of kept)
      test(`${field} ${JSON.stringify(given).slice(0, 30)} is kept as ${JSON.stringify(expected).slice(0, 30)}`, async () => {
        const { status, body } = await change(person.token, { [field]: given });
        assert.equal(status, 200);
        assert.equal(body[field], expected);
      });
    for (const [field, ...values] of refused)
      for (const value of values)
        test(`${field} ${JSON.stringify(value).slice(0, 30)} is a 400 that names it`, async () => {
          const before = (await me(person.token)).text;
          assertRefused(
            await change(person.token, { bio: 'changed', [field]: value, currentPassword: PASSWORD }),
            field,
          );
          assert.equal((await me(person.token)).text, before);
        });
  });

  test('needs the scope account to be changed, and the 403 names it', async () => {
    const { token } = await signUp(catalog, { username: 'scoped' });
    const { key } = await aKey(catalog, token);
    const { accessToken } = await anAccessToken(catalog, token);
    for (const credential of [key, accessToken]) {
      const { status, body } = await change(credential, { name: 'x' });
      assert.equal(status, 403);
      assert.match(body.detail, /\baccount\b/);
    }
    const { key: wide } = await aKey(catalog, token, { scopes: ['account'] });
    await assertStatus(200, change(wide, { name: 'x' }));
  });
});

/** A person before the page that asks whether an application may act for it. */
async function asked({ account, token }: Person, beforeRedirect?: (from: string) => Promise<void>) {
  const redirectUri = 'https://app.example/callback';
  const { body: client } = await catalog.ask(
    '/v1/oauth/clients',
    json({ name: 'App', redirectUris: [redirectUri] }, token),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'realms:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = browserAt(catalog.url, new Set(), beforeRedirect);
  const page = await browser.open(`${PUBLIC_URL}/oauth/authorize?${query.toString()}`);
  const consent = await browser.submit(page, 'Sign in', { username: account.username, password: PASSWORD });
  return { browser, consent, client, redirectUri, verifier };
}

/** A token that a person gave to an application, and its refresh token. */
async function granted(person: Person) {
  const { browser, consent, client, redirectUri, verifier } = await asked(person);
  const { url } = await browser.submit(consent, 'Allow');
  const exchange = (fields: Record<string, string>) =>
    catalog.ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ client_id: client.id, ...fields }) });
  const code = new URL(url).searchParams.get('code') ?? assert.fail(url);
  const reply = await exchange({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  assert.equal(reply.status, 200, reply.text);
  const { access_token: accessToken, refresh_token: refreshToken } = reply.body;
  return { accessToken, refresh: () => exchange({ grant_type: 'refresh_token', refresh_token: refreshToken }) };
}

describe('a new password', () => {
  test('needs the current one', async () => {
    const { token } = await signUp(catalog, { username: 'guarded' });
    for (const currentPassword of [undefined, '', 'wrong password', OTHER_PASSWORD])
      assertRefused(await change(token, { password: OTHER_PASSWORD, currentPassword, name: 'x' }), 'currentPassword');
    assert.equal((await me(token)).body.name, '');
    await assertStatus(200, login('guarded'));
    await assertStatus(401, login('guarded', OTHER_PASSWORD));
  });

  test('ends every other session and every grant at once, and neither this session nor a key', async () => {
    const person = await signUp(catalog, { username: 'moving' });
    const other = await logIn(catalog, 'moving');
    const { key } = await aKey(catalog, person.token);
    const grant = await granted(person);
    await assertStatus(200, me(other.token), me(key), me(grant.accessToken));

    await assertStatus(200, change(person.token, { password: OTHER_PASSWORD, currentPassword: PASSWORD }));
    await assertStatus(401, me(other.token), me(grant.accessToken), refresh(other.refreshToken));
    await assertStatus(400, grant.refresh());
    await assertStatus(200, me(person.token), me(key), refresh(person.refreshToken));
    await assertStatus(401, login('moving'));
    await assertStatus(200, login('moving', OTHER_PASSWORD));
  });

  test('leaves no session to whoever logs in with the old one meanwhile', async () => {
    for (const username of ['raced-a', 'raced-b', 'raced-c']) {
      const { token } = await signUp(catalog, { username });
      const changed = change(token, { password: OTHER_PASSWORD, currentPassword: PASSWORD });
      const logins = Array.from({ length: 8 }, async (_, at) => {
        await setTimeout(8 * at);
        return login(username);
      });
      await assertStatus(200, changed);
      for (const { body } of await Promise.all(logins)) if (body.token) await assertStatus(401, me(body.token));
    }
  });

  test('ends what was signed in to with the old one and not opened yet', async () => {
    const person = await signUp(catalog, { username: 'hesitant' });
    const changing = async (from: string) => {
      if (!from.includes('/oauth/interaction/')) return;
      await assertStatus(200, change(person.token, { password: OTHER_PASSWORD, currentPassword: PASSWORD }));
    };
    const { consent } = await asked(person, changing);
    assert.equal(consent.status, 400);
  });

  test('by a key with the scope account ends every session', async () => {
    const { token, refreshToken } = await signUp(catalog, { username: 'keyed' });
    const { key } = await aKey(catalog, token, { scopes: ['account'] });
    await assertStatus(200, change(key, { password: OTHER_PASSWORD, currentPassword: PASSWORD }));
    await assertStatus(401, me(token), refresh(refreshToken));
    await assertStatus(200, me(key));
  });
});

describe('an account that is removed', () => {
  test('has no good credential of any kind from then on, and its name stays taken', async () => {
    const person = await signUp(catalog, { username: 'gone' });
    const { key } = await aKey(catalog, person.token);
    const { accessToken } = await anAccessToken(catalog, person.token);
    const grant = await granted(person);
    const credentials = [person.token, key, accessToken, grant.accessToken];
    await assertStatus(200, ...credentials.map(me));
    await catalog.services.db.batch(removeAccount(person.account.id, new Date().toISOString()));
    await assertStatus(401, ...credentials.map(me));
    await assertStatus(401, ...credentials.map((credential) => catalog.ask('/v1/realms', bearer(credential))));
    await assertStatus(401, refresh(person.refreshToken), login('gone'));
    await assertStatus(401, grant.refresh()); // its client is gone as well
    await assertStatus(409, register({ username: 'gone', password: PASSWORD }));
  });
});

const exactly = (bytes: number) => {
  const body = { username: 'nobody', password: 'wrong password', padding: '' };
  return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) });
};
const post = (body: string | undefined, type = 'application/json') =>
  catalog.ask('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': type },
    ...(body !== undefined && { body }),
  });

describe('the body of a request', () => {
  test('that is empty is no body, whatever type it claims', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml', 'x/y'])
      for (const body of [undefined, '']) assertRefused(await post(body, type), 'username', 'password');
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const answer = await send(catalog, `${request('POST', '/v1/auth/login', chunked)}0\r\n\r\n`);
    assertRefused({ ...answer, body: JSON.parse(answer.text) }, 'username', 'password');
  });

  for (const body of [
    '{',
    '{"username":}',
    'username=ada',
    "{'username':'ada'}",
    '{"a":1}x',
    '\u0000',
    'undefined',
    ' ',
  ])
    test(`${JSON.stringify(body)} is no JSON: a 400`, async () => assertRefused(await post(body), 'body'));

  for (const body of ['[]', '"text"', '1', 'null', 'true', '[{"username":"ada"}]'])
    test(`${body} is no object: a 400`, async () => assertRefused(await post(body), 'body'));

  for (const body of ['{"__proto__":{"username":"ada"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])
    test(`${body} sets nothing`, async () => {
      assert.equal((await post(body)).status, 400);
      assert.equal(({} as Record<string, unknown>)['role'], undefined);
    });

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])
    test(`${type} is a 415`, async () => {
      const { status, body } = await post(JSON.stringify({ username: 'ada', password: PASSWORD }), type);
      assert.equal(status, 415);
      assert.equal(body.code, 'unsupported_media_type');
    });

  test('without a type is a 415', async () => {
    const body = JSON.stringify({ username: 'ada', password: PASSWORD });
    const head = request('POST', '/v1/auth/login', { 'content-length': String(body.length) });
    assert.equal((await send(catalog, head + body)).status, 415);
  });

  test('may be 64 KiB long, and one byte more is a 413', async () => {
    assert.equal((await post(exactly(65_536))).status, 401);
    for (const size of [65_537, 1_000_000]) {
      const { status, body } = await post(exactly(size));
      assert.equal(status, 413);
      assert.equal(body.code, 'payload_too_large');
    }
  });
});

test('a queue full of passwords to hash answers 503 and stays up', async () => {
  await using catalog = await startCatalog({}, { RATE_LIMIT_FREE: '1000' });
  await signUp(catalog, { username: 'owner' });
  const registrations = Array.from({ length: 120 }, (_, at) =>
    catalog.ask('/v1/auth/register', json({ username: `crowd-${at}`, password: PASSWORD })),
  );
  const logins = ['owner', 'nobody'].map((username) =>
    catalog.ask('/v1/auth/login', json({ username, password: 'wrong password' })),
  );
  const replies = await Promise.all([...registrations, ...logins]);
  assert.ok(
    replies.some(({ status }) => status === 503),
    'the queue was never full',
  );
  for (const { status, headers } of replies.filter((reply) => reply.status === 503))
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  for (const username of ['owner', 'nobody'])
    assert.equal((await catalog.ask('/v1/auth/login', json({ username, password: 'wrong password' }))).status, 401);
});

test('a refresh token that was never issued ends no session, whatever session it names', async () => {
  await using catalog = await startCatalog();
  const { token, refreshToken } = await signUp(catalog, { username: 'owner' });
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const forged = makeSecret('refresh', beginningOf(makeSecret('refresh')));
  for (const refreshToken of [forged, makeSecret('refresh'), `${sid}.${makeSecret('refresh')}`, sid])
    for (const path of ['/v1/auth/refresh', '/v1/auth/logout']) await catalog.ask(path, json({ refreshToken }));
  assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
  assert.equal((await catalog.ask('/v1/auth/refresh', json({ refreshToken }))).status, 200);
});

test('guessing the current password is limited as logging in is', async () => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'owner' });
  const guess = () =>
    catalog.ask('/v1/me', json({ password: 'another password', currentPassword: 'a guess' }, token, 'PATCH'));
  for (let tries = 1; tries <= 10; tries += 1) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
});

for (const depth of [1_000, 15_000])
  test(`a body nested ${depth} deep is a 400`, async () => {
    await using catalog = await startCatalog();
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const reply = await catalog.ask('/v1/auth/login', { ...json({}), body: `{"username":${nested},"password":"x"}` });
    assert.equal(reply.status, 400);
  });

test('a removed account is in no total, and its applications stop acting', async () => {
  await using catalog = await startCatalog();
  const { account, token } = await signUp(catalog, { username: 'owner' });
  const { accessToken } = await anAccessToken(catalog, token);
  const users = async () => (await catalog.ask('/v1/stats')).body.totalUsers;
  assert.equal(await users(), 1);
  await catalog.services.db.batch(removeAccount(account.id, new Date().toISOString()));
  assert.equal(await users(), 0);
  assert.equal((await catalog.ask('/v1/me', bearer(accessToken))).status, 401);
});

test('a request with a type and no body, not even a length, is answered', async () => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'owner' });
  const headers = { 'content-type': 'application/json', ...bearer(token).headers };
  const unknown = '/v1/keys/019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
  assert.equal((await catalog.ask(unknown, { method: 'DELETE', headers })).status, 404); // fetch sends no length here
});
