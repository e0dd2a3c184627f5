// An account that its owner deletes.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey, anAccessToken, aRealm, bearer, json, PASSWORD, signUp, useCatalog } from '../support/harness.ts';
import { assertStatus } from '../support/replies.ts';
import { create } from '../publishing/uploads.ts';
import { authorizeApp } from './authorized-app.ts';

const catalog = useCatalog();
const deleteMe = (token: string, password = PASSWORD) => catalog.ask('/v1/me', json({ password }, token, 'DELETE'));

test('its private and unlisted realms go, its public ones stay, and its name is never free again', async () => {
  const person = await signUp(catalog, { username: 'leaver', name: 'Lea Ver' });
  const { slug: shown } = await create(catalog, person, { name: 'Shown' });
  const owner = { ...person.account, passwordHash: '' };
  const realms = Array.from({ length: 60 }, (_, at) => aRealm(owner, { visibility: at % 2 ? 'private' : 'unlisted' }));
  await catalog.insert({ realms });
  assert.equal((await deleteMe(person.token)).status, 204);
  const { author } = (await catalog.ask(`/v1/realms/${shown}`)).body;
  assert.deepEqual(author, { username: 'leaver', name: '', image: '', bio: '' });
  for (const { slug } of realms) assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 404);
  assert.equal((await catalog.ask('/v1/users/leaver')).status, 404);
  const again = { username: 'leaver', password: PASSWORD };
  await assertStatus(409, catalog.ask('/v1/auth/register', json(again)));
  await assertStatus(401, catalog.ask('/v1/auth/login', json(again)));
});

test('all its credentials end', async () => {
  const person = await signUp(catalog, { username: 'gone' });
  const { key } = await aKey(catalog, person.token);
  const { accessToken } = await anAccessToken(catalog, person.token);
  const grant = await authorizeApp(catalog, person);
  assert.equal((await deleteMe(person.token)).status, 204);
  for (const credential of [person.token, key, accessToken, grant.accessToken])
    assert.equal((await catalog.ask('/v1/me', bearer(credential))).status, 401);
  await assertStatus(401, catalog.ask('/v1/auth/refresh', json({ refreshToken: person.refreshToken })));
});

test('it takes the password, and a credential with the scope account', async () => {
  const { token } = await signUp(catalog, { username: 'stayer' });
  const wrong = await deleteMe(token, 'wrong password');
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'password']);
  const { key } = await aKey(catalog, token, { scopes: ['realms:write'] });
  assert.equal((await deleteMe(key)).status, 403);
  assert.equal((await catalog.ask('/v1/me', { method: 'DELETE', ...bearer(token) })).status, 400);
  assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
});

test('wrong passwords count on the limit of logins', async () => {
  const { token } = await signUp(catalog, { username: 'guessed' });
  for (let time = 0; time < 10; time += 1) assert.equal((await deleteMe(token, 'wrong password')).status, 400);
  assert.equal((await deleteMe(token)).status, 429);
});
