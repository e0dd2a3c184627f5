// `realm new`, and what `get` does with --git and --install.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { aRealm, signUp } from '../../../server/test/support/harness.ts';
import { mainFile } from '../support/run-realm.ts';
import { CTRL_C, ENTER, openTerminal, withoutTerminal } from '../support/terminal.ts';
import { archiveOf, catalog, cwd, home, read, realm, run, startBeforeTests } from '../updating/shop.ts';

/** A file of each kind of project, and what installs and starts it. */
const KINDS: Record<string, string[]> = {
  'pnpm-lock.yaml': ['pnpm install', 'pnpm run dev'],
  'yarn.lock': ['yarn install', 'yarn run dev'],
  'bun.lock': ['bun install', 'bun run dev'],
  'bun.lockb': ['bun install', 'bun run dev'],
  'package-lock.json': ['npm install', 'npm run dev'],
  'uv.lock': ['uv sync'],
  'go.sum': ['go mod download', 'go run .'],
  'Cargo.lock': ['cargo build', 'cargo run'],
};

const isOfNode = (file: string) => /^(?:pnpm|yarn|bun|package)/.test(file);
const git = (...args: string[]) => execFileSync('git', args, { cwd: join(cwd, 'app'), encoding: 'utf8' });
const onTerminal = (words: string[], path = '/usr/bin:/bin') =>
  openTerminal(['/bin/sh', '-c', `cd ${cwd} && exec ${process.execPath} ${mainFile} ${words.join(' ')}`], {
    HOME: home,
    REALM_REGISTRY: catalog.url,
    PATH: path,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  });

startBeforeTests(async () => {
  const { account, token } = await signUp(catalog, { username: 'bob' });
  const slugs = Object.keys(KINDS).map((_, at) => `kind-${at}`);
  await catalog.insert({
    realms: [...slugs, 'no-kind'].map((slug) => aRealm({ ...account, passwordHash: '' }, { slug })),
  });
  const client = createClient({ baseUrl: catalog.url, token });
  for (const [at, file] of Object.keys(KINDS).entries()) {
    const manifest = isOfNode(file) ? { 'package.json': '{"scripts":{"dev":"x"}}' } : {};
    await client.realms.publish(`kind-${at}`, archiveOf('1.0.0', {}, { [file]: 'x', ...manifest }));
  }
  await client.realms.publish('no-kind', archiveOf('1.0.0', {}, { a: 'x' }));
});

