// The processor time of each file of tests. A process of tests imports this file, and writes down its time when it ends.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';

export interface CpuTime {
  file: string;
  stores: string;
  ms: number;
}

const log = process.env['TEST_CPU_LOG'];
if (log && isMainThread)
  process.on('exit', () => {
    const file = relative(process.cwd(), process.argv[1] ?? '');
    const stores = process.env['TEST_STORES'] ?? '';
    appendFileSync(log, `${JSON.stringify({ file, stores, ms: cpuMs() } satisfies CpuTime)}\n`);
  });

/** That of this process and of the processes that it waited for: fields 14 to 17 of /proc/self/stat, in hundredths of a second. */
export function cpuMs(): number {
  if (process.platform !== 'linux') return (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  return fields
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

export function readCpuTimes(path: string): CpuTime[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as CpuTime);
}
