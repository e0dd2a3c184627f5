// Runs background jobs: again and again, one run at a time, with failures in the log.
import { UnavailableError } from './errors.ts';

export interface Job {
  /** Runs the job once more, after a run that is under way. All who ask until this next run begins share it. It never rejects. */
  run(): Promise<void>;
  /** Ends the repetition, and waits for a run that is under way. Until then the process stays alive, also while the run pauses. */
  stop(): Promise<void>;
}

/** The part of a logger that a job needs. */
interface FailureLog {
  error(fields: { err: unknown }, text: string): void;
  warn(fields: { err: unknown }, text: string): void;
}

/** A failure is logged once, until a run succeeds again; as a warning if it passes by itself, such as a database that is unavailable. The timer does not keep the process alive. */
export function everyInterval(name: string, intervalMs: number, work: () => Promise<void>, log?: FailureLog): Job {
  let hasFailed = false;
  let isRunning = false;
  let isStopping = false;
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    next = undefined;
    isRunning = true;
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log?.[error instanceof UnavailableError ? 'warn' : 'error']({ err: error }, `${name} failed`);
      hasFailed = true;
    }
    isRunning = false;
  }

  function run(): Promise<void> {
    if (!next) {
      next = last.then(attempt);
      last = next;
    }
    return next;
  }

  const timer = setInterval(() => void (isRunning || isStopping || run()), intervalMs).unref();
  return {
    run,
    async stop() {
      isStopping = true;
      timer.ref();
      await last;
      clearInterval(timer);
    },
  };
}

/** Runs pieces of work one after another, so that waiting for the last means waiting for all before it. */
export function serialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
