// The processor time of each file of tests, as its process writes it down when it ends.
import { existsSync, readFileSync } from 'node:fs';

export interface CpuTime {
  file: string;
  round: string;
  ms: number;
}

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
