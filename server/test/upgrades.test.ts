// A store that an earlier version has filled: what this version finds in it, and what both may write to it at once.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { insertAccount } from '../src/accounts/queries.ts';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/postgres.ts';
import { openSqlite } from '../src/db/sqlite.ts';
import { updateRealm } from '../src/realms/writes.ts';
import { anAccount, startCatalog } from './harness.ts';
import { freshStores, isLarge } from './stores.ts';

const folder = new URL('../src/db/migrations/', import.meta.url);
const alice = anAccount({ username: 'alice' });

/** An empty store with the tables as they were after this migration. */
async function storeAt(number: number, env: Record<string, string>): Promise<Database> {
  const db = isLarge
    ? openPostgres(env['DATABASE_URL'] ?? '', 2)
    : openSqlite(join(env['DATA_DIR'] ?? '', 'catalog.sqlite'));
  const other = isLarge ? '.sqlite.sql' : '.postgres.sql';
  const files = readdirSync(folder).filter((file) => Number(file.slice(0, 4)) <= number && !file.endsWith(other));
  await db.exclusively(async (store) => {
    if (isLarge) await store.script('drop schema public cascade; create schema public');
    await store.script('create table migrations (number integer primary key, applied_at text not null)');
    for (const file of files.toSorted()) await store.script(readFileSync(new URL(file, folder), 'utf8'));
    await store.script(`insert into migrations (number, applied_at) values (${number}, '')`);
  });
  return db;
}

test('the categories of an earlier version are taken over, without those that are empty', async () => {
  await using stores = await freshStores();
  const old = await storeAt(16, stores.env);
  await old.batch([
    ...insertAccount(alice),
    sql`insert into realms (id, slug, owner_id, visibility, featured, name, description, category, tags, long_description, version,
        license, has_auth, has_payments, has_database, requires_node, requires_npm, repository, demo, download_count, star_count,
        created_at, updated_at, name_folded, description_folded)
      values ('one', 'one', ${alice.id}, 'public', 0, 'One', 'It is.', 'blog', '[]', '', '0.0.0', '', 0, 0, 0, '', '', '', '', 0, 0,
        '', '', 'one', 'it is.')`,
    sql`insert into totals (name, value) values ('category blog', 1), ('category tools', 41), ('category gone', 0)
      on conflict (name) do update set value = excluded.value`,
    sql`update totals set value = 42 where name = 'realms'`,
  ]);
  await old.close();

  await using catalog = await startCatalog({}, stores.env);
  const { db } = catalog.services;
  const categories = async () => (await catalog.ask('/v1/stats')).body.categories;
  const none = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
  assert.deepEqual((await catalog.ask('/v1/stats')).body, {
    totalRealms: 42,
    totalDownloads: 0,
    totalUsers: 1,
    categories: { ...none, blog: 1, tools: 41 },
  });
  const rows = await db.all<{ name: string }>(sql`select name from totals order by name`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['accounts', 'downloads', 'realms'],
  );
  await db.batch(updateRealm('one', { category: 'api' }, ''));
  assert.deepEqual(await categories(), { ...none, api: 1, tools: 41 });

  if (!isLarge) return; // a file has no other process that might be of the version before
  for (const [category, amount] of [
    ['tools', -1],
    ['new', 1],
    ['brief', 1],
    ['brief', -1],
  ] as const)
    await db.batch([
      sql`insert into totals (name, value) select cast(${`category ${category}`} as text), cast(${amount} as bigint)
        on conflict (name) do update set value = totals.value + excluded.value`,
      sql`update realms set featured = featured where id = 'one'`, // as each change of a realm does, it makes answers old
    ]);
  assert.deepEqual(await categories(), { ...none, api: 1, tools: 40, new: 1 });
  assert.equal(await db.get(sql`select 1 from category_totals where count < 1`), undefined);
});
