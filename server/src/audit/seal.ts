// Seals new audit entries every second. Every process does so, and all of them extend one chain.
import type { Logger } from 'pino';
import { StoreUnavailableError, type Database } from '../db/database.ts';
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
  let hasFailed = false;
  let lastRun = Promise.resolve();

  function next(): Promise<void> {
    lastRun = lastRun.then(() => seal(db)).then(succeeded, failed);
    return lastRun;
  }

  function succeeded(): void {
    hasFailed = false;
  }

  /** The next run seals what this one did not. The log says elsewhere that the store does not answer; any other error is logged here, once. */
  function failed(error: unknown): void {
    if (!hasFailed && !(error instanceof StoreUnavailableError))
      log?.error({ err: error }, 'the audit could not be sealed');
    hasFailed = true;
  }

  const timer = setInterval(() => void next(), SEAL_INTERVAL_MS).unref();
  void next();

  return {
    now: () => seal(db),
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}
