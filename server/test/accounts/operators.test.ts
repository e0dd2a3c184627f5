// Accounts as administrators list and change them, and what they store.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry, ManagedUser } from '@realm-catalog/contract';
import { create, project, upload } from '../publishing/uploads.ts';
import { anAccount, aKey, bearer, json, prepare, signUp, useCatalog } from '../support/harness.ts';

const members = Array.from({ length: 5 }, (_, at) => anAccount({ username: `member-${at}` }));
const catalog = useCatalog({ accounts: [...members, anAccount({ username: 'patron', plan: 'premium' })] });
let root: string;
prepare(async () => {
  root = (await signUp(catalog, { username: 'root', role: 'admin' })).token;
});

const list = async (query = '', token = root) => (await catalog.ask(`/v1/admin/users?${query}`, bearer(token))).body;
const namesIn = async (query: string) => (await list(query)).users.map(({ username }: ManagedUser) => username);
const change = (username: string, body: object, token = root) =>
  catalog.ask(`/v1/admin/users/${username}`, json(body, token, 'PATCH'));

test('every account is listed once, the newest first, page by page', async () => {
  const all = await namesIn('limit=100');
  assert.equal(all[0], 'root');
  const names: string[] = [];
  for (let query = 'limit=3'; query;) {
    const { users, pagination } = await list(query);
    names.push(...users.map(({ username }: ManagedUser) => username));
    query = pagination.hasMore ? `limit=3&before=${pagination.next}` : '';
  }
  assert.deepEqual(names, all);
});

test('filters narrow each other, and a search finds the beginnings of names', async () => {
  assert.deepEqual(
    await namesIn('search=MEMBER'),
    members.map(({ username }) => username),
  );
  assert.deepEqual(await namesIn('search=member-3'), ['member-3']);
  assert.deepEqual(await namesIn('search=member&limit=2'), ['member-0', 'member-1']);
  assert.deepEqual(await namesIn('search=ember'), []);
  assert.deepEqual(await namesIn('plan=premium'), ['patron']);
  assert.deepEqual(await namesIn('role=admin'), ['root']);
  assert.deepEqual(await namesIn('role=admin&plan=premium'), []);
  await change('member-1', { suspended: true });
  assert.deepEqual(await namesIn('suspended=true'), ['member-1']);
  assert.deepEqual(await namesIn('suspended=true&search=member-2'), []);
  assert.ok(!(await namesIn('suspended=false&limit=100')).includes('member-1'));
  await change('member-1', { suspended: false });
});

test('a reason is in the audit, also one that comes after the suspension', async () => {
  await change('member-3', { suspended: true });
  await change('member-3', { suspended: true, reason: 'It sends spam.' });
  await change('member-3', { suspended: true });
  const { entries } = (await catalog.ask('/v1/audit?action=account.suspend', bearer(root))).body;
  const found = entries.filter(({ subject }: AuditEntry) => subject.name === 'member-3');
  assert.deepEqual(
    found.map(({ details }: AuditEntry) => details['reason']),
    ['It sends spam.', undefined],
  );
  await change('member-3', { suspended: false });
});

test('a plan and a role that are set hold from the next request on', async () => {
  const { token } = await signUp(catalog, { username: 'climber' });
  const limit = async () => (await catalog.ask('/v1/realms', bearer(token))).headers.get('x-ratelimit-limit');
  assert.equal(await limit(), '1000');
  const { status, body } = await change('CLIMBER', { plan: 'premium', role: 'curator' });
  assert.deepEqual([status, body.plan, body.role], [200, 'premium', 'curator']);
  assert.equal(await limit(), '5000');
  const collection = { slug: 'picks', name: 'Picks', description: '', realms: [] };
  assert.equal((await catalog.ask('/v1/collections', json(collection, token))).status, 201);
  assert.equal((await change('climber', {})).body.plan, 'premium');
});

test('only an administrator with the scope admin may do so, and not to itself what locks it out', async () => {
  const { token } = await signUp(catalog, { username: 'ordinary' });
  const { key } = await aKey(catalog, root, { scopes: ['account', 'realms:write'] });
  for (const credential of [token, key]) {
    assert.equal((await catalog.ask('/v1/admin/users', bearer(credential))).status, 403);
    assert.equal((await change('member-1', { plan: 'premium' }, credential)).status, 403);
    assert.equal((await catalog.ask('/v1/admin/storage', bearer(credential))).status, 403);
  }
  assert.equal((await change('root', { role: 'user' })).status, 409);
  assert.equal((await change('root', { suspended: true })).status, 409);
  assert.equal((await change('root', { plan: 'premium' })).status, 200);
  assert.equal((await change('nobody', { plan: 'premium' })).status, 404);
});

test('what accounts store is summed up, and the largest are named', async () => {
  const owner = await signUp(catalog, { username: 'keeper' });
  const realm = await create(catalog, owner, { visibility: 'private' });
  const bytes = await project('1.0.0');
  assert.equal((await upload(catalog, realm, bytes)).status, 201);
  const { body } = await catalog.ask('/v1/admin/storage', bearer(root));
  assert.deepEqual([body.bytes, body.realms], [bytes.length, 1]);
  assert.deepEqual(body.largest, [{ username: 'keeper', plan: 'free', bytes: bytes.length, realms: 1 }]);
  const { quota } = (await catalog.ask('/v1/me', bearer(owner.token))).body;
  assert.deepEqual(body.quotas.free, { bytes: quota.bytes.limit, realms: quota.realms.limit });
  assert.deepEqual((await list('search=keeper')).users[0].used, { bytes: bytes.length, realms: 1 });
});
