// Seals new audit entries every second. Every process does so, and all of them extend one chain.
import type { Logger } from 'pino';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { everyInterval } from '../jobs.ts';
import { chainEntries } from './chain.ts';
import { findHead, listUnsealed, sealEntries } from './queries.ts';

export interface Sealing {
  /** Seals all entries that are in the database. */
  now(): Promise<void>;
  close(): Promise<void>;
}

/** The process polls the database, since other processes and commands insert entries too. */
const SEAL_INTERVAL_MS = 1_000;
const SEAL_BATCH_SIZE = 200;

export async function seal(db: Database): Promise<void> {
  for (;;) {
    const head = await findHead(db); // read before the entries: a process that seals one of them in between changes the head
    const entries = await listUnsealed(db, SEAL_BATCH_SIZE);
    if (entries.length === 0) return;
    await db.batch(sealEntries(chainEntries(entries, head), head));
  }
}

export function openSealing(db: Database, log?: Logger): Sealing {
  const job = everyInterval('the sealing of the audit', SEAL_INTERVAL_MS, () => seal(db).catch(ignoreUnavailable), log);
  void job.run();

  return {
    now: () => seal(db),
    async close() {
      await job.stop();
      await job.run();
    },
  };
}

/** The next run seals what this one did not, and requests that need the store log its failure. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
