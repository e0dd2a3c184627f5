// Runs several worker processes on one port: starts them, replaces those that end, and stops them together.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { OperatorError, type Config } from '../config/config.ts';
import type { StopSignal } from '../concurrency/stop-signals.ts';
import { relayMetrics } from './worker-metrics.ts';

/** The pause keeps a worker that crashes at once from using up the machine. */
const RESTART_DELAY_MS = 1_000;

export async function startWorkers(
  { workers, database, metricsToken }: Config,
  log: Logger,
  told: Promise<StopSignal>,
): Promise<void> {
  if (database.url === '')
    throw new OperatorError(
      `WORKERS=${workers} needs DATABASE_URL: SQLite has one writer, and several processes would wait for each other.`,
    );
  if (metricsToken !== '') relayMetrics();
  cluster.setupPrimary({ serialization: 'advanced' }); // JSON has no NaN
  let isStarted = false;
  let isStopping = false;
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    if (!isStarted) process.exit(1); // the worker has printed the reason
    log.error({ pid: worker.process.pid, code, signal }, 'a process ended; another takes its place');
    setTimeout(() => isStopping || cluster.fork(), RESTART_DELAY_MS);
  });

  async function stop(signal: StopSignal): Promise<void> {
    isStopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false);
    const stopped = await Promise.all(running.map((worker) => stopWorker(worker as Worker, signal)));
    process.exit(stopped.every(Boolean) ? 0 : 1);
  }
  void told.then(stop);

  await once(cluster.fork(), 'listening'); // the first one shows whether a start is possible at all
  isStarted = true;
  if (isStopping) return;
  for (let others = workers - 1; others > 0; others -= 1) cluster.fork();
}

/** Returns whether the worker stopped in order. One that has hardly begun to start is ended by the signal itself. */
async function stopWorker(worker: Worker, stopSignal: StopSignal): Promise<boolean> {
  worker.process.kill(stopSignal);
  const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
  return code === 0 || signal === stopSignal;
}
