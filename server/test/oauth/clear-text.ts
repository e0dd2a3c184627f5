// Looks for credentials that were issued in the store and in the log, where none may be in clear text.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { TestCatalog } from '../support/harness.ts';

/** `kinds` are records that the store must have by then, which shows that it was read. */
export async function assertNotInClearText(catalog: TestCatalog, seen: Set<string>, kinds: string[]): Promise<void> {
  const { db } = catalog.services;
  const migrations = new URL('../../src/db/migrations/', import.meta.url);
  const files = readdirSync(migrations).toSorted();
  const changes = files.map((file) => readFileSync(new URL(file, migrations), 'utf8')).join('\n');
  const tables = new Set<string>();
  for (const [, change, name = ''] of changes.matchAll(/^(create|drop) table (\w+)/gm))
    if (change === 'create') tables.add(name);
    else tables.delete(name);
  let store = '';
  for (const name of tables) store += JSON.stringify(await db.all(sql([`select * from "${name}"`])));
  for (const kind of kinds) assert.ok(store.includes(kind), kind);
  assert.ok(seen.size > 100);
  const log = catalog.logged.join('');
  assert.match(log, /"path":"\/oauth\/token"/);
  for (const secret of [...seen].filter(Boolean)) {
    assert.ok(!store.includes(secret), `${secret} is in the store`);
    assert.ok(!log.includes(secret), `${secret} is in the log`);
  }
}
