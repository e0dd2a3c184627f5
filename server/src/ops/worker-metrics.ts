// Collects the metrics of several processes on one port: a scrape reaches one worker, which asks the others through the primary process.
import cluster, { type Worker } from 'node:cluster';

/** The metrics of one process, in a form that can be sent. */
export type ProcessMetrics = unknown[];

type Message =
  /** From the scraped worker to the primary, which knows the others. */
  | { metrics: 'collect'; scrape: number }
  /** Back from the primary: how many responses will come. */
  | { metrics: 'expect'; scrape: number; others: number }
  /** From the primary to each other worker. */
  | { metrics: 'request'; scrape: number; to: number }
  /** From each other worker, through the primary, to the scraped one. */
  | { metrics: 'response'; scrape: number; to: number; values: ProcessMetrics };

/** A worker that hangs, or has just ended, must not hide the others. */
const COLLECT_TIMEOUT_MS = 1_000;

/** In the primary process: forwards requests and responses. */
export function relayMetrics(): void {
  const serving = new Set<Worker>(); // without those that are still starting
  cluster.on('listening', (worker) => serving.add(worker));
  cluster.on('exit', (worker) => serving.delete(worker));
  cluster.on('message', (worker, message: Message) => {
    if (message.metrics === 'response') sendTo(cluster.workers?.[message.to], message);
    if (message.metrics !== 'collect') return;
    const others = [...serving].filter((other) => other !== worker && other.isConnected());
    sendTo(worker, { metrics: 'expect', scrape: message.scrape, others: others.length });
    for (const other of others) sendTo(other, { metrics: 'request', scrape: message.scrape, to: worker.id });
  });
}

function sendTo(worker: Worker | undefined, message: Message): void {
  worker?.send(message, () => undefined); // the worker may have ended
}

interface Scrape {
  others: number;
  responses: ProcessMetrics[];
  done: () => void;
}

export interface WorkerMetrics {
  /** The metrics of all workers that answer in time. */
  collect(): Promise<ProcessMetrics[]>;
  close(): void;
}

/** In each worker. `readOwn` returns the metrics of this one. */
export function collectFromWorkers(readOwn: () => Promise<ProcessMetrics>): WorkerMetrics {
  const scrapes = new Map<number, Scrape>();
  let last = 0;

  function receive(message: Message): void {
    if (message.metrics === 'request')
      return void readOwn().then(
        (values) => sendToPrimary({ ...message, metrics: 'response', values }),
        () => undefined, // this worker is then left out
      );
    const scrape = scrapes.get(message.scrape);
    if (!scrape) return; // it has timed out
    if (message.metrics === 'expect') scrape.others = message.others;
    if (message.metrics === 'response') scrape.responses.push(message.values);
    if (scrape.responses.length === scrape.others) scrape.done();
  }
  process.on('message', receive);

  return {
    async collect() {
      const scrape = (last += 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      const responses: ProcessMetrics[] = [];
      scrapes.set(scrape, { others: Infinity, responses, done: resolve });
      const timer = setTimeout(resolve, COLLECT_TIMEOUT_MS);
      try {
        sendToPrimary({ metrics: 'collect', scrape });
        const own = await readOwn();
        await promise;
        return [own, ...responses];
      } finally {
        clearTimeout(timer);
        scrapes.delete(scrape);
      }
    },
    close: () => void process.off('message', receive),
  };
}

function sendToPrimary(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
