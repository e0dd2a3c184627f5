// A folder that somebody sent has a repository whose settings name programs: no command starts one.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { cwd, origin, read, realm, run, startBeforeTests, write } from './updating/shop.ts';

startBeforeTests();

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=alice', '-c', 'user.email=alice@example.com', ...args], {
    cwd: join(cwd, 'red-fox'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Where the programs of the repository write down that they were started. */
const started = () => (existsSync(join(cwd, 'started')) ? read('started') : '');
const program = (name: string) => `echo ${name} >> ${join(cwd, 'started')}; cat`;

const filters: Record<string, () => [key: string, value: string][]> = {
  clean: () => [['filter.x.clean', program('clean')]],
  'clean, and required': () => [
    ['filter.x.clean', program('clean')],
    ['filter.x.required', 'true'],
  ],
  process: () => [
    ['filter.x.clean', program('clean')],
    ['filter.x.process', program('process')],
  ],
  'clean of another spelling': () => [['FILTER.x.CLEAN', program('clean')]],
};

/** A project whose repository runs a filter whenever git reads this file. */
async function withFilter(settings: [key: string, value: string][]): Promise<void> {
  await run(0, 'get', 'shop@1.0.0', 'red-fox');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  write('red-fox/.git/info/attributes', '* filter=x\n');
  for (const [key, value] of settings) git('config', key, value);
  utimesSync(join(cwd, 'red-fox/README.md'), 1, 1);
}

describe('a filter of the repository', () => {
  for (const [name, settings] of Object.entries(filters))
    test(`is not run by a command: ${name}`, async () => {
      await withFilter(settings());
      for (const words of [
        ['update', 'red-fox', '--check'],
        ['update', 'red-fox', '--dry-run'],
        ['outdated', 'red-fox'],
        ['verify', 'red-fox'],
        ['diff', 'red-fox'],
        ['pack', 'red-fox', '--dry-run'],
        ['pack', 'red-fox', '--try'],
        ['init', 'red-fox', '--name', 'Red Fox', '--description', 'x', '--category', 'other'],
        ['update', 'red-fox'],
      ]) {
        await realm(words);
        assert.equal(started(), '', words.join(' '));
      }
      assert.equal(origin('red-fox')['version'], '1.1.0');
      git('status'); // so the filter would have been run
      assert.notEqual(started(), '');
    });

  test('that cannot be turned off is an error', async () => {
    await withFilter([['filter.a=b.clean', program('clean')]]);
    assert.match((await run(1, 'update', 'red-fox')).stderr, /A filter has = in its name/);
    assert.equal(started(), '');
  });
});

test('20,000 filters, more than git can be told to turn off, are an error', async () => {
  await withFilter([['filter.x.clean', program('clean')]]);
  const config = Array.from(
    { length: 20_000 },
    (_, at) => `[filter "filter-of-the-repository-${at}"]\n\tclean = ${program('clean')}\n`,
  );
  appendFileSync(join(cwd, 'red-fox/.git/config'), config.join(''));
  assert.match((await run(1, 'update', 'red-fox')).stderr, /git cannot be run: spawn E2BIG/);
  assert.equal(started(), '');
});

test('a program in the folder that is called git is not run, also where PATH says that programs are there', async (t) => {
  await withFilter([]);
  write('red-fox/git', `#!/bin/sh\necho git >> ${join(cwd, 'started')}\n`);
  chmodSync(join(cwd, 'red-fox/git'), 0o755);
  const { PATH = '' } = process.env;
  t.after(() => (process.env['PATH'] = PATH));
  process.env['PATH'] = ['.', '', PATH].join(delimiter);
  await run(0, 'update', 'red-fox', '--dry-run');
  assert.equal(started(), '');
});

test('a monitor and a hook of the repository are not run', async () => {
  await withFilter([['core.fsmonitor', program('monitor')]]);
  write('red-fox/.git/hooks/post-index-change', `#!/bin/sh\n${program('hook')}\n`);
  chmodSync(join(cwd, 'red-fox/.git/hooks/post-index-change'), 0o755);
  for (const words of [
    ['pack', 'red-fox', '--dry-run'],
    ['update', 'red-fox', '--check'],
    ['update', 'red-fox'],
  ])
    await realm(words);
  assert.equal(started(), '');
});

test('what a repository lacks is fetched by no transport', async () => {
  await withFilter([
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', join(cwd, 'red-fox')],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.uploadPack', program('transport')],
    ['protocol.file.allow', 'always'],
  ]);
  const tree = git('rev-parse', 'HEAD^{tree}').trim();
  rmSync(join(cwd, 'red-fox/.git/objects', tree.slice(0, 2), tree.slice(2)));
  await run(1, 'update', 'red-fox');
  await realm(['update', 'red-fox', '--check']);
  assert.equal(started(), '');
  assert.throws(() => git('status'), 'so it would have been fetched');
  assert.match(started(), /transport/);
});

describe('get --git', () => {
  test('into a folder with a broken repository makes no commit, and runs nothing of it', async () => {
    write('red-fox/.git/config', `[core]\n\tfsmonitor = "${program('monitor')}"\n`);
    write('red-fox/.git/hooks/pre-commit', `#!/bin/sh\n${program('hook')}\n`);
    chmodSync(join(cwd, 'red-fox/.git/hooks/pre-commit'), 0o755);
    const { stderr } = await run(0, 'get', 'shop@1.0.0', 'red-fox', '--git');
    assert.match(stderr, /already in a git repository/);
    assert.equal(started(), '');
    assert.deepEqual(readdirSync(join(cwd, 'red-fox/.git')).toSorted(), ['config', 'hooks']);
  });
});
