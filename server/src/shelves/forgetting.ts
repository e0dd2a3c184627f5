// Forgets changes that every process has taken in long ago, when the service starts and then every hour.
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { countForgettable, forgetChanges } from './queries.ts';

/** Every process takes changes in within a second, and so many are not made while one starts. */
const KEPT = 1_000_000;
const EVERY = 3_600_000;
/** All of an hour may be millions: so many at a time, and a pause for everything else. */
const TOGETHER = 5_000;
const PAUSE = 20;

/** Returns when it has come to an end after the signal. What fails is done an hour later. */
export async function keepForgetting(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await forgetAllBut(KEPT, db, signal).catch(() => undefined);
    await setTimeout(EVERY, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

export async function forgetAllBut(kept: number, db: Database, signal: AbortSignal): Promise<void> {
  for (let left = await countForgettable(db, kept); left > 0 && !signal.aborted; left -= TOGETHER) {
    await db.batch([forgetChanges(kept, TOGETHER)]);
    await setTimeout(PAUSE, undefined, { ref: false });
  }
}
