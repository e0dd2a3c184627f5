// Every background job, and what runs them: again and again, one run at a time, with failures in the log.
import { UnavailableError } from '../errors.ts';
import { jobRuns } from '../telemetry.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Every process runs all of them; but what has `leaseMs` is done by one process of many, and after so long without a sign of life another one goes
 * on. Where a job is opened says what it does.
 */
export const jobs = {
  'following changes': { everyMs: 250 }, // so soon a write of another process is shown
  'following scores': { everyMs: 250 },
  'folding downloads': { everyMs: 500 }, // so soon the order of lists follows the counts, and other processes learn of them
  'the sealing of the audit': { everyMs: 1_000, isFirstAtStart: true }, // other processes and commands insert entries too
  'sending mail': { everyMs: 5_000 },
  'scoring downloads': { everyMs: 10_000, leaseMs: 30_000 },
  'storing the last use of credentials': { everyMs: MINUTE_MS },
  'the count of failed logins': { everyMs: MINUTE_MS, isFirstAtStart: true },
  'making pictures of older versions': { everyMs: MINUTE_MS, leaseMs: 15 * MINUTE_MS }, // a version has at most eight
  'computing the digests of the files of older versions': { everyMs: MINUTE_MS },
  'recording the runs of jobs': { everyMs: MINUTE_MS },
  'saving a snapshot': { everyMs: 10 * MINUTE_MS }, // and after the index was filled, and at the stop
  'the sweep of OAuth records': { everyMs: 10 * MINUTE_MS },
  'the sweep of archives': { everyMs: HOUR_MS }, // and when the server listens
  'pruning changes': { everyMs: HOUR_MS, isFirstAtStart: true },
} satisfies Record<string, JobRow>;

interface JobRow {
  everyMs: number;
  isFirstAtStart?: boolean;
  leaseMs?: number;
}

export type JobName = keyof typeof jobs;
export type LeasedJobName = {
  [Name in JobName]: (typeof jobs)[Name] extends { leaseMs: number } ? Name : never;
}[JobName];

/** The signal says that the job is being closed. */
export type JobWork = (signal: AbortSignal) => Promise<unknown>;

export interface Job {
  /** Runs the job once more, after a run that is under way. All who ask until this next run begins share it. It never rejects. */
  run(): Promise<void>;
  /** Ends the repetition, and waits for a run that is under way. Until then the process stays alive, also while the run pauses. */
  close(): Promise<void>;
}

/** The part of a logger that a job needs. */
export interface JobLog {
  error(fields: { err: unknown }, text: string): void;
  warn(fields: { err: unknown }, text: string): void;
}

/** A failure is logged once, until a run succeeds again; as a warning if it passes by itself, such as a database that is unavailable. The timer does not keep the process alive. */
export function openJob(name: JobName, work: JobWork, log?: JobLog): Job {
  const { everyMs, isFirstAtStart }: JobRow = jobs[name];
  const closing = new AbortController();
  let hasFailed = false;
  let isRunning = false;
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    next = undefined;
    isRunning = true;
    const startedAt = performance.now();
    let failed = false;
    try {
      await work(closing.signal);
    } catch (error) {
      failed = true;
      if (!hasFailed) log?.[error instanceof UnavailableError ? 'warn' : 'error']({ err: error }, `${name} failed`);
    }
    hasFailed = failed;
    isRunning = false;
    if (jobRuns.hasSubscribers) jobRuns.publish({ job: name, ms: performance.now() - startedAt, failed });
  }

  function run(): Promise<void> {
    if (!next) {
      next = last.then(attempt);
      last = next;
    }
    return next;
  }

  const timer = setInterval(() => void (isRunning || closing.signal.aborted || run()), everyMs).unref();
  if (isFirstAtStart) void run();
  return {
    run,
    async close() {
      closing.abort();
      timer.ref();
      await last;
      clearInterval(timer);
    },
  };
}

export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs pieces of work one after another, so that waiting for the last means waiting for all before it. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
