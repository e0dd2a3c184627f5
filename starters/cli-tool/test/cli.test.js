// Runs the tool as its users do, once in the process for speed and once as a real program.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { commands, runCli } from '../src/cli.js';
import { openNotes } from '../src/notes.js';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-tool-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const jot = (...args) =>
  runCli(args, { notes: openNotes(folder), readInput: async () => 'from a pipe\n', style: (_, words) => words });

const json = async (...args) => JSON.parse((await jot(...args, '--json')).stdout);

test('a note is kept, listed and removed', async () => {
  assert.match((await jot('add', 'Buy', 'bread', '-t', 'Home')).stdout, /number 1/);
  assert.match((await jot('list')).stdout, /1 {2}\d{4}-\d\d-\d\d {2}Buy bread #home/);
  assert.match((await jot('remove', '1')).stdout, /Removed: Buy bread/);
  assert.match((await jot('list')).stdout, /no such notes/);
});

test('notes are found by words, by tag and by age', async () => {
  await jot('add', 'Call Bob', '--tag', 'phone');
  await jot('add', 'Call Alice', '--tag', 'phone', '--tag', 'home');
  await jot('add', 'Paint the boat');
  const texts = async (...args) => (await json('list', ...args)).map((note) => note.text);
  assert.deepEqual(await texts('call', 'bob'), ['Call Bob']);
  assert.deepEqual(await texts('--tag', 'home'), ['Call Alice']);
  assert.deepEqual(await texts('--last', '2'), ['Call Alice', 'Paint the boat']);
  assert.deepEqual(await json('tags'), [
    { tag: 'phone', count: 2 },
    { tag: 'home', count: 1 },
  ]);
});

test('a dash reads the note from a pipe', async () => {
  await jot('add', '-');
  assert.equal((await json('list'))[0].text, 'from a pipe');
});

test('the number of a removed note in the middle is not given again', async () => {
  for (const text of ['one', 'two', 'three']) await jot('add', text);
  await jot('remove', '2');
  assert.equal((await json('add', 'four')).id, 4);
});

test('every command explains itself', async () => {
  const overview = (await jot()).stdout;
  for (const [name, { about, examples }] of Object.entries(commands)) {
    assert.ok(overview.includes(about));
    const { stdout, exitCode } = await jot(name, '--help');
    assert.equal(exitCode, 0);
    assert.ok(stdout.includes(examples[0]));
  }
});

const misuses = [
  [['lsit'], /Did you mean "list"\?/],
  [['constructor'], /There is no command "constructor"\.\n/],
  [['add'], /What should be noted/],
  [['add', 'x', '--tag', 'two words'], /A tag is made of/],
  [['list', '--last', '0'], /--last takes a number/],
  [['list', '--colour'], /--colour/],
  [['remove', '../1'], /Which note/],
];

for (const [args, message] of misuses) {
  test(`"jot ${args.join(' ')}" is misuse: exit code 2 and a hint`, async () => {
    const { exitCode, stdout, stderr } = await jot(...args);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, message);
    assert.match(stderr, /Try: jot --help/);
  });
}

test('a note that is not there is a failure: exit code 1', async () => {
  assert.deepEqual(await jot('remove', '7'), {
    exitCode: 1,
    stdout: '',
    stderr: 'There is no note with the number 7.\n',
  });
});

test('as a program it writes without colour into a pipe, and sets its exit code', () => {
  const main = join(import.meta.dirname, '..', 'src', 'main.js');
  const { FORCE_COLOR: _, ...env } = process.env;
  const run = (...args) => {
    const options = { env: { ...env, DATA_DIR: folder }, encoding: 'utf8', input: 'piped' };
    return spawnSync(process.execPath, [main, ...args], options);
  };
  assert.equal(run('add', '-').stdout, '✓ Kept as number 1.\n');
  assert.equal(run('--version').stdout, '1.0.0\n');
  assert.equal(run('remove', '9').status, 1);
});
