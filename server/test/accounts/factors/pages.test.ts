// Second factors at the web pages, without a script: the second step of a sign-in, passkeys, and the settings. The passkey is made of software.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { browserAt, type Page } from '../../support/browser.ts';
import { bearer, json, PASSWORD, PUBLIC_URL, signUp, startCatalog, useCatalog } from '../../support/harness.ts';
import { answered, codeOf, turnOn, wrongCodeOf } from './factors.ts';
import { answerOfPasskey, aPasskey, questionIn, softPasskey } from './soft-passkey.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
const openBrowser = () => browserAt(catalog.url, new Set());
type Browser = ReturnType<typeof openBrowser>;

let people = 0;
const someone = () => signUp(catalog, { username: `visitor-${(people += 1)}` });

async function firstStep(browser: Browser, username: string, returnTo = '/tags'): Promise<Page> {
  const page = await browser.open(`${PUBLIC_URL}/sign-in?return=${encodeURIComponent(returnTo)}`);
  return browser.submit(page, 'Sign in', { username, password: PASSWORD });
}
const isSignedIn = async (browser: Browser) => (await browser.open(`${PUBLIC_URL}/me`)).url === `${PUBLIC_URL}/me`;

/** What a manager of passwords is told of the field for a code. */
const filledInAs = ({ text }: Page) => /<input id="code"[^>]* autocomplete="([\w-]+)"/.exec(text)?.[1];

describe('the second step', () => {
  test('asks for a code, and only then begins the session and goes where the visitor was', async () => {
    const { account, token } = await someone();
    const { secret, codes } = await turnOn(catalog, token);
    const browser = openBrowser();
    const asked = await firstStep(browser, account.username);
    assert.match(asked.text, /Code of your authenticator app, or a recovery code/);
    assert.equal(await isSignedIn(browser), false);
    const wrong = await browser.submit(asked, 'Sign in', { code: wrongCodeOf(secret) });
    assert.equal(wrong.status, 401);
    assert.match(wrong.text, /The code is wrong or already used/);
    for (const { text } of [asked, wrong]) assert.match(text, /<input id="code"[^>]* autofocus/);
    assert.equal(await isSignedIn(browser), false);
    const done = await browser.submit(wrong, 'Sign in', { code: codeOf(secret) });
    assert.equal(done.url, `${PUBLIC_URL}/tags`);
    assert.equal(await isSignedIn(browser), true);
    const other = openBrowser();
    const again = await other.submit(asked, 'Sign in', { code: codes[1] ?? '' });
    assert.match(again.text, /That took too long/, 'the first step is good for one session');
    assert.equal(await isSignedIn(other), false);
  });

  test('has a manager of passwords fill in codes of an app, and nothing where recovery codes alone are good', async () => {
    const { account, token } = await someone();
    await turnOn(catalog, token);
    await aPasskey(catalog, token, softPasskey());
    assert.equal(filledInAs(await firstStep(openBrowser(), account.username)), 'one-time-code');
    const removal = { ...bearer(token), method: 'DELETE' };
    answered(204, await catalog.ask('/v1/me/second-factors/totp', removal));
    const asked = await firstStep(openBrowser(), account.username);
    assert.match(asked.text, />Recovery code</);
    assert.equal(filledInAs(asked), 'off');
  });

  test('is in vain after a new password, and after ten minutes', async () => {
    const { account, token } = await someone();
    const { codes } = await turnOn(catalog, token);
    const browser = openBrowser();
    const asked = await firstStep(browser, account.username);
    const change = json({ password: 'another password', currentPassword: PASSWORD }, token, 'PATCH');
    answered(200, await catalog.ask('/v1/me', change));
    assert.match((await browser.submit(asked, 'Sign in', { code: codes[1] ?? '' })).text, /That took too long/);
    const late = await someone();
    const { codes: lateCodes } = await turnOn(catalog, late.token);
    const page = await firstStep(browser, late.account.username);
    const now = new Date().toISOString();
    await catalog.services.db.batch([
      sql`update one_time_tokens set expires_at = ${now} where account_id = ${late.account.id}`,
    ]);
    assert.match((await browser.submit(page, 'Sign in', { code: lateCodes[1] ?? '' })).text, /That took too long/);
    assert.equal(await isSignedIn(browser), false);
  });

  test('takes a passkey of the account, once, from this site alone', async () => {
    const { account, token } = await someone();
    await turnOn(catalog, token);
    const device = softPasskey();
    await aPasskey(catalog, token, device);
    const stranger = softPasskey();
    await aPasskey(catalog, (await someone()).token, stranger);
    const browser = openBrowser();
    const refuse = async (make: (page: Page) => string) => {
      const page = await firstStep(browser, account.username);
      const { status } = await browser.submit(page, 'Use a passkey', { response: make(page) });
      assert.equal(status, 401);
      assert.equal(await isSignedIn(browser), false);
    };
    await refuse((page) => device.get(questionIn(page), { origin: 'https://evil.example' }));
    await refuse((page) => device.get({ ...questionIn(page), rpId: 'evil.example' }));
    await refuse((page) => device.get({ ...questionIn(page), challenge: 'YW5vdGhlcg' }));
    await refuse((page) => stranger.get(questionIn(page)));
    await refuse(() => '{}');
    await refuse(() => 'no JSON');
    const page = await firstStep(browser, account.username);
    assert.doesNotMatch(page.text, /autofocus/, 'the button of the passkey comes first');
    const response = device.get(questionIn(page), { isVerified: false });
    assert.equal((await browser.submit(page, 'Use a passkey', { response })).url, `${PUBLIC_URL}/tags`);
    assert.equal(await isSignedIn(browser), true);
    const replay = openBrowser();
    await replay.submit(page, 'Use a passkey', { response });
    assert.equal(await isSignedIn(replay), false);
  });
});

