// A queue for expensive work: a few pieces run at once, some more wait, and the rest is refused. Work has a key, which says for whom it is
// done: a realm, an account or an address. Keys take turns, so that none of them can hold up the others with much work.
import { UnavailableError } from '../errors.ts';
import { queueChanges } from '../telemetry.ts';

/** So many pieces of work are waiting that one more would wait for too long. */
export class QueueFullError extends UnavailableError {
  constructor() {
    super('Too many ask for this at the moment');
  }
}

export interface QueueLimits {
  /** How many pieces run side by side. */
  running: number;
  /** How many more may wait. */
  waiting: number;
  /** How many pieces of one key run side by side. Without it, one key may use every place while no other key waits. */
  runningOfOne?: number;
}

/** Work whose signal is aborted leaves the queue. Work that has begun must watch the signal by itself. */
export type Enqueue = <Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export function fairQueue(name: string, limits: QueueLimits): Enqueue {
  const runningByKey = new Map<string, number>();
  const line = waitingLine();
  let running = 0;

  function report(refused = false): void {
    if (queueChanges.hasSubscribers) queueChanges.publish({ work: name, running, waiting: line.length(), refused });
  }

  const runningOf = (key: string) => runningByKey.get(key) ?? 0;
  const canRun = (key: string) =>
    running < limits.running && runningOf(key) < (limits.runningOfOne ?? Number.POSITIVE_INFINITY);

  function begin(key: string): void {
    running += 1;
    runningByKey.set(key, runningOf(key) + 1);
  }

  function end(key: string): void {
    running -= 1;
    if (runningOf(key) > 1) runningByKey.set(key, runningOf(key) - 1);
    else runningByKey.delete(key);
    line.moveToEnd(key); // whoever had no turn yet goes before whoever just had one
    const next = line.takeNext(canRun);
    if (next) begin(next.key);
    next?.start();
    report();
  }

  /** When the queue is full, a key with little work takes the place of the newest work of the key with the most. */
  function makeRoom(key: string): void {
    if (line.length() < limits.waiting) return;
    const displaced = line.takeNewestOfLongest(key);
    report(true);
    if (!displaced) throw new QueueFullError();
    displaced.refuse(new QueueFullError());
  }

  async function waitForTurn(key: string, signal: AbortSignal | undefined): Promise<void> {
    makeRoom(key);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const piece = { key, start: resolve, refuse: reject };
    const leave = () => {
      line.remove(piece);
      reject(signal?.reason);
      report();
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.add(piece);
    report();
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return async (key, work, signal) => {
    signal?.throwIfAborted();
    if (canRun(key)) {
      begin(key); // whoever waits while a place is free has as many running as its key may have
      report();
    } else await waitForTurn(key, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      end(key);
    }
  };
}

interface WaitingPiece {
  key: string;
  start: () => void;
  refuse: (error: Error) => void;
}

/** The work that waits. The keys are in the order of their turns, and the work of each key in the order in which it came. */
function waitingLine() {
  const piecesByKey = new Map<string, WaitingPiece[]>();

  function remove(piece: WaitingPiece): void {
    const others = piecesByKey.get(piece.key)?.filter((one) => one !== piece) ?? [];
    if (others.length > 0) piecesByKey.set(piece.key, others);
    else piecesByKey.delete(piece.key);
  }

  return {
    length: () => piecesByKey.values().reduce((sum, pieces) => sum + pieces.length, 0),
    remove,

    add(piece: WaitingPiece): void {
      const pieces = piecesByKey.get(piece.key);
      if (pieces) pieces.push(piece);
      else piecesByKey.set(piece.key, [piece]);
    },

    moveToEnd(key: string): void {
      const pieces = piecesByKey.get(key);
      piecesByKey.delete(key);
      if (pieces) piecesByKey.set(key, pieces);
    },

    /** The first work of the first key that may run. The key has its next turn after all others. */
    takeNext(canRun: (key: string) => boolean): WaitingPiece | undefined {
      const key = piecesByKey.keys().find(canRun);
      const [next, ...rest] = (key !== undefined && piecesByKey.get(key)) || [];
      if (!next) return undefined;
      piecesByKey.delete(next.key);
      if (rest.length > 0) piecesByKey.set(next.key, rest);
      return next;
    },

    /** Undefined if no key would have more waiting than `key`, with one piece less and one piece more. */
    takeNewestOfLongest(key: string): WaitingPiece | undefined {
      const longest = piecesByKey
        .values()
        .reduce<WaitingPiece[]>((most, pieces) => (pieces.length > most.length ? pieces : most), []);
      const newest = longest.at(-1);
      if (!newest || longest.length <= (piecesByKey.get(key)?.length ?? 0) + 1) return undefined;
      remove(newest);
      return newest;
    },
  };
}
