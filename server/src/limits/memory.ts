// Windows in the memory of one process.
import sql, { bulk, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { Window, Windows } from './windows.ts';

interface KeptWindow extends Window {
  limit: number;
}

/** A window enters when it begins, so they are in the order of their beginnings. */
type OpenWindows = Map<string, KeptWindow>;

/**
 * When so many are open, room is made by forgetting the oldest that are within their limit. Those over it are never forgotten: each has
 * cost its client several requests within the hour.
 */
const MOST = 200_000;
const SAVED_TOGETHER = 1_000;

/** Left in the store while the process is stopped, so that a restart forgives nobody. */
export async function memoryWindows(db: Database, most = MOST): Promise<Windows> {
  const saved = await db.all<{ bucket: string; count: number; ends_at: number; allowed: number }>(
    sql`delete from rate_windows returning bucket, count, ends_at, allowed`,
  );
  const windows: OpenWindows = new Map();
  for (const { bucket, count, ends_at, allowed } of saved.toSorted((a, b) => a.ends_at - b.ends_at))
    if (ends_at > Date.now()) windows.set(bucket, { count, endsAt: ends_at, limit: allowed });

  return {
    ...processWindows(windows, most),
    close: () => db.batch(saving(windows)),
  };
}

/** Many at a time, and always in the same order, so that processes that stop at once do not wait for each other. */
function saving(windows: OpenWindows): Sql[] {
  const rows = [...windows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([bucket, { count, endsAt, limit }]) => [bucket, count, endsAt, limit]);
  return Array.from(
    { length: Math.ceil(rows.length / SAVED_TOGETHER) },
    (_, at) => sql`insert into rate_windows (bucket, count, ends_at, allowed)
      values ${bulk(rows.slice(at * SAVED_TOGETHER, (at + 1) * SAVED_TOGETHER))}
      on conflict (bucket) do update set count = excluded.count, ends_at = excluded.ends_at, allowed = excluded.allowed`,
  );
}

/** Gone when the process stops. */
export function processWindows(windows: OpenWindows = new Map(), most = MOST): Windows {
  function open(bucket: string): KeptWindow | undefined {
    const window = windows.get(bucket);
    if (!window || window.endsAt > Date.now()) return window;
    windows.delete(bucket);
    return undefined;
  }

  /** At so many, room is made. */
  let full = most;

  /** A tenth at a time, so that the walk is paid for by as many requests; also where those over their limit leave no room. */
  function makeRoom(): void {
    const now = Date.now();
    for (const [bucket, { endsAt }] of windows) if (endsAt <= now) windows.delete(bucket);
    const target = most - most / 10;
    for (const [bucket, { count, limit }] of windows) {
      if (windows.size <= target) break;
      if (count <= limit) windows.delete(bucket);
    }
    full = Math.max(most, windows.size + most / 10);
  }

  return {
    hit(bucket, limit, lengthMs) {
      let window = open(bucket);
      if (!window) {
        if (windows.size >= full) makeRoom();
        window = { count: 0, endsAt: Date.now() + lengthMs, limit };
        windows.set(bucket, window);
      }
      window.endsAt = Math.min(window.endsAt, Date.now() + lengthMs); // where it is later, the clock was set back
      window.count += 1;
      window.limit = limit;
      return { count: window.count, endsAt: window.endsAt };
    },
    peek: async (bucket) => open(bucket),
    forget: async (bucket) => void windows.delete(bucket),
    close: async () => {},
  };
}
