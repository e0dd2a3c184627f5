// Tests the action as the runner starts it: its entry in a copy of the repository without node_modules, with the runner's variables and files.
// Run: one store, own process
// Needs: minutes
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@realm-catalog/client';
import { startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { aKey, signUp } from '../../server/test/support/harness.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'realm-action-'));
const catalog = await startReachableCatalog();
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(place, { recursive: true });
});
const alice = await signUp(catalog, { username: 'alice' });
const { key } = await aKey(catalog, alice.token);

/** What the runner checks out for `uses:`, as far as the action needs it. */
const checkout = join(place, 'checkout');
const isSource = (path: string) => !/\/(?:node_modules|test)(?:\/|$)/.test(path.slice(root.length));
for (const folder of ['action', 'cli', 'clients/typescript', 'archive', 'contract'])
  cpSync(join(root, folder), join(checkout, folder), { recursive: true, filter: isSource });
cpSync(join(root, 'package.json'), join(checkout, 'package.json'));

interface Step {
  code: number;
  log: string;
  outputs: Record<string, string>;
  summary: string;
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

let steps = 0;

async function step(
  files: Record<string, string | object>,
  inputs: Record<string, string>,
  variables: Record<string, string> = {},
): Promise<Step> {
  const folder = join(place, `step-${++steps}`);
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    NODE_COMPILE_CACHE: join(place, 'compiled'), // so that the steps after the first take two thirds of its time
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    ...Object.fromEntries(given),
    ...variables,
  };
  const { code, log } = await runEntry(env);
  return { code, log, outputs: outputsOf(read(output)), summary: read(summary) };
}

function runEntry(env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(checkout, 'action/main.js')], { env, cwd: place }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, log: stdout + stderr }),
    );
  });
}

/** As the runner reads them. */
const outputsOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([\w-]+)<<(.+)\n([^]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]));

const realm = (slug: string, fields: object = {}) => ({
  'realm.json': { slug, name: slug, description: 'A blog.', category: 'blog', version: '1.0.0', ...fields },
  'README.md': '# Blog',
});
const online = { registry: catalog.url, token: key };

