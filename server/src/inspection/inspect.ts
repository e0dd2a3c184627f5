// Decides whether an uploaded archive is accepted. A process of its own reads it, with limits on memory and time, and never unpacks it.
import { boundedQueue } from '../bounded-queue.ts';
import { LIMITS as ARCHIVE_LIMITS } from '@realm-catalog/archive';
import {
  toRefused,
  type DerivedPaths,
  type Inspection,
  type InspectionJob,
  type InspectionLimits,
} from './inspect-file.ts';
import { runChild } from './run-child.ts';

export type { DerivedPaths, Inspection } from './inspect-file.ts';

const MAX_RUNNING = 2;
/** The last one waits 80 seconds at most: four inspections of twenty seconds each. */
const MAX_WAITING = 8;

export const LIMITS: InspectionLimits = { ...ARCHIVE_LIMITS, timeMs: 20_000, memoryMib: 64 };

const SCRIPT = new URL('./inspect-child.ts', import.meta.url);

/** With `derivedPaths`, the files of an accepted archive are indexed there. */
export type Inspector = (file: string, type: InspectionJob['type'], derivedPaths?: DerivedPaths) => Promise<Inspection>;

/** Rejects when too many inspections wait. */
export function inspector(): Inspector {
  const enqueue = boundedQueue('archives', MAX_RUNNING, MAX_WAITING);
  return (file, type, derivedPaths) => enqueue(() => inspectArchive(file, type, LIMITS, derivedPaths));
}

export async function inspectArchive(
  file: string,
  type: InspectionJob['type'],
  limits: InspectionLimits = LIMITS,
  derivedPaths?: DerivedPaths,
): Promise<Inspection> {
  return await runChild(SCRIPT, { file, type, limits, derivedPaths }).catch(toRefused);
}
