// Installs what the lockfile names, when it is not there yet, and sees that the Node that will run the catalog can.
// Plain JavaScript for Node 20. `--all` installs what the tests need as well.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusal } from './server/src/runtime.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const stamp = `${root}node_modules/.setup`;
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
const wanted = process.argv.includes('--all') ? 'all' : 'runtime';

/** Whether everything was installed and checked, by what the last set-up wrote down. */
function isSetUp() {
  const kept = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return kept === `${lock} all` || kept === `${lock} ${wanted}`;
}

function install() {
  console.error('Installing what the catalog needs (once; about half a minute)…');
  const omit = wanted === 'all' ? [] : ['--omit=dev'];
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...omit], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (npm.status !== 0) fail('npm ci failed; see above.');
}

/** npm puts node_modules/.bin first on the PATH of scripts, and there is a Node 24 where the registry has one. */
function checkNode() {
  const own = `${root}node_modules/.bin/node`;
  const versions = existsSync(own)
    ? JSON.parse(execFileSync(own, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }))
    : process.versions;
  const reason = refusal(versions);
  if (reason) fail(reason);
}

/** @type {(reason: string) => never} */
function fail(reason) {
  console.error(`realm-catalog: ${reason}`);
  process.exit(1);
}

if (!isSetUp()) {
  install();
  checkNode();
  writeFileSync(stamp, `${lock} ${wanted}`);
}
