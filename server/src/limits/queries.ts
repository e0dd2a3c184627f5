// Moves windows that a process without Redis saved in the database to a process with Redis.
import sql, { join } from 'sql-template-tag';
import type { Database } from '../db/database.ts';

export interface SavedWindow {
  /** The column `bucket`. */
  windowKey: string;
  count: number;
  endsAt: number;
}

const READ_BATCH_SIZE = 200;

/** Passes the windows that are still open to `put`, and then deletes them. If `put` returns false, the rest stays for the next start. */
export async function moveSavedWindows(db: Database, put: (windows: SavedWindow[]) => Promise<boolean>): Promise<void> {
  for (;;) {
    const saved = await db.all<SavedWindow>(
      sql`select bucket as "windowKey", count, ends_at as "endsAt" from rate_windows order by bucket limit ${READ_BATCH_SIZE}`,
    );
    if (saved.length === 0 || !(await put(saved.filter(({ endsAt }) => endsAt > Date.now())))) return;
    await db.batch([sql`delete from rate_windows where bucket in (${join(saved.map(({ windowKey }) => windowKey))})`]);
  }
}
