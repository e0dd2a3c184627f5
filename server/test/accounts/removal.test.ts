// An account that is removed.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeAccount } from '../../src/accounts/queries.ts';
import { aKey, anAccessToken, bearer, json, PASSWORD, signUp, startCatalog } from '../support/harness.ts';
import { assertStatus } from '../support/replies.ts';
import { authorizeApp } from './authorized-app.ts';

test('a removed account has no good credential of any kind from then on, and its name stays taken', async () => {
  await using catalog = await startCatalog();
  const me = (token: string) => catalog.ask('/v1/me', bearer(token));
  const person = await signUp(catalog, { username: 'gone' });
  const { key } = await aKey(catalog, person.token);
  const { accessToken } = await anAccessToken(catalog, person.token);
  const grant = await authorizeApp(catalog, person);
  const credentials = [person.token, key, accessToken, grant.accessToken];
  await assertStatus(200, ...credentials.map(me));
  await catalog.services.db.batch(removeAccount(person.account.id, new Date().toISOString()));
  await assertStatus(401, ...credentials.map(me));
  await assertStatus(401, ...credentials.map((credential) => catalog.ask('/v1/realms', bearer(credential))));
  const entry = { username: 'gone', password: PASSWORD };
  await assertStatus(401, catalog.ask('/v1/auth/refresh', json({ refreshToken: person.refreshToken })));
  await assertStatus(401, catalog.ask('/v1/auth/login', json(entry)));
  await assertStatus(401, grant.refresh()); // its client is gone as well
  await assertStatus(409, catalog.ask('/v1/auth/register', json(entry)));
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
