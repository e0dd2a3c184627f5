// What a start loads, and what it leaves for the first request that needs it: counted in modules, since a time says little on a busy machine.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../support/compile-cache.ts';
import { freePort } from '../support/free-port.ts';
import { LISTENING } from '../support/record-modules.ts';

const root = new URL('../../../', import.meta.url).href;
const main = fileURLToPath(new URL('server/src/main.ts', root));
const recorder = new URL('../support/record-modules.ts', import.meta.url).href;

/** Starts an empty catalog. `loaded` are the paths of the modules that it has loaded so far, and a line where it began to listen. */
async function start(t: TestContext): Promise<{ url: string; loaded: () => string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-modules-'));
  const port = String(await freePort());
  const log = join(folder, 'modules');
  const env = { PATH: '', ...compileCache, PORT: port, DATA_DIR: join(folder, 'data'), TEST_MODULE_LOG: log };
  const child = spawn(process.execPath, ['--import', recorder, main, '--empty'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let shown = '';
  child.stderr.on('data', (chunk) => (shown += String(chunk)));
  while (!shown.includes('is ready')) {
    assert.equal(child.exitCode, null, shown);
    await once(child.stderr, 'data');
  }
  const loaded = () =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (line.startsWith(root) ? line.slice(root.length) : line))
      .filter((line) => !line.includes(':'));
  return { url: `http://127.0.0.1:${port}`, loaded };
}

/** The package of a module; undefined for one of ours. */
const packageOf = (path: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
const packagesIn = (paths: string[]) => [...new Set(paths.flatMap((path) => packageOf(path) ?? []))];

/** What accounts in the browser and GraphQL brought, each loaded by the first request that needs it. */
const late = new Set([
  '@simplewebauthn/server',
  'graphql',
  'nodemailer',
  'oidc-provider',
  'openid-client',
  'sharp',
  'uqr',
]);
const isOfPages = (path: string) =>
  (path.startsWith('web/') && !['web/src/html.ts', 'web/src/folder.ts'].includes(path)) ||
  /^server\/src\/pages\/(?:tools\.ts|\w+\/)/.test(path);
const isOfAccounts = (path: string) =>
  /^(?:web\/src\/(?:pages\/(?:account|admin|oauth|publish)|mails)|server\/src\/pages\/(?:account|admin|publish))\//.test(
    path,
  );

/** So many of ours a start loaded before there were accounts in the browser, and some for their operations. */
const MAX_OWN_MODULES = 440;
const MAX_PACKAGE_MODULES = 80;

test('a start loads no page and no package that few requests need, and the first page loads none of these packages', async (t) => {
  const { url, loaded } = await start(t);
  const all = loaded();
  const atStart = all.slice(0, all.indexOf(LISTENING));
  assert.ok(atStart.includes('server/src/app.ts'));
  assert.deepEqual(atStart.filter(isOfPages), []);
  assert.deepEqual(
    packagesIn(atStart).filter((name) => late.has(name)),
    [],
  );
  const ofPackages = atStart.filter((path) => packageOf(path) !== undefined);
  assert.ok(ofPackages.length <= MAX_PACKAGE_MODULES, `${ofPackages.length} modules of packages`);
  assert.ok(atStart.length - ofPackages.length <= MAX_OWN_MODULES, `${atStart.length - ofPackages.length} modules`);

  assert.equal((await fetch(url)).status, 200);
  const afterHome = loaded();
  assert.ok(afterHome.includes('web/src/pages/home.ts'), 'the first page loads its view');
  assert.deepEqual(afterHome.filter(isOfAccounts), [], 'the views of accounts wait for a page of an account');
  for (const path of ['/sign-in', '/sign-up']) assert.equal((await fetch(url + path)).status, 200);
  const afterPages = loaded();
  assert.ok(afterPages.includes('web/src/pages/account/sign-up.ts'));
  assert.deepEqual(
    packagesIn(afterPages).filter((name) => late.has(name)),
    [],
  );

  assert.ok(!atStart.includes('server/src/graphql/load.ts'));
  assert.equal((await fetch(`${url}/v1/graphql?query={__typename}`)).status, 200);
  assert.ok(packagesIn(loaded()).includes('graphql'), 'the first query loads it');
});
