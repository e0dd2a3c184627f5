// Runs an inspection in a process of its own, which is killed when it has used its processor time. A thread could not be stopped in native code.
import { execFile, type ExecFileException } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@realm-catalog/archive';
import { CpuTimeError, withinTime } from '../cpu-time.ts';
import type { Inspection, InspectionFailure, InspectionJob } from './inspect-file.ts';

/** A README and a long description with every character escaped take half of this. */
const MAX_OUTPUT_BYTES = 2 * 1_024 ** 2;
const SEMI_SPACE_MIB = 8;

/** Runs `script` with this job and returns the JSON that it prints. The process has ended when this returns. */
export async function runChild(script: URL, job: InspectionJob, signal?: AbortSignal): Promise<Inspection> {
  const cache = getCompileCacheDir(); // a folder for this version of Node, inside of the configured one
  const flags = [`--max-old-space-size=${job.limits.memoryMib}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`];
  const ended = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [...flags, fileURLToPath(script), JSON.stringify(job)],
    {
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      // The environment of the server is not passed on, because it contains secrets.
      env: { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    },
    (error, output) => (error ? ended.reject(error) : ended.resolve(output)),
  );
  ended.promise.catch(() => undefined); // the process may end before its time is watched
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  const output = await withinTime(Number(child.pid), job.limits, () => ended.promise)
    .catch(async (error: Error) => {
      kill();
      await ended.promise.catch(() => undefined);
      signal?.throwIfAborted();
      throw asRefusal(error);
    })
    .finally(() => signal?.removeEventListener('abort', kill));
  const result = JSON.parse(output) as Inspection | InspectionFailure;
  if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
  return result;
}

/** V8 aborts when its memory is exhausted. Any other error is not the archive's. */
function asRefusal(error: ExecFileException): Error {
  if (error instanceof CpuTimeError) return new Refusal('takes too long to inspect');
  return error.signal === 'SIGABRT' ? new Refusal('takes too much memory to inspect') : error;
}
