// Every exit code, by a command that ends with it; and the table that help shows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { exitCodes, type Outcome } from '../src/exit-codes.ts';
import { InterruptedError } from '../src/failure.ts';
import { catalog, key, realm, weakKey } from './support/catalog.ts';
import { startServer } from './support/fake-server.ts';
import { mainFile, spawnRealm, temporaryHome } from './support/run-realm.ts';

const codeOf = async (words: string[], env: Record<string, string> = {}, cwd?: string) =>
  (await realm(words, { env, ...(cwd && { cwd }) })).code;

/** A command for each outcome that one ends with by itself. */
const cases: Record<Exclude<Outcome, 'interrupted' | 'terminated'>, () => Promise<number>> = {
  done: () => codeOf(['search', 'nothing-has-this-name']),
  async unexpected() {
    await using broken = await startServer((_, response) => {
      response.writeHead(500, { 'content-type': 'application/problem+json' });
      response.end('{"code":"internal_error","detail":"Something broke.","status":500}');
    });
    return await codeOf(['search', '--registry', broken.url]);
  },
  usage: () => codeOf(['info']),
  notFound: () => codeOf(['info', 'nothing-has-this-name']),
  login: () => codeOf(['list']),
  forbidden: () => codeOf(['star', 'tiny-shop'], { REALM_TOKEN: weakKey }),
  async conflict() {
    const env = { REALM_TOKEN: key };
    await realm(['api', 'POST', '/realms', '-f', 'name=Conflict', '-f', 'description=One.', '-f', 'category=cli'], {
      env,
    });
    return await codeOf(['api', 'PATCH', '/realms/conflict', '-f', 'slug=tiny-shop'], env);
  },
  async rateLimited() {
    await using full = await startServer((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    return await codeOf(['search', '--registry', full.url]);
  },
  network: () => codeOf(['search', '--registry', 'http://catalog.invalid', '--timeout', '5']),
  async integrity() {
    using home = temporaryHome();
    return await codeOf(['get', 'tiny-shop', '--sha256', '0'.repeat(64)], {}, home.path);
  },
  async outdated() {
    using home = temporaryHome();
    mkdirSync(join(home.path, '.realm'));
    const origin = { registry: catalog.url, slug: 'tiny-shop', version: '0.0.0-beta', sha256: '0'.repeat(64) };
    writeFileSync(join(home.path, '.realm/origin.json'), JSON.stringify(origin));
    return await codeOf(['outdated', '--exit-code'], {}, home.path);
  },
};

for (const [outcome, run] of Object.entries(cases))
  test(`exit code ${exitCodes[outcome as Outcome]}: ${outcome}`, async () => {
    assert.equal(await run(), exitCodes[outcome as Outcome]);
  });

test('exit code 143: terminated', async () => {
  await using silent = await startServer(() => undefined);
  using home = temporaryHome();
  const { PATH } = process.env;
  const child = spawn(process.execPath, [mainFile, 'search', '--verbose', '--registry', silent.url], {
    env: { PATH, HOME: home.path },
  });
  await once(child.stderr, 'data'); // the request is sent
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [exitCodes.terminated, null]);
});

test('reading stdin ends with Ctrl-C, and is refused where nobody may be asked', async () => {
  const input = new PassThrough(); // never ends
  for (const words of [
    ['login', '--with-token', '--store', 'file'],
    ['api', 'POST', '/realms', '--input', '-'],
  ]) {
    const interruption = new AbortController();
    const reading = realm(words, { input, signal: interruption.signal });
    setTimeout(() => interruption.abort(new InterruptedError()), 200);
    assert.equal((await reading).code, exitCodes.interrupted, words.join(' '));
    const refused = await realm([...words, '--no-input'], { input, terminals: ['stdin', 'stderr'] });
    assert.equal(refused.code, exitCodes.usage, words.join(' '));
    assert.ok(refused.stderr.includes(`npx realm ${words.join(' ')} --no-input < FILE\n`), refused.stderr);
  }
});

test('waiting for the lock of credentials ends with Ctrl-C', async () => {
  using home = temporaryHome();
  const folder = join(home.path, '.config/realm-catalog');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'credentials.lock'), `${hostname()} ${process.pid} running`);
  for (const words of [['logout'], ['login', '--with-token', '--store', 'file']]) {
    const interruption = new AbortController();
    const waiting = realm(words, { input: key, env: { HOME: home.path }, signal: interruption.signal });
    setTimeout(() => interruption.abort(new InterruptedError()), 500);
    assert.equal((await waiting).code, exitCodes.interrupted, words.join(' '));
  }
  const login = { kind: 'oauth', token: 'old', refreshToken: 'next', expiresAt: new Date(0).toISOString() };
  const entries = { [catalog.url]: { store: 'file', credential: login } };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ registries: entries }), { mode: 0o600 });
  const interruption = new AbortController();
  const waiting = realm(['list'], { env: { HOME: home.path }, signal: interruption.signal });
  setTimeout(() => interruption.abort(new InterruptedError()), 500);
  assert.equal((await waiting).code, exitCodes.interrupted);
});

test('--timeout and --verbose hold for the requests of OAuth, too', async () => {
  await import('../src/credentials/oauth.ts'); // so that the limit of time is not spent on loading it
  await using silent = await startServer(() => undefined);
  using home = temporaryHome();
  const folder = join(home.path, '.config/realm-catalog');
  mkdirSync(folder, { recursive: true });
  const login = { kind: 'oauth', token: 'rlm_one', refreshToken: 'rlm_two', expiresAt: '2000-01-01T00:00:00.000Z' };
  const registries = { [silent.url]: { store: 'file', credential: login } };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ registries }), { mode: 0o600 });
  for (const [word, path] of [
    ['list', 'token'],
    ['logout', 'revoke'],
  ] as const) {
    const words = [word, '--registry', silent.url, '--timeout', '1.5', '--verbose'];
    const { code, stderr } = await realm(words, { env: { HOME: home.path } });
    assert.equal(code, exitCodes.network, stderr);
    assert.ok(stderr.includes(`> POST ${silent.url}/oauth/${path}\n`), stderr);
    assert.doesNotMatch(stderr, /rlm_/);
  }
});

test('help exit-codes has every code', async () => {
  const { code, stdout } = await realm(['help', 'exit-codes', '--json=code']);
  assert.equal(code, 0);
  assert.deepEqual(
    (JSON.parse(stdout) as { code: number }[]).map((row) => row.code),
    Object.values(exitCodes),
  );
});

test('an output that is closed early is no error', async () => {
  using home = temporaryHome();
  const child = spawn(process.execPath, [mainFile, 'help', 'exit-codes'], {
    env: { HOME: home.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

test('an output on a full disk is an error of one line', { skip: !existsSync('/dev/full') }, async () => {
  using home = temporaryHome();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [mainFile, 'help', 'exit-codes'], {
    env: { HOME: home.path },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  const [stderr, [code]] = await Promise.all([text(child.stderr ?? assert.fail()), once(child, 'close')]);
  assert.deepEqual([code, stderr], [1, 'Error: The output cannot be written: its disk is full (ENOSPC).\n']);
});

test('the process ends with the code of the command', async () => {
  using home = temporaryHome();
  const { code } = await spawnRealm(['info', 'nothing-has-this-name'], {
    env: { HOME: home.path, REALM_REGISTRY: catalog.url },
  });
  assert.equal(code, exitCodes.notFound);
});
