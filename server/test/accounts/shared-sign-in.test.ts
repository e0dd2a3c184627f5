// One sign-in for the web pages and the OAuth pages: whoever is signed in to one is signed in to the other, as the same account.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { applicationsAt } from '../oauth/applications.ts';
import { PASSWORD, PUBLIC_URL, startCatalog } from '../support/harness.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const { registerClient, openBrowser, startAuthorization, startDevice, poll } = await applicationsAt(catalog);

const SIGN_IN = `${PUBLIC_URL}/sign-in`;
const MINUTE_MS = 60_000;

describe('whoever is signed in to the web pages', () => {
  test('connects a device without signing in again', async () => {
    const client = await registerClient({ name: 'Radio', redirectUris: [], grantTypes: ['device_code'] });
    const browser = openBrowser();
    await browser.signIn(await browser.open(SIGN_IN), 'ada');
    const device = await startDevice(client);
    const confirm = await browser.submit(await browser.open(device.verification_uri_complete ?? ''), 'Continue');
    const consent = await browser.submit(confirm, 'It is mine');
    assert.match(consent.text, /Allow access\?[\s\S]*for your account <strong><bdi>ada<\/bdi><\/strong>/);
    assert.match((await browser.submit(consent, 'Allow')).text, /Your device is connected/);
    assert.ok((await poll(client, device.device_code)).access);
  });

  test('and signs in on the way to an application is signed in to the web pages, too', async () => {
    const browser = openBrowser();
    await browser.signIn(await browser.open((await startAuthorization(await registerClient())).url), 'bob');
    assert.match((await browser.open(`${PUBLIC_URL}/`)).text, /Account of bob/);
  });

  test('and signs out there is asked to sign in here, and an open page of consent gives nothing away', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    await browser.submit(await browser.open(`${PUBLIC_URL}/sign-out`), 'Sign out');
    const late = await browser.submit(consent, 'Allow');
    assert.deepEqual([late.status, /This page has expired/.test(late.text)], [400, true]);
    assert.match((await browser.open((await startAuthorization(client)).url)).text, /Sign in to continue/);
  });

  test('as another account than before is asked as that one, wherever the flow was', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const otherTab = await browser.open(SIGN_IN);
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    await browser.signIn(otherTab, 'bob');
    const asked = await browser.submit(consent, 'Allow');
    assert.match(asked.text, /Allow access\?[\s\S]*for your account <strong><bdi>bob<\/bdi><\/strong>/);
    assert.match((await browser.submit(asked, 'Allow')).url, /^http:\/\/127\.0\.0\.1\/callback\?code=/);
    const grants = await catalog.services.db.all<{ username: string }>(
      sql`select accounts.username from oauth_records join accounts on accounts.id = oauth_records.account_id
        where oauth_records.kind = 'Grant' and oauth_records.client_id = ${client.self.client_id}`,
    );
    assert.deepEqual(
      grants.map(({ username }) => username),
      ['bob'],
    );
  });

  test('and whose session was ended elsewhere gives nothing away', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'bob');
    const other = openBrowser();
    const opened = await other.signIn(await other.open((await startAuthorization(client)).url), 'bob');
    await catalog.services.db.batch([sql`delete from sessions where kind = 'web'`]);
    assert.match((await other.open(opened.url)).text, /Sign in to continue/, 'when the page is opened again');
    assert.match((await browser.submit(consent, 'Allow')).text, /Sign in to continue/);
    assert.match((await browser.open(`${PUBLIC_URL}/me`)).url, /\/sign-in\?return=/);
  });
});

describe('an application that asks for the account or for administration', () => {
  test('needs a sign-in of the last half hour, for which the person comes back to the same page', async (t) => {
    const client = await registerClient({ scopes: ['realms:read', 'account'] });
    const browser = openBrowser();
    await browser.signIn(await browser.open(SIGN_IN), 'ada');
    const open = async (scope: string) => browser.open((await startAuthorization(client, { scope })).url);
    assert.match((await open('account')).text, /Allow access\?/);
    const early = await open('account');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * MINUTE_MS });
    assert.match((await open('realms:read')).text, /Allow access\?/, 'others do not');
    for (const again of [await browser.submit(early, 'Allow'), await open('account')]) {
      assert.match(again.url, /\/sign-in\?return=%2Foauth%2Finteraction%2F/);
      assert.match(again.text, /Sign in again[\s\S]*ada/);
    }
    const again = await open('account');
    const consent = await browser.submit(again, 'Sign in', { username: 'ada', password: PASSWORD });
    assert.match(consent.text, /Allow access\?[\s\S]*<code>account<\/code>/);
    assert.match((await browser.submit(consent, 'Allow')).url, /^http:\/\/127\.0\.0\.1\/callback\?code=/);
  });
});
