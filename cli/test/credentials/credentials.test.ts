// Tests where credentials are stored, and that they are refreshed once, however many commands run.
// Run: one store, own process
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { applicationsAt } from '../../../server/test/oauth/applications.ts';
import { startCatalog } from '../../../server/test/support/harness.ts';
import type { StoredCredential } from '../../src/credentials/stored-credential.ts';
import { withLock } from '../../src/credentials/lock.ts';
import { findKeychain } from '../../src/credentials/keychain.ts';
import { revokeToken } from '../../src/credentials/oauth.ts';
import { runProgram } from '../../src/credentials/run-program.ts';
import { credentialStore } from '../../src/credentials/credential-store.ts';
import { startSecretService, withoutKeychain } from '../support/secret-service.ts';
import { None } from 'oauth4webapi';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const applications = await applicationsAt(catalog);
const server = { baseUrl: catalog.url, fetch, userAgent: 'test' };
const { me } = applications;

const pasted: StoredCredential = { kind: 'token', token: 'rlm_key_abc' };

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-credentials-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Tokens by the device grant, which end soon. */
async function expiringLogin(): Promise<StoredCredential & { refreshToken: string }> {
  const client = { self: { client_id: 'realm-cli' }, auth: None(), redirectUri: '' };
  const started = await applications.startDevice(client);
  const browser = applications.openBrowser();
  const entered = await browser.open(started.verification_uri_complete ?? '');
  const confirmed = await browser.submit(await browser.submit(entered, 'Continue'), 'It is mine');
  await browser.submit(await browser.signIn(confirmed, 'ada'), 'Allow');
  const { access, refresh } = await applications.poll(client, started.device_code);
  return { kind: 'oauth', token: access, refreshToken: refresh, expiresAt: new Date(Date.now() + 1_000).toISOString() };
}

describe('a file of credentials', () => {
  test('only its owner can read it, and each registry has its own credential', async (t) => {
    const folder = join(temporaryFolder(t), 'new', 'folder');
    const stored = credentialStore(folder, {});
    assert.equal(await stored.find('https://a.example'), undefined);
    await stored.save('https://a.example', pasted, 'file');
    await stored.save('https://b.example', { ...pasted, token: 'other' }, 'file');
    const path = stored.describe('file');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual(await stored.find('https://a.example'), { credential: pasted, store: 'file' });
    assert.deepEqual(await stored.remove('https://b.example'), { ...pasted, token: 'other' });
    assert.equal(await stored.find('https://b.example'), undefined);
    await stored.remove('https://a.example');
    assert.deepEqual(readdirSync(folder), [], 'the last one leaves no file');
  });

  test('one that others can read, or that is damaged, is refused with what to do', async (t) => {
    const stored = credentialStore(temporaryFolder(t), {});
    await stored.save('https://a.example', pasted, 'file');
    const path = stored.describe('file');
    chmodSync(path, 0o640);
    await assert.rejects(stored.find('https://a.example'), {
      message: /can be read by other users/,
      hint: /^chmod 600 /,
    });
    chmodSync(path, 0o600);
    writeFileSync(path, '{"registries":');
    await assert.rejects(stored.find('https://a.example'), /is damaged/);
    const header = { 'https://a.example': { store: 'file', credential: { kind: 'token', token: 'a\r\nx-other: b' } } };
    writeFileSync(path, JSON.stringify({ registries: header }));
    assert.equal(await stored.find('https://a.example'), undefined, 'a text that is no token is not sent');
  });

  test('the lock of a process that was killed is taken over, and a fresh one is waited for', async (t) => {
    const folder = temporaryFolder(t);
    const stored = credentialStore(folder, {});
    const lock = join(folder, 'credentials.lock');
    writeFileSync(lock, 'killed');
    utimesSync(lock, 0, 0);
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => stored.save(`https://${name}.example`, { ...pasted, token: name }, 'file')),
    );
    for (const name of ['a', 'b', 'c', 'd'])
      assert.equal((await stored.find(`https://${name}.example`))?.credential.token, name);
    assert.deepEqual(readdirSync(folder), ['credentials.json']);
    const { pid } = spawnSync('true');
    writeFileSync(lock, `${hostname()} ${pid} killed`);
    await stored.save('https://a.example', pasted, 'file');
    writeFileSync(lock, `${hostname()} ${process.pid} running`);
    const saving = stored.save('https://e.example', pasted, 'file');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await stored.find('https://e.example'), undefined);
    rmSync(lock);
    await saving;
    assert.ok(await stored.find('https://e.example'));
  });
});

describe('a lock', () => {
  test('that is held for long, as while a person is asked, is renewed, so that nobody takes it over', async (t) => {
    const path = join(temporaryFolder(t), 'lock');
    t.mock.timers.enable({ apis: ['setInterval'] });
    await withLock(path, async () => {
      utimesSync(path, 0, 0);
      t.mock.timers.tick(60_000);
      for (let tries = 0; tries < 5_000 && statSync(path).mtimeMs === 0; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 1));
      assert.notEqual(statSync(path).mtimeMs, 0);
    });
    assert.equal(existsSync(path), false);
  });
});

