// Remembers what has failed, so that it is not tried again with each request: only after two seconds, and after each further failure in a row
// after twice as long as before, at most five minutes.
import { lruCache } from './lru-cache.ts';

export interface Failures {
  add(name: string): void;
  remove(name: string): void;
  /** Whether it has failed, and is not to be tried yet. */
  isPaused(name: string): boolean;
  /** One that may be tried again. */
  due(): string | undefined;
  readonly size: number;
}

const MAX_FAILURES = 10_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 5 * 60_000;

export function failures(): Failures {
  const failed = lruCache<string, { at: number; pauseMs: number }>(MAX_FAILURES);

  function isPaused(name: string): boolean {
    const last = failed.peek(name);
    return last !== undefined && Math.abs(Date.now() - last.at) < last.pauseMs;
  }

  return {
    add(name) {
      const last = failed.get(name);
      failed.set(name, { at: Date.now(), pauseMs: last ? Math.min(2 * last.pauseMs, MAX_PAUSE_MS) : FIRST_PAUSE_MS });
    },
    remove: (name) => void failed.delete(name),
    isPaused,
    due: () => failed.keys().find((name) => !isPaused(name)),
    get size() {
      return failed.size;
    },
  };
}
