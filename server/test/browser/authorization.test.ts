// The pages of an authorization in a real browser: nothing is wrong with them, they lead where they say, and forms of other sites are refused.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { authorizationRequest } from '../support/authorization-request.ts';
import { freePort } from '../support/free-port.ts';
import { json, PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { faultsOf, openBrowser, visit, withoutBrowser, type Visit } from './browser.ts';

let catalog: TestCatalog;
let browser: Browser;
/** An application of ada, at another origin, with names as long as they may be. */
let app: { client_id: string; redirect_uri: string };

async function startAll(): Promise<void> {
  const port = String(await freePort());
  catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const ada = await signUp(catalog, { username: 'a'.repeat(39) });
  for (const username of ['bob', 'carol']) await signUp(catalog, { username });
  const redirectUri = `http://localhost:${port}/healthz`;
  const { body } = await catalog.ask(
    '/v1/oauth/clients',
    json({ name: 'Planner'.repeat(14), redirectUris: [redirectUri] }, ada.token),
  );
  app = { client_id: body.id, redirect_uri: redirectUri };
  browser = await openBrowser();
}

async function open({ page, problems }: Visit, parameters: Record<string, string> = {}): Promise<void> {
  problems.length = 0;
  const { url } = await authorizationRequest({ ...app, ...parameters }, `${catalog.url}/oauth/authorize`);
  await page.goto(url);
}

async function signIn({ page }: Visit, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function assertFine(visitor: Visit, title: string): Promise<void> {
  assert.equal(await visitor.page.textContent('h1'), title);
  assert.deepEqual([...visitor.problems, ...(await faultsOf(visitor))], [], title);
}

describe('in a browser', { skip: withoutBrowser }, () => {
  before(startAll);
  after(async () => {
    await browser.close();
    await catalog[Symbol.asyncDispose]();
  });

  const visitors = [
    {
      username: 'bob',
      what: 'on a dark, narrow screen, without scripts,',
      settings: { hasScript: false, isNarrow: true, isDark: true },
    },
    { username: 'carol', what: 'who has zoomed in', settings: { isZoomed: true } },
  ];
  for (const { username, what, settings } of visitors)
    test(`a person ${what} leaves for an application when they say so, and without a page once they have allowed it`, async () => {
      await using visitor = await visit(browser, catalog.url, settings);
      const { page } = visitor;
      await open(visitor, { prompt: 'none' });
      await assertFine(visitor, 'Leave Realm Catalog?');
      await open(visitor);
      await assertFine(visitor, 'Sign in');
      await signIn(visitor, username);
      await assertFine(visitor, 'Allow access?');
      await page.getByRole('button', { name: 'Deny' }).click();
      await assertFine(visitor, 'Leave Realm Catalog?');
      await page.getByRole('link', { name: 'Go on' }).click();
      await page.waitForURL(/^http:\/\/localhost:\d+\/healthz\?error=access_denied&/);
      await open(visitor);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(/^http:\/\/localhost:\d+\/healthz\?code=/);
      await open(visitor, { prompt: 'none' });
      assert.match(page.url(), /^http:\/\/localhost:\d+\/healthz\?error=interaction_required&/);
    });

  test('a form that another site sends is refused, and signs nobody out', async () => {
    await using visitor = await visit(browser, catalog.url);
    const { page } = visitor;
    await open(visitor);
    await signIn(visitor, 'bob');
    await page.goto('about:blank');
    await page.setContent(`<form method="post" action="${catalog.url}/sign-out"><button>Go</button></form>`);
    await page.getByRole('button', { name: 'Go' }).click();
    await page.getByText('Send forms from a page of this catalog').waitFor();
    await page.goto('/sign-out');
    assert.equal(await page.textContent('h1'), 'Sign out?');
  });
});
