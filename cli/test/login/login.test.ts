// Tests login, whoami, token and logout: by the real pages in a real browser, with a token, and where nobody can be asked.
// Run: one store, own process
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { openBrowser, visit, withoutBrowser } from '../../../server/test/browser/browser.ts';
import { freePort } from '../../../server/test/support/free-port.ts';
import {
  aKey,
  bearer,
  json,
  PASSWORD,
  signUp,
  type Person,
  type TestCatalog,
} from '../../../server/test/support/harness.ts';
import { until } from '../../../server/test/support/until.ts';
import { InterruptedError } from '../../src/failure.ts';
import { startServer } from '../support/fake-server.ts';
import { runRealm, temporaryHome } from '../support/run-realm.ts';
import { startSecretService, withoutKeychain } from '../support/secret-service.ts';

let catalog: TestCatalog;
let alice: Person;
/** A key of alice. */
let key: string;
before(async () => {
  catalog = await startReachableCatalog();
  alice = await signUp(catalog, { username: 'alice' });
  ({ key } = await aKey(catalog, alice.token));
});
after(() => catalog[Symbol.asyncDispose]());

/** A machine without a keychain. */
function machine() {
  const home = temporaryHome();
  const env = { HOME: home.path, REALM_REGISTRY: catalog.url, PATH: '/nowhere' };
  const file = join(home.path, '.config', 'realm-catalog', 'credentials.json');
  return { env, file, home: home.path, [Symbol.dispose]: () => home[Symbol.dispose]() };
}

