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
const TIMEOUT_MS = 60_000;
const LOCK = '{}';
const DIGEST = hash('sha256', LOCK);

interface Clone {
  stamp?: string;
  hasTools?: boolean;
  options?: string[];
}

/** A clone with what a start reads, and an `npm` that only writes down its words. There is no apt-get. Returns the words. */
function install(t: TestContext, { stamp, hasTools = false, options = [] }: Clone): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['setup.js', 'server/src/runtime.js']) cpSync(join(root, path), join(folder, path));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['.', 'generators', 'packing']) {
    mkdirSync(join(folder, name, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, name, 'package-lock.json'), LOCK);
  }
  if (hasTools) mkdirSync(join(folder, 'node_modules/oxlint'));
  if (stamp !== undefined) writeFileSync(join(folder, 'node_modules/.setup'), stamp);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${folder}/words\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  const run = { cwd: folder, env: { PATH: folder }, stdio: 'ignore', timeout: TIMEOUT_MS } as const;
  execFileSync(process.execPath, ['setup.js', ...options], run);
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

test('`npm test` installs the packages of the repository, and those of development', (t) => {
  const words = install(t, { stamp: `${DIGEST} runtime`, options: ['--tests'] });
  assert.match(words, /^ci (?!.*--omit=dev).*\n$/);
});

test('all tests install everything, and go on where Debian’s packages cannot be had', (t) => {
  const words = install(t, { stamp: `${DIGEST} runtime`, options: ['--all'] })
    .trim()
    .split('\n');
  assert.equal(words.length, 3); // the packages of the repository, and those of two folders
  assert.ok(words.every((line) => line.startsWith('ci ') && !line.includes('--omit=dev')));
});
