// What each process of tests that `server/test/run.ts` starts begins with.
import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { cpuMs, type CpuTime } from './cpu-time.ts';

const log = process.env['TEST_CPU_LOG'];
if (log && isMainThread)
  process.on('exit', () => {
    const file = relative(process.cwd(), process.argv[1] ?? '');
    const stores = process.env['TEST_STORES'] ?? '';
    appendFileSync(log, `${JSON.stringify({ file, stores, ms: cpuMs() } satisfies CpuTime)}\n`);
  });

// Node's test runner follows every promise, to know which test an error belongs to that nobody caught. That takes a fifth of the processor
// time. Without it such an error fails the file; its stack, which is printed here, says where it came from.
const hooks = Object.getPrototypeOf(createHook({})) as { enable(): unknown };
hooks.enable = function enable() {
  return this;
};
process.on('uncaughtExceptionMonitor', (error) => console.error('An error that nobody caught:', error));
process.on('unhandledRejection', (error) => {
  console.error('A rejection that nobody caught:', error);
  process.exitCode = 1;
});
