// Records in the database, once a minute, how the jobs of this process have run since.
import type { Database } from '../db/database.ts';
import { addToRecord, type JobRecord } from '../db/job-queries.ts';
import { openJob, type Job, type JobLog } from '../concurrency/jobs.ts';
import { jobRuns } from '../telemetry.ts';

export function openJobRecord(db: Database, log?: JobLog): Job {
  let unrecorded = new Map<string, JobRecord>();

  const count: Parameters<typeof jobRuns.subscribe>[0] = ({ job, ms, failed }) => {
    const none = { name: job, runs: 0, failures: 0, ms: 0, last_run_at: '', last_failure_at: '' };
    const sum = unrecorded.get(job) ?? none;
    unrecorded.set(job, sum);
    sum.runs += 1;
    sum.ms += ms;
    sum.last_run_at = new Date().toISOString();
    if (!failed) return;
    sum.failures += 1;
    sum.last_failure_at = sum.last_run_at;
  };

  async function record(): Promise<void> {
    const recorded = unrecorded;
    unrecorded = new Map();
    try {
      const inOrder = [...recorded.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)); // so that two processes never deadlock
      await db.batch(inOrder.map(addToRecord));
    } catch (error) {
      unrecorded = recorded;
      throw error;
    }
  }

  jobRuns.subscribe(count);
  const job = openJob('recording the runs of jobs', record, log);
  return {
    ...job,
    async close() {
      jobRuns.unsubscribe(count);
      await job.close();
    },
  };
}
