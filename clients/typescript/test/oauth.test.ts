// Logins of people by a code on another device, at a real catalog and at servers that misbehave; and tokens that are refreshed and revoked.
// Run: one store, own process
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { applicationsAt } from '../../../server/test/oauth/applications.ts';
import { startCatalog, type TestCatalog } from '../../../server/test/support/harness.ts';
import { createClient } from '../src/index.ts';
import { refreshedToken, refreshTokens, revokeToken, startDeviceLogin, type Tokens } from '../src/oauth/index.ts';
import * as bad from './misbehaving-server.ts';

let catalog: TestCatalog;
let applications: Awaited<ReturnType<typeof applicationsAt>>;
let server: bad.MisbehavingServer;
before(async () => {
  catalog = await startCatalog();
  applications = await applicationsAt(catalog);
  server = await bad.startMisbehavingServer();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await catalog[Symbol.asyncDispose]();
});

/** A person opens the page, compares the code and allows it. */
async function allow(address: string): Promise<void> {
  const browser = applications.openBrowser();
  const confirmed = await browser.submit(await browser.submit(await browser.open(address), 'Continue'), 'It is mine');
  await browser.submit(await browser.signIn(confirmed, 'ada'), 'Allow');
}

async function login(): Promise<Tokens & { refreshToken: string }> {
  const started = await startDeviceLogin({ baseUrl: `${catalog.url}/v1`, scopes: ['realms:read'] });
  assert.match(started.userCode, /^[\w-]+$/);
  assert.ok(started.verificationUri.endsWith('/oauth/device') && Date.parse(started.expiresAt) > Date.now());
  await allow(started.verificationUriComplete);
  const { refreshToken = assert.fail(), ...tokens } = await started.wait();
  return { ...tokens, refreshToken };
}

const statusOf = async (token: string) => (await applications.me(token)).status;

describe('a login at a catalog', () => {
  test('gives a token that the client uses, refreshes once for all calls, and revokes', async () => {
    const tokens = await login();
    assert.equal((await createClient({ baseUrl: catalog.url, token: tokens.token }).account.get()).username, 'ada');
    const saved: Tokens[] = [];
    const soon = { ...tokens, expiresAt: new Date(Date.now() + 1_000).toISOString() };
    const token = refreshedToken({ baseUrl: catalog.url }, soon, (next) => void saved.push(next));
    const client = createClient({ baseUrl: catalog.url, token });
    const found = await Promise.all([client.account.get(), client.account.get(), client.account.get()]);
    assert.deepEqual([found.length, saved.length], [3, 1]);
    const [next = assert.fail()] = saved;
    assert.notEqual(next.token, tokens.token);
    assert.notEqual(next.refreshToken, tokens.refreshToken);
    await client.account.get();
    assert.equal(saved.length, 1, 'a token that does not end soon is sent as it is');
    await revokeToken({ baseUrl: catalog.url }, next.refreshToken ?? '');
    assert.equal(await statusOf(next.token), 401);
    const ended = refreshTokens({ baseUrl: catalog.url }, next.refreshToken ?? '');
    await assert.rejects(ended, { kind: 'unauthorized', code: 'invalid_grant' });
  });

  test('is refused for a scope, or an application, that there is not', async () => {
    const options = { baseUrl: catalog.url, scopes: ['admin'] };
    await assert.rejects(startDeviceLogin(options), { kind: 'invalid_request', code: 'invalid_scope' });
    const unknown = startDeviceLogin({ ...options, clientId: 'nobody' });
    await assert.rejects(unknown, { kind: 'unauthorized', code: 'invalid_client' });
  });
});

const grant = {
  device_code: 'x',
  user_code: 'ABCD-EFGH',
  verification_uri: 'https://catalog.example/device',
  expires_in: 600,
  interval: 1,
};
const pending = bad.json({ error: 'authorization_pending' }, 400);
const granted = bad.json({ access_token: 'one', refresh_token: 'two', expires_in: 60 });

/** A login whose waits take no time; they are counted in seconds. */
async function waited(t: TestContext, ...answers: bad.Behaviour[]) {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number, ...more: unknown[]) => {
    const isWait = ms === 1_000 || ms === 6_000;
    if (isWait) waits.push(ms / 1_000);
    return setTimeout(work, isWait ? 0 : ms, ...(more as []));
  });
  server.script(bad.json(grant), ...answers);
  const login = await startDeviceLogin({ baseUrl: server.url, scopes: [] });
  return { waits, outcome: login.wait() };
}

