// Metrics of several processes on one port: a scrape reaches one of them, which asks the others by way of the first.
import cluster, { type Worker } from 'node:cluster';

/** What one process has measured, as it can be sent. */
export type Measured = unknown[];

type Message =
  /** From a process to the first one, which knows the others. */
  | { metrics: 'ask'; scrape: number }
  /** Back from there: from how many an answer will come. */
  | { metrics: 'asked'; scrape: number; others: number }
  /** From the first one to each other process. */
  | { metrics: 'give'; scrape: number; to: number }
  /** From there, by way of the first one, to the process that asked. */
  | { metrics: 'given'; scrape: number; to: number; measured: Measured };

/** One that hangs, or has just ended, must not keep the others from being seen. */
const WITHIN = 1_000;

/** In the first process: hands questions and answers on. */
export function relayMetrics(): void {
  const serving = new Set<Worker>(); // those that start have nothing to tell
  cluster.on('listening', (worker) => serving.add(worker));
  cluster.on('exit', (worker) => serving.delete(worker));
  cluster.on('message', (worker, message: Message) => {
    if (message.metrics === 'given') sendTo(cluster.workers?.[message.to], message);
    if (message.metrics !== 'ask') return;
    const others = [...serving].filter((other) => other !== worker && other.isConnected());
    sendTo(worker, { metrics: 'asked', scrape: message.scrape, others: others.length });
    for (const other of others) sendTo(other, { metrics: 'give', scrape: message.scrape, to: worker.id });
  });
}

function sendTo(worker: Worker | undefined, message: Message): void {
  worker?.send(message, () => undefined); // it may end at this moment
}

interface Scrape {
  others: number;
  answers: Measured[];
  done: () => void;
}

export interface Processes {
  /** What all of them have measured, as far as they answer in time. */
  measured(): Promise<Measured[]>;
  close(): void;
}

/** In each of the others. `measure` tells what this one has measured. */
export function allProcesses(measure: () => Promise<Measured>): Processes {
  const scrapes = new Map<number, Scrape>();
  let last = 0;

  function take(message: Message): void {
    if (message.metrics === 'give')
      return void measure().then(
        (measured) => tell({ ...message, metrics: 'given', measured }),
        () => undefined, // then it is left out
      );
    const scrape = scrapes.get(message.scrape);
    if (!scrape) return; // too late
    if (message.metrics === 'asked') scrape.others = message.others;
    if (message.metrics === 'given') scrape.answers.push(message.measured);
    if (scrape.answers.length === scrape.others) scrape.done();
  }
  process.on('message', take);

  return {
    async measured() {
      const scrape = (last += 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      const answers: Measured[] = [];
      scrapes.set(scrape, { others: Infinity, answers, done: resolve });
      const timer = setTimeout(resolve, WITHIN);
      try {
        tell({ metrics: 'ask', scrape });
        const own = await measure();
        await promise;
        return [own, ...answers];
      } finally {
        clearTimeout(timer);
        scrapes.delete(scrape);
      }
    },
    close: () => void process.off('message', take),
  };
}

function tell(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
