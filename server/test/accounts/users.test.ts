// Profiles over HTTP: what everyone may read of an account, and that it follows every change.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditAccount, removeAccount } from '../../src/accounts/queries.ts';
import { updateRealm } from '../../src/realms/writes.ts';
import { anAccount, aRealm, bearer, json, signUp, useCatalog } from '../support/harness.ts';

const ada = anAccount({ username: 'ada', name: 'Ada', image: 'https://ada.example/me.png', bio: 'Counts.' });
const realms = [
  aRealm(ada, { slug: 'first', downloadCount: 3, starCount: 2 }),
  aRealm(ada, { slug: 'second', downloadCount: 40, starCount: 5 }),
  aRealm(ada, { slug: 'hidden', visibility: 'private', downloadCount: 100, starCount: 100 }),
  aRealm(ada, { slug: 'unlisted', visibility: 'unlisted', downloadCount: 1_000, starCount: 1_000 }),
];

const catalog = useCatalog({ accounts: [ada], realms });

const profile = (username: string, init?: RequestInit) => catalog.ask(`/v1/users/${username}`, init);
const sums = async (username: string) => {
  const { realmCount, downloadCount, starCount } = (await profile(username)).body;
  return { realmCount, downloadCount, starCount };
};

test('a profile has what its account says of itself, and sums over its public realms alone', async () => {
  const { status, body } = await profile('ada');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    username: 'ada',
    name: 'Ada',
    image: 'https://ada.example/me.png',
    bio: 'Counts.',
    kind: 'user',
    createdAt: ada.createdAt,
    realmCount: 2,
    downloadCount: 43,
    starCount: 7,
  });
  assert.deepEqual((await profile('ADA')).body, body, 'whatever the case');
  const { token } = await signUp(catalog, { username: 'reader' });
  assert.deepEqual((await profile('ada', bearer(token))).body, body, 'whoever asks');
});

test('an account without realms has sums of zero', async () => {
  await signUp(catalog, { username: 'newcomer' });
  assert.deepEqual(await sums('newcomer'), { realmCount: 0, downloadCount: 0, starCount: 0 });
});

test('an unknown name is a 404, whatever it is made of', async () => {
  for (const name of ['nobody', '%00', '%27%20or%201=1', 'x'.repeat(65), '..%2Fme', ada.id]) {
    const { status, body } = await profile(name);
    assert.deepEqual([status, body.code], [404, 'not_found'], name);
  }
});

test('a profile may be stored by caches, and is confirmed as long as nothing changes', async () => {
  const { headers } = await profile('ada');
  assert.match(headers.get('cache-control') ?? '', /^public, max-age=0/);
  const etag = headers.get('etag') ?? '';
  assert.equal((await profile('ada', { headers: { 'if-none-match': etag } })).status, 304);
});

test('every change of the account or its realms is in the next answer', async () => {
  const { token } = await signUp(catalog, { username: 'bob', name: 'Bob' });
  const read = async () => {
    for (let times = 0; times < 3; times += 1) await profile('bob'); // so that the answer is in the cache
    return sums('bob');
  };
  await read();
  await catalog.ask('/v1/me', json({ name: 'Robert', bio: 'Builds.' }, token, 'PATCH'));
  const { name, bio } = (await profile('bob')).body;
  assert.deepEqual([name, bio], ['Robert', 'Builds.']);

  const fields = { name: 'Boat', description: 'It floats.', category: 'sea' };
  const { slug, id } = (await catalog.ask('/v1/realms', json(fields, token))).body;
  assert.deepEqual(await read(), { realmCount: 1, downloadCount: 0, starCount: 0 });
  await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
  assert.deepEqual(await read(), { realmCount: 1, downloadCount: 1, starCount: 0 });
  await catalog.ask(`/v1/realms/${slug}/star`, { method: 'PUT', ...bearer(token) });
  assert.deepEqual(await read(), { realmCount: 1, downloadCount: 1, starCount: 1 });
  await catalog.services.db.batch(updateRealm(id, { visibility: 'private' }, new Date().toISOString()));
  assert.deepEqual(await read(), { realmCount: 0, downloadCount: 0, starCount: 0 });
});

test('the sums of an author of many realms are complete', async () => {
  const carol = anAccount({ username: 'carol' });
  const many = Array.from({ length: 600 }, (_, at) => aRealm(carol, { downloadCount: at, starCount: 1 }));
  await catalog.insert({ accounts: [carol], realms: many });
  const downloadCount = (599 * 600) / 2;
  assert.deepEqual(await sums('carol'), { realmCount: 600, downloadCount, starCount: 600 });
});

test('a removed account has no profile any more', async () => {
  const { account } = await signUp(catalog, { username: 'dora' });
  for (let times = 0; times < 3; times += 1) assert.equal((await profile('dora')).status, 200);
  const { db } = catalog.services;
  await db.batch([...auditAccount(account.id, []), ...removeAccount(account.id, new Date().toISOString())]);
  assert.equal((await profile('dora')).status, 404);
});
