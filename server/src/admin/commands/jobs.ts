// `admin jobs`: the background jobs, and how they have run, in all processes together.
import type { Command } from 'commander';
import { listJobRecords, type JobRecord } from '../../db/job-queries.ts';
import { jobs, type JobName } from '../../concurrency/jobs.ts';
import type { OnDatabase } from '../with-database.ts';

export function jobsCommand(program: Command, onDatabase: OnDatabase): void {
  program
    .command('jobs')
    .description('Show the background jobs, how often they run, and how they have run until a minute ago.')
    .action(
      onDatabase(async (db) => {
        const records = new Map((await listJobRecords(db)).map((record) => [record.name, record]));
        return (Object.keys(jobs) as JobName[]).map((name) => line(name, records.get(name))).join('\n');
      }),
    );
}

function line(name: JobName, record: JobRecord | undefined): string {
  const where = 'leaseMs' in jobs[name] ? 'one process' : 'each process';
  const parts = [name, `every ${jobs[name].everyMs / 1_000} s`, where];
  if (!record?.runs) return [...parts, 'has not run'].join('  ');
  const { runs, failures, ms, last_run_at, last_failure_at } = record;
  parts.push(`${runs} runs`, `${Math.round(ms / runs)} ms each`, `last ${last_run_at}`, `${failures} failures`);
  return [...parts, ...(failures > 0 ? [`last ${last_failure_at}`] : [])].join('  ');
}
