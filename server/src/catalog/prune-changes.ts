// Deletes old rows of `changes`, which every process has applied long ago.
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { countPrunable, deleteChanges } from './queries.ts';

/** Every process applies changes within a second; fewer than this are made while a process starts. */
export const KEPT_REVISIONS = 1_000_000;
/** An hour may leave millions: they are deleted in batches, with a pause for other writes after each. */
const PRUNE_BATCH_SIZE = 5_000;
const PRUNE_PAUSE_MS = 20;

/** Deletes the changes of all but the newest `kept` revisions. */
export async function pruneChanges(kept: number, db: Database, signal: AbortSignal): Promise<void> {
  for (let left = await countPrunable(db, kept); left > 0 && !signal.aborted; left -= PRUNE_BATCH_SIZE) {
    await db.batch([deleteChanges(kept, PRUNE_BATCH_SIZE)]);
    await setTimeout(PRUNE_PAUSE_MS, undefined, { ref: false });
  }
}
