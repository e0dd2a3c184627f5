// What each process of tests that `server/test/run.ts` starts begins with.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { cpuMs, type CpuTime } from './cpu-time.ts';

const log = process.env['TEST_CPU_LOG'];
let notedMs = 0;

/** Writes down the processor time since the last note as that of this file. */
export function noteCpu(file: string): void {
  if (!log || !isMainThread) return;
  const ms = cpuMs() - notedMs;
  notedMs += ms;
  const stores = process.env['TEST_STORES'] ?? '';
  appendFileSync(log, `${JSON.stringify({ file, stores, ms } satisfies CpuTime)}\n`);
}

if (isMainThread) process.once('SIGTERM', () => process.exit(1)); // what it has started is ended on `exit`

process.on('exit', () => {
  const file = process.argv[1] ?? '';
  noteCpu(/\/group-\d+\.mjs$/.test(file) ? 'loading of a group of files' : relative(process.cwd(), file));
});