describe('refreshing', () => {
  test('of many commands at once, one refreshes, and all send the new token', async (t) => {
    const folder = temporaryFolder(t);
    const stored = credentialStore(folder, {});
    const login = await expiringLogin();
    await stored.save(catalog.url, login, 'file');
    const script = fileURLToPath(new URL('fresh-token.ts', import.meta.url));
    const runs = await Promise.all(
      Array.from({ length: 4 }, () =>
        runProgram(process.execPath, [script, catalog.url, folder], { env: process.env }),
      ),
    );
    const tokens = new Set(runs.map(({ stdout, stderr }) => stdout || assert.fail(stderr)));
    assert.equal(tokens.size, 1);
    const [token = ''] = tokens;
    assert.notEqual(token, login.token);
    assert.equal((await me(token)).status, 200, 'no refresh token was used twice, which would end the grant');
    const { credential } = (await stored.find(catalog.url)) ?? assert.fail();
    assert.equal(credential.token, token);
    assert.notEqual(credential.refreshToken, login.refreshToken);
    assert.ok(Date.parse(credential.expiresAt ?? '') > Date.now() + 3_000_000);
    assert.equal(
      (await stored.fresh(server))?.credential.token,
      token,
      'a token that does not end soon is sent as it is',
    );
  });

  test('a login that was ended elsewhere is forgotten, and says so', async (t) => {
    const stored = credentialStore(temporaryFolder(t), {});
    const login = await expiringLogin();
    await stored.save(catalog.url, login, 'file');
    await revokeToken(server, login.refreshToken);
    assert.equal((await me(login.token)).status, 401, 'revoking the refresh token ends the access token, too');
    await assert.rejects(stored.fresh(server), { code: 'login_ended', hint: 'npx realm login' });
    assert.equal(await stored.find(catalog.url), undefined);
  });

  test('a catalog that is unavailable, or answers otherwise, leaves the login as it is', async (t) => {
    const stored = credentialStore(temporaryFolder(t), {});
    const login: StoredCredential = {
      kind: 'oauth',
      token: 'a',
      refreshToken: 'b',
      expiresAt: '2026-01-01T00:00:00.000Z',
    };
    await stored.save(catalog.url, login, 'file');
    const answers: [RegExp, () => Promise<Response>][] = [
      [/No response from/, () => Promise.reject(new TypeError('fetch failed'))],
      [/did not answer as a Realm Catalog/, async () => new Response('<h1>Sign in to the hotel</h1>')],
      [/did not answer as a Realm Catalog/, async () => Response.json({ access_token: 'a\nb' })],
      [/answered with too much/, async () => new Response('x'.repeat(100_000))],
      [/Try later/, async () => Response.json({ code: 'unavailable', detail: 'Try later' }, { status: 503 })],
    ];
    for (const [message, answer] of answers) {
      await assert.rejects(stored.fresh({ ...server, fetch: answer }), message);
      assert.deepEqual((await stored.find(catalog.url))?.credential, login);
    }
  });
});

describe('the keychain', { skip: withoutKeychain }, () => {
  test('keeps credentials, and the file says only that it does', async (t) => {
    await using service = await startSecretService();
    const folder = temporaryFolder(t);
    const stored = credentialStore(folder, service.env);
    assert.match((await findKeychain(service.env))?.name ?? '', /secret-tool/);
    await stored.save('https://a.example', pasted, 'keychain');
    await stored.save('https://b.example', { ...pasted, token: 'other' }, 'keychain');
    assert.deepEqual(await stored.find('https://a.example'), { credential: pasted, store: 'keychain' });
    const text = readFileSync(join(folder, 'credentials.json'), 'utf8');
    assert.doesNotMatch(text, /rlm_key|other/);
    const lookup = await runProgram(
      'secret-tool',
      ['lookup', 'service', 'realm-catalog', 'registry', 'https://a.example'],
      service,
    );
    assert.deepEqual(JSON.parse(lookup.stdout), pasted, 'it is in the real keychain');

    await stored.save('https://b.example', pasted, 'file');
    const moved = await runProgram(
      'secret-tool',
      ['lookup', 'service', 'realm-catalog', 'registry', 'https://b.example'],
      service,
    );
    assert.equal(moved.stdout, '', 'what moves to the file leaves the keychain');
    assert.deepEqual(await stored.remove('https://a.example'), pasted);
    assert.equal(await stored.remove('https://a.example'), undefined);
    await stored.remove('https://b.example');
    assert.equal(existsSync(join(folder, 'credentials.json')), false);
  });

  test('a command without its service is no keychain, and a credential in it cannot be read', async (t) => {
    const { env, ...service } = await startSecretService();
    const stored = credentialStore(temporaryFolder(t), env);
    await stored.save('https://a.example', pasted, 'keychain');
    await service[Symbol.asyncDispose]();
    assert.equal(await findKeychain(env), undefined);
    await assert.rejects(stored.find('https://a.example'), { code: 'keychain', message: /secret-tool: ./ });
    assert.equal(await findKeychain({ PATH: '/nowhere' }), undefined);
  });
});

/** `security` runs on macOS alone: this is our side of its protocol, with a stand-in as the other. */
test('on macOS the keychain is written by stdin, not by an argument that others can see', async (t) => {
  const folder = temporaryFolder(t);
  symlinkSync(fileURLToPath(new URL('../support/stand-in-security.js', import.meta.url)), join(folder, 'security'));
  const file = join(folder, 'entries.json');
  writeFileSync(file, '{}');
  const env = { PATH: `${folder}:${process.env['PATH']}`, STAND_IN_FILE: file };
  const keychain = (await findKeychain(env, 'darwin')) ?? assert.fail();
  assert.equal(await keychain.read('https://a.example'), undefined);
  await keychain.write('https://a.example', pasted);
  assert.deepEqual(await keychain.read('https://a.example'), pasted);
  await keychain.remove('https://a.example');
  await keychain.remove('https://a.example');
  assert.equal(await keychain.read('https://a.example'), undefined);
  const seen = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).arguments);
  assert.match(seen, /find-generic-password/);
  assert.ok(!seen.includes(Buffer.from(JSON.stringify(pasted)).toString('base64').slice(0, 20)));
  assert.equal(await findKeychain({ PATH: '' }, 'darwin'), undefined);
});
