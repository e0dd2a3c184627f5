// Opening an account: usernames, passwords, and what they cost.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passwords } from '../../src/accounts/sign-in/passwords.ts';
import { readConfig } from '../../src/config/config.ts';
import { openServices } from '../../src/services.ts';
import { bearer, json, logIn, PASSWORD, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';
import { freshStores } from '../support/stores.ts';

const catalog = useCatalog();

const login = (username: string, password = PASSWORD) => catalog.ask('/v1/auth/login', json({ username, password }));
const register = (fields: object) => catalog.ask('/v1/auth/register', json(fields));
const me = (token: string) => catalog.ask('/v1/me', bearer(token));

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

  for (const username of ['a', '0', 'a.b-c_d', 'x'.repeat(64), 'a--b', 'a.', '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c1'])
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
    '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11',
    '019A8B2E-5F00-7C3D-9E41-2A6F0D9B7C12',
    1,
    null,
    ['a'],
  ])
    test(`the username ${JSON.stringify(username).slice(0, 20)} is a 400 that names it`, async () => {
      assertRefused(await register({ username, password: PASSWORD }), 'username');
    });

  const goodPasswords = [
    '1a2b3c4x',
    'ääääääää',
    '🚀🚀🚀🚀🚀🚀🚀🚀',
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

  test('a password of the 10,000 most common is refused, however its letters are written, and offline', async () => {
    for (const password of ['12345678', 'password1', 'PassWord1', 'qwertyuiop', 'iloveyou'])
      assertRefused(await register({ username: 'common', password }), 'password');
    const { token } = await signUp(catalog, { username: 'uncommon' });
    const change = json({ password: 'Baseball1', currentPassword: PASSWORD }, token, 'PATCH');
    assertRefused(await catalog.ask('/v1/me', change), 'password');
  });

  for (const password of [
    '',
    '1234567',
    'äääääää',
    '🚀🚀',
    '🚀🚀🚀🚀🚀🚀🚀',
    'x'.repeat(1_025),
    `${'ä'.repeat(512)}x`,
    12345678,
    null,
  ])
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

testOnce('a password is hashed at the cost that OWASP recommends', async () => {
  await using stores = await freshStores();
  const services = await openServices(readConfig({ ...stores.env, MIN_FREE_DISK: '0' }));
  const hash = await services.passwords.hash(PASSWORD);
  await services.close();
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await services.passwords.matches(PASSWORD, hash), true);
});

testOnce('a queue full of passwords to hash answers 503 and stays up', async () => {
  const slow = { passwords: passwords({ memory: 19_456, passes: 1, parallelism: 1 }) };
  await using catalog = await startCatalog({}, { RATE_LIMIT_FREE: '1000' }, {}, slow);
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
