// Several processes on one port: starts them, replaces those that end, and stops them together.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { StartError, type Config } from '../config.ts';
import { relayMetrics } from './worker-metrics.ts';

/** So that one that cannot stay up does not take the machine. */
const PAUSE = 1_000;

export async function startWorkers({ workers, database, metricsToken }: Config, log: Logger): Promise<void> {
  if (database.url === '')
    throw new StartError(
      `WORKERS=${workers} needs DATABASE_URL: SQLite has one writer, and several processes would wait for each other.`,
    );
  if (metricsToken !== '') relayMetrics();
  cluster.setupPrimary({ serialization: 'advanced' }); // JSON has no NaN
  let started = false;
  let stopping = false;
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    if (!started) process.exit(1); // and it has said why
    log.error({ pid: worker.process.pid, code, signal }, 'a process ended; another takes its place');
    setTimeout(() => stopping || cluster.fork(), PAUSE);
  });

  async function stop(): Promise<void> {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const stopped = await Promise.all(running.map(stopWorker));
    process.exit(stopped.every(Boolean) ? 0 : 1);
  }
  process.once('SIGTERM', stop).once('SIGINT', stop);

  await once(cluster.fork(), 'listening'); // the first one finds out whether it can be done at all
  started = true;
  for (let others = workers - 1; others > 0; others -= 1) cluster.fork();
}

/** Whether it stopped as it should. The signal alone ends one that is still starting. */
async function stopWorker(worker: Worker): Promise<boolean> {
  worker.process.kill('SIGTERM');
  const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
  return code === 0 || signal === 'SIGTERM';
}
