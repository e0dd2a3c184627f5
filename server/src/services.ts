// What the rooms work with, opened from the configuration and closed in reverse.
import type { Logger } from 'pino';
import { passwords, type Passwords } from './accounts/passwords.ts';
import type { Archives } from './archives/archives.ts';
import type { Config } from './config.ts';
import { bearer, type Bearer } from './credentials/bearer.ts';
import { tokens, type Tokens } from './credentials/jwt.ts';
import type { Keyring } from './credentials/keyring.ts';
import type { Database, Reader } from './db/database.ts';
import { counter, type Counter } from './downloads/counter.ts';
import { inspector, type Inspector } from './inspection/inspect.ts';
import { limiter, type Limiter } from './limits/limiter.ts';
import { memoryWindows, processWindows } from './limits/memory.ts';
import { redisWindows } from './limits/redis.ts';
import type { Windows } from './limits/windows.ts';
import { openKeys } from './secret-key.ts';
import { openArchives, openReads, openStore } from './store.ts';

export interface Services {
  config: Config;
  db: Database;
  /** What whoever has no credential reads, and may be a second old. */
  reads: Reader;
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

export async function openServices(config: Config, log?: Logger): Promise<Services> {
  const db = await openStore(config);
  const keyring = await openKeys(db, config).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const reads = await openReads(config, db);
  const signed = tokens(keyring, config.publicUrl);
  const identity = bearer(db, signed);
  const windows = config.redisUrl
    ? await redisWindows(config.redisUrl, processWindows(), log)
    : await memoryWindows(db);
  const downloads = counter(db);
  return {
    config,
    db,
    reads,
    keyring,
    tokens: signed,
    bearer: identity,
    passwords: passwords(),
    windows,
    limiter: limiter(windows, config.rateLimits),
    archives: await openArchives(config),
    inspect: inspector(),
    counter: downloads,
    async close() {
      // One that fails must not keep the others from closing.
      const closed = await Promise.allSettled([downloads.close(), windows.close(), identity.close()]);
      await Promise.all([reads.close(), db.close()]);
      for (const result of closed) if (result.status === 'rejected') throw result.reason;
    },
  };
}
