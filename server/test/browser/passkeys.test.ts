// Passkeys in a real browser, with Chromium's own virtual authenticator: adding one, signing in with it alone, and as the second factor.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { codeOf } from '../accounts/factors/factors.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { faultsOf, openBrowser, visit, withoutBrowser, type Visit } from './browser.ts';

let catalog: TestCatalog;
let browser: Browser;
let address: string;

/** The browser has a passkey device that always agrees. */
async function addAuthenticator({ session }: Visit): Promise<void> {
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function firstStep(page: Page, username: string): Promise<void> {
  await page.goto('/sign-in?return=/tags');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
const isSignedIn = (page: Page, username: string) =>
  page.locator('summary', { hasText: `Account of ${username}` }).waitFor({ state: 'attached' });

describe('in a browser', { skip: withoutBrowser }, () => {
  before(async () => {
    const port = String(await freePort());
    address = `http://localhost:${port}`;
    catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: address });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await catalog[Symbol.asyncDispose]();
  });

  test('a passkey and an app are added in the settings, and each signs in', async () => {
    await signUp(catalog, { username: 'ada' });
    await using visitor = await visit(browser, address);
    const { page } = visitor;
    const faults: string[] = [];
    const look = async (what: string) =>
      faults.push(...[...visitor.problems, ...(await faultsOf(visitor))].map((fault) => `${what}: ${fault}`));
    await addAuthenticator(visitor);
    await firstStep(page, 'ada');
    await isSignedIn(page, 'ada');

    await page.goto('/settings/second-factors');
    await press(page, 'Add a passkey');
    await page.getByLabel('Name').fill('This laptop');
    await look('adding a passkey');
    await press(page, 'Add the passkey');
    await said(page, 'The passkey is added, but your second factor is not on yet.');
    await press(page, 'Add an app');
    const secret = (await page.locator('code.secret').innerText()).replaceAll(/\s/g, '');
    await look('adding an app');
    await page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await press(page, 'Add the app');
    await said(page, 'The app is added, but your second factor is not on yet.');
    await press(page, 'Make recovery codes');
    const [code = ''] = await page.locator('ul.codes code').allInnerTexts();
    await page.getByLabel('One of the codes').fill(code);
    await look('saving recovery codes');
    await press(page, 'I have saved them');
    await said(page, '8 of your recovery codes are left.');
    await look('second factors');

    await page.context().clearCookies();
    await firstStep(page, 'ada');
    await look('the second step');
    await press(page, 'Use a passkey');
    await page.waitForURL('**/tags');
    await isSignedIn(page, 'ada');

    await page.context().clearCookies();
    await page.goto('/sign-in?return=/tags');
    await press(page, 'Sign in with a passkey');
    await look('a passkey alone');
    await press(page, 'Use a passkey');
    await page.waitForURL('**/tags');
    await isSignedIn(page, 'ada');
    assert.deepEqual(faults, []);
  });

  test('without a script the second step takes a code, and says what passkeys need', async () => {
    await using visitor = await visit(browser, address, { hasScript: false });
    const { page } = visitor;
    await firstStep(page, 'ada');
    await said(page, 'Passkeys need a script, and a browser that knows them.');
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).isVisible(), false);
    assert.deepEqual(await faultsOf(visitor), []);
  });
});
