// Decides whether an uploaded archive is accepted. A process of its own reads it, with limits on memory and time, and never unpacks it.
import { LIMITS as ARCHIVE_LIMITS, Refusal } from '@realm-catalog/archive';
import { CpuTimeError } from '../concurrency/cpu-time.ts';
import { fairQueue } from '../concurrency/fair-queue.ts';
import { runScript } from '../concurrency/isolated-work.ts';
import {
  toRefused,
  type Inspection,
  type InspectionFailure,
  type InspectionJob,
  type InspectionLimits,
} from './inspect-file.ts';

export type { DerivedPaths, Inspection } from './inspect-file.ts';

/**
 * Two are inspected at once, but only one of the same account, so that no account keeps others waiting. Of eight that wait, each account
 * has its share. If each is of another account, the last waits for four inspections.
 */
const PLACES = { running: 2, runningOfOne: 1, waiting: 8 };

/** The worst archives take a few seconds. */
export const LIMITS: InspectionLimits = { ...ARCHIVE_LIMITS, cpuMs: 20_000, wallMs: 60_000, memoryMib: 64 };

const SCRIPT = new URL('./inspect-child.ts', import.meta.url);

/**
 * `key` says for whom the archive is inspected: accounts take turns. Rejects when too many inspections wait, or the machine is too busy to
 * inspect the archive in time. When the signal is aborted, the inspection ends.
 */
export type Inspector = (key: string, job: Omit<InspectionJob, 'limits'>, signal?: AbortSignal) => Promise<Inspection>;

export function inspector(inspect = inspectArchive): Inspector {
  const enqueue = fairQueue('archives', PLACES);
  return (key, job, signal) => enqueue(key, () => inspect({ ...job, limits: LIMITS }, signal), signal);
}

export async function inspectArchive(job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  return await runChild(SCRIPT, job, signal).catch(toRefused);
}

/** Runs `script` with this job, and reads the JSON that it prints. */
export async function runChild(script: URL, job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  const output = await runScript(script, job, job.limits, signal).catch((error: Error) => {
    throw asRefusal(error);
  });
  const result = JSON.parse(output) as Inspection | InspectionFailure;
  if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
  return result;
}

/** V8 aborts when its memory is exhausted. Any other error is not the archive's. */
function asRefusal(error: Error & { signal?: NodeJS.Signals | null }): Error {
  if (error instanceof CpuTimeError) return new Refusal('takes too long to inspect');
  return error.signal === 'SIGABRT' ? new Refusal('takes too much memory to inspect') : error;
}
