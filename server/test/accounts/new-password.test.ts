// A new password: what it needs, and what it ends.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { aKey, bearer, json, logIn, PASSWORD, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';
import { authorizeApp, openConsentPage } from './authorized-app.ts';

const OTHER_PASSWORD = 'another horse, another battery';

const catalog = useCatalog();

const login = (username: string, password = PASSWORD) => catalog.ask('/v1/auth/login', json({ username, password }));
const refresh = (refreshToken: string) => catalog.ask('/v1/auth/refresh', json({ refreshToken }));
const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const change = (token: string, fields: object) => catalog.ask('/v1/me', json(fields, token, 'PATCH'));

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
    const grant = await authorizeApp(catalog, person);
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
    const { consent } = await openConsentPage(catalog, person, changing);
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

test('guessing the current password is limited as logging in is', async () => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'owner' });
  const guess = () =>
    catalog.ask('/v1/me', json({ password: 'another password', currentPassword: 'a guess' }, token, 'PATCH'));
  for (let tries = 1; tries <= 10; tries += 1) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
});
