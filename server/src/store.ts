// The stores that the configuration names: the database, with its tables up to date, and the archives.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, type Config } from './config.ts';
import type { Archives } from './archives/archives.ts';
import { diskArchives } from './archives/disk.ts';
import { s3Archives } from './archives/s3.ts';
import type { Database } from './db/database.ts';
import { migrate, NewerStoreError } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';

export async function openStore(config: Config): Promise<Database> {
  const db = await openDatabase(config);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    if (error instanceof NewerStoreError)
      throw new StartError(
        `The data in ${placeOf(config)} is from a newer version of Realm Catalog (${error.message}).`,
      );
    throw config.database.url ? new StartError(`DATABASE_URL cannot be used: ${reasonOf(error)}.`) : error;
  }
}

async function openDatabase({ dataDir, database }: Config): Promise<Database> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    if (database.url === '') return openSqlite(join(dataDir, 'catalog.sqlite'));
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
  const { openPostgres } = await import('./db/postgres.ts'); // whoever does without does not load it
  return openPostgres(database.url, database.pool);
}

/** For reads that need not see the last second, if there is one. */
export async function openReplica({ database }: Config): Promise<Database | undefined> {
  if (database.replicaUrl === '') return undefined;
  if (database.url === '') throw new StartError('DATABASE_REPLICA_URL needs DATABASE_URL, which it is a replica of.');
  const { openPostgres } = await import('./db/postgres.ts');
  return openPostgres(database.replicaUrl, database.pool);
}

export async function openArchives({ s3, dataDir }: Config): Promise<Archives> {
  return s3 ? s3Archives(s3, join(dataDir, 'uploads')) : diskArchives(join(dataDir, 'archives'));
}

/** For people, and without a password. */
export function placeOf({ dataDir, database }: Config): string {
  return database.url ? `PostgreSQL at ${new URL(database.url).host}` : dataDir;
}

/** What the server, or the way to it, said; never the address, which may hold a password. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}
