// Deletes any number of rows a few at a time, so that everything else has its turn in between.
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'sql-template-tag';
import type { Database } from './database.ts';

/** On SQLite a statement holds up the whole process: of 1,000 rows with their indexes for a few milliseconds. */
const ROWS_AT_ONCE = 1_000;
const PAUSE_MS = 20;

/** `deletion` is a statement that deletes at most so many rows, and returns them. */
export async function sweep(db: Database, deletion: (rows: number) => Sql): Promise<void> {
  while ((await db.all(deletion(ROWS_AT_ONCE))).length === ROWS_AT_ONCE)
    await setTimeout(PAUSE_MS, undefined, { ref: false });
}
