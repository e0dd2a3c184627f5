// Jobs that one process of many does, by a lease: who has it, and until when no other one may.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { jobs, openJob, type Job, type JobLog, type LeasedJobName } from '../concurrency/jobs.ts';
import { ConditionError, type Database } from './database.ts';
import { endLease, extendLease, takeLease } from './job-queries.ts';

/** Makes the statements by which a batch of the work is done only if this process still has the lease. */
export type KeepLease = () => Sql[];

interface LeasedWork {
  db: Database;
  isDue: () => Promise<boolean>;
  /** What is left when another process takes it over, or this one stops, is for the next run. */
  work: (keepLease: KeepLease, signal: AbortSignal) => Promise<void>;
}

/** The job does its work when it is due and no other process does it. */
export function openLeasedJob(name: LeasedJobName, { db, isDue, work }: LeasedWork, log?: JobLog): Job {
  const holder = randomUUID();
  const timeIn = (lengths: number) => new Date(Date.now() + lengths * jobs[name].leaseMs).toISOString();
  const lease = () => ({ name, holder, now: timeIn(0), until: timeIn(1), latest: timeIn(2) });

  async function workIfDue(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return; // the database is being closed
    if (!(await isDue()) || signal.aborted || !(await takeLease(db, lease()))) return;
    try {
      await work(() => extendLease(lease()), signal);
    } catch (error) {
      if (!(error instanceof ConditionError || signal.aborted)) throw error;
    } finally {
      await endLease(db, lease()).catch(() => undefined);
    }
  }
  return openJob(name, workIfDue, log);
}
