// Seals new audit entries every second. Every process does so, and all of them extend one chain.
import type { Logger } from 'pino';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { openJob, type Job } from '../concurrency/jobs.ts';
import { chainEntries } from './chain.ts';
import { findHead, listUnsealed, sealEntries } from './queries.ts';

const SEAL_BATCH_SIZE = 200;

/** Seals all entries that are in the database. */
export async function seal(db: Database): Promise<void> {
  for (;;) {
    const head = await findHead(db); // read before the entries: a process that seals one of them in between changes the head
    const entries = await listUnsealed(db, SEAL_BATCH_SIZE);
    if (entries.length === 0) return;
    await db.batch(sealEntries(chainEntries(entries, head), head));
  }
}

/** Its `close` seals what was inserted last. */
export function openSealing(db: Database, log?: Logger): Job {
  const job = openJob('the sealing of the audit', () => seal(db).catch(ignoreUnavailable), log);
  return { ...job, close: () => job.close().then(() => job.run()) };
}

/** The next run seals what this one did not, and requests that need the store log its failure. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
