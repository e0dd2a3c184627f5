// Opens the stores that the configuration names: the database, with its schema up to date, and the archives.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError, type Config } from './config/config.ts';
import type { Logger } from 'pino';
import { ArchivesRefusedError, type Archives } from './archives/archives.ts';
import { diskArchives } from './archives/disk.ts';
import type { Database, SnapshotReader } from './db/database.ts';
import { ForeignStoreError, migrate } from './db/migrate.ts';
import { REPLICA_TIMEOUT_MS } from './db/replica.ts';
import { openSqlite } from './db/sqlite.ts';

/** How long a start waits for a server on the same folder that is just stopping. */
const LOCK_TIMEOUT_MS = 1_000;
/** https://sqlite.org/rescode.html#busy */
const BUSY_CODE = 5;

export async function openDatabase(config: Config): Promise<Database> {
  const db = await openUnmigratedDatabase(config);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    if (error instanceof ForeignStoreError)
      throw new OperatorError(`The data in ${storeName(config)} ${error.message}.`);
    const place = config.database.url ? 'DATABASE_URL' : `DATA_DIR ${config.dataDir}`;
    throw new OperatorError(`${place} cannot be used: ${reasonOf(error)}.`);
  }
}

/** Opens the database without migrations: its schema may be that of another version. */
export async function openUnmigratedDatabase({ dataDir, database, storeTimeoutMs }: Config): Promise<Database> {
  makeFolder(dataDir);
  if (database.url === '') return openFile(dataDir, () => openSqlite(join(dataDir, 'catalog.sqlite')));
  const { openPostgres } = await import('./db/postgres.ts'); // loaded only where it is used
  return openPostgres(database.url, database.pool, {
    pooler: database.pooler,
    connectMs: storeTimeoutMs,
    answerMs: storeTimeoutMs,
  });
}

/**
 * Locks a folder with a database while this process lives, so that no second server uses it: neither would know what the other has in
 * memory. It is a lock of the operating system, so it never outlives the process. Commands do not take it, and work beside a server.
 */
export function lockFolder({ dataDir, database }: Config): { close(): void } {
  if (database.url) return { close: () => undefined }; // PostgreSQL serves many processes
  makeFolder(dataDir);
  const lock = openFile(dataDir, () => new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: LOCK_TIMEOUT_MS }));
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== BUSY_CODE) throw unusable(dataDir, error);
    throw new OperatorError(
      `DATA_DIR ${dataDir} is in use by another Realm Catalog. Stop that one, or choose another folder with DATA_DIR.`,
    );
  }
}

function makeFolder(dataDir: string): void {
  openFile(dataDir, () => {
    makeFolders(dataDir);
    accessSync(dataDir, constants.W_OK);
  });
}

/** Node's `recursive` would try for ever in a file system that takes no folders, such as /proc. */
export function makeFolders(path: string): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder()) throw error; // another process was first
  }
}

function openFile<Opened>(dataDir: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown): OperatorError {
  return new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`);
}

/** Opens the replica, if there is one. It is for reads that need not see the last second. */
export async function openReplica({ database }: Config): Promise<(Database & SnapshotReader) | undefined> {
  if (database.replicaUrl === '') return undefined;
  if (database.url === '')
    throw new OperatorError('DATABASE_REPLICA_URL needs DATABASE_URL, which it is a replica of.');
  const { openPostgres } = await import('./db/postgres.ts');
  const { pool, pooler } = database;
  return openPostgres(database.replicaUrl, pool, {
    pooler,
    connectMs: REPLICA_TIMEOUT_MS,
    answerMs: REPLICA_TIMEOUT_MS,
  });
}

export async function openArchives({ s3, dataDir }: Config, log?: Logger): Promise<Archives> {
  if (!s3) return diskArchives(join(dataDir, 'archives'));
  const { s3Archives } = await import('./archives/s3.ts'); // few catalogs need it
  return s3Archives(s3, join(dataDir, 'uploads'), log);
}

/** A problem that an operator has to solve stops the start. A store that only does not answer does not, since it may be back in a moment. */
export async function probeArchives({ health }: Archives, config: Config): Promise<void> {
  await health?.probe().catch((error: unknown) => {
    if (!(error instanceof ArchivesRefusedError)) throw error;
    throw new OperatorError(`${archivesName(config)} cannot be used: ${error.message}.`);
  });
}

/** The setting that says where the archives are, with its value. */
export function archivesName({ s3, dataDir }: Config): string {
  return s3 ? `ARCHIVES_URL s3://${s3.bucket}/${s3.prefix}` : `DATA_DIR ${dataDir}`;
}

/** The name of the database for people, without a password. */
export function storeName({ dataDir, database }: Config): string {
  return database.url ? `PostgreSQL at ${new URL(database.url).host}` : dataDir;
}

/** The message of the server or the network; never the address, which may contain a password. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}
