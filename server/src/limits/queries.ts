// Windows that a process without Redis left in the store when it stopped, for a process with Redis to take over.
import sql, { join } from 'sql-template-tag';
import type { Database } from '../db/database.ts';

export interface SavedWindow {
  bucket: string;
  count: number;
  endsAt: number;
}

/** So many at a time. */
const READ_TOGETHER = 200;

/** Hands on those that are still open. Each leaves the store when `put` has taken it; when `put` fails, the rest stays for the next start. */
export async function handOverWindows(db: Database, put: (windows: SavedWindow[]) => Promise<boolean>): Promise<void> {
  for (;;) {
    const saved = await db.all<SavedWindow>(
      sql`select bucket, count, ends_at as "endsAt" from rate_windows order by bucket limit ${READ_TOGETHER}`,
    );
    if (saved.length === 0 || !(await put(saved.filter(({ endsAt }) => endsAt > Date.now())))) return;
    await db.batch([sql`delete from rate_windows where bucket in (${join(saved.map(({ bucket }) => bucket))})`]);
  }
}
