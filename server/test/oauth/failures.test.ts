// Tests the errors of the authorization server when a page is too old or the store does not answer.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { openServices } from '../../src/services.ts';
import { applicationsAt } from './applications.ts';
import { closeStore, PUBLIC_URL, startCatalog, type TestCatalog, type Reply } from '../support/harness.ts';

type Answer = Pick<Reply, 'status' | 'headers' | 'text'>;

function assertPage({ status, headers, text }: Answer, expected: number, message: RegExp, what?: string): void {
  assert.equal(status, expected, what ?? text);
  assert.match(headers.get('content-type') ?? '', /^text\/html/, what);
  assert.match(text, message, what);
  assert.match(text, /<h1>This did not work<\/h1>/, what);
  assert.equal(headers.get('cache-control'), 'no-store', what);
  assert.equal(headers.get('x-frame-options'), 'DENY', what);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
  assert.equal(headers.get('referrer-policy'), 'same-origin', what);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, what);
  assert.ok(text.includes(headers.get('x-request-id') ?? 'none'), what);
}

const EXPIRED = /This page has expired/;
const asPerson = { headers: { accept: 'text/html' } };

/** Rotates the keys twice, so that cookies of the first keys are no longer valid. */
async function rotateTwice({ services }: TestCatalog): Promise<void> {
  for (const _ of 'twice') await services.keyring.rotate();
}

const DEVICE = `${PUBLIC_URL}/oauth/device`;
const device = { name: 'Television', redirectUris: [], grantTypes: ['device_code', 'refresh_token'] };

describe('a page that is not there, or not any more,', () => {
  test('is the page that says so, with all headers; to a program it is a problem', async () => {
    await using catalog = await startCatalog();
    const paths = ['device/x', 'device/authorize', 'device/%2F', 'device/=x', 'authorize/x', 'interaction/x'];
    for (const path of paths) {
      assertPage(await catalog.ask(`/oauth/${path}`, asPerson), 400, EXPIRED, path);
      const { status, body } = await catalog.ask(`/oauth/${path}`, { headers: { accept: 'application/json' } });
      assert.deepEqual([status, body.code], [400, 'invalid_request'], path);
    }
    for (const path of ['device', 'interaction/x'])
      assertPage(await catalog.ask(`/oauth/${path}`, { method: 'POST', ...asPerson }), 400, EXPIRED, path);
    for (const path of ['device/x/y', 'nothing'])
      assert.equal((await catalog.ask(`/oauth/${path}`, asPerson)).status, 404, path);
  });

  test('is so for cookies that were broken, made up, or signed with a key that is gone', async () => {
    await using catalog = await startCatalog();
    const { openBrowser, registerClient, startAuthorization } = await applicationsAt(catalog);
    const client = await registerClient();
    const spoil: [what: string, (browser: ReturnType<typeof openBrowser>) => void | Promise<void>][] = [
      ['made up', ({ changeCookies }) => changeCookies((cookie) => cookie.replace(/=.*/, '=made-up'))],
      ['broken', ({ changeCookies }) => changeCookies((cookie) => `${cookie.slice(0, -1)}%`)],
      ['without a value', ({ changeCookies }) => changeCookies((cookie) => cookie.replace(/=.*/, '='))],
      ['of a key that is gone', () => rotateTwice(catalog)],
      ['of a record that is gone', () => catalog.services.db.batch([sql`delete from oauth_records`])],
    ];
    for (const [what, spoilCookies] of spoil) {
      const browser = openBrowser();
      const enter = await browser.open(DEVICE);
      const login = await browser.open((await startAuthorization(client)).url);
      const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
      await spoilCookies(browser);
      assertPage(await browser.submit(login, 'Sign in', {}), 400, EXPIRED, what);
      assertPage(await browser.submit(consent, 'Allow'), 400, EXPIRED, what);
      assertPage(await browser.open(consent.url.replace('interaction', 'authorize')), 400, EXPIRED, what);
      assertPage(await browser.open(consent.url.replace('interaction', 'device')), 400, EXPIRED, what);
      const entered = await browser.submit(enter, 'Continue', { user_code: 'BBBB-BBBB' });
      if (what !== 'of a record that is gone') assertPage(entered, 400, EXPIRED, what);
      else assert.match(entered.text, /Try again/); // in a new session, which the form of the answer belongs to
      const again = await browser.open(DEVICE);
      assert.match((await browser.submit(again, 'Continue', { user_code: 'BBBB-BBBB' })).text, /No device shows this/);
    }
  });

  test('is so for a cookie of a key that another process replaced twice, a minute later', async (t) => {
    await using catalog = await startCatalog();
    const { openBrowser, registerClient, startAuthorization } = await applicationsAt(catalog);
    const browser = openBrowser();
    const client = await registerClient();
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const other = await openServices(catalog.services.config);
    for (const _ of 'twice') await other.keyring.rotate();
    await other.close();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    assertPage(await browser.submit(consent, 'Allow'), 400, EXPIRED);
    // The session of the web pages is another cookie, which no key signs.
    assert.match((await browser.open((await startAuthorization(client)).url)).text, /Allow access\?/);
  });
});

