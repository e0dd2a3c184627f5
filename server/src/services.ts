// What the rooms work with, opened from the configuration and closed in reverse.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { passwords, type Passwords } from './accounts/passwords.ts';
import type { Archives } from './archives/archives.ts';
import { diskArchives } from './archives/disk.ts';
import { StartError, type Config } from './config.ts';
import { bearer, type Bearer } from './credentials/bearer.ts';
import { tokens, type Tokens } from './credentials/jwt.ts';
import { openKeyring, WrongKeyError, type Keyring } from './credentials/keyring.ts';
import type { Database } from './db/database.ts';
import { migrate, NewerStoreError } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';
import { counter, type Counter } from './downloads/counter.ts';
import { inspector, type Inspector } from './inspection/inspect.ts';
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
  archives: Archives;
  inspect: Inspector;
  counter: Counter;
  close(): Promise<void>;
}

export async function openServices(config: Config): Promise<Services> {
  const db = await openStore(config);
  const keyring = await openKeys(db, config).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const signed = tokens(keyring, config.publicUrl);
  const identity = bearer(db, signed);
  const windows = await memoryWindows(db);
  const downloads = counter(db);
  return {
    config,
    db,
    keyring,
    tokens: signed,
    bearer: identity,
    passwords: passwords(),
    windows,
    limiter: limiter(windows, config.rateLimits),
    archives: diskArchives(join(config.dataDir, 'archives')),
    inspect: inspector(),
    counter: downloads,
    async close() {
      // One that fails must not keep the others from closing.
      const closed = await Promise.allSettled([downloads.close(), windows.close(), identity.close()]);
      await db.close();
      for (const result of closed) if (result.status === 'rejected') throw result.reason;
    },
  };
}

/** The catalog's own keys, which open only to the secret that they were sealed with. */
export async function openKeys(db: Database, config: Config): Promise<Keyring> {
  const key = secretKey(config);
  try {
    return await openKeyring(db, key);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new StartError('SECRET_KEY, or DATA_DIR/secret.key, is not the one that this store was made with.');
  }
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
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    return openSqlite(join(dataDir, 'catalog.sqlite'));
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
}

/** The key that seals the secrets in the database. It lies beside it and not in it, so a copy of the database alone opens nothing. */
function secretKey({ secretKey, dataDir }: Config): string {
  if (secretKey) return secretKey;
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    // Whole or not at all, and the first one wins when several start at once.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < 32) throw new StartError(`${path} is damaged: it must hold at least 32 characters.`);
  return key;
}
