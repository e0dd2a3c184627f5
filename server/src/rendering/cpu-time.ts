// Limits the processor time of a job in another process, so that a busy machine fails no job that would have been done in time.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Between two looks at the processor time. */
const MIN_PAUSE_MS = 50;

export interface TimeLimits {
  /** How much processor time a job may use. */
  cpuMs: number;
  /** How long it may take, however little it uses. */
  wallMs: number;
}

/** Rejects when the job of this process has used its time. Where the system does not tell processor time, all time counts as used. */
export async function withinTime<Result>(
  pid: number,
  { cpuMs, wallMs }: TimeLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await cpuMsOf(pid);
  const startedAt = performance.now();
  const abort = new AbortController();

  async function untilTooLong(): Promise<never> {
    for (let leftMs = Math.min(cpuMs, wallMs); leftMs > 0;) {
      await setTimeout(Math.max(leftMs, MIN_PAUSE_MS), undefined, { signal: abort.signal });
      const takenMs = performance.now() - startedAt;
      const usedMs = (await cpuMsOf(pid)) - before;
      leftMs = Math.min(cpuMs - (Number.isNaN(usedMs) ? takenMs : usedMs), wallMs - takenMs);
    }
    throw new Error('the job took too long');
  }

  try {
    return await Promise.race([work(), untilTooLong()]);
  } finally {
    abort.abort();
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
