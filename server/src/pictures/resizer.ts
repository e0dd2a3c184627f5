// Resizes pictures in a process of its own, one at a time, within limits of time and memory.
import { CpuTimeError } from '../concurrency/cpu-time.ts';
import { UnavailableError } from '../errors.ts';
import { fairQueue } from '../concurrency/fair-queue.ts';
import { jobProcess, type ProcessLimits } from '../concurrency/isolated-work.ts';
import type { PictureFault, ResizedPicture, ResizeJob } from './resize.ts';

export interface PictureResizer {
  /** `key` says for whom: accounts and realms take turns. Rejects when too many pictures wait, the machine is too busy, or the signal is aborted. */
  resize(key: string, job: ResizeJob, signal?: AbortSignal): Promise<ResizedPicture | PictureFault>;
  close(): Promise<void>;
}

/**
 * The largest pictures that are allowed take 3 seconds and 670 MiB: AVIF with 10 bits a channel. Noise, which does not compress, takes 17 seconds.
 * `dataMib` is the bound of native memory, which V8 does not know of.
 */
const LIMITS: ProcessLimits = { cpuMs: 30_000, wallMs: 90_000, idleMs: 10_000, memoryMib: 64, dataMib: 1_536 };
const MAX_WAITING = 64;

export function openResizer(limits: Partial<ProcessLimits> = {}): PictureResizer {
  const script = new URL('./resize-child.ts', import.meta.url);
  const process = jobProcess<ResizeJob, ResizedPicture | PictureFault>(script, { ...LIMITS, ...limits });
  const enqueue = fairQueue('screenshots', { running: 1, waiting: MAX_WAITING });
  return {
    resize(key, job, signal) {
      const resize = () => process.run(job, undefined, signal).catch((error: unknown) => toFault(error, signal));
      return enqueue(key, resize, signal);
    },
    close: () => process.close(),
  };
}

/** For `catch`: a process that ended by itself had too little memory. */
function toFault(error: unknown, signal?: AbortSignal): PictureFault {
  signal?.throwIfAborted();
  if (error instanceof UnavailableError) throw error;
  return { fault: `takes too ${error instanceof CpuTimeError ? 'long' : 'much memory'} to read` };
}
