// One's own sessions over HTTP: where an account is logged in, and ending a login from elsewhere.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { entriesLeftBy } from '../audit/entries.ts';
import { create, openUpload, project, upload } from '../publishing/uploads.ts';
import { aKey, bearer, json, logIn, PASSWORD, signUp, useCatalog } from '../support/harness.ts';

const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.1' });

const listed = async (token: string, query = '') => (await catalog.ask(`/v1/me/sessions${query}`, bearer(token))).body;
const end = (token: string, id: string) => catalog.ask(`/v1/me/sessions/${id}`, { method: 'DELETE', ...bearer(token) });
const currentOf = async (token: string) =>
  (await listed(token)).sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);

function login(username: string, userAgent: string, address: string) {
  const request = json({ username, password: PASSWORD });
  const headers = { ...request.headers, 'user-agent': userAgent, 'x-forwarded-for': address };
  return catalog.ask('/v1/auth/login', { ...request, headers });
}

test('each login is a session with its program and its address, the newest first', async () => {
  await signUp(catalog, { username: 'ada' });
  await login('ada', 'Garden/1.0', '192.0.2.7');
  const { body } = await login('ada', `Long/${'x'.repeat(5_000)}`, '2001:db8::1');
  const { sessions, pagination } = await listed(body.token);
  assert.deepEqual(pagination, { total: 3, limit: 20, offset: 0, hasMore: false });
  assert.deepEqual(
    sessions.map(({ device, address, isCurrent }: any) => [device.slice(0, 10), address, isCurrent]),
    [
      ['Long/xxxxx', '2001:db8:0:0::/64', true],
      ['Garden/1.0', '192.0.2.7', false],
      ['node', '127.0.0.1', false],
    ],
  );
  const [newest] = sessions;
  assert.equal(newest.device.length, 200);
  assert.equal(Date.parse(newest.expiresAt) - Date.parse(newest.createdAt), 30 * 86_400_000);
  assert.equal(newest.lastUsedAt, newest.createdAt);
  assert.deepEqual(Object.keys(newest), [
    'id',
    'device',
    'address',
    'createdAt',
    'lastUsedAt',
    'expiresAt',
    'isCurrent',
  ]);
});

test('a program cannot write into the list what a terminal would obey', async () => {
  await signUp(catalog, { username: 'carol' });
  const { body } = await login('carol', 'A\tB\u00e9C', '192.0.2.7');
  assert.equal((await currentOf(body.token)).device, 'ABC');
});

test('a refresh brings program, address and time up to date; a use brings the time', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { refreshToken } = await signUp(catalog, { username: 'bob' });
  t.mock.timers.tick(60_000);
  const request = json({ refreshToken });
  const headers = { ...request.headers, 'user-agent': 'Newer/2.0', 'x-forwarded-for': '198.51.100.1' };
  const { body } = await catalog.ask('/v1/auth/refresh', { ...request, headers });
  const refreshed = await currentOf(body.token);
  assert.deepEqual([refreshed.device, refreshed.address], ['Newer/2.0', '198.51.100.1']);
  assert.equal(refreshed.lastUsedAt, new Date().toISOString());
  t.mock.timers.tick(120_000);
  assert.equal((await catalog.ask('/v1/me', bearer(body.token))).status, 200);
  await catalog.restart(); // which stores the uses of the last minute
  const used = await currentOf(body.token);
  assert.equal(used.lastUsedAt, new Date().toISOString());
});

test('ending a session ends its tokens and its uploads at once, and leaves its keys', async () => {
  const here = await signUp(catalog, { username: 'dora' });
  const there = await logIn(catalog, 'dora');
  const { key } = await aKey(catalog, there.token, { scopes: ['account', 'realms:write'] });
  const realm = await create(catalog, here);
  const opened = await openUpload(catalog, there, realm.slug);
  const { id } = await currentOf(there.token);
  assert.equal((await end(here.token, id)).status, 204);
  assert.equal((await catalog.ask('/v1/me', bearer(there.token))).status, 401);
  const refreshed = await catalog.ask('/v1/auth/refresh', json({ refreshToken: there.refreshToken }));
  assert.equal(refreshed.status, 401);
  assert.equal((await upload(catalog, opened, await project('1.0.0'))).status, 401);
  assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 200);
  assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201, 'that of the other session');
  assert.equal((await end(here.token, id)).status, 404);
});

test('the session that asks may end itself, and the audit says who ended what', async () => {
  const { token, account } = await signUp(catalog, { username: 'erin' });
  const { id } = await currentOf(token);
  const entries = await entriesLeftBy(catalog, async () => assert.equal((await end(token, id)).status, 204));
  assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401);
  assert.deepEqual(
    entries.map(({ action, actor, subject, details }) => [action, actor.id, actor.how, subject.id, details]),
    [['login.end', account.id, 'jwt', account.id, { session: id }]],
  );
  assert.deepEqual(await entriesLeftBy(catalog, () => end(token, id)), [], 'what fails leaves none');
});

test('another account’s session is unknown, and so is what is no id', async () => {
  const victim = await signUp(catalog, { username: 'frank' });
  const thief = await signUp(catalog, { username: 'grace' });
  const { id } = await currentOf(victim.token);
  for (const unknown of [id, '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11', 'x', '%00'])
    assert.equal((await end(thief.token, unknown)).status, 404, unknown);
  assert.equal((await catalog.ask('/v1/me', bearer(victim.token))).status, 200);
});

test('a session that has expired is not listed', async () => {
  const { token, account } = await signUp(catalog, { username: 'heidi' });
  await logIn(catalog, 'heidi');
  const { db } = catalog.services;
  const { id } = await currentOf(token);
  await db.batch([
    sql`update sessions set expires_at = '2020-01-01T00:00:00.000Z' where account_id = ${account.id} and id <> ${id}`,
  ]);
  assert.equal((await listed(token)).pagination.total, 1);
});

test('sessions come in pages', async () => {
  const { token } = await signUp(catalog, { username: 'ivan' });
  for (let logins = 0; logins < 4; logins += 1) await logIn(catalog, 'ivan');
  const pages = [await listed(token, '?limit=2'), await listed(token, '?limit=2&offset=4')];
  assert.deepEqual(
    pages.map(({ sessions, pagination }) => [sessions.length, pagination.total, pagination.hasMore]),
    [
      [2, 5, true],
      [1, 5, false],
    ],
  );
  const { headers } = await catalog.ask('/v1/me/sessions?limit=2', bearer(token));
  assert.match(headers.get('link') ?? '', /\/v1\/api\/me\/sessions\?limit=2&offset=2>; rel="next"/);
  assert.equal((await catalog.ask('/v1/me/sessions?limit=0', bearer(token))).status, 400);
});

test('a key without the scope account sees and ends no session', async () => {
  const { token } = await signUp(catalog, { username: 'judy' });
  const { key } = await aKey(catalog, token);
  const { id } = await currentOf(token);
  assert.equal((await catalog.ask('/v1/me/sessions', bearer(key))).status, 403);
  assert.equal((await end(key, id)).status, 403);
  assert.equal((await catalog.ask('/v1/me/sessions')).status, 401);
});
