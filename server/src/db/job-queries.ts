// The statements of the table of jobs: who has the lease on which, and how they have run.
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from './database.ts';

/** Its times are of the clock of each process. */
export interface Lease {
  name: string;
  holder: string;
  now: string;
  until: string;
  /** A lease that ends after this was taken by a process whose clock was wrong. Clocks that differ by less than the length of a lease are right. */
  latest: string;
}

/** Returns whether this process has the lease now. */
export async function takeLease(db: Database, { name, holder, now, until, latest }: Lease): Promise<boolean> {
  const row = await db.get(sql`insert into jobs (name, holder, leased_until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where jobs.leased_until < ${now} or jobs.leased_until > ${latest} or jobs.holder = excluded.holder
    returning name`);
  return row !== undefined;
}

/** Statements for a batch: they make the lease longer, or undo the batch with a `ConditionError` if this process has lost it. */
export function extendLease({ name, holder, until }: Lease): Sql[] {
  return [
    sql`update jobs set leased_until = ${until} where name = ${name} and holder = ${holder}`,
    onlyIf(sql`exists (select 1 from jobs where name = ${name} and holder = ${holder})`),
  ];
}

/** Lets any process go on at once. */
export function endLease(db: Database, { name, holder }: Lease): Promise<void> {
  return db.batch([sql`update jobs set holder = '', leased_until = '' where name = ${name} and holder = ${holder}`]);
}

export interface JobRecord {
  name: string;
  runs: number;
  failures: number;
  /** How long all runs took. */
  ms: number;
  last_run_at: string;
  /** Empty if none has failed. */
  last_failure_at: string;
}

export function listJobRecords(db: Reader): Promise<JobRecord[]> {
  return db.all(sql`select name, runs, failures, ms, last_run_at, last_failure_at from jobs`);
}

export function addToRecord({ name, runs, failures, ms, last_run_at, last_failure_at }: JobRecord): Sql {
  return sql`insert into jobs (name, runs, failures, ms, last_run_at, last_failure_at)
    values (${name}, ${runs}, ${failures}, ${Math.round(ms)}, ${last_run_at}, ${last_failure_at})
    on conflict (name) do update set runs = jobs.runs + excluded.runs, failures = jobs.failures + excluded.failures,
      ms = jobs.ms + excluded.ms, last_run_at = excluded.last_run_at,
      last_failure_at = case when excluded.last_failure_at = '' then jobs.last_failure_at else excluded.last_failure_at end`;
}