/** A folder with programs that only write down how they were called, and where. */
function programs(...names: string[]): string {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\necho "$(basename "$0") $* in $(pwd)" >> "${join(home, 'called')}"\necho installing\n`,
    );
    chmodSync(join(folder, name), 0o755);
  }
  return folder + delimiter + (process.env['PATH'] ?? '');
}
const called = () => (existsSync(join(home, 'called')) ? readFileSync(join(home, 'called'), 'utf8') : '');

describe('next steps', () => {
  for (const [at, [file, steps]] of Object.entries(KINDS).entries())
    test(`of a project with ${file} are ${steps.join(' and ')}, as text`, async () => {
      const { stdout } = await run(0, 'get', `kind-${at}`, 'app', '--json=next');
      assert.deepEqual(JSON.parse(stdout), { next: ['cd app', ...steps] });
    });
});

describe('--install', () => {
  for (const [at, [file, [command = '']]] of Object.entries(KINDS).entries())
    test(`of a project with ${file} runs ${command}, if the realm is trusted, and says so`, async () => {
      const PATH = programs(command.split(' ', 1)[0] ?? '');
      const { code, stdout, stderr } = await realm(['get', `kind-${at}`, 'app', '--install', '--trust'], {
        env: { PATH },
      });
      assert.equal(code, 0, stderr);
      assert.equal(called(), `${command} in ${join(cwd, 'app')}\n`);
      assert.match(
        stderr,
        new RegExp(`This will run in \\S+: ${command}\\nIt may run code from the realm[^]*installing`),
      );
      assert.doesNotMatch(stdout, /installing/);
      assert.doesNotMatch(stderr, new RegExp(`^ {2}${command}$`, 'm'), 'it is no next step any more');
    });

  test('tells the shell of Windows to take no program from the folder', async () => {
    const PATH = programs('pnpm');
    writeFileSync(join(home, 'bin/pnpm'), '#!/bin/sh\necho "it is [$NoDefaultCurrentDirectoryInExePath]"\n');
    const { stderr } = await realm(['get', 'kind-0', 'app', '--install', '--trust'], { env: { PATH } });
    assert.match(stderr, /it is \[1\]/);
  });

  test('is never done without it', async () => {
    const PATH = programs('npm', 'pnpm');
    await realm(['get', 'kind-0', 'app', '--yes'], { env: { PATH } });
    assert.equal(called(), '');
  });

  test('is refused where nobody can be asked, also with --yes, before anything is fetched', async () => {
    for (const more of [[], ['--yes'], ['--no-input']]) {
      const { code, stderr } = await realm(['get', 'kind-0', 'app', '--install', ...more]);
      assert.equal(code, 2);
      assert.match(stderr, /may run code from the realm[^]*--trust/);
      assert.equal(existsSync(join(cwd, 'app')), false);
    }
  });

  test('says what is missing: a lockfile, the program, or its success', async () => {
    const { stderr } = await run(0, 'get', 'no-kind', 'app', '--install', '--trust');
    assert.match(stderr, /found no lockfile/);
    const env = { PATH: '/nowhere' };
    const missing = await realm(['get', 'kind-0', 'b', '--install', '--trust'], { env });
    assert.match(missing.stderr, /pnpm cannot be run/);
    assert.equal(missing.code, 1);
    const PATH = programs('pnpm');
    writeFileSync(join(home, 'bin/pnpm'), '#!/bin/sh\nexit 3\n');
    const failed = await realm(['get', 'kind-0', 'c', '--install', '--trust'], { env: { PATH } });
    assert.match(failed.stderr, /pnpm install failed\. The files are in place\./);
    assert.ok(existsSync(join(cwd, 'c/pnpm-lock.yaml')));
  });
});

describe('--git', () => {
  const identity = {
    GIT_AUTHOR_NAME: 'Alice',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'Alice',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };

  test('makes a repository with all files in a first commit', async () => {
    const { code, stderr } = await realm(['get', 'shop@1.0.0', 'app', '--git'], { env: identity });
    assert.equal(code, 0, stderr);
    assert.equal(git('log', '--format=%s').trim(), 'Begin with shop 1.0.0');
    assert.equal(git('status', '--porcelain'), '');
    assert.ok(git('ls-files').includes('.realm/origin.json'));
  });

  test('makes none in a repository that is there', async () => {
    execFileSync('git', ['init', '-q'], { cwd });
    const { code, stderr } = await realm(['get', 'shop', 'app', '--git'], { env: identity });
    assert.equal(code, 0);
    assert.match(stderr, /already in a git repository/);
    assert.equal(existsSync(join(cwd, 'app/.git')), false);
  });

  test('says what git says where it makes no commit', async () => {
    const env = {
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      EMAIL: '',
      GIT_AUTHOR_NAME: '',
      GIT_COMMITTER_NAME: '',
    };
    const { code, stderr } = await realm(['get', 'shop', 'app', '--git'], { env });
    assert.equal(code, 1);
    assert.match(stderr, /The files are in place, but git made no commit/);
    const without = await realm(['get', 'shop', 'other', '--git'], { env: { PATH: '/nowhere' } });
    assert.match(without.stderr, /made no commit\. git is not installed\./);
  });
});

describe('new', () => {
  test('is get for a realm that is named', async () => {
    await run(0, 'new', 'shop@1.0.0', 'red-fox', '--without', 'docker');
    assert.match(read('red-fox/README.md'), /^# Red Fox/);
  });

  test('needs a realm where nobody can be asked', async () => {
    const { stderr } = await run(2, 'new');
    assert.match(stderr, /Which realm\?[^]*new markdown-blog/);
  });
});

describe('on a terminal', { skip: withoutTerminal }, () => {
  test('new searches while one types, and asks what the realm asks', async () => {
    using terminal = onTerminal(['new']);
    await terminal.shows(/Which realm\?[^]*kind-/);
    terminal.type('alice'); // who is nowhere in what is shown
    await terminal.shows(/No matches found[^]*Search: alice[^]*● shop/);
    terminal.type(ENTER);
    await terminal.shows(/Into which folder\?/);
    terminal.type(`\u0015blue-sky${ENTER}`);
    await terminal.shows(/What is it called\?[^]*Blue Sky/);
    terminal.type(ENTER);
    await terminal.shows(/Whose is it\?/);
    terminal.type(`\u0015Bob${ENTER}`);
    await terminal.shows(/With Docker\?/);
    terminal.type('n');
    assert.equal(await terminal.exitCode, 0);
    assert.match(read('blue-sky/README.md'), /^# Blue Sky\n[^]*By Bob\./);
    assert.equal(existsSync(join(cwd, 'blue-sky/Dockerfile')), false);
  });

  test('get asks again for what a value does not say, refuses what cannot be one, and Ctrl-C writes nothing', async () => {
    using terminal = onTerminal(['get', 'shop@1.0.0', 'app']);
    await terminal.shows(/What is it called\?/);
    terminal.type(`\u0015<b>${ENTER}`);
    await terminal.shows(/must begin with a letter/);
    terminal.type(`\u0015日本${ENTER}`);
    await terminal.shows(/How should “日本” be written in code\?/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.exitCode, 130);
    assert.equal(existsSync(join(cwd, 'app')), false);
  });

  test('nothing is asked for a folder that has something else in it, or is of another realm', async () => {
    mkdirSync(join(cwd, 'app'));
    writeFileSync(join(cwd, 'app/notes.txt'), 'mine');
    using filled = onTerminal(['get', 'shop@1.0.0', 'app']);
    assert.equal(await filled.exitCode, 6);
    assert.match(filled.screen, /These files do not belong to the realm: notes\.txt/);
    await run(0, 'get', 'kind-0', 'other');
    using made = onTerminal(['get', 'shop@1.0.0', 'other']);
    assert.equal(await made.exitCode, 6);
    assert.match(made.screen, /It was made from kind-0 1\.0\.0/);
    assert.doesNotMatch(filled.screen + made.screen, /called\?/);
  });

  test('--install asks, and no is the default; --yes alone does not answer', async () => {
    const path = programs('pnpm');
    using terminal = onTerminal(['get', 'kind-0', 'app', '--install'], path);
    await terminal.shows(/This will run in \S+: pnpm install[^]*Run pnpm install\?/);
    terminal.type(ENTER);
    assert.equal(await terminal.exitCode, 0);
    assert.equal(called(), '');
    using agreed = onTerminal(['get', 'kind-0', 'second', '--install'], path);
    await agreed.shows(/Run pnpm install\?/);
    agreed.type('y');
    assert.equal(await agreed.exitCode, 0);
    assert.match(called(), /^pnpm install in /);
  });
});
