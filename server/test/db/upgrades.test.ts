// Migrations of a store: a further one is applied once; a store that this version could not have made is refused.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/database.ts';
import { ForeignStoreError, migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/store.ts';
import { startCatalog, type TestCatalog } from '../support/harness.ts';

/** A release after this one: its migrations are this version's, and one more. */
let folder: URL;
before(() => {
  folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'realm-migrations-'))}/`);
  cpSync(fileURLToPath(new URL('../../src/db/migrations/', import.meta.url)), folder, { recursive: true });
  writeFileSync(
    new URL('9999-motto.sql', folder),
    `alter table accounts add column motto text not null default 'none';`,
  );
});
after(() => rmSync(folder, { recursive: true }));

const appliedTo = (db: Database) =>
  db.all<{ name: string; checksum: string }>(sql`select * from migrations order by name`);

test('a further migration is applied once', async () => {
  await using catalog = await startCatalog();
  const { db } = catalog.services;
  for (const _ of 'twice') await migrate(db, folder);
  const names = (await appliedTo(db)).map(({ name }) => name);
  assert.equal(names.at(-1), '9999-motto');
  assert.equal(new Set(names).size, names.length);
});

describe('a start is refused with one line, and changes nothing, on a store', () => {
  let catalog: TestCatalog;
  beforeEach(async () => {
    catalog = await startCatalog();
  });

  /** What the start says of it. */
  async function refusal(change: string): Promise<string> {
    await using at = catalog;
    const { db, config } = at.services;
    await db.exclusively((store) => store.script(change));
    const before = await appliedTo(db).catch(() => []);
    const reason = await openDatabase(readConfig({ ...at.env, DATA_DIR: config.dataDir })).then(
      () => assert.fail('it started'),
      (error: Error) => error.message,
    );
    assert.deepEqual(await appliedTo(db).catch(() => []), before);
    await db.get(raw('select count(*) from realms')); // the tables are there as before
    assert.doesNotMatch(reason, /\n/);
    return reason;
  }

  test('of a newer version', async () => {
    const reason = await refusal(`insert into migrations (name, checksum, applied_at) values ('9999-later', 'x', '')`);
    assert.match(reason, /is from a newer version of Realm Catalog: its migration 9999-later is not known here\.$/);
  });

  test('whose migration was another one', async () => {
    const reason = await refusal(`update migrations set checksum = 'x'`);
    assert.match(reason, /was made by another build: its migration 0001-start differs from the one here\.$/);
  });

  test('of version 0.1', async () => {
    const reason = await refusal(`drop table migrations;
      create table migrations (number integer primary key, applied_at text not null);
      insert into migrations (number, applied_at) values (16, '')`);
    assert.match(reason, /is from Realm Catalog 0\.1, and cannot be taken over: begin with an empty store\.$/);
  });
});

test('a store that lacks a migration before others that it has is refused', async () => {
  await using catalog = await startCatalog();
  const { db } = catalog.services;
  await migrate(db, folder);
  const applied = await appliedTo(db);
  writeFileSync(new URL('0001-zero.sql', folder), 'create table zero (one integer);');
  try {
    await assert.rejects(migrate(db, folder), (error) => {
      assert.ok(error instanceof ForeignStoreError);
      assert.match(error.message, /^lacks the migration 0001-zero, which comes before others that it has$/);
      return true;
    });
    assert.deepEqual(await appliedTo(db), applied);
  } finally {
    rmSync(new URL('0001-zero.sql', folder));
  }
});
