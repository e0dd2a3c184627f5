// Deletes any number of rows in small batches, so that other statements run in between.
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'sql-template-tag';
import type { Database } from './database.ts';

/** On SQLite a statement blocks the whole process: 1,000 rows with their indexes take a few milliseconds. */
const DELETE_BATCH_SIZE = 1_000;
const PAUSE_MS = 20;

/**
 * `deletion` makes a statement that deletes at most so many rows and returns them. It finds them in the order of an index: without an order,
 * PostgreSQL may collect all that have expired before it takes the first.
 */
export async function sweep(db: Database, deletion: (maxRows: number) => Sql): Promise<void> {
  while ((await db.all(deletion(DELETE_BATCH_SIZE))).length === DELETE_BATCH_SIZE)
    await setTimeout(PAUSE_MS, undefined, { ref: false });
}
