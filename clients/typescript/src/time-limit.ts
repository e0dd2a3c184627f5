// A limit of time that also ends with a caller's signal. Limits nest: that of an attempt ends with that of its call.
import type { CallOptions } from './call.ts';
import { TimeoutError } from './errors.ts';

export interface TimeLimit {
  /** Aborted when the limit ends, with an error of the limit or with the caller's reason. */
  signal: AbortSignal;
  /** Settles as the work does, or throws the signal's reason at once when the limit ends, even if the work goes on. */
  race<T>(work: Promise<T>): Promise<T>;
  remainingMs(): number;
  /** The time begins again. */
  restart(): void;
  /** Time does not count any more; the caller's signal does. */
  stopClock(): void;
  /** Neither time nor the caller's signal count any more. */
  end(): void;
  /** Ends everything that is under way. */
  abort(): void;
}

/** The longest that a timer can wait; what is longer has no limit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function timeLimit(ms: number, caller: AbortSignal | undefined, timeoutError: () => Error): TimeLimit {
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = Date.now() + ms;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const stopClock = () => clearTimeout(timer);
  function restart(): void {
    stopClock();
    if (!isEnded && ms <= MAX_TIMER_MS) timer = setTimeout(() => controller.abort(timeoutError()), ms);
  }
  const follow = () => controller.abort(caller?.reason);
  function end(): void {
    isEnded = true; // a late chunk must not start the clock, which would keep the process
    stopClock();
    caller?.removeEventListener('abort', follow);
  }
  signal.addEventListener('abort', end);
  caller?.addEventListener('abort', follow);
  if (caller?.aborted) follow();
  else restart();
  return {
    signal,
    // Not `Promise.race` with a promise that lives as long as the limit: that one would keep every value.
    race: (work) =>
      new Promise((resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a caller's reason may be any value, and is thrown as it is
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
      }),
    remainingMs: () => endsAt - Date.now(),
    restart,
    stopClock,
    end,
    abort: () => controller.abort(),
  };
}

/** The limit of a whole transfer: time counts only if the call says so, since an archive may take as long as it moves. */
export function transferLimit({ timeout, signal }: CallOptions): TimeLimit {
  const { total = Infinity } = typeof timeout === 'object' ? timeout : {};
  return timeLimit(total, signal, () => new TimeoutError(`The archive took longer than ${total} ms.`));
}

export async function withTransferLimit<T>(options: CallOptions, work: (limit: TimeLimit) => Promise<T>): Promise<T> {
  const limit = transferLimit(options);
  try {
    return await work(limit);
  } finally {
    limit.end();
  }
}

/** Waits, unless the limit ends first. */
export async function pause(ms: number, limit: TimeLimit): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await limit.race(new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))));
  } finally {
    clearTimeout(timer);
  }
}
