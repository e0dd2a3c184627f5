// Decides whether an uploaded archive is accepted. A process of its own reads it, with limits on memory and time, and never unpacks it.
import type { Readable } from 'node:stream';
import { LIMITS as ARCHIVE_LIMITS, Refusal, type ArchiveType } from '@realm-catalog/archive';
import { CpuTimeError } from '../concurrency/cpu-time.ts';
import { fairQueue } from '../concurrency/fair-queue.ts';
import { runScript, type OnStart } from '../concurrency/isolated-work.ts';
import {
  toRefused,
  type Inspection,
  type InspectionFailure,
  type InspectionJob,
  type InspectionLimits,
  type MemoryJob,
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
const STREAM_SCRIPT = new URL('./inspect-stream-child.ts', import.meta.url);
/** Of the index, which comes first of what is derived. */
const LENGTH_BYTES = 4;

/**
 * `key` says for whom the archive is inspected: accounts take turns. Rejects when too many inspections wait, or the machine is too busy to
 * inspect the archive in time. When the signal is aborted, the inspection ends.
 */
export interface Inspector {
  file(key: string, job: Omit<InspectionJob, 'limits'>, signal?: AbortSignal): Promise<Inspection>;
  /** Writes no file: returns what it has derived from the archive. */
  stream(key: string, archive: ArchiveStream, maxZipBytes: number): Promise<InspectedStream>;
}

interface ArchiveStream {
  stream: Readable;
  size: number;
  type: ArchiveType;
}

/** Without an index if the archive is refused, and without a zip if it is too large, or the archive is a zip itself. */
interface InspectedStream {
  inspection: Inspection;
  index: Uint8Array | undefined;
  zip: Uint8Array | undefined;
}

export function inspector(inspect = inspectArchive): Inspector {
  const enqueue = fairQueue('archives', PLACES);
  return {
    file: (key, job, signal) => enqueue(key, () => inspect({ ...job, limits: LIMITS }, signal), signal),
    stream: (key, archive, maxZipBytes) =>
      enqueue(key, () => inspectStream(archive, maxZipBytes)).finally(() => archive.stream.destroy()),
  };
}

export async function inspectArchive(job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  return await runChild(SCRIPT, job, signal).catch(toRefused);
}

async function inspectStream({ stream, size, type }: ArchiveStream, maxZipBytes: number): Promise<InspectedStream> {
  const failing = new AbortController();
  const received: Buffer[] = [];
  const job = { type, size, maxZipBytes, limits: LIMITS };
  const inspection = await runChild(STREAM_SCRIPT, job, failing.signal, ({ stdin, stdio: [, , , derived] }) => {
    stream.once('error', (error) => failing.abort(error));
    stdin?.on('error', () => undefined); // the process has ended, which its exit tells
    if (stdin) stream.pipe(stdin, { end: false });
    derived?.on('data', (chunk: Buffer) => received.push(chunk));
  }).catch(toRefused);
  const bytes = Buffer.concat(received);
  const length = Buffer.concat([bytes.subarray(0, LENGTH_BYTES), Buffer.alloc(LENGTH_BYTES)]); // a killed process has written none
  const indexEnd = LENGTH_BYTES + length.readUInt32LE();
  return { inspection, index: copied(bytes.subarray(LENGTH_BYTES, indexEnd)), zip: copied(bytes.subarray(indexEnd)) };
}

/** A copy: holding a slice would keep all the bytes in memory. */
function copied(part: Buffer): Uint8Array | undefined {
  return part.length > 0 ? new Uint8Array(part) : undefined;
}

/** Runs `script` with this job, and reads the JSON that it prints. */
export async function runChild(
  script: URL,
  job: InspectionJob | MemoryJob,
  signal?: AbortSignal,
  onStart?: OnStart,
): Promise<Inspection> {
  const output = await runScript(script, job, job.limits, signal, onStart).catch((error: Error) => {
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
