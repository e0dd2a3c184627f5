// Brings a store to the schema of this version: it runs the files of `migrations/`, each once, in the order of their numbers, under a lock.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** `0001-name.sql` is for every database, `0001-name.sqlite.sql` for one. */
const FILE = /^(?<name>\d{4}-[a-z-]+)(?:\.(?<dialect>[a-z]+))?\.sql$/;

/** The store has other migrations than this version could have applied. The message continues "The data in …". Nothing was changed. */
export class ForeignStoreError extends Error {}

interface Migration {
  name: string;
  checksum: string;
  text: string;
}

interface AppliedMigration {
  name: string;
  checksum: string;
  /** Only version 0.1 numbered its migrations. */
  number?: number;
}

export async function migrate(db: Pick<Database, 'dialect' | 'exclusively'>, folder = FOLDER): Promise<void> {
  const migrations = readMigrations(db.dialect, folder);
  await db.exclusively(async (store) => {
    await store.script(`create table if not exists migrations
      (name text not null primary key, checksum text not null, applied_at text not null)`);
    const applied = await store.all<AppliedMigration>(sql`select * from migrations`);
    checkApplied(applied, migrations);
    for (const { name, checksum, text } of migrations.slice(applied.length)) {
      await store.script(text);
      await store.all(
        sql`insert into migrations (name, checksum, applied_at) values (${name}, ${checksum}, ${new Date().toISOString()})`,
      );
    }
  });
}

/** The applied migrations must be the first of these, unchanged. */
function checkApplied(applied: AppliedMigration[], migrations: Migration[]): void {
  if (applied.some(({ number }) => number !== undefined))
    throw new ForeignStoreError('is from Realm Catalog 0.1, and cannot be taken over: begin with an empty store');
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new ForeignStoreError(`is from a newer version of Realm Catalog: its migration ${name} is not known here`);
    if (migration.checksum !== checksum)
      throw new ForeignStoreError(`was made by another build: its migration ${name} differs from the one here`);
  }
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.slice(0, applied.length).find(({ name }) => !names.has(name));
  if (missing)
    throw new ForeignStoreError(`lacks the migration ${missing.name}, which comes before others that it has`);
}

function readMigrations(dialect: Database['dialect'], folder: URL): Migration[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const { name, dialect: only } = FILE.exec(file)?.groups ?? {};
      if (!name || (only && only !== dialect)) return [];
      const text = readFileSync(new URL(file, folder), 'utf8');
      return { name, checksum: hash('sha256', text), text };
    });
}
