// Tests API keys: how they are made, what they look like, what they may do, and how they end.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scopes, type Scope } from '@realm-catalog/contract';
import {
  aKey,
  anAccessToken,
  bearer,
  closeStore,
  json,
  pipelined,
  type Reply,
  signUp,
  startCatalog,
  useCatalog,
  usePerson,
} from '../../support/harness.ts';
import { assertRefused } from '../../support/replies.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const bob = usePerson(catalog, { username: 'bob' });
const create = (fields: object, token = bob.token) => catalog.ask('/v1/keys', json(fields, token));
const list = async (token: string) => {
  const { status, body, text } = await catalog.ask('/v1/keys', bearer(token));
  assert.equal(status, 200, text);
  return body.keys as Record<string, unknown>[];
};
const revoke = (id: string, token: string) => catalog.ask(`/v1/keys/${id}`, { method: 'DELETE', ...bearer(token) });
const me = (token: string) => catalog.ask('/v1/me', bearer(token));

/** CRC-32 as in ISO 3309, bit by bit. */
function crc32(text: string): string {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

describe('a new key', () => {
  test('is answered with 201 and its fields, by default with the default scopes and without an end', async () => {
    assert.equal(crc32('123456789'), 'cbf43926');
    const { status, headers, body } = await create({ name: ' laptop ' });
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    const { id, key, createdAt, ...others } = body;
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(others, { name: 'laptop', scopes: ['realms:read', 'realms:write'], expiresAt: '' });
    assert.equal((await me(key)).body.username, 'bob');
  });

  test('looks like rlm_key_<base62>_<checksum>, with at least 160 random bits', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async () => (await aKey(catalog, bob.token)).key));
    assert.equal(new Set(keys).size, 20);
    for (const key of keys) {
      const [, text = '', random = '', sum] = /^(rlm_key_([0-9A-Za-z]+))_([0-9a-f]{8})$/.exec(key) ?? assert.fail(key);
      assert.ok(random.length * Math.log2(62) >= 160, random);
      assert.equal(sum, crc32(text));
    }
    const signs = new Set(keys.flatMap((key) => (key.split('_')[2] ?? '').split('')));
    assert.ok(signs.size > 50, 'every sign occurs');
  });

  test('has the scopes that are named, once each', async () => {
    for (const scope of scopes) {
      const { status, body } = await create({ name: scope, scopes: [scope, scope] });
      assert.equal(status, 201);
      assert.deepEqual(body.scopes, [scope]);
      assert.deepEqual((await me(body.key)).body.credential, { kind: 'key', scopes: [scope], expiresAt: '' });
    }
    const { body } = await create({ name: 'all', scopes });
    assert.deepEqual((await me(body.key)).body.credential.scopes, scopes);
  });

  const wrong: [field: string, ...values: unknown[]][] = [
    ['name', undefined, '', ' ', 'x'.repeat(101), 'a\u0000', 'a\nb', '\ud800', 1, null],
    ['scopes', ['everything'], ['Realms:read'], ['realms:read realms:write'], 'realms:read', [1], null, [[]], []],
    [
      'expiresAt',
      'tomorrow',
      '2999-01-01',
      '2999-01-01T00:00:00',
      '2999-13-01T00:00:00Z',
      '2999-02-30T25:00:00Z',
      '',
      4e12,
      null,
    ],
  ];
  for (const [field, ...values] of wrong)
    for (const value of values)
      test(`with the ${field} ${JSON.stringify(value)?.slice(0, 30) ?? 'left out'} is a 400 that names it`, async () => {
        assertRefused(await create({ name: 'test', [field]: value }), field);
      });

  test('has at most 20 scopes, and a longer list is refused unread', async () => {
    const { token } = await signUp(catalog, { username: 'many-scopes' });
    const scopes = Array.from({ length: 21 }, () => 'realms:read');
    const { status, body } = await catalog.ask('/v1/keys', json({ name: 'x', scopes }, token));
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [{ field: 'scopes', message: 'must have at most 20 items' }]);
  });

  test('cannot have expired already', async () => {
    for (const expiresAt of [
      new Date(Date.now() - 1_000).toISOString(),
      '2001-01-01T00:00:00Z',
      '2001-01-01T00:00:00+02:00',
    ])
      assertRefused(await create({ name: 'test', expiresAt }), 'expiresAt');
  });

  test('ends at its expiry, whatever time zone that was given in', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2027-06-01T10:00:00.000Z') });
    await using catalog = await startCatalog();
    const { token } = await signUp(catalog, { username: 'bob' });
    for (const expiresAt of ['2027-06-01T10:10:00Z', '2027-06-01T12:10:00.000+02:00']) {
      t.mock.timers.setTime(Date.parse('2027-06-01T10:00:00.000Z'));
      const { status, body } = await catalog.ask('/v1/keys', json({ name: 'short', expiresAt }, token));
      assert.equal(status, 201);
      assert.equal(body.expiresAt, '2027-06-01T10:10:00.000Z');
      t.mock.timers.setTime(Date.parse('2027-06-01T10:09:59.999Z'));
      assert.equal((await catalog.ask('/v1/me', bearer(body.key))).status, 200);
      t.mock.timers.setTime(Date.parse('2027-06-01T10:10:00.000Z'));
      assert.equal((await catalog.ask('/v1/me', bearer(body.key))).status, 401);
      assert.equal((await catalog.ask('/v1/realms', bearer(body.key))).status, 401);
    }
  });

  test('is refused if the account has a hundred; after one is revoked, it is accepted', async () => {
    const { token } = await signUp(catalog, { username: 'collector' });
    const replies: Reply[] = [];
    for (let n = 0; n < 99; n += 1) replies.push(await create({ name: `key ${n}` }, token));
    replies.push(...(await Promise.all(Array.from({ length: 10 }, () => create({ name: 'at once' }, token)))));
    assert.equal(replies.filter(({ status }) => status === 201).length, 100);
    const refused = replies.filter(({ status }) => status === 409);
    assert.equal(refused.length, 9);
    for (const { body } of refused) assert.equal(body.code, 'conflict');
    assert.equal((await list(token)).length, 100);
    assert.equal((await revoke(replies[0]?.body.id, token)).status, 204);
    const answers = await pipelined(catalog, 10, '/v1/keys', json({ name: 'again' }, token));
    assert.equal(answers.match(/HTTP\/1\.1 201 /g)?.length, 1);
    assert.equal((await list(token)).length, 100);
  });
});

