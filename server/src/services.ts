// What the rooms work with, opened from the configuration and closed in reverse.
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwords, type Passwords } from './accounts/passwords.ts';
import { StartError, type Config } from './config.ts';
import { bearer, type Bearer } from './credentials/bearer.ts';
import { tokens, type Tokens } from './credentials/jwt.ts';
import { openKeyring, type Keyring } from './credentials/keyring.ts';
import type { Database } from './db/database.ts';
import { migrate, NewerStoreError } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';
import { limiter, type Limiter } from './limits/limiter.ts';
import { memoryWindows } from './limits/memory.ts';
import type { Windows } from './limits/windows.ts';

export interface Services {
  config: Config;
  db: Database;
  keyring: Keyring;
  tokens: Tokens;
  bearer: Bearer;
  passwords: Passwords;
  windows: Windows;
  limiter: Limiter;
  close(): Promise<void>;
}

export async function openServices(config: Config): Promise<Services> {
  const db = await openStore(config);
  const keyring = await openKeyring(db, secretKey(config));
  const signed = tokens(keyring, config.publicUrl);
  const door = bearer(db, signed);
  const windows = await memoryWindows(db);
  return {
    config,
    db,
    keyring,
    tokens: signed,
    bearer: door,
    passwords: passwords(),
    windows,
    limiter: limiter(windows, config.rateLimits),
    async close() {
      await windows.close();
      await door.close();
      await db.close();
    },
  };
}

/** The database alone, with its tables up to date. */
export async function openStore({ dataDir }: Config): Promise<Database> {
  const db = openDatabase(dataDir);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    if (!(error instanceof NewerStoreError)) throw error;
    throw new StartError(`The data in ${dataDir} is from a newer version of Realm Catalog (${error.message}).`);
  }
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

/** What seals the secrets in the database. It lies beside it and not in it, so a copy of the database alone opens nothing. */
export function secretKey({ secretKey, dataDir }: Config): string {
  if (secretKey) return secretKey;
  const path = join(dataDir, 'secret.key');
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
