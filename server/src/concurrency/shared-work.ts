// Work that several ask for: what was made is kept. The same is made once at a time for each key of a queue, and keys take turns.
import { fairQueue, type QueueLimits } from './fair-queue.ts';
import { singleFlight } from './single-flight.ts';

/** What was made, by name, such as a cache. It need not keep a result that is undefined. */
interface Made<Result> {
  get(name: string): Result | undefined | Promise<Result | undefined>;
  set(name: string, result: NoInfer<Result>): unknown;
}

/**
 * `queue` is its name, for the metrics. Work for one key is never joined with that of another key: each waits for its own turn, and may find the
 * result then. The signal of `make` is aborted when all clients that wait for it have left.
 */
export function sharedWork<Result>(queue: string, limits: QueueLimits, made: Made<Result>) {
  const enqueue = fairQueue(queue, limits);
  const once = singleFlight<Result>();

  const findOr = async (name: string, make: () => Promise<Result>) => (await made.get(name)) || make();

  return (key: string, name: string, make: (signal: AbortSignal) => Promise<Result>, clientSignal?: AbortSignal) => {
    const makeAndKeep = async (signal: AbortSignal) => {
      const result = await make(signal);
      made.set(name, result);
      return result;
    };
    const inTurn = (signal: AbortSignal) => enqueue(key, () => findOr(name, () => makeAndKeep(signal)), signal);
    return findOr(name, () => once(`${key} ${name}`, inTurn, clientSignal));
  };
}
