// A thread for one job at a time: it starts with the first job, ends when it was idle for a while, and is ended when a job takes too long.
import { Worker } from 'node:worker_threads';
import { withTimeout } from '../with-timeout.ts';

export interface ThreadLimits {
  /** How long a job may take. */
  jobMs: number;
  /** How long the thread waits for another job. */
  idleMs: number;
  memoryMib: number;
}

/** Loading the code takes a third of a second, and much longer on a busy machine. */
const START_MS = 30_000;

export function jobThread<Job, Result>(file: URL, limits: ThreadLimits) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function start(): Promise<Worker> {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib } });
    started.unref(); // it keeps no process alive
    started.on('error', () => undefined); // the job that it ends is rejected
    worker = started;
    await withTimeout(START_MS, nextMessage(started));
    return started;
  }

  return {
    /** Rejects if the job takes too long or too much memory; the thread has ended then, and the next job starts another. */
    async run(job: Job): Promise<Result> {
      if (isClosed) throw new Error('the thread was closed');
      clearTimeout(idle);
      try {
        const running = worker ?? (await start());
        const result = nextMessage(running);
        running.postMessage(job, []); // nothing is transferred
        return (await withTimeout(limits.jobMs, result)) as Result;
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(() => void end(), limits.idleMs).unref();
      }
    },
    /** Ends the thread; jobs are rejected from then on. */
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}

/** Rejects when the thread ends, by a failure or otherwise. */
async function nextMessage(worker: Worker): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = () => reject(new Error('the thread ended'));
  worker.once('message', resolve).once('exit', ended);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('exit', ended);
  }
}
