// Waits for what comes by itself, such as a server that starts or a change that is followed.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Long enough for a machine that is busy with something else. */
const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 20;

export async function until(what: string, isSo: () => unknown, intervalMs = INTERVAL_MS): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; !(await isSo()); await setTimeout(intervalMs))
    if (performance.now() > end) assert.fail(`it never came to this: ${what}`);
}
