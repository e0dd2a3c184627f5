// Turns for work that is dear: a few at once, some more waiting, and a clear no to the rest.
import { turnsTaken } from './telemetry.ts';

/** So many are waiting that one more would wait too long. */
export class TooManyWaitingError extends Error {}

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `atOnce` pieces of work of this name side by side and lets `waiting` more wait. */
export function turns(name: string, atOnce: number, waiting: number): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  function report(refused = false): void {
    if (turnsTaken.hasSubscribers) turnsTaken.publish({ work: name, running, waiting: queue.length, refused });
  }

  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        report(true);
        throw new TooManyWaitingError();
      }
      const turn = new Promise<void>((resolve) => queue.push(resolve));
      report();
      await turn;
    } else {
      running += 1;
      report();
    }
    try {
      return await work();
    } finally {
      const next = queue.shift(); // takes over this turn
      if (next) next();
      else running -= 1;
      report();
    }
  };
}