describe('while the person has not decided', () => {
  test('it is asked again at the interval, slower if the catalog says so, and after breaks', async (t) => {
    const slower = bad.json({ error: 'slow_down' }, 400);
    const answers = [pending, slower, bad.cut, bad.problem(503, 'unavailable'), granted];
    const { waits, outcome } = await waited(t, ...answers);
    const { expiresAt = '', ...tokens } = await outcome;
    assert.deepEqual(tokens, { token: 'one', refreshToken: 'two' });
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000) < 10_000);
    assert.deepEqual(waits, [1, 1, 6, 6, 6]);
  });

  test('a refusal, the end of the code, and any other answer end it', async (t) => {
    const outcomes: [answer: bad.Behaviour, error: object][] = [
      [bad.json({ error: 'access_denied' }, 400), { kind: 'forbidden', code: 'access_denied' }],
      [bad.json({ error: 'expired_token' }, 400), { kind: 'unauthorized', code: 'expired_token' }],
      [bad.json({ error: 'server_error' }, 400), { kind: 'unauthorized', code: 'server_error' }],
      [bad.problem(429, 'rate_limited', { 'retry-after': '7' }), { kind: 'rate_limited', retryAfterMs: 7_000 }],
      [bad.html(200), { kind: 'unexpected_response' }],
      [bad.json({ access_token: 'two words' }), { kind: 'unexpected_response' }],
      [bad.json(null), { kind: 'unexpected_response' }],
      [bad.json([granted]), { kind: 'unexpected_response' }],
      [bad.json({ error: { toString: 1 }, detail: ['x'] }, 400), { kind: 'unauthorized', code: '400' }],
    ];
    for (const [answer, error] of outcomes) {
      const { outcome } = await waited(t, pending, answer, granted);
      await assert.rejects(outcome, error);
      t.mock.restoreAll();
    }
  });

  test('an abort ends the wait at once', async () => {
    const stop = new AbortController();
    server.script(bad.json(grant), pending);
    const login = await startDeviceLogin({ baseUrl: server.url, scopes: [], signal: stop.signal });
    const outcome = login.wait();
    await sleep(1);
    stop.abort(new Error('enough'));
    await assert.rejects(outcome, /enough/);
  });
});

test('a request is sent to the catalog alone: a redirect is not followed', async () => {
  await using other = await bad.startMisbehavingServer();
  other.script(bad.json(grant));
  server.script(bad.redirect(`${other.url}/oauth/token`, 307));
  await assert.rejects(refreshTokens({ baseUrl: server.url }, 'two'), { kind: 'network' });
  assert.equal(other.requests.length, 0);
});

test('a start that no catalog would answer with is refused: addresses that are no pages, codes that no person types', async () => {
  const wrong = [
    { verification_uri: 'javascript:alert(1)' },
    { verification_uri: `https://catalog.example/${'x'.repeat(2_000)}` },
    { user_code: '\u001b[2J' },
    { user_code: undefined },
    { device_code: 7 },
    { expires_in: 'soon' },
    { expires_in: 1e300 },
    { expires_in: { toString: 1 } },
  ];
  for (const fields of wrong) {
    server.script(bad.json({ ...grant, ...fields }));
    await assert.rejects(startDeviceLogin({ baseUrl: server.url, scopes: [] }), { kind: 'unexpected_response' });
  }
  server.script(bad.endless);
  await assert.rejects(startDeviceLogin({ baseUrl: server.url, scopes: [] }), { kind: 'unexpected_response' });
  server.script(bad.stall);
  await assert.rejects(startDeviceLogin({ baseUrl: server.url, scopes: [], timeout: 20 }), { kind: 'timeout' });
});

test('a lifetime that no date can hold is not known', async () => {
  for (const expires_in of [1e300, -1e300, 'soon', null, {}]) {
    server.script(bad.json({ access_token: 'one', expires_in }));
    assert.deepEqual(await refreshTokens({ baseUrl: server.url }, 'two'), { token: 'one', refreshToken: 'two' });
  }
});
