// Runs an inspection in a process of its own, which is killed when it has used its processor time. A thread could not be stopped in native code.
import { Refusal } from '@realm-catalog/archive';
import { runScript } from '../child-processes.ts';
import { CpuTimeError, withinTime } from '../cpu-time.ts';
import type { Inspection, InspectionFailure, InspectionJob } from './inspect-file.ts';

const SEMI_SPACE_MIB = 8;

/** Runs `script` with this job and returns the JSON that it prints. The process has ended when this returns. */
export async function runChild(script: URL, job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  const flags = [`--max-old-space-size=${job.limits.memoryMib}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`];
  const { child, output: ended } = runScript(script, job, { flags });
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  const output = await withinTime(Number(child.pid), job.limits, () => ended)
    .catch(async (error: Error) => {
      kill();
      await ended.catch(() => undefined);
      signal?.throwIfAborted();
      throw asRefusal(error);
    })
    .finally(() => signal?.removeEventListener('abort', kill));
  const result = JSON.parse(output) as Inspection | InspectionFailure;
  if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
  return result;
}

/** V8 aborts when its memory is exhausted. Any other error is not the archive's. */
function asRefusal(error: Error & { signal?: NodeJS.Signals | null }): Error {
  if (error instanceof CpuTimeError) return new Refusal('takes too long to inspect');
  return error.signal === 'SIGABRT' ? new Refusal('takes too much memory to inspect') : error;
}
