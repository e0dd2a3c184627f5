// Counts windows in the memory of one process.
import sql, { bulk, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { Window, WindowCounter } from './window-counter.ts';

interface LimitedWindow extends Window {
  limit: number;
}

/**
 * Windows by key, in the order in which they were added. Those over their limit have a map of their own, so that a client which opens many windows,
 * from many addresses, resets no used-up limit, unless it uses up as many limits itself.
 */
interface OpenWindows {
  within: Map<string, LimitedWindow>;
  over: Map<string, LimitedWindow>;
}

/** Of each map. When it is full, the oldest are evicted: a hundredth at once, because a `Map` walks over its deleted entries to reach the oldest one. */
const MAX_WINDOWS = 200_000;
const EVICTED_FRACTION = 0.01;
const SAVE_BATCH_SIZE = 1_000;

/** The windows are saved in the database when the process stops, so that a restart resets no limit. */
export async function memoryWindowCounter(db: Database, maxWindows = MAX_WINDOWS): Promise<WindowCounter> {
  const saved = await db.all<{ windowKey: string; count: number; ends_at: number; allowed: number }>(
    sql`delete from rate_windows returning bucket as "windowKey", count, ends_at, allowed`,
  );
  const windows = noWindows();
  for (const { windowKey, count, ends_at, allowed } of saved.toSorted((a, b) => a.ends_at - b.ends_at))
    if (ends_at > Date.now())
      windows[count > allowed ? 'over' : 'within'].set(windowKey, { count, endsAt: ends_at, limit: allowed });

  return {
    ...processWindowCounter(windows, maxWindows),
    close: () => db.batch(saveWindows(windows)),
  };
}

function noWindows(): OpenWindows {
  return { within: new Map(), over: new Map() };
}

/** Many rows in one statement, and always in the same order, so that processes that stop at once do not deadlock. */
function saveWindows({ within, over }: OpenWindows): Sql[] {
  const rows = [...within, ...over]
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
export function processWindowCounter({ within, over } = noWindows(), maxWindows = MAX_WINDOWS): WindowCounter {
  function findOpen(windowKey: string, now: number): LimitedWindow | undefined {
    const window = within.get(windowKey) ?? over.get(windowKey);
    if (!window || window.endsAt > now) return window;
    remove(windowKey);
    return undefined;
  }

  function add(windows: Map<string, LimitedWindow>, windowKey: string, window: LimitedWindow): LimitedWindow {
    windows.set(windowKey, window);
    if (windows.size > maxWindows) evict(windows);
    return window;
  }

  function evict(windows: Map<string, LimitedWindow>): void {
    const size = Math.ceil(maxWindows * (1 - EVICTED_FRACTION));
    for (const windowKey of windows.keys()) {
      if (windows.size <= size) break;
      windows.delete(windowKey);
    }
  }

  function remove(windowKey: string): void {
    within.delete(windowKey);
    over.delete(windowKey);
  }

  function open(windowKey: string, limit: number, lengthMs: number): LimitedWindow {
    const now = Date.now();
    const endsAt = now + lengthMs;
    const window = findOpen(windowKey, now) ?? add(within, windowKey, { count: 0, endsAt, limit });
    window.endsAt = Math.min(window.endsAt, endsAt); // it ends later only if the clock was set back
    window.limit = limit;
    return window;
  }

  return {
    hit(windowKey, limit, lengthMs) {
      const window = open(windowKey, limit, lengthMs);
      window.count += 1;
      if (window.count > limit && within.delete(windowKey)) add(over, windowKey, window);
      return { count: window.count, endsAt: window.endsAt };
    },
    take(windowKey, limit, lengthMs, hits) {
      const window = open(windowKey, limit, lengthMs);
      const isTaken = window.count + hits <= limit;
      if (isTaken) window.count += hits;
      return { count: window.count, endsAt: window.endsAt, isTaken };
    },
    peek: async (windowKey) => findOpen(windowKey, Date.now()),
    reset: async (windowKey) => remove(windowKey),
    close: async () => {},
  };
}