test('a passkey of another account is no second factor, whichever question it answers', async () => {
  const { account, token } = await someone();
  await turnOn(catalog, token);
  const own = softPasskey();
  await aPasskey(catalog, token, own);
  const thief = await someone();
  await turnOn(catalog, thief.token);
  const device = softPasskey();
  await aPasskey(catalog, thief.token, device);
  const browser = openBrowser();
  const questions = [
    () => firstStep(browser, account.username), // the one for the account
    () => firstStep(openBrowser(), thief.account.username), // one that the thief gets for their own
    async () => browser.submit(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in with a passkey'), // one for anybody
  ];
  const refuse = async (ask: () => Promise<Page>, answering: typeof device) => {
    const question = await ask();
    const [, passkey = ''] = /name="passkey" value="([^"]*)"/.exec(question.text) ?? assert.fail(question.text);
    const response = answering.get(questionIn(question));
    const page = await firstStep(browser, account.username);
    const { status } = await browser.submit(page, 'Use a passkey', { passkey, response });
    assert.equal(status, 401);
    assert.equal(await isSignedIn(browser), false);
  };
  for (const ask of questions) await refuse(ask, device);
  for (const ask of questions.slice(1)) await refuse(ask, own); // its own one answers the question of its own step alone
});

test('a passkey alone signs in if it has checked who uses it', async () => {
  const { token } = await someone();
  await turnOn(catalog, token);
  const device = softPasskey();
  await aPasskey(catalog, token, device);
  const browser = openBrowser();
  const ask = async () =>
    browser.submit(await browser.open(`${PUBLIC_URL}/sign-in?return=%2Ftags`), 'Sign in with a passkey');
  const unverified = await ask();
  const answer = device.get(questionIn(unverified), { isVerified: false });
  assert.equal((await browser.submit(unverified, 'Use a passkey', { response: answer })).status, 401);
  assert.equal(await isSignedIn(browser), false);
  const page = await ask();
  const done = await browser.submit(page, 'Use a passkey', { response: device.get(questionIn(page)) });
  assert.equal(done.url, `${PUBLIC_URL}/tags`);
  assert.equal(await isSignedIn(browser), true);
});

test('a passkey is taken only if it can be the last way in: kept by the device, and used by whom it has checked', async () => {
  const { token } = await someone();
  const question = await catalog.ask('/v1/me/second-factors/passkey-question', { method: 'POST', ...bearer(token) });
  const { authenticatorSelection } = JSON.parse((question.body as { options: string }).options) as {
    authenticatorSelection: Record<string, unknown>;
  };
  assert.equal(authenticatorSelection['residentKey'], 'required');
  assert.equal(authenticatorSelection['userVerification'], 'required');
  const unverified = await answerOfPasskey(catalog, token, softPasskey(), { isVerified: false });
  answered(400, await catalog.ask('/v1/me/second-factors/passkeys', json(unverified, token)), 'invalid_request');
});

test('of a passkey that comes with certificates, no address in them is asked', async (t) => {
  const { token } = await someone();
  let asked = 0;
  const revoked = createServer((_request, response) => response.writeHead((asked += 1) && 404).end());
  t.after(() => new Promise((resolve) => revoked.close(resolve)));
  await once(revoked.listen(0, '127.0.0.1'), 'listening');
  const { port } = revoked.address() as AddressInfo;
  const how = { revokedAt: `http://127.0.0.1:${port}/revoked.crl` };
  const certified = json(await answerOfPasskey(catalog, token, softPasskey(), how), token);
  answered(400, await catalog.ask('/v1/me/second-factors/passkeys', certified), 'invalid_request');
  assert.equal(asked, 0);
});

