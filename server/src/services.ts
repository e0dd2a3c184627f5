// What the rooms work with, opened from the configuration and closed in reverse.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { migrate, NewerStoreError } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';

export interface Services {
  config: Config;
  db: Database;
  close(): Promise<void>;
}

export async function openServices(config: Config): Promise<Services> {
  const db = openDatabase(config.dataDir);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    if (!(error instanceof NewerStoreError)) throw error;
    throw new StartError(`The data in ${config.dataDir} is from a newer version of Realm Catalog (${error.message}).`);
  }
  return { config, db, close: () => db.close() };
}

function openDatabase(dataDir: string): Database {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    return openSqlite(join(dataDir, 'catalog.sqlite'));
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
}
