// Opens all services from the configuration, and closes them in reverse.
import type { Logger } from 'pino';
import { passwords, type Passwords } from './accounts/passwords.ts';
import type { Archives } from './archives/archives.ts';
import { verifiedArchives } from './archives/verified.ts';
import { openSealing, type Sealing } from './audit/seal.ts';
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
import type { Metrics } from './ops/metrics.ts';
import { openKeys } from './secret-key.ts';
import { openShelves, type Shelves } from './shelves/shelves.ts';
import { openArchives, openReplica, openStore, probeArchives } from './store.ts';

export interface Services {
  config: Config;
  db: Database;
  /** Undefined without DATABASE_REPLICA_URL. */
  replica: Database | undefined;
  /** For anonymous callers, who need not see the changes of other processes in the last second. */
  reads: Reader;
  keyring: Keyring;
  tokens: Tokens;
  bearer: Bearer;
  passwords: Passwords;
  windows: Windows;
  limiter: Limiter;
  archives: Archives;
  inspect: Inspector;
  shelves: Shelves;
  counter: Counter;
  sealing: Sealing;
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  close(): Promise<void>;
}

export async function openServices(config: Config, log?: Logger): Promise<Services> {
  // If a step fails, the services that are open already are closed again, in reverse.
  await using opening = new AsyncDisposableStack();
  const opened = <Thing extends { close(): Promise<void> }>(thing: Thing) => opening.adopt(thing, () => thing.close());

  const metrics = config.metricsToken === '' ? undefined : opened((await import('./ops/metrics.ts')).openMetrics());
  const store = opened(await openStore(config));
  const replica = await openReplica(config);
  if (replica) opened(replica);
  const shelves = opened(
    await openShelves(store, replica, { folder: config.dataDir, log, staleReadsSeconds: config.staleReadsSeconds }),
  );
  const db = shelved(store, shelves);
  const keyring = await openKeys(db, config);
  const signed = tokens(keyring, config.publicUrl);
  const identity = opened(bearer(db, signed));
  const windows = opened(
    config.redisUrl ? await redisWindows(config.redisUrl, processWindows(), log, store) : await memoryWindows(store),
  );
  const archives = verifiedArchives(await openArchives(config, log));
  await probeArchives(archives, config);
  const downloads = opened(counter(store, shelves));
  const sealing = opened(openSealing(store, log));
  const all = opening.move();
  return {
    config,
    db,
    replica,
    reads: shelves.reads,
    keyring,
    tokens: signed,
    bearer: identity,
    passwords: passwords(),
    windows,
    limiter: limiter(windows, config.rateLimits),
    archives,
    inspect: inspector(),
    shelves,
    counter: downloads,
    sealing,
    metrics,
    close: () => all.disposeAsync(),
  };
}

/** What was written is shown in the next answer: it is taken in before the writer goes on. While the store is away, no read waits for it. */
function shelved(store: Database, shelves: Shelves): Database {
  return {
    ...store,
    ...shelves.primary,
    async batch(statements) {
      await store.batch(statements);
      await shelves.follow().catch(() => undefined); // it is written, and will be taken in when the store answers
    },
  };
}
