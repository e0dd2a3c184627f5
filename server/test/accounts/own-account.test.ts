// One's own account: read with each kind of credential, and changed field by field.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, anAccessToken, bearer, json, PASSWORD, signUp, useCatalog, usePerson } from '../support/harness.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';

const catalog = useCatalog();

const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const change = (token: string, fields: object) => catalog.ask('/v1/me', json(fields, token, 'PATCH'));

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
      assert.deepEqual(body, {
        ...account,
        isEmailVerified: false,
        credential: { kind, scopes, expiresAt: end },
        quota,
      });
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
      const { credential: _credential, quota: _quota, isEmailVerified: _isVerified, ...read } = (await me(token)).body;
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
    const person = usePerson(catalog, { username: 'texts' });
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