describe('while the store does not answer', () => {
  const away = /The store does not answer/;

  test('every endpoint is a 503 with Retry-After, and every page too', async () => {
    await using catalog = await startCatalog();
    const { openBrowser, registerClient, startAuthorization, startDevice } = await applicationsAt(catalog);
    const client = await registerClient();
    const browser = openBrowser();
    const started = await startAuthorization(client);
    const login = await browser.open((await startAuthorization(client)).url);
    const enter = await browser.open((await startDevice(await registerClient(device))).verification_uri_complete ?? '');
    const consent = await browser.signIn(await browser.open(started.url), 'ada');
    await closeStore(catalog);

    const form = { client_id: client.self.client_id, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    for (const path of ['token', 'revoke', 'introspect', 'device/authorize']) {
      const body = new URLSearchParams(form);
      const { status, headers, body: problem } = await catalog.ask(`/oauth/${path}`, { method: 'POST', body });
      assert.deepEqual([status, problem.code, headers.get('retry-after')], [503, 'unavailable', '1'], path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(problem.requestId, headers.get('x-request-id'));
    }
    const pages = [
      await openBrowser().open(started.url),
      await browser.open(started.url),
      await browser.open(consent.url),
      await browser.submit(consent, 'Allow'),
      await browser.submit(consent, 'Use another account'),
      await browser.open(consent.url.replace('interaction', 'authorize')),
      await browser.signIn(login, 'ada'),
      await openBrowser().open(DEVICE),
      await browser.open(DEVICE),
      await browser.submit(enter, 'Continue'),
      await browser.open(`${DEVICE}/x`),
    ];
    for (const [at, page] of pages.entries()) {
      assertPage(page, 503, away, `page ${at}`);
      assert.equal(page.headers.get('retry-after'), '1');
    }
    const faults = catalog.logged.filter((line) => /"level":(50|60)/.test(line));
    assert.deepEqual(faults, [], 'nothing is called a fault of the catalog');
  });

  test('it is a 503 also before anyone has used it', async (t) => {
    await using catalog = await startCatalog();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    await closeStore(catalog);
    assertPage(await catalog.ask('/oauth/device', asPerson), 503, away);
    const { status, headers } = await catalog.ask('/oauth/token', { method: 'POST', body: new URLSearchParams() });
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  });

  test('a first request that fails does not keep the next ones from succeeding', async (t) => {
    await using catalog = await startCatalog();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    await catalog.services.db.batch([sql`alter table secrets rename to secrets_away`]);
    assertPage(await catalog.ask('/oauth/device', asPerson), 500, /Something went wrong in the catalog/);
    await catalog.services.db.batch([sql`alter table secrets_away rename to secrets`]);
    assert.equal((await catalog.ask('/oauth/device', asPerson)).status, 200);
  });
});

test('an authorization request of more than a hundred parameters is a 400, and is not read any further', async () => {
  await using catalog = await startCatalog();
  const { status, body } = await catalog.ask(`/oauth/authorize?${'scope=a&'.repeat(2_000)}`);
  assert.equal(status, 400);
  assert.deepEqual(body.errors, [{ field: 'query', message: 'has too many parameters' }]);
});

test('the 1,001st request of one address in an hour is a 429, at every page and endpoint', async () => {
  await using catalog = await startCatalog();
  const ask = (path: string, init?: Parameters<TestCatalog['ask']>[1]) => catalog.ask(`/oauth/${path}`, init);
  for (let count = 1; count <= 999; count += 1)
    await catalog.services.windowCounter.hit('oauth 127.0.0.1', 1_000, 3_600_000);
  assert.equal((await ask('token', { method: 'POST' })).status, 400);
  const refused = await ask('token', { method: 'POST' });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  for (const path of ['authorize', 'device', 'interaction/x'])
    assertPage(await ask(path, asPerson), 429, /too many requests from this IP address/, path);
  assert.equal((await catalog.ask('/.well-known/oauth-authorization-server')).status, 200);
  assert.equal((await catalog.ask('/v1/realms')).status, 200);
});
