// Writes down, when a process of tests ends, how much processor time it and the processes that it waited for took.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Of /proc/self/stat, in a hundredth of a second: its own time, in user and system mode, and its children's. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

const log = process.env['TEST_CPU_LOG'];
if (log)
  process.on('exit', () =>
    appendFileSync(log, `${cpuMs()} ${process.env['TEST_STORES']} ${relative(process.cwd(), process.argv[1] ?? '')}\n`),
  );
