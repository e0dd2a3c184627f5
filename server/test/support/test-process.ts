// What each process of tests that `server/test/run.ts` starts begins with.
import { AsyncResource } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { cpuMs, type CpuTime } from './cpu-time.ts';

const log = process.env['TEST_CPU_LOG'];
let notedMs = 0;

/** Writes down the processor time since the last note as that of this file. */
export function noteCpu(file: string): void {
  if (!log || !isMainThread) return;
  const ms = cpuMs() - notedMs;
  notedMs += ms;
  const round = process.env['TEST_ROUND'] ?? '';
  appendFileSync(log, `${JSON.stringify({ file, round, ms } satisfies CpuTime)}\n`);
}

if (isMainThread) process.once('SIGTERM', () => process.exit(1)); // what it has started is ended on `exit`

const file = process.argv[1] ?? '';
const isGroup = /\/group-\d+\.mjs$/.test(file);

process.on('exit', () => noteCpu(isGroup ? 'loading of a group of files' : relative(process.cwd(), file)));

/** Turns of the event loop in which all that was reported so far is written. */
const REPORT_TURNS = 20;
const TURN_MS = 10;

/**
 * A client library that holds a timer or a socket after the last test must not hold up all others. `forceExit` of `node:test` does not wait for
 * its own reports: of 300 files, the last tests of 3 to 10 were missing.
 */
async function exitAfterReports(): Promise<void> {
  await waitForReports(); // a process that nothing holds ends by itself meanwhile
  process.emit('beforeExit', 0); // by which `node:test` reports the end of the file
  await waitForReports();
  process.exit();
}

async function waitForReports(): Promise<void> {
  for (let turn = 0; turn < REPORT_TURNS; turn += 1) await setTimeout(TURN_MS, undefined, { ref: false });
}

/** Hooks run in the order in which they were added: one that is added while they run is the last, after those of the file. */
const exitAfterLastHook = AsyncResource.bind(() => after(() => void exitAfterReports()));

/** After a hook that fails, no other runs. If the last hook has not run by this time, one has failed. */
const HOOKS_TIMEOUT_MS = 60_000;

async function exitAfterFailedHook(): Promise<void> {
  await setTimeout(HOOKS_TIMEOUT_MS, undefined, { ref: false });
  process.exitCode = 1;
  await exitAfterReports();
}

// Not in the processes that tests start, which begin with this module as well.
if (isMainThread && (isGroup || file.endsWith('.test.ts')))
  after(() => {
    exitAfterLastHook();
    void exitAfterFailedHook();
  });
