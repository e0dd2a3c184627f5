// The key that encrypts the secrets in the database. It is stored beside the database, so a copy of the database alone reveals none of them.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError, type Config } from './config/config.ts';
import { openKeyring, type Keyring } from './credentials/keyring.ts';
import { WrongKeyError } from './credentials/secret-cipher.ts';
import type { Database } from './db/database.ts';

/** Opens the catalog's own keys with the secret that they were encrypted with. */
export async function openKeys(db: Database, config: Config): Promise<Keyring> {
  const key = secretKey(config);
  try {
    return await openKeyring(db, key);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new OperatorError('SECRET_KEY, or DATA_DIR/secret.key, is not the one that this store was made with.');
  }
}

function secretKey({ secretKey, dataDir }: Config): string {
  if (secretKey) return secretKey;
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    // By a link, so that the file appears complete, and the first process wins when several start at once.
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
  if (key.length < 32) throw new OperatorError(`${path} is damaged: it must hold at least 32 characters.`);
  return key;
}
