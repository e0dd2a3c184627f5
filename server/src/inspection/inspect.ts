// Decides whether an uploaded archive is accepted. A process of its own reads it, with limits on memory and time, and never unpacks it.
import { LIMITS as ARCHIVE_LIMITS } from '@realm-catalog/archive';
import { fairQueue } from '../fair-queue.ts';
import { toRefused, type Inspection, type InspectionJob, type InspectionLimits } from './inspect-file.ts';
import { runChild } from './run-child.ts';

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

export function inspector(): Inspector {
  const enqueue = fairQueue('archives', PLACES);
  return (key, job, signal) => enqueue(key, () => inspectArchive({ ...job, limits: LIMITS }, signal), signal);
}

export async function inspectArchive(job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  return await runChild(SCRIPT, job, signal).catch(toRefused);
}