describe('publish', () => {
  test('publishes once, however often it is run, with outputs and a summary', async () => {
    const first = await step(realm('action-blog'), online);
    assert.equal(first.code, 0, first.log);
    const { body } = await catalog.ask('/v1/realms/action-blog');
    assert.deepEqual(first.outputs, {
      slug: 'action-blog',
      version: '1.0.0',
      status: 'published',
      sha256: body.sha256,
      size: String(body.size),
      url: `${catalog.url}/realms/action-blog`,
    });
    assert.match(first.summary, /^### Published: action-blog 1\.0\.0\n[^]*\| Files \| 2 \|/);
    const again = await step(realm('action-blog'), online);
    assert.deepEqual([again.code, again.outputs['status']], [0, 'already_published']);
    assert.match(first.log, new RegExp(`^::add-mask::${key}$`, 'm'));
    assert.ok(!first.log.replace(`::add-mask::${key}`, '').includes(key), 'the token is nowhere else');
  });

  test('what fails is an error in the log and a failed step, without outputs', async () => {
    await step(realm('failing-blog'), online);
    const failing: [files: object, inputs: Record<string, string>, message: RegExp][] = [
      [{ ...realm('failing-blog'), 'README.md': 'changed' }, online, /^::error::.*published with other files.*%0A/m],
      [realm('x'), { ...online, token: '' }, /needs the input token/],
      [realm('x'), {}, /needs the input registry and token/],
      [realm('x'), { ...online, command: 'delete' }, /command is validate, publish or check/],
      [realm('x'), { ...online, token: 'rlm_key_wrong' }, /^::error::/m],
      [realm('x'), { ...online, registry: 'http://catalog.example' }, /http does not encrypt it/],
      [realm('x'), { ...online, registry: `http://127.0.0.1:${await freePort()}` }, /^::error::.*ECONNREFUSED/m],
      [realm('x', { name: undefined }), online, /needs name/],
      [{ 'README.md': '' }, online, /There is no realm\.json/],
      [{ ...realm('x'), '.env': 'PASSWORD=1' }, online, /look like secrets/],
    ];
    for (const [files, inputs, message] of failing) {
      const { code, log, outputs } = await step(files as Record<string, string>, inputs);
      assert.equal(code, 1, log);
      assert.match(log, message);
      assert.deepEqual(outputs, {});
    }
  });

  test('a file that looks like a secret is published if an input names it', async () => {
    const files = { ...realm('allowed-blog'), '.env': 'COLOR=red' };
    const { code, log } = await step(files, { ...online, 'allow-secret': '  .env\n' });
    assert.equal(code, 0, log);
  });
});

describe('validate', () => {
  test('needs neither a catalog nor a token, and sends nothing', async () => {
    const { code, log, outputs } = await step(realm('valid-blog'), { command: 'validate' });
    assert.equal(code, 0, log);
    assert.deepEqual([outputs['status'], outputs['version'], outputs['url']], ['valid', '1.0.0', '']);
    assert.equal((await step(realm('valid-blog', { version: 'one' }), { command: 'validate' })).code, 1);
    const checked = await step(realm('valid-blog'), { ...online, command: 'validate' });
    assert.equal(checked.code, 0, checked.log);
    assert.equal((await catalog.ask('/v1/realms/valid-blog')).status, 404);
  });

  test('takes all files of the folder without git, if an input says so', async () => {
    const files = { ...realm('built-blog'), '.git': 'gitdir: /nowhere' };
    const validate = (more: Record<string, string>) => step(files, { command: 'validate', ...more });
    assert.match((await validate({ 'no-git': 'false' })).log, /^::error::git cannot list the files/m);
    const { code, log, summary } = await validate({ 'no-git': 'True' });
    assert.equal(code, 0, log);
    assert.match(summary, /\| Files \| 2 \|/);
    assert.match((await validate({ 'no-git': 'perhaps' })).log, /::error::The input no-git is true or false/);
  });

  test('leaves out what ignore files name, without a package that was installed', async () => {
    const files = { ...realm('small-blog'), '.gitignore': 'draft.md', '.realmignore': 'notes.md\n.*ignore' };
    const { code, log, summary } = await step({ ...files, 'draft.md': 'x', 'notes.md': 'x' }, { command: 'validate' });
    assert.equal(code, 0, log);
    assert.match(summary, /\| Files \| 2 \|/);
  });

  test('warns of a version that is published with other files', async () => {
    await step(realm('warned-blog'), online);
    const files = { ...realm('warned-blog'), 'README.md': 'changed' };
    const { code, log } = await step(files, { registry: catalog.url, command: 'validate' });
    assert.equal(code, 0, log);
    assert.match(log, /^::warning::.*published with other files/m);
  });
});

describe('check', () => {
  const check = { mode: 'check', registry: catalog.url };

  /** The files of a project that was made of a version. */
  async function project(slug: string, version: string, files: Record<string, string>) {
    const { body } = await catalog.ask(`/v1/realms/${slug}/versions/${version}`);
    const origin = { registry: catalog.url, slug, version, sha256: body.sha256, withManifest: false };
    return { ...files, '.realm/origin.json': origin };
  }

  test('tells that there is a newer version, what it would change, and fails nothing', async () => {
    await step({ ...realm('grown-blog'), 'a.txt': 'one\n', 'b.txt': 'b\n' }, online);
    const second = { ...realm('grown-blog', { version: '1.1.0' }), 'a.txt': 'two\n', 'b.txt': 'B\n' };
    await step({ ...second, 'c.txt': 'c\n' }, online);
    const files = { 'README.md': '# Blog', 'a.txt': 'mine\n', 'b.txt': 'b\n' };
    const { code, log, outputs, summary } = await step(await project('grown-blog', '1.0.0', files), check);
    assert.equal(code, 0, log);
    const { slug, version, current, status } = outputs;
    assert.deepEqual([slug, version, current, status], ['grown-blog', '1.1.0', '1.0.0', 'outdated']);
    const listed = '- `b.txt` is replaced\n- `c.txt` is new';
    assert.match(outputs['summary'] ?? '', /^## grown-blog 1\.0\.0 → 1\.1\.0\n/);
    assert.ok(outputs['summary']?.includes(listed), outputs['summary']);
    assert.ok(summary.includes('### 1 conflict to resolve\n\n- `a.txt` has 1 conflict'), summary);
    assert.ok(summary.includes(listed));
    const newest = await step(await project('grown-blog', '1.1.0', files), check);
    assert.deepEqual([newest.code, newest.outputs['status'], newest.outputs['summary']], [0, 'up_to_date', '']);
    const owner = createClient({ baseUrl: catalog.url, token: key });
    await owner.realms.updateVersion('grown-blog', '1.1.0', { yanked: true, reason: 'It does not *start*.' });
    const yanked = await step(await project('grown-blog', '1.1.0', files), check);
    assert.deepEqual([yanked.code, yanked.outputs['status'], yanked.outputs['version']], [0, 'outdated', '1.0.0']);
    assert.match(
      yanked.log,
      /^::warning::grown-blog 1\.1\.0 was yanked: It does not \*start\*\. The newest .* is 1\.0\.0/m,
    );
    assert.match(yanked.summary, /^`grown-blog 1\.1\.0 was yanked: It does not \*start\*\. The newest .*`$/m);
  });

  test('needs a folder that was made of a realm of the catalog', async () => {
    assert.match((await step(realm('x'), check)).log, /^::error::.*has no \.realm\/origin\.json/m);
    assert.match((await step(realm('x'), { mode: 'check' })).log, /To check, the action needs the input registry/);
    const other = { registry: 'http://127.0.0.1:1', slug: 'x', version: '1.0.0', sha256: 'a'.repeat(64) };
    const { code, log } = await step({ '.realm/origin.json': other }, check);
    assert.equal(code, 1);
    assert.match(log, /was made from a realm of http:\/\/127\.0\.0\.1:1/);
  });
});

test('a proxy in the environment is used', async () => {
  const { code, log } = await step(realm('proxied'), {
    ...online,
    registry: 'https://catalog.invalid',
  });
  assert.equal(code, 1);
  assert.match(log, /ENOTFOUND|EAI_AGAIN/);
  const env = { PATH: process.env['PATH'], HOME: place, GITHUB_WORKSPACE: join(place, `step-${steps}/workspace`) };
  const inputs = { INPUT_REGISTRY: 'https://catalog.invalid', INPUT_TOKEN: key, HTTPS_PROXY: 'http://127.0.0.1:9' };
  const proxied = await runEntry({ ...env, ...inputs });
  assert.equal(proxied.code, 1);
  assert.match(proxied.log, /ECONNREFUSED/);
});

test('a catalog on this machine is asked without the proxy, which would read the token', async () => {
  const seen: string[] = [];
  const proxy = createServer(({ url = '' }, response) => {
    seen.push(url);
    response.writeHead(502).end();
  });
  proxy.on('connect', ({ url = '' }, socket) => {
    seen.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const variables = { HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'other.example' };
  for (const more of [{}, { NODE_USE_ENV_PROXY: '1' }]) {
    const { code, log } = await step(realm('local-blog'), online, { ...variables, ...more });
    assert.equal(code, 0, log);
  }
  assert.deepEqual(seen, []);
  proxy.close();
  proxy.closeAllConnections();
});

test('its copy of a package of others is the one that is installed elsewhere', () => {
  for (const [copy, installed] of [
    ['ignore.cjs', 'ignore/index.js'],
    ['ignore.LICENSE', 'ignore/LICENSE-MIT'],
    ['node-diff3.mjs', 'node-diff3/dist/diff3.mjs'],
    ['node-diff3.LICENSE', 'node-diff3/LICENSE.md'],
  ])
    assert.equal(read(join(root, `action/vendor/${copy}`)), read(join(root, `node_modules/${installed}`)));
});

test('action.yml names every input and output that there is', () => {
  const text = readFileSync(join(root, 'action/action.yml'), 'utf8');
  const namesIn = (section: string) => {
    const [, lines = ''] = new RegExp(`^${section}:\\n((?: .*\\n)*)`, 'm').exec(text) ?? [];
    return [...lines.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name);
  };
  assert.deepEqual(namesIn('inputs'), [
    'command',
    'mode',
    'folder',
    'registry',
    'token',
    'slug',
    'allow-secret',
    'no-git',
  ]);
  assert.deepEqual(namesIn('outputs'), ['slug', 'version', 'status', 'current', 'summary', 'sha256', 'size', 'url']);
  assert.match(text, /^runs:\n {2}using: node24\n {2}main: main\.js$/m);
});
