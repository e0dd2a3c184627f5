// What each process of tests that `server/test/run.ts` starts begins with.
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
