// The frame of the program: version, help, words that are wrong, and settings.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runRealm, spawnRealm } from './support/run-realm.ts';

test('the version is printed by itself, and as JSON', async () => {
  const { stdout, ...rest } = await spawnRealm(['--version']);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.deepEqual(rest, { code: 0, stderr: '' });
  const json = await spawnRealm(['--version', '--json']);
  assert.deepEqual(json, { code: 0, stdout: `{"version":"${stdout.trim()}"}\n`, stderr: '' });
});

test('a clone starts it with a Node that knows no types, too', async () => {
  const launcher = fileURLToPath(new URL('../realm.js', import.meta.url));
  for (const options of [[], ['--no-strip-types']]) {
    const { status, stderr } = spawnSync(process.execPath, [...options, launcher, 'info', '--json', 'a b', 'c']);
    assert.equal(status, 2);
    assert.match(stderr.toString(), /Expected 1 argument but got 2: a b, c/);
  }
});

test('help names every command and every option', async () => {
  const { code, stdout } = await spawnRealm(['--help']);
  assert.equal(code, 0);
  for (const word of ['npx realm <command>', 'help', '--registry', '--json', '--insecure'])
    assert.ok(stdout.includes(word));
  assert.equal((await spawnRealm([])).stdout, stdout);
  assert.equal((await runRealm(['--no-color', '--help'])).stdout, stdout);
});

test('-q, -v and -y are --quiet, --verbose and --yes', async () => {
  const registry = ['--registry', 'http://127.0.0.1:1'];
  assert.match((await runRealm(['-v', 'stats', ...registry])).stderr, /^> GET http:\/\/127\.0\.0\.1:1/);
  assert.match((await runRealm(['stats', '-v', ...registry])).stderr, /^> GET http/);
  assert.equal((await runRealm(['config', '-q'])).stderr, '');
  const { stderr } = await runRealm(['init', '-y'], { terminals: ['stdin', 'stderr'], cwd: '/' });
  assert.match(stderr, /there is no terminal to ask on/);
});

test('a command that is mistyped is answered with the one that was meant', async () => {
  const { code, stdout, stderr } = await runRealm(['hlep']);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /Unknown command 'hlep'\n\(Did you mean help\?\)\nnpx realm --help\n/);
});

test('a word after a command that is none of its subcommands is answered with those', async () => {
  const { code, stderr } = await runRealm(['config', 'sett', 'registry', 'https://one.example']);
  assert.equal(code, 2);
  assert.match(stderr, /There is no command config sett\.\nnpx realm config get\nnpx realm config set\n/);
  assert.match(
    (await runRealm(['cache', 'clear'])).stderr,
    /There is no command cache clear\.\n[^]*npx realm cache clean/,
  );
  assert.match((await runRealm(['config', 'get', 'a', 'b'])).stderr, /Too many arguments for 'get'/);
});

test('with --json, an error is one object on stderr', async () => {
  const { code, stdout, stderr } = await runRealm(['hlep', '--json']);
  assert.equal(stdout, '');
  const failure = JSON.parse(stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1);
  assert.equal(failure.error, 'unknown_command');
  assert.equal(failure.exitCode, code);
});
