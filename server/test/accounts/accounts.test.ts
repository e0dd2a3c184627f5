// Tests accounts over HTTP: registration, one's own account, a new password, and the removal of an account.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { passwords } from '../../src/accounts/passwords.ts';
import { removeAccount } from '../../src/accounts/queries.ts';
import { readConfig } from '../../src/config.ts';
import { openServices } from '../../src/services.ts';
import { browserAt } from '../support/browser.ts';
import {
  aKey,
  anAccessToken,
  bearer,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
  type Person,
} from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';
import { freshStores } from '../support/stores.ts';

const OTHER_PASSWORD = 'another horse, another battery';

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog();
});
after(() => catalog[Symbol.asyncDispose]());

const login = (username: string, password = PASSWORD) => catalog.ask('/v1/auth/login', json({ username, password }));
const register = (fields: object) => catalog.ask('/v1/auth/register', json(fields));
const refresh = (refreshToken: string) => catalog.ask('/v1/auth/refresh', json({ refreshToken }));
const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const change = (token: string, fields: object) => catalog.ask('/v1/me', json(fields, token, 'PATCH'));

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

  test('takes a name and an e-mail address, and ignores fields that no client may set', async () => {
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

  test('stores the username in lower case, and a taken one is a 409 in any case', async () => {
    assert.equal((await register({ username: 'Linus', password: PASSWORD })).body.username, 'linus');
    for (const username of ['linus', 'LINUS', 'Linus']) {
      const { status, body } = await register({ username, password: PASSWORD });
      assert.equal(status, 409);
      assert.equal(body.code, 'conflict');
    }
    await assertStatus(200, login('LINUS'), login('linus'));
  });

  test('gives a name to one of many requests that ask for it at once', async () => {
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

describe('one’s own account', () => {
  const all = ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'];

  test('is read with each kind of credential, and shows that kind, its scopes and its end', async () => {
    const { account, token } = await signUp(catalog, { username: 'reader' });
    const { key } = await aKey(catalog, token);
    const expiresAt = '2999-01-01T00:00:00.000Z';
    const { key: narrow } = await aKey(catalog, token, { scopes: ['collections:write'], expiresAt });
    const { accessToken } = await anAccessToken(catalog, token, ['realms:read']);
    const { sessions } = (await catalog.ask('/v1/me/sessions', bearer(token))).body;
    const kinds: [credential: string, kind: string, scopes: string[], expiresAt: string][] = [
      [token, 'jwt', all, sessions[0].expiresAt],
      [key, 'key', ['realms:read', 'realms:write'], ''],
      [narrow, 'key', ['collections:write'], expiresAt],
      [accessToken, 'oauth', ['realms:read'], ''],
    ];
    for (const [credential, kind, scopes, end] of kinds) {
      const { status, body } = await me(credential);
      assert.equal(status, 200);
      const quota = { bytes: { used: 0, limit: 1_073_741_824 }, realms: { used: 0, limit: 500 } };
      assert.deepEqual(body, { ...account, credential: { kind, scopes, expiresAt: end }, quota });
    }
  });

  test('changes the fields that are sent, and no others', async () => {
    const { account, token } = await signUp(catalog, { username: 'changing', name: 'First' });
    const profile = { name: 'Second', bio: 'Builds.', image: 'https://me.example/a.png', email: 'me@mail.example' };
    const expected = { ...account };
    for (const [field, value] of Object.entries(profile)) {
      Object.assign(expected, { [field]: value });
      const { status, body } = await change(token, { [field]: value });
      assert.equal(status, 200);
      assert.deepEqual(body, expected);
      const { credential: _credential, quota: _quota, ...read } = (await me(token)).body;
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

  test('leaves no session to a login with the old one that runs at the same time', async () => {
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

test('guessing the current password is limited as logging in is', async () => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'owner' });
  const guess = () =>
    catalog.ask('/v1/me', json({ password: 'another password', currentPassword: 'a guess' }, token, 'PATCH'));
  for (let tries = 1; tries <= 10; tries += 1) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
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

testOnce('a password is hashed at the cost that OWASP recommends', async () => {
  await using stores = await freshStores();
  const services = await openServices(readConfig({ ...stores.env, MIN_FREE_DISK: '0' }));
  const hash = await services.passwords.hash(PASSWORD);
  await services.close();
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await services.passwords.matches(PASSWORD, hash), true);
});

testOnce('a queue full of passwords to hash answers 503 and stays up', async () => {
  const slowHashing = passwords({ memory: 19_456, passes: 1, parallelism: 1 });
  await using catalog = await startCatalog({}, { RATE_LIMIT_FREE: '1000' }, {}, slowHashing);
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
