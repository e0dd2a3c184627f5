// The pages of administrators and curators in a real browser: nothing is wrong with them, and all of it works without scripts, by the keyboard.
// Run: one store, own process
// Needs: Debian packages
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openSampleSite, operatorPages, type SampleSite } from '../pages/sample-site.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, signUp } from '../support/harness.ts';
import { faultsOf, openBrowser, openPage, visit, withoutBrowser, type Settings, type Visit } from './browser.ts';

let site: SampleSite;
let browser: Browser;

async function startAll(): Promise<void> {
  const port = String(await freePort());
  site = await openSampleSite({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  await signUp(site.catalog, { username: 'root', role: 'admin' });
  browser = await openBrowser();
}

async function signIn({ page }: Visit): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('User name').fill('root');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('summary', { hasText: 'Account of root' }).waitFor({ state: 'attached' });
}

const visitors: [what: string, settings: Partial<Settings>][] = [
  ['without scripts, on a narrow dark screen', { hasScript: false, isNarrow: true, isDark: true }],
  ['with scripts', {}],
  ['zoomed in, with forced colours', { isZoomed: true, hasForcedColors: true }],
];

describe('in a browser', { skip: withoutBrowser }, () => {
  before(startAll);
  after(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
  });

  for (const [what, settings] of visitors)
    test(`nothing is wrong with the pages of an administrator, ${what}`, async () => {
      await using visitor = await visit(browser, site.catalog.url, settings);
      await signIn(visitor);
      const faults: string[] = [];
      for (const path of Object.values(operatorPages)) {
        await openPage(visitor, path);
        faults.push(...[...visitor.problems, ...(await faultsOf(visitor))].map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });

  test('a phone shows each row whole, and the audit says when it was to the second', async () => {
    await using visitor = await visit(browser, site.catalog.url, { isNarrow: true });
    const { page } = visitor;
    await signIn(visitor);
    for (const path of Object.values(operatorPages)) {
      await page.goto(path);
      const hidden = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.table')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)",
      );
      assert.deepEqual(
        hidden.filter((width) => width > 0),
        [],
        path,
      );
    }
    await page.goto('/admin/audit');
    const times = await page.locator('tbody th').allInnerTexts();
    assert.ok(times.length > 0);
    for (const time of times) assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('an administrator suspends an account and quarantines a realm, without scripts', async () => {
    await using visitor = await visit(browser, site.catalog.url, { hasScript: false });
    const { page } = visitor;
    await signIn(visitor);
    await page.locator('.site-header summary').click();
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByLabel('Name begins with').fill('bob');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Suspend bob' }).click();
    await page.getByLabel('Reason').fill('It sends spam.');
    await page.getByRole('button', { name: 'Suspend bob' }).click();
    await page.getByText('The account is suspended.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The account is no longer suspended.').waitFor();
    await page.getByRole('link', { name: 'Realms', exact: true }).last().click();
    await page.getByLabel('Slug of a realm').fill('meadow');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByLabel('Reason').fill('It is broken.');
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await page.getByText('The realm is quarantined.').waitFor();
    assert.equal((await site.catalog.ask('/v1/realms/meadow')).body.code, 'quarantined');
    await page.getByRole('button', { name: 'End the quarantine' }).click();
    await page.getByText('The realm is as visible as before.').waitFor();
    assert.equal((await site.catalog.ask('/v1/realms/meadow')).status, 200);
    assert.deepEqual(visitor.problems, []);
  });

  test('a collection is ordered by the keyboard alone', async () => {
    await using visitor = await visit(browser, site.catalog.url, { hasScript: false });
    const { page } = visitor;
    await signIn(visitor);
    await page.goto('/curate/collection-0');
    const order = async () => (await site.catalog.ask('/v1/collections/collection-0')).body.realms as string[];
    const [first = '', second = '', third = '', ...rest] = await order();
    const press = async () => {
      const loaded = page.waitForEvent('load'); // of the page that the form leads to
      await page.keyboard.press('Enter');
      await loaded;
    };
    // The browser moves the focus after the page has loaded.
    const isFocused = (name: string, value: string) =>
      page.locator(`button[name="${name}"][value="${value}"]:focus`).waitFor();
    await page.getByRole('button', { name: `Down ${first}`, exact: true }).focus();
    await press();
    await page.getByText('is now 2 of').waitFor();
    assert.deepEqual(await order(), [second, first, third, ...rest]);
    await isFocused('down', first); // so that pressing it again moves it further
    await press();
    assert.deepEqual(await order(), [second, third, first, ...rest]);
    await page.getByRole('button', { name: `Remove ${third}`, exact: true }).focus();
    await press();
    assert.deepEqual(await order(), [second, first, ...rest]);
    await isFocused('take', first);
    await page.getByLabel('Find a realm to add').fill(third);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Add ${third}`, exact: true }).focus();
    await press();
    assert.deepEqual(await order(), [second, first, ...rest, third]);
    await page.locator('#q:focus').waitFor();
    assert.deepEqual(visitor.problems, []);
  });
});
