// Turns for work that is dear: a few at once, some more waiting, and a clear no to the rest.

/** So many are waiting that one more would wait too long. */
export class TooManyWaitingError extends Error {}

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `atOnce` pieces of work side by side and lets `waiting` more wait. */
export function turns(atOnce: number, waiting: number): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooManyWaitingError();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift(); // takes over this turn
      if (next) next();
      else running -= 1;
    }
  };
}
