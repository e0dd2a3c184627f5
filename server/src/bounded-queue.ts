// A queue for expensive work: a few pieces run at once, some more wait, and the rest is refused.
import { UnavailableError } from './errors.ts';
import { queueChanges } from './telemetry.ts';

/** So many pieces of work are waiting that one more would wait for too long. */
export class QueueFullError extends UnavailableError {
  constructor() {
    super('Too many ask for this at the moment');
  }
}

export type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `maxRunning` pieces of work of this name side by side, and lets `maxWaiting` more wait. */
export function boundedQueue(name: string, maxRunning: number, maxWaiting: number): Enqueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  function report(refused = false): void {
    if (queueChanges.hasSubscribers) queueChanges.publish({ work: name, running, waiting: waiting.length, refused });
  }

  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) {
        report(true);
        throw new QueueFullError();
      }
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      report();
      await turn;
    } else {
      running += 1;
      report();
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift(); // it takes over the place of this work
      if (next) next();
      else running -= 1;
      report();
    }
  };
}
