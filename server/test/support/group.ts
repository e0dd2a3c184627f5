// Runs files of tests in one process, one after the other: the code of the server is loaded and compiled once for all of them.
import { AsyncResource } from 'node:async_hooks';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { nameIn, type Round } from './groups.ts';
import { noteCpu } from './test-process.ts';

/** A file that takes longer has failed; the files after it still run, while the process has time (`timeout` in run.ts). A file alone has all of it. */
const FILE_TIMEOUT_MS = 240_000;

/** Each file is a suite, so that its hooks are for its own tests alone. All are loaded before the first test may change the clock. */
export function runGroup(root: string, files: string[], round: Round): void {
  process.env['TEST_ROUND'] = round; // before `stores.ts` is loaded, which asks for it
  const all = Promise.withResolvers<void>();
  let loaded: Promise<unknown> = Promise.resolve();
  for (const file of files)
    void describe(nameIn(round, file), { timeout: files.length > 1 ? FILE_TIMEOUT_MS : Infinity }, async () => {
      after(() => noteCpu(file));
      const load = loaded.then(AsyncResource.bind(() => loadTests(join(root, file)))); // by its context a test knows its suite
      loaded = load.catch(() => undefined);
      await load;
      await all.promise;
    });
  void loaded.then(() => all.resolve());
}

async function loadTests(path: string): Promise<void> {
  await Promise.race([import(pathToFileURL(path).href), isLate()]);
}

async function isLate(): Promise<never> {
  await setTimeout(FILE_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('the file was not loaded in time');
}