const scoped = async (...wanted: Scope[]) => (await aKey(catalog, bob.token, { scopes: wanted })).key;

describe('the scope account', () => {
  test('is needed for keys: a default key and a default application get a 403 that names it', async () => {
    const { id } = await aKey(catalog, bob.token);
    const { key } = await aKey(catalog, bob.token);
    const { accessToken } = await anAccessToken(catalog, bob.token);
    for (const credential of [key, accessToken])
      for (const reply of [
        await create({ name: 'x' }, credential),
        await catalog.ask('/v1/keys', bearer(credential)),
        await revoke(id, credential),
      ]) {
        assert.equal(reply.status, 403);
        assert.equal(reply.body.code, 'forbidden');
        assert.match(reply.body.detail, /\baccount\b/);
      }
    assert.ok((await list(bob.token)).some((one) => one['id'] === id));
  });

  test('is enough for them', async () => {
    const key = await scoped('account', 'realms:read');
    const { status, body } = await create({ name: 'made by a key', scopes: ['realms:read'] }, key);
    assert.equal(status, 201);
    assert.ok((await list(key)).some(({ id }) => id === body.id));
    assert.equal((await revoke(body.id, key)).status, 204);
  });

  test('does not let a key pass on a scope that it lacks, and the 403 names the scope', async () => {
    const key = await scoped('account', 'realms:read');
    const { accessToken } = await anAccessToken(catalog, bob.token, ['account', 'realms:read']);
    const before = (await list(bob.token)).length;
    for (const credential of [key, accessToken])
      for (const [wanted, missing] of [
        [{ scopes: ['realms:read', 'realms:write'] }, /realms:write/],
        [{ scopes: ['admin'] }, /admin/],
        [{ scopes: ['account', 'collections:write'] }, /collections:write/],
        [{}, /realms:write/],
      ] as const) {
        const { status, body } = await create({ name: 'more', ...wanted }, credential);
        assert.equal(status, 403);
        assert.match(body.detail, missing);
      }
    assert.equal((await list(bob.token)).length, before);
  });
});

