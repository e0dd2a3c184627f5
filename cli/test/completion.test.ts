// Completion: what the program answers, and the scripts in the real shells.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findProgram, unpacked, without } from '../../server/test/support/servers/debian.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';
import { openTerminal, withoutTerminal } from './support/terminal.ts';

const wordsFor = async (...words: string[]) => {
  const { stdout } = await runRealm(['complete', '--', ...words]);
  return stdout.split('\n').flatMap((line) => (line ? [line.split('\t')[0]] : []));
};

test('commands, subcommands, options and their values are completed', async () => {
  assert.deepEqual(await wordsFor('sea'), ['search']);
  assert.ok((await wordsFor('')).includes('doctor'));
  assert.deepEqual(await wordsFor('--registry', 'http://127.0.0.1', 'inf'), ['info']);
  assert.deepEqual(await wordsFor('config', 's'), ['set']);
  assert.deepEqual(await wordsFor('search', '--feat'), ['--featured']);
  assert.deepEqual(await wordsFor('search', '--sort', 'd'), ['downloads']);
  assert.deepEqual(await wordsFor('search', '--sort=d'), ['--sort=downloads']);
  assert.deepEqual(await wordsFor('search', '--sort', '=', 'd'), ['downloads']); // as bash splits it
  assert.deepEqual(await wordsFor('completion', ''), ['bash', 'zsh', 'fish']);
  assert.deepEqual(await wordsFor('info', 'mark'), []);
  assert.deepEqual(await wordsFor('nope', ''), []);
});

/** Types a word and the key Tab into a shell that has loaded the script; what the shell then runs is printed. */
async function typeInto(shell: 'bash' | 'zsh', words: string[], env: Record<string, string | undefined>, zshenv = '') {
  using home = temporaryHome();
  const file = join(home.path, 'completion');
  writeFileSync(file, (await runRealm(['completion', shell])).stdout);
  writeFileSync(join(home.path, '.zshenv'), zshenv);
  using terminal = openTerminal(words, { ...env, HOME: home.path, PS1: 'ready> ', HISTFILE: '/dev/null' });
  await terminal.shows(/ready> $/);
  terminal.type(`. ${file}; realm() { echo "ran <$*>"; }; echo lo''aded\r`);
  await terminal.shows(/loaded\r\n.*ready> $/s);
  terminal.type('realm collec\t');
  await terminal.shows(/realm collections $/);
  terminal.type('\r');
  await terminal.shows(/ran <collections ?>/);
  terminal.type(`realm info $(touch ${home.path}/executed)\t-`);
  await terminal.shows(/executed\).? ?-/);
  assert.ok(!existsSync(join(home.path, 'executed')));
}

test('bash completes a command, and executes nothing', { skip: withoutTerminal }, () =>
  typeInto('bash', ['bash', '--norc', '--noprofile', '-i'], { PATH: process.env['PATH'] }),
);

test('zsh completes a command, and executes nothing', { skip: withoutTerminal || without('zsh') }, () => {
  const { path, env } = findProgram('zsh') ?? { path: '', env: {} };
  // An unpacked zsh looks for its modules and functions where it would be installed.
  const modules = globSync(join(unpacked, 'usr/lib/*-linux-*/zsh/*'));
  const functions = globSync(join(unpacked, 'usr/share/zsh/functions/**/')).join(' ');
  const own = path.startsWith(unpacked) ? `module_path=(${modules.join(' ')}); fpath=(${functions})` : '';
  // By default, zsh itself evaluates what was typed when Tab is pressed.
  const settings = "autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word; PS1='ready> '";
  return typeInto('zsh', [path, '-d', '-i'], env, `${own}\n${settings}\n`);
});

test('fish completes commands, values and the names of files', { skip: without('fish') }, async () => {
  const { path, env } = findProgram('fish') ?? { path: '', env: {} };
  using home = temporaryHome();
  const file = join(home.path, 'realm.fish');
  writeFileSync(file, (await runRealm(['completion', 'fish'])).stdout);
  const complete = (line: string) =>
    promisify(execFile)(path, ['-N', '-c', `source ${file}; cd ${home.path}; complete -C '${line}'`], {
      env: { ...env, HOME: home.path },
    });
  assert.equal((await complete('realm collec')).stdout, 'collections\tCurated collections\n');
  assert.equal((await complete('realm search --sort=dow')).stdout, '--sort=downloads\n');
  assert.match((await complete('realm info realm.f')).stdout, /^realm\.fish/);
});
