// Seals entries a moment after they were noted: any process may, several may at once, and there is one chain.
import type { Logger } from 'pino';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { chained } from './chain.ts';
import { findHead, listUnsealed, sealEntries } from './queries.ts';

export interface Sealing {
  /** Seals what was noted so far. */
  now(): Promise<void>;
  close(): Promise<void>;
}

/** So long an entry may be without its seal. Looked for, and not waited for: other processes and commands leave entries, too. */
const EVERY = 1_000;
const TOGETHER = 200;

export async function seal(db: Database): Promise<void> {
  for (;;) {
    const head = await findHead(db); // first: whoever seals one of the following has moved it
    const entries = await listUnsealed(db, TOGETHER);
    if (entries.length === 0) return;
    await db.batch(sealEntries(chained(entries, head), head));
  }
}

export function openSealing(db: Database, log?: Logger): Sealing {
  let hasFailed = false;
  let inTurn = Promise.resolve();

  function next(): Promise<void> {
    inTurn = inTurn.then(() => seal(db)).then(succeeded, failed);
    return inTurn;
  }

  function succeeded(): void {
    hasFailed = false;
  }

  /** What is not sealed now is sealed later. A store that is away is told of elsewhere; anything else is worth a line. */
  function failed(error: unknown): void {
    if (!hasFailed && !(error instanceof StoreUnavailableError))
      log?.error({ err: error }, 'the audit could not be sealed');
    hasFailed = true;
  }

  const timer = setInterval(() => void next(), EVERY).unref();
  void next();

  return {
    now: () => seal(db),
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}
