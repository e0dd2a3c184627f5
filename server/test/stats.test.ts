// Statistics as the specification promises them: public realms and their downloads, by category, and all accounts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateRealm } from '../src/realms/writes.ts';
import { anAccount, aRealm, startCatalog } from './harness.ts';

const ada = anAccount({ username: 'ada' });
const none = { saas: 0, blog: 0, api: 0, ecommerce: 0 };

test('an empty catalog counts nothing, in the four main categories too', async () => {
  await using catalog = await startCatalog();
  const { status, headers, body } = await catalog.ask('/v1/api/stats');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
  assert.deepEqual(body, { totalRealms: 0, totalDownloads: 0, totalUsers: 0, categories: none });
});

test('public realms count, their downloads are summed, and other categories appear', async () => {
  await using catalog = await startCatalog({
    accounts: [ada, anAccount(), anAccount()],
    realms: [
      aRealm(ada, { category: 'blog', downloadCount: 7 }),
      aRealm(ada, { category: 'blog', downloadCount: 0 }),
      aRealm(ada, { category: 'saas', downloadCount: 1_000_000_000_000 }),
      aRealm(ada, { category: 'machine-learning', downloadCount: 35 }),
      aRealm(ada, { category: '0', downloadCount: 1 }),
      aRealm(ada, { category: 'constructor', downloadCount: 2 }),
    ],
  });
  assert.deepEqual((await catalog.ask('/v1/api/stats')).body, {
    totalRealms: 6,
    totalDownloads: 1_000_000_000_045,
    totalUsers: 3,
    categories: { ...none, blog: 2, saas: 1, 'machine-learning': 1, '0': 1, constructor: 1 },
  });
});

test('unlisted and private realms count nowhere, and leave no category behind', async () => {
  await using catalog = await startCatalog({
    accounts: [ada],
    realms: (['unlisted', 'private'] as const).flatMap((visibility) => [
      aRealm(ada, { visibility, category: 'saas', downloadCount: 10 }),
      aRealm(ada, { visibility, category: 'covert', downloadCount: 10 }),
    ]),
  });
  const expected = { totalRealms: 0, totalDownloads: 0, totalUsers: 1, categories: none };
  assert.deepEqual((await catalog.ask('/v1/api/stats')).body, expected);
});

test('parameters change nothing', async () => {
  await using catalog = await startCatalog({ accounts: [ada], realms: [aRealm(ada)] });
  const plain = await catalog.ask('/v1/api/stats');
  const asked = await catalog.ask('/v1/api/stats?category=blog&limit=0&featured=maybe');
  assert.equal(asked.status, 200);
  assert.equal(asked.text, plain.text);
});

test('every write shows in the next answer', async () => {
  await using catalog = await startCatalog({ accounts: [ada] });
  const stats = async () => (await catalog.ask('/v1/api/stats')).body;
  const categories = { ...none, api: 1 };
  const one = aRealm(ada, { slug: 'one', category: 'api', downloadCount: 3 });
  await catalog.insert({ realms: [one] });
  assert.deepEqual(await stats(), { totalRealms: 1, totalDownloads: 3, totalUsers: 1, categories });
  await catalog.insert({ accounts: [anAccount()] });
  assert.deepEqual(await stats(), { totalRealms: 1, totalDownloads: 3, totalUsers: 2, categories });
  assert.equal((await catalog.ask('/v1/realms/one/download', { method: 'POST' })).status, 200);
  assert.deepEqual(await stats(), { totalRealms: 1, totalDownloads: 4, totalUsers: 2, categories });
  await catalog.services.db.batch(updateRealm(one.id, { visibility: 'unlisted' }, new Date().toISOString()));
  assert.deepEqual(await stats(), { totalRealms: 0, totalDownloads: 0, totalUsers: 2, categories: none });
});
