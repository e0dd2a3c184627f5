// Upgrades of a store: a further migration is applied once and keeps what is there; a store that this version could not have made is refused.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { ForeignStoreError, migrate } from '../src/db/migrate.ts';
import { tables, textOf, rowsOf, type Row } from '../src/db/tables.ts';
import { openDatabase, openStore } from '../src/store.ts';
import { aKey, bearer, signUp, startCatalog, type Catalog } from './harness.ts';
import { create, project, upload } from './uploads.ts';

/** A release after this one: its migrations are this version's, and one more. */
let folder: URL;
before(() => {
  folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'realm-migrations-'))}/`);
  cpSync(fileURLToPath(new URL('../src/db/migrations/', import.meta.url)), folder, { recursive: true });
  writeFileSync(
    new URL('0002-motto.sql', folder),
    `alter table accounts add column motto text not null default 'none';`,
  );
});
after(() => rmSync(folder, { recursive: true }));

/** Everything that a store holds, by its tables; read by a command of the operator, which names no columns. */
async function contentOf(env: Record<string, string>): Promise<Record<string, string[]>> {
  const db = await openDatabase(readConfig(env));
  const entries = tables.map(async (table): Promise<[string, string[]]> => {
    const rows = await Array.fromAsync(rowsOf(db, table), ({ motto: _new, download_count: _following, ...row }: Row) =>
      textOf(row),
    );
    return [table.name, rows];
  });
  const content = Object.fromEntries(await Promise.all(entries));
  await db.close();
  return content;
}

const appliedTo = (db: Database) =>
  db.all<{ name: string; checksum: string }>(sql`select * from migrations order by name`);

describe('a further migration', () => {
  test('is applied once, keeps what is there, and the version before goes on working beside it', async () => {
    await using catalog = await startCatalog();
    const alice = await signUp(catalog, { username: 'alice' });
    const { key } = await aKey(catalog, alice.token);
    const realm = await create(catalog, { token: key });
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
    assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/download`, { method: 'POST' })).status, 200);
    const { db } = catalog.services;
    await catalog.services.sealing.close(); // which would add to the audit meanwhile
    const before = await contentOf(catalog.env);
    for (const _ of 'twice') await migrate(db, folder);
    assert.deepEqual(await contentOf(catalog.env), before);
    assert.deepEqual(
      (await appliedTo(db)).map(({ name }) => name),
      ['0001-start', '0002-motto'],
    );
    const [account] = await db.all<{ motto: string }>(sql`select motto from accounts where username = 'alice'`);
    assert.equal(account?.motto, 'none');
    // The running process is of the version before.
    assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 200);
    await signUp(catalog, { username: 'bob' });
    await create(catalog, { token: key });
    assert.equal((await catalog.ask('/v1/realms')).body.pagination.total, 2);
  });
});

describe('a start is refused with one line, and changes nothing, on a store', () => {
  let catalog: Catalog;
  beforeEach(async () => {
    catalog = await startCatalog();
  });

  /** What the start says of it. */
  async function refusal(change: string): Promise<string> {
    await using at = catalog;
    const { db, config } = at.services;
    await db.exclusively((store) => store.script(change));
    const before = await appliedTo(db).catch(() => []);
    const reason = await openStore(readConfig({ ...at.env, DATA_DIR: config.dataDir })).then(
      () => assert.fail('it started'),
      (error: Error) => error.message,
    );
    assert.deepEqual(await appliedTo(db).catch(() => []), before);
    await db.get(raw('select count(*) from realms')); // the tables are there as before
    assert.doesNotMatch(reason, /\n/);
    return reason;
  }

  test('of a newer version', async () => {
    const reason = await refusal(`insert into migrations (name, checksum, applied_at) values ('0002-later', 'x', '')`);
    assert.match(reason, /is from a newer version of Realm Catalog: its migration 0002-later is not known here\.$/);
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
  writeFileSync(new URL('0001-zero.sql', folder), 'create table zero (one integer);');
  try {
    await assert.rejects(migrate(db, folder), (error) => {
      assert.ok(error instanceof ForeignStoreError);
      assert.match(error.message, /^lacks the migration 0001-zero, which comes before others that it has$/);
      return true;
    });
    assert.equal((await appliedTo(db)).length, 2);
  } finally {
    rmSync(new URL('0001-zero.sql', folder));
  }
});
