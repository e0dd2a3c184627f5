// No secret is stored or logged in clear text.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { aKey, anAccessToken, bearer, json, PASSWORD, signUp, startCatalog } from '../support/harness.ts';
import { isLarge, tablesOf } from '../support/stores.ts';

test('no secret is in the store or in the log in clear text', async () => {
  await using catalog = await startCatalog();
  const { token, refreshToken } = await signUp(catalog, { username: 'bob' });
  const refreshed = (await catalog.ask('/v1/auth/refresh', json({ refreshToken }))).body as {
    token: string;
    refreshToken: string;
  };
  const { key } = await aKey(catalog, token);
  const client = await anAccessToken(catalog, token);
  const { uploadToken } = (
    await catalog.ask('/v1/realms', json({ name: 'Mine', description: 'What it is.', category: 'saas' }, key))
  ).body as { uploadToken: string };
  const nextPassword = 'another horse, another battery';
  const change = json({ password: nextPassword, currentPassword: PASSWORD }, token, 'PATCH');
  assert.equal((await catalog.ask('/v1/me', change)).status, 200);
  for (const wrong of [`${key}0`, `${token}0`]) await catalog.ask('/v1/me', bearer(wrong));
  await catalog.ask('/v1/auth/login', json({ username: 'bob', password: 'my old password?' }));
  await catalog.ask('/v1/auth/refresh', json({ refreshToken }));
  const signing = (await catalog.services.keyring.signingKeys()).map(({ d = '' }) => d);
  const cookies = await catalog.services.keyring.cookieKeys();
  const { dataDir } = catalog.services.config;
  const master = readFileSync(join(dataDir, 'secret.key'), 'utf8');
  assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o077, 0, 'nobody else may read the key of the store');

  const secrets = [
    PASSWORD,
    nextPassword,
    'my old password?',
    token,
    refreshToken,
    refreshed.token,
    refreshed.refreshToken,
    key,
    uploadToken,
    client.accessToken,
    client.clientSecret,
    ...signing,
    ...cookies,
    master,
  ];
  const { db } = catalog.services;
  const tables = await tablesOf(db);
  assert.ok(tables.length > 10);
  const rows = await Promise.all(tables.map((name) => db.all(sql([`select * from "${name}"`]))));
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key');
  const places = {
    log: catalog.logged.join(''),
    tables: JSON.stringify(rows),
    files: files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join(''),
  };
  assert.match(places.log, /\/v1\/auth\/login/);
  assert.match(places.tables, /"username":"bob"/);
  if (!isLarge) assert.match(places.files, /bob/);
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) {
      assert.ok(secret.length >= 16);
      assert.ok(!text.includes(secret), `${secret.slice(0, 12)}… is in the ${place}`);
    }
});
