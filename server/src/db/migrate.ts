// Brings a store to this version's tables: the numbered files of `migrations/`, each once, in order, under a lock.
import { readdirSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** `0001-name.sql` is for every database, `0001-name.sqlite.sql` for one. */
const FILE = /^(?<number>\d{4})-[a-z-]+(?:\.(?<dialect>[a-z]+))?\.sql$/;

/** The store was made by a newer version of the catalog, whose tables this one does not know. */
export class NewerStoreError extends Error {}

export async function migrate(db: Database): Promise<void> {
  const migrations = readMigrations(db.dialect);
  const newest = migrations.at(-1)?.number ?? 0;
  await db.exclusively(async (store) => {
    await store.script('create table if not exists migrations (number integer primary key, applied_at text not null)');
    const [row] = await store.all<{ applied: number }>(sql`select coalesce(max(number), 0) as applied from migrations`);
    const applied = row?.applied ?? 0;
    if (applied > newest) throw new NewerStoreError(`its tables are at ${applied}, this version knows ${newest}`);
    for (const { number, text } of migrations.filter((migration) => migration.number > applied)) {
      await store.script(text);
      await store.all(sql`insert into migrations (number, applied_at) values (${number}, ${new Date().toISOString()})`);
    }
  });
}

function readMigrations(dialect: Database['dialect']) {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const { number, dialect: only } = FILE.exec(name)?.groups ?? {};
      if (!number || (only && only !== dialect)) return [];
      return { number: Number(number), text: readFileSync(new URL(name, folder), 'utf8') };
    });
}
