// Statistics as the specification promises them: public realms and their downloads, by category, and all accounts.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { deleteRealm, updateRealm } from '../../src/realms/writes.ts';
import { openServices } from '../../src/services.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';

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

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const named = (number: number) => `c-${String(number).padStart(3, '0')}`;

/** Every category that has a row, and how many realms it says. */
const kept = (catalog: TestCatalog) =>
  catalog.services.db.all<{ category: string; count: number }>(sql`select * from category_totals order by category`);

const found = (catalog: TestCatalog) =>
  catalog.services.db.all<{ category: string; count: number }>(sql`select category, count(*) as count from realms
    where visibility = 'public' group by category order by category`);

test('of many categories the 200 largest are shown, of equal ones the first by name, and the main four beside them', async () => {
  const twice = numbered(150, 260).map((number) => aRealm(ada, { category: named(number) }));
  const once = numbered(0, 260).map((number) => aRealm(ada, { category: named(number) }));
  await using catalog = await startCatalog({
    accounts: [ada],
    realms: [...once, ...twice, aRealm(ada, { category: 'zoo' }), aRealm(ada, { category: 'saas' })],
  });
  const expected = [
    ...numbered(150, 260).map((number) => [named(number), 2]),
    ...numbered(0, 90).map((number) => [named(number), 1]),
  ];
  const { body } = await catalog.ask('/v1/stats');
  assert.equal(body.totalRealms, 372);
  assert.deepEqual(body.categories, { ...none, saas: 1, ...Object.fromEntries(expected) });
});

test('a category goes with its last realm, and comes again with the next', async () => {
  const one = aRealm(ada, { category: 'brief' });
  const other = aRealm(ada, { category: 'brief' });
  await using catalog = await startCatalog({ accounts: [ada], realms: [one, other] });
  const now = new Date().toISOString();
  const categories = async () => (await kept(catalog)).map(({ category, count }) => `${category} ${count}`);
  await catalog.services.db.batch(updateRealm(one.id, { category: 'other' }, now));
  assert.deepEqual(await categories(), ['brief 1', 'other 1']);
  await catalog.services.db.batch(updateRealm(other.id, { name: 'Another name' }, now));
  assert.deepEqual(await categories(), ['brief 1', 'other 1']);
  await catalog.services.db.batch(updateRealm(other.id, { visibility: 'private' }, now));
  assert.deepEqual(await categories(), ['other 1']);
  await catalog.services.db.batch(updateRealm(other.id, { category: 'covert' }, now));
  assert.deepEqual(await categories(), ['other 1']);
  await catalog.services.db.batch(updateRealm(other.id, { visibility: 'public' }, now));
  assert.deepEqual(await categories(), ['covert 1', 'other 1']);
  for (const { id } of [one, other]) await catalog.services.db.batch(deleteRealm(id));
  assert.deepEqual(await categories(), []);
  assert.deepEqual((await catalog.ask('/v1/stats')).body.categories, none);
});

test('many writers of two processes, who empty and fill the same categories at once, leave exact counts', async () => {
  const realms = numbered(0, 24).map((number) => aRealm(ada, { category: named(number % 3) }));
  await using catalog = await startCatalog({ accounts: [ada], realms });
  const second = await openServices(catalog.services.config);
  try {
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        realms.map(({ id }, at) => {
          const { db } = at % 2 ? catalog.services : second;
          const category = named((at * 7 + round * 5) % 3 === 0 ? round % 4 : (at + round) % 4);
          const visibility = (at + round) % 5 === 0 ? 'unlisted' : 'public';
          return db.batch(updateRealm(id, { category, visibility }, new Date().toISOString()));
        }),
      );
      assert.deepEqual(await kept(catalog), await found(catalog));
    }
    await Promise.all(realms.map(({ id }, at) => (at % 2 ? catalog.services : second).db.batch(deleteRealm(id))));
    assert.deepEqual(await kept(catalog), []);
  } finally {
    await second.close();
  }
});