describe('the list of keys', () => {
  test('contains one’s own, the newest first, without the keys themselves', async () => {
    const carol = await signUp(catalog, { username: 'carol' });
    const dave = await signUp(catalog, { username: 'dave' });
    const first = await aKey(catalog, carol.token, { name: 'first', scopes: ['account'] });
    const second = await aKey(catalog, carol.token, { name: 'second', expiresAt: '2999-01-01T00:00:00Z' });
    await aKey(catalog, dave.token, { name: 'of Dave' });
    const { text } = await catalog.ask('/v1/keys', bearer(carol.token));
    for (const { key } of [first, second])
      for (const part of [key, key.split('_')[2] ?? assert.fail(), key.slice(-8)]) assert.ok(!text.includes(part));
    const keys = await list(carol.token);
    assert.deepEqual(
      keys.map(({ createdAt: _createdAt, ...one }) => one),
      [
        {
          id: second.id,
          name: 'second',
          scopes: ['realms:read', 'realms:write'],
          expiresAt: '2999-01-01T00:00:00.000Z',
          lastUsedAt: '',
        },
        { id: first.id, name: 'first', scopes: ['account'], expiresAt: '', lastUsedAt: '' },
      ],
    );
    assert.deepEqual(
      (await list(dave.token)).map(({ name }) => name),
      ['of Dave'],
    );
  });

  test('shows when a key was last used, which is stored when the service stops at the latest', async () => {
    await using catalog = await startCatalog();
    const { token } = await signUp(catalog, { username: 'erin' });
    const used = await aKey(catalog, token, { name: 'used' });
    await aKey(catalog, token, { name: 'unused' });
    const before = new Date().toISOString();
    await catalog.ask('/v1/realms', bearer(used.key));
    await catalog.restart();
    const { body } = await catalog.ask('/v1/keys', bearer(token));
    const [unused, one] = body.keys as { lastUsedAt: string }[];
    assert.equal(unused?.lastUsedAt, '');
    assert.ok(one && one.lastUsedAt >= before && one.lastUsedAt <= new Date().toISOString(), one?.lastUsedAt);
  });
});

describe('revoking', () => {
  test('ends a key at once, and no other', async () => {
    const one = await aKey(catalog, bob.token);
    const other = await aKey(catalog, bob.token);
    for (const { key } of [one, other]) assert.equal((await me(key)).status, 200);
    const { status, text } = await revoke(one.id, bob.token);
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await me(one.key)).status, 401);
    assert.equal((await catalog.ask('/v1/realms', bearer(one.key))).status, 401);
    assert.equal((await me(other.key)).status, 200);
    assert.ok(!(await list(bob.token)).some(({ id }) => id === one.id));
    assert.equal((await revoke(one.id, bob.token)).status, 404);
  });

  test('works for one’s own keys only: another account’s key answers as unknown', async () => {
    const mallory = await signUp(catalog, { username: 'mallory', role: 'admin' });
    const { id, key } = await aKey(catalog, bob.token);
    const headers = { 'x-request-id': 'test-1', ...bearer(mallory.token).headers };
    const answers = await Promise.all(
      [id, '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'].map(async (one) => {
        const reply = await catalog.ask(`/v1/keys/${one}`, { method: 'DELETE', headers });
        return [reply.status, reply.text];
      }),
    );
    assert.equal(answers[0]?.[0], 404);
    assert.deepEqual(answers[0], answers[1]);
    assert.equal((await me(key)).status, 200);
  });

  for (const id of ['x', '1', '%00', "'", '019A8B2E-5F00-7C3D-9E41-2A6F0D9B7C11'])
    test(`the id ${id} is a 404`, async () => assert.equal((await revoke(id, bob.token)).status, 404));
});

const next = (sign: string) => (sign === 'a' ? 'b' : 'a');

describe('a mistyped key', () => {
  test('is a 401, wherever the mistake is', async () => {
    const { key } = await aKey(catalog, bob.token);
    const [, , random = '', sum = ''] = key.split('_');
    const mistakes = [
      ...[8, 20, key.length - 9, key.length - 1].map(
        (at) => key.slice(0, at) + next(key[at] ?? '') + key.slice(at + 1),
      ),
      key.slice(0, -1),
      `${key}0`,
      `rlm_key_${random}`,
      `rlm_key_${random}_${sum.toUpperCase()}x`,
      `rlm_key_${random.slice(1)}${random[0]}_${sum}`,
      `rlm_upload_${random}_${crc32(`rlm_upload_${random}`)}`,
      `rlm_key_${'a'.repeat(32)}_${crc32(`rlm_key_${'a'.repeat(32)}`)}`,
      `rlm_key__${crc32('rlm_key_')}`,
      'rlm_',
    ];
    for (const wrong of mistakes) assert.equal((await me(wrong)).status, 401, wrong);
    assert.equal((await me(key)).status, 200);
  });

  test('is refused without a look-up', async () => {
    await using catalog = await startCatalog();
    const { token } = await signUp(catalog, { username: 'bob' });
    const { key } = await aKey(catalog, token);
    await closeStore(catalog);
    assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 503);
    assert.equal(
      (await catalog.ask('/v1/me', bearer(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`))).status,
      401,
    );
  });
});
