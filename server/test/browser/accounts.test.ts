// Accounts in a real browser, with and without scripts: creating one, settings, keys and stars. Nothing is wrong with any page.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { foldAll } from '../../src/downloads/fold.ts';
import { ownPages, openSampleSite, type SampleSite } from '../pages/sample-site.ts';
import { png } from '../pictures/sample-pictures.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, signUp } from '../support/harness.ts';
import { faultsOf, openBrowser, openPage, visit, withoutBrowser, type Settings, type Visit } from './browser.ts';

const DAY_MS = 86_400_000;
let site: SampleSite;
let browser: Browser;

async function startAll(): Promise<void> {
  const port = String(await freePort());
  site = await openSampleSite({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  await countSome();
  browser = await openBrowser();
}

/** Downloads of a realm of bob's on most days of half a year, so that there is a trend to draw. */
async function countSome(): Promise<void> {
  const { db } = site.catalog.services;
  const { id } = (await site.catalog.ask('/v1/realms/fallow')).body;
  const days = Array.from({ length: 180 }, (_, at) => new Date(Date.now() - (at + 1) * DAY_MS).toISOString());
  await countDownloads(
    db,
    days.map((day, at) => ({ id, version: at % 2 ? '1.0.0' : '2.0.0', day, count: 1 + ((at * 7) % 30) })),
  );
  await foldAll(db);
}

async function signIn({ page }: Visit, username: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('summary', { hasText: `Account of ${username}` }).waitFor({ state: 'attached' });
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
    test(`nothing is wrong with the pages of someone who is signed in, ${what}`, async () => {
      await using visitor = await visit(browser, site.catalog.url, settings);
      await signIn(visitor, 'bob');
      const faults: string[] = [];
      const others = [
        '/',
        '/realms',
        '/realms?view=rows',
        '/realms/meadow',
        '/realms/the-private-one',
        '/me?sort=name&offset=20',
        '/realms/fallow/stats?by=day&version=2.0.0',
        '/@bob',
        '/nothing',
      ];
      const below = ['files/1.0.0', 'versions', 'versions/1.0.0', 'files/1.0.0/docs/guide.md', 'stats'];
      const ofPrivate = below.map((path) => `/realms/the-private-one/${path}`);
      for (const path of [...Object.values(ownPages), ...others, ...ofPrivate]) {
        await openPage(visitor, path);
        faults.push(...[...visitor.problems, ...(await faultsOf(visitor))].map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });

  for (const [at, hasScript] of [false, true].entries())
    test(`a new user signs up, makes a key, and signs out, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await page.goto('/realms/meadow');
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('User name').fill('alice');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create the account' }).click();
      await page.getByText('User name is taken; alice2 is free.').waitFor();
      await page.locator('#username:focus').waitFor(); // which browsers do some time after they show the page
      await page.getByLabel('User name').fill(`new-user-${at}`);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create the account' }).click();
      await page.waitForURL('**/realms/meadow');
      await page.locator('.site-header summary').click();
      await page.getByRole('link', { name: 'My realms' }).click();
      await page.getByRole('heading', { name: 'You have no realms yet' }).waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await page.locator('.site-header summary').click();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Keys' }).click();
      await page.getByLabel('Name').fill('laptop');
      await page.getByRole('button', { name: 'Make the key' }).click();
      const key = /rlm_key_\w+/.exec((await page.textContent('.notice')) ?? '')?.[0] ?? assert.fail('no key');
      const { body } = await site.catalog.ask('/v1/me', { headers: { authorization: `Bearer ${key}` } });
      assert.equal(body.username, `new-user-${at}`);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('The key is revoked.').waitFor();
      await page.locator('.site-header summary').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are not signed in').waitFor();
      assert.deepEqual(visitor.problems, []);
    });

  for (const hasScript of [false, true])
    test(`a publisher sorts their realms, and looks at the numbers of one by day and by version, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await signIn(visitor, 'bob');
      await page.goto('/me');
      const first = page.locator('.own-realms tbody tr').first();
      await page.getByLabel('Sort by').selectOption('name');
      if (!hasScript) await page.getByRole('button', { name: 'Sort' }).click();
      await page.waitForURL('**/me?sort=name');
      await first.getByRole('link', { name: 'Fallow', exact: true }).waitFor();
      await page.getByRole('link', { name: 'statistics of Fallow' }).click();
      await page.getByRole('link', { name: 'Days' }).click();
      await page.waitForURL('**/realms/fallow/stats?by=day');
      assert.equal(await page.locator('.chart .before').count(), 30);
      await page.getByRole('link', { name: '2.0.0', exact: true }).click();
      await page.waitForURL('**/realms/fallow/stats?by=day&version=2.0.0');
      await page.getByRole('heading', { name: 'Downloads of 2.0.0 by day' }).waitFor();
      await page.getByText('As a table').click();
      assert.equal(await page.locator('.series tbody tr').count(), 31);
      await page.goBack();
      await page.getByRole('heading', { name: 'Downloads by day' }).waitFor();
      await page.goBack();
      await page.goBack();
      await first.getByRole('link', { name: 'Fallow', exact: true }).waitFor();
      assert.equal(await page.getByLabel('Sort by').inputValue(), 'name');
      assert.deepEqual(visitor.problems, []);
    });

  for (const hasScript of [false, true])
    test(`someone registers an application, and gets its secret, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await signIn(visitor, 'alice');
      await page.goto('/settings/applications');
      await page.getByRole('link', { name: 'Register an application' }).click();
      await page.getByLabel('on a server of yours').check();
      await page.getByLabel('Name').fill('Lawn mower');
      await page.getByLabel('Redirect addresses').fill('http://mower.example/');
      await page.getByRole('button', { name: 'Register the application' }).click();
      await page.getByText('“http://mower.example/” must use https').waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await page.getByLabel('Redirect addresses').fill('https://mower.example/');
      await page.getByRole('button', { name: 'Register the application' }).click();
      await page.getByText('rlm_client_').waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await page.getByRole('button', { name: 'Make another secret' }).click();
      await page.getByText('The old secret works until').waitFor();
      await page.getByText('Remove the application').click();
      await page.getByRole('button', { name: 'Remove it for good' }).click();
      await page.getByText('The application is removed').waitFor();
      assert.deepEqual(visitor.problems, []);
    });

  for (const hasScript of [false, true])
    test(`someone fills in their profile with a picture, takes their data along, and deletes the account, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      const username = `leaver-${hasScript ? 1 : 2}`;
      await signUp(site.catalog, { username });
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await signIn(visitor, username);
      await page.goto('/settings');
      await page.getByLabel('Name').fill('Lea Ver');
      await page.getByLabel('About you').fill('I was here.');
      if (!hasScript) await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('[data-shows]', { hasText: 'Lea Ver' }).waitFor();
      await page.locator('[data-shows]', { hasText: 'I was here.' }).waitFor();
      await page.getByRole('button', { name: 'Save the profile' }).click();
      await page.getByText('Your profile is saved.').waitFor();
      const file = { name: 'me.png', mimeType: 'image/png', buffer: await png(300, 200) };
      await page.getByLabel('A picture of you').setInputFiles(file);
      await page.getByRole('button', { name: 'Upload the picture' }).click();
      await page.getByText('Your picture is changed.').waitFor();
      assert.equal(await page.locator('img.avatar').count(), 2);
      assert.deepEqual(await faultsOf(visitor), []);
      await page.getByRole('link', { name: 'Your data' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download your data' }).click();
      assert.equal((await downloading).suggestedFilename(), 'realm-catalog-data.json');
      await page.getByRole('link', { name: 'Delete the account' }).click();
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Delete the account for good' }).click();
      await page.getByText('Password is not the password of this account.').waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Delete the account for good' }).click();
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await page.goto('/me');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(visitor.problems, []);
    });

  for (const hasScript of [false, true])
    test(`someone ends a session of the command line, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      const username = `two-devices-${hasScript ? 1 : 2}`;
      const { token } = await signUp(site.catalog, { username });
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await signIn(visitor, username);
      await page.goto('/settings/sessions');
      await page.getByText('this browser').waitFor();
      await page.getByRole('button', { name: 'End', exact: true }).click();
      await page.getByText('The session has ended.').waitFor();
      assert.equal((await site.catalog.ask('/v1/me', { headers: { authorization: `Bearer ${token}` } })).status, 401);
      assert.deepEqual(visitor.problems, []);
    });

  test('all tabs of one’s own realm are in sight on a phone, in one line', async () => {
    await using visitor = await visit(browser, site.catalog.url);
    const { page } = visitor;
    await signIn(visitor, 'bob');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/realms/fallow', '/realms/fallow/edit']) {
      await page.goto(path);
      const tabs = page.getByRole('navigation', { name: 'Fallow' }).getByRole('link');
      const boxes = (await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))).map(
        (box) => box ?? assert.fail(),
      );
      assert.equal(boxes.length, 5);
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, path);
      assert.ok(
        boxes.every(({ x, width }) => x + width <= 390),
        path,
      );
    }
  });

  test('a star stands beside the downloads, as high as these', async () => {
    await using visitor = await visit(browser, site.catalog.url);
    const { page } = visitor;
    await signIn(visitor, 'bob');
    for (const path of ['/realms', '/realms?view=rows']) {
      await page.goto(path);
      const middle = async (selector: string) => {
        const { y, height } = (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector);
        return y + height / 2;
      };
      const apart = Math.abs((await middle('.figures > .figure')) - (await middle('.figures .star button')));
      assert.ok(apart < 1, `${apart} pixels on ${path}`);
    }
  });

  for (const hasScript of [false, true])
    test(`a star is given and taken back, and the next page counts right, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await visit(browser, site.catalog.url, { hasScript });
      const { page } = visitor;
      await signIn(visitor, 'bob');
      for (const path of ['/realms/meadow', '/realms?q=meadow']) {
        await page.goto(path);
        const button = page.getByRole('button', { name: /Star Meadow/ }).first();
        assert.equal(await button.getAttribute('aria-pressed'), 'false');
        await button.click();
        await page.locator('.star [aria-pressed="true"]').first().waitFor();
        if (hasScript) await page.waitForLoadState('networkidle');
        await page.goto(path);
        assert.match((await button.textContent()) ?? '', /1\s*$/);
        assert.equal((await site.catalog.ask('/v1/realms/meadow')).body.starCount, 1);
        await button.click();
        await page.locator('.star [aria-pressed="false"]').first().waitFor();
        if (hasScript) await page.waitForLoadState('networkidle');
        assert.equal((await site.catalog.ask('/v1/realms/meadow')).body.starCount, 0);
      }
      assert.deepEqual(visitor.problems, []);
    });
});