test('what a browser says of the ways to reach a passkey is kept as far as it is understood', async () => {
  for (const transports of [null, 'usb', [['usb'], 7, 'usb']]) {
    const { token } = await someone();
    const answer = await answerOfPasskey(catalog, token, softPasskey(), { transports });
    answered(201, await catalog.ask('/v1/me/second-factors/passkeys', json(answer, token)));
  }
});

test('wrong passkeys of an address do not fill the audit; neither they nor wrong passwords keep a right passkey out', async () => {
  await using strict = await startCatalog({}, { RATE_LIMIT_FREE: '20' });
  const { account, token } = await signUp(strict, { username: 'neighbour' });
  const device = softPasskey();
  await aPasskey(strict, token, device);
  const browser = browserAt(strict.url, new Set());
  const signInWith = async (passkey: typeof device) => {
    const page = await browser.submit(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in with a passkey');
    return browser.submit(page, 'Use a passkey', { response: passkey.get(questionIn(page)) });
  };
  const failures = async () =>
    (await strict.services.db.all(sql`select 1 from audit where action = 'login.fail'`)).length;
  for (let at = 0; at < 25; at += 1) assert.equal((await signInWith(softPasskey())).status, 401);
  assert.equal(await failures(), 20);
  const statuses: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    const fields = { username: `guessed-${at}`, password: 'wrong password' };
    statuses.push((await browser.submit(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in', fields)).status);
  }
  assert.deepEqual([...new Set(statuses)], [401, 429]);
  assert.equal((await signInWith(device)).status, 200);
  assert.match((await browser.open(`${PUBLIC_URL}/me`)).text, new RegExp(account.username));
});

test('passkeys are offered where the address allows them', async () => {
  assert.match((await openBrowser().open(`${PUBLIC_URL}/sign-in`)).text, /Sign in with a passkey/);
  await using plain = await startCatalog({}, { PUBLIC_URL: 'http://192.0.2.1:81' });
  assert.doesNotMatch((await plain.ask('/sign-in')).text, /passkey/);
  const { token } = await signUp(plain, { username: 'ada' });
  const question = await plain.ask('/v1/me/second-factors/passkey-question', { method: 'POST', ...bearer(token) });
  answered(409, question, 'conflict');
});

test('the settings add an app, recovery codes and a passkey, and remove them', async () => {
  const { account, token } = await someone();
  const browser = openBrowser();
  await firstStep(browser, account.username);
  const settings = () => browser.open(`${PUBLIC_URL}/settings/second-factors`);
  const app = await browser.submit(await settings(), 'Add an app');
  assert.match(app.text, /<path class="qr-squares" d="M/);
  assert.equal(filledInAs(app), 'one-time-code');
  const [, secret = ''] = /name="secret" value="([A-Z2-7]{32})"/.exec(app.text) ?? assert.fail(app.text);
  const again = await browser.submit(app, 'Add the app', { code: 'wrong' });
  assert.equal(again.status, 400);
  assert.ok(again.text.includes(secret), 'the same secret is shown again');
  const added = await browser.submit(again, 'Add the app', { code: codeOf(secret, -1) });
  assert.match(
    added.text,
    /The app is added, but your second factor is not on yet\.[\s\S]*>Make recovery codes<[\s\S]*>Remove the app</,
  );
  assert.doesNotMatch(added.text, /notice success/, 'it is not done yet');
  const codesPage = await browser.submit(added, 'Make recovery codes');
  const codes = [...codesPage.text.matchAll(/<li><code>([\da-f-]+)<\/code>/g)].map(([, code = '']) => code);
  assert.equal(codes.length, 8);
  assert.equal(filledInAs(codesPage), 'off');
  const unsaved = await browser.submit(codesPage, 'I have saved them', { code: 'no' });
  assert.equal(unsaved.status, 400);
  const on = await browser.submit(unsaved, 'I have saved them', { code: codes[7] ?? '' });
  assert.match(on.text, /notice success[^>]*>Your recovery codes are saved\. Your second factor is on\./);
  assert.match(on.text, /you need your password and a second factor[\s\S]*8 of your recovery codes are left/);
  answered(401, await catalog.ask('/v1/me', bearer(token))); // it was signed in with the password alone
  const question = await browser.submit(on, 'Add a passkey');
  const response = softPasskey().create(questionIn(question));
  const withPasskey = await browser.submit(question, 'Add the passkey', { name: 'Laptop', response });
  assert.match(withPasskey.text, /The passkey is added[\s\S]*Laptop/);
  const withoutPasskey = await browser.submit(withPasskey, 'Remove');
  assert.match(withoutPasskey.text, /The passkey is removed/);
  const off = await browser.submit(withoutPasskey, 'Remove the app');
  assert.match(off.text, /a stolen password is not enough to open your account/);
  const other = openBrowser();
  await firstStep(other, account.username);
  assert.equal(await isSignedIn(other), true);
});
