// The process of a file of tests: it ends after its last hook, also if something holds it, and reports a hook that fails.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'test-process-'));
after(() => rmSync(folder, { recursive: true }));

/** Longer than a process that something holds waits for its reports. */
const HOOK_MS = 1_000;

/** What a file with one test reports, with this hook after it. */
function reportOf(name: string, hook: string): Promise<string> {
  const path = join(folder, `${name}.test.ts`);
  writeFileSync(
    path,
    `import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
after(async () => { await setTimeout(${HOOK_MS}); ${hook} });
test('a test', () => {});`,
  );
  const { NODE_TEST_CONTEXT: _context, TEST_CPU_LOG: _log, ...env } = process.env;
  const preload = new URL('../support/test-process.ts', import.meta.url).href;
  return new Promise((done) => {
    execFile(process.execPath, ['--import', preload, path], { env }, (_error, output) => done(output));
  });
}

test('a process that something holds ends after its last hook', async () => {
  const report = await reportOf('held', `console.log('the hook has ended'); setInterval(() => {}, 1_000);`);
  assert.match(report, /the hook has ended/);
  assert.match(report, /pass 1/);
});

test('a hook that fails after the tests is reported', async () => {
  const report = await reportOf('failing', `throw new Error('the hook fails');`);
  assert.match(report, /✖ .*failing\.test\.ts/);
  assert.match(report, /Error: the hook fails/);
});
