// Counts windows in the memory of one process.
import sql, { bulk, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { Window, WindowCounter } from './window-counter.ts';

interface LimitedWindow extends Window {
  limit: number;
}

/** A window is added when it begins, so the map is in the order in which the windows began. */
type OpenWindows = Map<string, LimitedWindow>;

/**
 * When so many windows are open, the oldest that are within their limit are evicted. A window over its limit is never evicted: its client
 * has paid for it with several requests within the hour.
 */
const MAX_WINDOWS = 200_000;
const SAVE_BATCH_SIZE = 1_000;

/** The windows are saved in the database when the process stops, so that a restart resets no limit. */
export async function memoryWindowCounter(db: Database, maxWindows = MAX_WINDOWS): Promise<WindowCounter> {
  const saved = await db.all<{ windowKey: string; count: number; ends_at: number; allowed: number }>(
    sql`delete from rate_windows returning bucket as "windowKey", count, ends_at, allowed`,
  );
  const windows: OpenWindows = new Map();
  for (const { windowKey, count, ends_at, allowed } of saved.toSorted((a, b) => a.ends_at - b.ends_at))
    if (ends_at > Date.now()) windows.set(windowKey, { count, endsAt: ends_at, limit: allowed });

  return {
    ...processWindowCounter(windows, maxWindows),
    close: () => db.batch(saveWindows(windows)),
  };
}

/** Many rows in one statement, and always in the same order, so that processes that stop at once do not deadlock. */
function saveWindows(windows: OpenWindows): Sql[] {
  const rows = [...windows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([windowKey, { count, endsAt, limit }]) => [windowKey, count, endsAt, limit]);
  return Array.from(
    { length: Math.ceil(rows.length / SAVE_BATCH_SIZE) },
    (_, batch) => sql`insert into rate_windows (bucket, count, ends_at, allowed)
      values ${bulk(rows.slice(batch * SAVE_BATCH_SIZE, (batch + 1) * SAVE_BATCH_SIZE))}
      on conflict (bucket) do update set count = excluded.count, ends_at = excluded.ends_at, allowed = excluded.allowed`,
  );
}

/** These windows are lost when the process stops. */
export function processWindowCounter(windows: OpenWindows = new Map(), maxWindows = MAX_WINDOWS): WindowCounter {
  function findOpen(windowKey: string): LimitedWindow | undefined {
    const window = windows.get(windowKey);
    if (!window || window.endsAt > Date.now()) return window;
    windows.delete(windowKey);
    return undefined;
  }

  /** The number of windows at which the next eviction runs. */
  let evictionSize = maxWindows;

  /** Evicts a tenth of the windows at once, so that the cost of the loop is spread over as many requests. */
  function evict(): void {
    const now = Date.now();
    for (const [windowKey, { endsAt }] of windows) if (endsAt <= now) windows.delete(windowKey);
    const target = maxWindows - maxWindows / 10;
    for (const [windowKey, { count, limit }] of windows) {
      if (windows.size <= target) break;
      if (count <= limit) windows.delete(windowKey);
    }
    evictionSize = Math.max(maxWindows, windows.size + maxWindows / 10); // it is larger if most windows are over their limit
  }

  return {
    hit(windowKey, limit, lengthMs) {
      let window = findOpen(windowKey);
      if (!window) {
        if (windows.size >= evictionSize) evict();
        window = { count: 0, endsAt: Date.now() + lengthMs, limit };
        windows.set(windowKey, window);
      }
      window.endsAt = Math.min(window.endsAt, Date.now() + lengthMs); // it ends later only if the clock was set back
      window.count += 1;
      window.limit = limit;
      return { count: window.count, endsAt: window.endsAt };
    },
    peek: async (windowKey) => findOpen(windowKey),
    reset: async (windowKey) => void windows.delete(windowKey),
    close: async () => {},
  };
}
