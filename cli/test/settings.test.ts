// Which catalog is asked, the config file, and questions that nobody can answer.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runRealm, temporaryHome, type Settings } from './support/run-realm.ts';

const addressOf = async (words: string[], settings: Settings) =>
  (await runRealm(['open', ...words], settings)).stdout.trim();

test('an option is stronger than a variable, and that than the config file', async () => {
  using home = temporaryHome();
  const env = { HOME: home.path };
  assert.equal(await addressOf([], { env }), 'http://127.0.0.1:3000');
  await runRealm(['config', 'set', 'registry', 'https://one.example/v1/'], { env });
  assert.equal(await addressOf([], { env }), 'https://one.example');
  await runRealm(['config', 'set', 'profiles.staging', 'https://staging.example'], { env });
  assert.equal(await addressOf(['--profile', 'staging'], { env }), 'https://staging.example');
  assert.equal(await addressOf([], { env: { ...env, REALM_PROFILE: 'staging' } }), 'https://staging.example');
  const variable = { ...env, REALM_REGISTRY: 'https://two.example' };
  assert.equal(await addressOf([], { env: variable }), 'https://two.example');
  assert.equal(await addressOf(['--registry', 'https://three.example'], { env: variable }), 'https://three.example');
  await runRealm(['config', 'set', 'profile', 'staging'], { env });
  assert.equal(await addressOf([], { env }), 'https://staging.example');
  await runRealm(['config', 'unset', 'profile'], { env });
  assert.equal((await runRealm(['config', 'get', 'registry'], { env })).stdout, 'https://one.example\n');
  assert.equal((await runRealm(['config', 'get', 'profile'], { env })).code, 3);
  assert.equal(
    (await runRealm(['config'], { env })).stdout,
    'registry\thttps://one.example\nprofiles.staging\thttps://staging.example\n',
  );
});

test('the config file is where XDG says, whole, and in a folder for its owner', async () => {
  using home = temporaryHome();
  const env = { HOME: home.path, XDG_CONFIG_HOME: join(home.path, 'settings') };
  const { stdout } = await runRealm(['config', 'path'], { env });
  const path = stdout.trim();
  assert.equal(path, join(home.path, 'settings/realm-catalog/config.json'));
  await runRealm(['config', 'set', 'registry', 'https://one.example'], { env });
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { registry: 'https://one.example' });
  assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
});

test('what is wrong with settings is said', async () => {
  using home = temporaryHome();
  const env = { HOME: home.path };
  for (const words of [
    ['open', '--registry', 'ftp://one.example'],
    ['open', '--registry', 'https://user:secret@one.example'],
    ['open', '--profile', 'staging'],
    ['config', 'set', 'colour', 'https://one.example'],
    ...['', '-1MB', '1', '1TB', '1.5GB', '1GiB x'].map((size) => ['config', 'set', 'cacheSize', size]),
    ['open', '--timeout', '0'],
  ])
    assert.equal((await runRealm(words, { env })).code, 2, words.join(' '));
  for (const address of [
    'https://user:secret@one.example/x',
    'ftp://user:secret@one.example',
    'user:secret@one.example',
  ]) {
    const refused = await runRealm(['open', '--registry', address], { env });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /one\.example/);
    assert.doesNotMatch(refused.stderr, /secret/, address);
  }
  const credentials = await runRealm(['open', '--registry', 'https://user:secret@one.example'], { env });
  assert.match(credentials.stderr, /The address of the catalog \(--registry\) must not contain credentials\.\n/);
  const path = (await runRealm(['config', 'path'], { env })).stdout.trim();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{"profiles": {"one": {"registry": "https://user:secret@one.example"}}}');
  assert.equal((await runRealm(['config'], { env })).stdout, 'profiles.one\thttps://one.example/\n');
  writeFileSync(path, '{"profile": "gone"}');
  const gone = await runRealm(['open'], { env });
  assert.equal(gone.code, 2);
  const shown = await runRealm(['config'], { env });
  assert.equal(shown.code, 0);
  assert.match(shown.stderr, /^No catalog is in use: /);
  const { code: jsonCode, stderr: jsonErrors } = await runRealm(['config', '--json'], { env });
  assert.deepEqual([jsonCode, jsonErrors], [0, '']);
  const [, typed = ''] = /\nnpx realm (config set profiles\.gone https:\/\/)…\n$/.exec(gone.stderr) ?? [];
  assert.equal((await runRealm(`${typed}one.example`.split(' '), { env })).code, 0, 'what the hint says can be done');
  assert.equal((await runRealm(['open'], { env })).stdout, 'https://one.example\n');
  writeFileSync(path, '{"registry": 7}');
  const { code, stderr } = await runRealm(['open'], { env });
  assert.equal(code, 2);
  assert.match(stderr, /The config file .* cannot be read/);
});
