// Limits the processor time of a job in another process, so that a busy machine fails no job that would have been done in time.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../errors.ts';

/** Between two looks at the processor time. */
const MIN_PAUSE_MS = 50;

export interface TimeLimits {
  /** How much processor time a job may use. */
  cpuMs: number;
  /** How long it may take, however little it uses. */
  wallMs: number;
}

/** The job has used its processor time: it would do so on any machine. */
export class CpuTimeError extends Error {
  constructor() {
    super('the job took too much processor time');
  }
}

/** The job was not done in time, because it had too little of the processor. */
export class BusyMachineError extends UnavailableError {
  constructor() {
    super('The machine is too busy for this at the moment');
  }
}

/**
 * Rejects when the job of this process has used its time. `charge` is told how much processor time it has used, however it ends. Where
 * the system does not tell processor time, all time counts as used.
 */
export async function withinTime<Result>(
  pid: number,
  { cpuMs, wallMs }: TimeLimits,
  work: () => Promise<Result>,
  charge: (usedMs: number) => void = () => undefined,
): Promise<Result> {
  const before = await cpuMsOf(pid);
  const startedAt = performance.now();
  const abort = new AbortController();

  async function timeTaken(): Promise<{ usedMs: number; takenMs: number }> {
    const takenMs = performance.now() - startedAt;
    const usedMs = (await cpuMsOf(pid)) - before;
    return { usedMs: Number.isNaN(usedMs) ? takenMs : usedMs, takenMs };
  }

  async function untilTooLong(): Promise<never> {
    for (let leftMs = Math.min(cpuMs, wallMs); leftMs > 0;) {
      await setTimeout(Math.max(leftMs, MIN_PAUSE_MS), undefined, { signal: abort.signal });
      const { usedMs, takenMs } = await timeTaken();
      if (usedMs >= cpuMs) throw new CpuTimeError();
      leftMs = Math.min(cpuMs - usedMs, wallMs - takenMs);
    }
    throw new BusyMachineError();
  }

  try {
    return await Promise.race([work(), untilTooLong()]);
  } finally {
    abort.abort();
    charge((await timeTaken()).usedMs);
  }
}

/** Linux counts in ticks of 10 ms: fields 14 and 15 of /proc/PID/stat. NaN elsewhere, or if the process has ended. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
