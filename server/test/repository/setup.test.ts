// What `npm start`, `npm run sample` and `npm test` install: what is missing, and never less than is there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LOCK = '{}';
const DIGEST = hash('sha256', LOCK);

/** A clone with what a start reads, and an `npm` that only writes down its words. Returns those of a start. */
function install(t: TestContext, { stamp, hasTools = false }: { stamp?: string; hasTools?: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['setup.js', 'server/src/runtime.js']) cpSync(join(root, path), join(folder, path));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'package-lock.json'), LOCK);
  mkdirSync(join(folder, 'node_modules'));
  if (hasTools) mkdirSync(join(folder, 'node_modules/oxlint'));
  if (stamp !== undefined) writeFileSync(join(folder, 'node_modules/.setup'), stamp);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${folder}/words\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  execFileSync(process.execPath, ['setup.js'], {
    cwd: folder,
    env: { PATH: folder },
    stdio: 'ignore',
    timeout: 30_000,
  });
  return existsSync(join(folder, 'words')) ? readFileSync(join(folder, 'words'), 'utf8') : '';
}

test('a start of a fresh clone installs what the catalog needs alone', (t) => {
  assert.match(install(t, {}), /^ci .*--omit=dev/);
});

test('a start after another start or after the tests installs nothing', (t) => {
  for (const wanted of ['runtime', 'all']) assert.equal(install(t, { stamp: `${DIGEST} ${wanted}` }), '');
});

test('a start after a change of the lockfile keeps what the tests need, and so it does where npm was run by hand', (t) => {
  for (const clone of [{ stamp: 'before all' }, { hasTools: true }]) {
    const words = install(t, clone);
    assert.match(words, /^ci /);
    assert.doesNotMatch(words, /--omit=dev/);
  }
});
