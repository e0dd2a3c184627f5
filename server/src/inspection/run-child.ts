// Runs an inspection in a process of its own, which is killed when its time is over: a thread in native code cannot be stopped.
import { execFile, type ExecFileException } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspection, Order } from './read-archive.ts';
import { Refusal } from './refusal.ts';

/** A README and a long description, each character of them escaped, are half of this. */
const OUTPUT_BYTES = 2 * 1_024 ** 2;
const YOUNG_MIB = 8;

/** What `script` prints as JSON when it is given this order. The process has ended when this returns. */
export async function runChild(script: URL, order: Order): Promise<Inspection> {
  const cache = getCompileCacheDir(); // of this Node, in the folder that was set
  const flags = [`--max-old-space-size=${order.limits.memory}`, `--max-semi-space-size=${YOUNG_MIB}`];
  const ended = Promise.withResolvers<string>();
  execFile(
    process.execPath,
    [...flags, fileURLToPath(script), JSON.stringify(order)],
    {
      timeout: order.limits.time,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_BYTES,
      // Nothing of the server's: that has its secrets.
      env: { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    },
    (error, output) => (error ? ended.reject(asRefusal(error)) : ended.resolve(output)),
  );
  return JSON.parse(await ended.promise) as Inspection;
}

/** V8 aborts where its memory ends. All else is a fault of ours. */
function asRefusal(error: ExecFileException): Error {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return error;
  if (error.killed) return new Refusal('takes too long to inspect');
  return error.signal === 'SIGABRT' ? new Refusal('takes too much memory to inspect') : error;
}
