// The stores that the configuration names: the database, with its tables up to date, and the archives.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, type Config } from './config.ts';
import type { Logger } from 'pino';
import { ArchivesRefusedError, type Archives } from './archives/archives.ts';
import { diskArchives } from './archives/disk.ts';
import { s3Archives } from './archives/s3.ts';
import type { Database, SnapshotReader } from './db/database.ts';
import { ForeignStoreError, migrate } from './db/migrate.ts';
import { REPLICA_TIMEOUT_MS } from './db/replica.ts';
import { openSqlite } from './db/sqlite.ts';

/** For one that is just stopping, in milliseconds. */
const HANDOVER = 1_000;
/** https://sqlite.org/rescode.html#busy */
const BUSY = 5;

export async function openStore(config: Config): Promise<Database> {
  const db = await openDatabase(config);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    if (error instanceof ForeignStoreError) throw new StartError(`The data in ${placeOf(config)} ${error.message}.`);
    const place = config.database.url ? 'DATABASE_URL' : `DATA_DIR ${config.dataDir}`;
    throw new StartError(`${place} cannot be used: ${reasonOf(error)}.`);
  }
}

/** As it is: its tables may be those of another version. */
export async function openDatabase({ dataDir, database }: Config): Promise<Database> {
  makeFolder(dataDir);
  if (database.url === '') return openFile(dataDir, () => openSqlite(join(dataDir, 'catalog.sqlite')));
  const { openPostgres } = await import('./db/postgres.ts'); // whoever does without does not load it
  return openPostgres(database.url, database.pool, { pooler: database.pooler });
}

/**
 * Keeps a second server from a folder that has its database, while this process lives: what one of them has in memory the other would not
 * know of. The lock is one of the system, so it never outlives its process. Commands do not ask for it, and work beside a server.
 */
export function holdFolder({ dataDir, database }: Config): { close(): void } {
  if (database.url) return { close: () => undefined }; // made for many
  makeFolder(dataDir);
  const lock = openFile(dataDir, () => new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: HANDOVER }));
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== BUSY) throw unusable(dataDir, error);
    throw new StartError(
      `DATA_DIR ${dataDir} is in use by another Realm Catalog. Stop that one, or choose another folder with DATA_DIR.`,
    );
  }
}

function makeFolder(dataDir: string): void {
  openFile(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  });
}

function openFile<Opened>(dataDir: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown): StartError {
  return new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`);
}

/** For reads that need not see the last second, if there is one. */
export async function openReplica({ database }: Config): Promise<(Database & SnapshotReader) | undefined> {
  if (database.replicaUrl === '') return undefined;
  if (database.url === '') throw new StartError('DATABASE_REPLICA_URL needs DATABASE_URL, which it is a replica of.');
  const { openPostgres } = await import('./db/postgres.ts');
  const { pool, pooler } = database;
  return openPostgres(database.replicaUrl, pool, {
    pooler,
    connectMs: REPLICA_TIMEOUT_MS,
    answerMs: REPLICA_TIMEOUT_MS,
  });
}

export async function openArchives({ s3, dataDir }: Config, log?: Logger): Promise<Archives> {
  return s3 ? s3Archives(s3, join(dataDir, 'uploads'), log) : diskArchives(join(dataDir, 'archives'));
}

/** What an operator has to mend stops the start; a store that is only away does not, since it may be back in a moment. */
export async function probeArchives({ health }: Archives, { s3 }: Config): Promise<void> {
  await health?.probe().catch((error: unknown) => {
    if (!(error instanceof ArchivesRefusedError)) throw error;
    throw new StartError(`ARCHIVES_URL s3://${s3?.bucket}/${s3?.prefix} cannot be used: ${error.message}.`);
  });
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