/** A program that is given the address of the page, in place of a browser on a screen. */
function recordingBrowser(home: string): { program: string; address: () => string } {
  const [program, record] = [join(home, 'browser.sh'), join(home, 'address')];
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > '${record}.new' && /bin/mv '${record}.new' '${record}'\n`);
  chmodSync(program, 0o755);
  return { program, address: () => (existsSync(record) ? readFileSync(record, 'utf8') : '') };
}

/** Ended with the test, which may fail before anyone has decided. */
function startLogin(env: Record<string, string>) {
  const interruption = new AbortController();
  const settings = { env, terminals: ['stdin' as const, 'stderr' as const], signal: interruption.signal };
  const ended = runRealm(['login', '--store', 'file'], settings);
  const interrupt = () => interruption.abort(new InterruptedError());
  return { ended, interrupt, [Symbol.dispose]: interrupt };
}

describe('by the device grant', { skip: withoutBrowser }, () => {
  test('a person compares the code, signs in and allows it; then every command is logged in, until logout', async () => {
    using here = machine();
    const opened = recordingBrowser(here.home);
    using running = startLogin({ ...here.env, BROWSER: opened.program });
    await until('the page is opened', opened.address);
    const code = new URL(opened.address()).searchParams.get('user_code') ?? '';

    await using browser = { it: await openBrowser(), [Symbol.asyncDispose]: () => browser.it.close() };
    await using visitor = await visit(browser.it, catalog.url);
    const { page } = visitor;
    await page.goto(opened.address());
    await page.getByRole('button', { name: 'Continue' }).click();
    const confirmation = (await page.textContent('main')) ?? '';
    for (const shown of [code, 'Realm command line', 'realm-catalog-cli/', '127.0.0.1', 'realms:read', 'realms:write'])
      assert.ok(confirmation.includes(shown), shown);
    await page.getByRole('button', { name: 'It is mine' }).click();
    await page.getByLabel('User name').fill('alice');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Your device is connected').waitFor();
    assert.deepEqual(visitor.problems, []);

    const login = await running.ended;
    assert.equal(login.code, 0, login.stderr);
    assert.match(login.stdout, /^Logged in to \S+ as alice, with the scopes realms:read, realms:write\.\n$/);
    assert.ok(login.stderr.includes(code));
    assert.ok(login.stderr.includes(`stored in ${here.file}`));
    assert.equal(statSync(here.file).mode & 0o777, 0o600);

    const whoami = JSON.parse((await runRealm(['whoami', '--json'], here)).stdout);
    assert.equal(whoami.username, 'alice');
    assert.equal(whoami.kind, 'oauth');
    assert.deepEqual(whoami.scopes, ['realms:read', 'realms:write']);
    assert.equal(whoami.source, here.file);
    assert.ok(Date.parse(whoami.expiresAt) > Date.now());
    const token = (await runRealm(['token'], here)).stdout.trim();
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
    for (const { stdout, stderr } of [login, await runRealm(['whoami', '--verbose'], here)])
      assert.ok(!stdout.includes(token) && !stderr.includes(token), 'no token is printed but by realm token');

    assert.equal((await runRealm(['logout'], here)).code, 0);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401, 'it ends at the catalog');
    assert.equal(existsSync(here.file), false);
    const after = await runRealm(['whoami'], here);
    assert.equal(after.code, 4);
    assert.match(after.stderr, /You are not logged in to .*\nnpx realm login\n/);
  });

  test('a refusal on the page ends the command with 5, and leaves nothing', async () => {
    using here = machine();
    const opened = recordingBrowser(here.home);
    using running = startLogin({ ...here.env, BROWSER: opened.program });
    await until('the page is opened', opened.address);
    await using browser = { it: await openBrowser(), [Symbol.asyncDispose]: () => browser.it.close() };
    await using visitor = await visit(browser.it, catalog.url);
    await visitor.page.goto(opened.address());
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await visitor.page.getByRole('button', { name: 'Cancel' }).click();
    const { code, stderr } = await running.ended;
    assert.equal(code, 5);
    assert.match(stderr, /The login was refused on the page\./);
    assert.equal(existsSync(here.file), false);
  });

  test('Ctrl-C while it waits ends it at once', async () => {
    using here = machine();
    const opened = recordingBrowser(here.home);
    using running = startLogin({ ...here.env, BROWSER: opened.program });
    await until('the page is opened', opened.address);
    running.interrupt();
    assert.equal((await running.ended).code, 130);
    assert.equal(existsSync(here.file), false);
  });
});

describe('with a token', () => {
  test('it is checked, and stored where it was said', async () => {
    using here = machine();
    const { code, stdout, stderr } = await runRealm(['login', '--with-token', '--store', 'file'], {
      ...here,
      input: `${key}\n`,
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /as alice/);
    assert.equal((await runRealm(['token'], here)).stdout, `${key}\n`);
    const facts = (await runRealm(['whoami'], here)).stdout;
    assert.match(
      facts,
      /^account\talice\n[^]*credential\tAPI key\nscopes\trealms:read, realms:write\nends\tnever\nstored\t/,
    );
    const logout = await runRealm(['logout'], here);
    assert.match(logout.stderr, /The token itself stays valid/);
    assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 200);
    assert.match((await runRealm(['logout'], here)).stderr, /You are not logged in/);
  });

  test('one that the catalog does not take, or that is none, is not stored', async () => {
    using here = machine();
    const wrong = await runRealm(['login', '--with-token', '--store', 'file'], { ...here, input: 'rlm_key_wrong' });
    assert.equal(wrong.code, 4);
    for (const input of ['', 'two words', 'a\nb', 'x'.repeat(100_000)]) {
      const { code, stderr } = await runRealm(['login', '--with-token', '--store', 'file'], { ...here, input });
      assert.equal(code, 2);
      assert.ok(input === '' || !stderr.includes(input), 'what was given is not shown');
    }
    assert.equal(existsSync(here.file), false);
  });

  test('a bad one is blamed itself, and not the good one that is stored, which stays', async () => {
    using here = machine();
    await runRealm(['login', '--with-token', '--store', 'file'], { ...here, input: key });
    const { code, stderr } = await runRealm(['login', '--with-token', '--store', 'file'], {
      ...here,
      input: 'rlm_key_wrong',
    });
    assert.equal(code, 4);
    assert.match(stderr, /does not accept the token: .*\nIt may be mistyped.*any earlier login stays\./);
    assert.ok(!stderr.includes(here.file), stderr);
    assert.equal((await runRealm(['token'], here)).stdout, `${key}\n`);
  });

  test('a refusal says when the token ends, also after the catalog has forgotten the token', async () => {
    using here = machine();
    const expiresAt = '2100-01-01T00:00:00.000Z';
    const short = await aKey(catalog, alice.token, { scopes: ['realms:read'], expiresAt });
    await runRealm(['login', '--with-token', '--store', 'file'], { ...here, input: short.key });
    const weak = await runRealm(['star', 'any'], here);
    assert.equal(weak.code, 5);
    assert.match(
      weak.stderr,
      /belongs to alice and has the scopes realms:read\. It ends at 2100-01-01T00:00:00\.000Z\.\n/,
    );
    await catalog.ask(`/v1/keys/${short.id}`, json(undefined, alice.token, 'DELETE'));
    const revoked = await runRealm(['star', 'any'], here);
    assert.equal(revoked.code, 4);
    assert.match(revoked.stderr, /is expired, revoked or from another catalog\. It ends at 2100-/);
    writeFileSync(here.file, readFileSync(here.file, 'utf8').replace('2100-', '2020-'));
    assert.match((await runRealm(['whoami'], here)).stderr, /It ended at 2020-/);
  });

  test('REALM_TOKEN goes before a login, and logout says that it stays', async () => {
    using here = machine();
    const env = { ...here.env, REALM_TOKEN: key };
    assert.equal(JSON.parse((await runRealm(['whoami', '--json'], { env })).stdout).source, 'REALM_TOKEN');
    assert.match((await runRealm(['logout'], { env })).stderr, /REALM_TOKEN is set/);
    const revoked = { ...here.env, REALM_TOKEN: 'rlm_key_wrong' };
    const { code, stderr } = await runRealm(['whoami'], { env: revoked });
    assert.equal(code, 4);
    assert.match(stderr, /does not accept the token from REALM_TOKEN/);
  });
});

describe('where it is stored', () => {
  test('without a keychain a file is never chosen silently', async () => {
    using here = machine();
    const silent = await runRealm(['login', '--with-token'], { ...here, input: key });
    assert.equal(silent.code, 2);
    assert.match(silent.stderr, /There is no keychain\..*\n[^]*npx realm login --with-token --store file < FILE\n/);
    const missing = await runRealm(['login', '--with-token', '--store', 'keychain'], { ...here, input: key });
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /This program can use no keychain/);
    assert.equal(existsSync(here.file), false);
  });

  test('with a keychain it is the keychain, and the file has no token', { skip: withoutKeychain }, async () => {
    await using service = await startSecretService();
    using here = machine();
    const env = {
      ...Object.fromEntries(Object.entries(service.env).map(([name, value]) => [name, value ?? ''])),
      ...here.env,
    };
    env.PATH = service.env['PATH'] ?? '';
    const { code, stderr } = await runRealm(['login', '--with-token'], { env, input: key });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /stored in the system keychain/);
    assert.ok(!readFileSync(here.file, 'utf8').includes(key));
    assert.equal((await runRealm(['token'], { env })).stdout, `${key}\n`);
    assert.equal((await runRealm(['logout'], { env })).code, 0);
    assert.equal(existsSync(here.file), false);
  });
});

describe('where nobody can be asked', () => {
  test('login ends with 2 and names one command, which works', async () => {
    using here = machine();
    for (const words of [['login'], ['login', '--store', 'file'], ['login', '--yes']]) {
      const { code, stderr } = await runRealm(words, here);
      assert.equal(code, 2);
      const [, typed = ''] = /run\n {2}npx realm (.*) < FILE\n$/.exec(stderr) ?? [];
      assert.equal(stderr.match(/npx realm /g)?.length, 1);
      assert.match(typed, /--store file/);
      const login = await runRealm(typed.split(' '), { ...here, input: key });
      assert.equal(login.code, 0, `${typed}: ${login.stderr}`);
    }
  });

  test('a scope that there is not is a wrong command; a catalog without the client says to use a token', async () => {
    using here = machine();
    const words = ['login', '--web', '--store', 'file'];
    const scope = await runRealm([...words, '--scopes', 'admin'], here);
    assert.equal(scope.code, 2);
    assert.match(scope.stderr, /The scopes of a login are realms:read/);
    await using older = await startServer((_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
    );
    const client = await runRealm(words, { env: { ...here.env, REALM_REGISTRY: older.url } });
    assert.equal(client.code, 4);
    assert.match(client.stderr, /Log in with a token: --with-token/);
  });

  test('with --json the code is an object, for a program that shows it in its own way', async () => {
    using here = machine();
    const grant = { device_code: 'x', user_code: 'ABCD-EFGH', expires_in: 60, interval: 1 };
    await using refusing = await startServer(({ url = '' }, response) => {
      const isStart = url.endsWith('/authorize');
      const answer = isStart
        ? { ...grant, verification_uri: 'https://catalog.example/device' }
        : { error: 'access_denied' };
      response.writeHead(isStart ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    const words = ['login', '--web', '--store', 'file', '--json'];
    const { code, stdout, stderr } = await runRealm(words, { env: { ...here.env, REALM_REGISTRY: refusing.url } });
    assert.deepEqual([code, stdout], [5, '']);
    const [shown, failure] = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const { expiresAt = '', ...others } = shown ?? {};
    const verificationUri = 'https://catalog.example/device';
    assert.deepEqual(others, { verificationUri, verificationUriComplete: verificationUri, userCode: 'ABCD-EFGH' });
    assert.match(expiresAt, /^\d{4}-\d\d-\d\dT/);
    assert.equal(failure?.['error'], 'access_denied');
  });

  test('a catalog that is unavailable ends it with 8, and what to do', async () => {
    using here = machine();
    const env = { ...here.env, REALM_REGISTRY: `http://127.0.0.1:${await freePort()}` };
    const { code, stderr } = await runRealm(['login', '--web', '--store', 'file'], { env });
    assert.equal(code, 8);
    assert.match(stderr, /No response from 127\.0\.0\.1:\d+: .*ECONNREFUSED[^]*npx realm doctor/);
  });

  test('a token is not sent over plain http to another machine', async () => {
    using here = machine();
    const env = { ...here.env, REALM_REGISTRY: 'http://catalog.example' };
    for (const words of [
      ['login', '--with-token', '--store', 'file'],
      ['login', '--web', '--store', 'file'],
    ]) {
      const { code, stderr } = await runRealm(words, { env, input: key });
      assert.equal(code, 2);
      assert.match(stderr, /http does not encrypt it/);
    }
  });
});
