// The search box in a real browser: how it opens and closes, what it suggests, what it keeps, and the form that it is without a script.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { faultsOf, withoutBrowser, type Settings, type Visit } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';
import { until } from '../support/until.ts';

const opened = siteInBrowser();

/** Opens a page, and fails if anything goes wrong while the test uses it. */
async function using(path: string, use: (page: Page, visitor: Visit) => Promise<void>, settings?: Partial<Settings>) {
  await using visitor = await opened.visit(settings);
  visitor.page.setDefaultTimeout(20_000);
  await visitor.page.goto(path, { waitUntil: 'load' });
  await use(visitor.page, visitor);
  assert.deepEqual(visitor.problems, []);
}

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Search realms' });
const isFocused = (element: Locator) => element.evaluate((found) => found.matches(':focus'));
const isOpen = (page: Page) => page.locator('.search-box:popover-open').isVisible();
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const textsOf = (page: Page, name: string) => group(page, name).getByRole('option').locator('bdi').allTextContents();
const stored = (page: Page) => page.evaluate<string | null>("localStorage.getItem('recent-searches')");

/** Where everything of the page stands. */
const placesOf = (page: Page) =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('header *, main *')].map((one) => JSON.stringify(one.getBoundingClientRect()))",
  );

async function search(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text);
  await boxOf(page).press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === text);
}

describe('the search box', { skip: withoutBrowser }, () => {
  test('suggests realms with their covers, which the arrow keys choose and Enter opens', () =>
    using('/', async (page, visitor) => {
      const box = boxOf(page);
      assert.equal(await box.getAttribute('aria-expanded'), 'false');
      await box.pressSequentially('mea');
      const option = group(page, 'Realms').getByRole('option', { name: 'Meadow' });
      await option.waitFor();
      await until('its cover has loaded', () =>
        page.evaluate("document.querySelector('[role=option] img').naturalWidth > 0"),
      );
      assert.equal(await box.getAttribute('aria-expanded'), 'true');
      await page
        .getByRole('status')
        .filter({ hasText: /^1 suggestion$/ })
        .waitFor({ state: 'attached' });
      await box.press('ArrowDown');
      assert.equal(await box.getAttribute('aria-activedescendant'), await option.getAttribute('id'));
      assert.equal(await option.getAttribute('aria-selected'), 'true');
      assert.deepEqual(await faultsOf(visitor), []);
      await box.press('Enter');
      await page.waitForURL('**/realms/meadow');
    }));

  test('suggests tags, authors, categories and pages, each under its name, and leads to them', () =>
    using('/stats', async (page) => {
      const goTo = async (text: string, name: string, choice: string, address: string) => {
        await boxOf(page).fill(text);
        await group(page, name).getByRole('option', { name: choice, exact: true }).click();
        await page.waitForURL(`**${address}`);
      };
      await goTo('category:api flow', 'Tags', 'flowers', '/realms?tags=flowers');
      await goTo('ali', 'Authors', 'alice', '/@alice');
      await goTo('eco', 'Categories', 'ecommerce', '/realms?category=ecommerce');
      await goTo('docs comm', 'Pages', 'Command line', '/docs/cli');
    }));

  test('finds realms by any word, and offers other words where it finds none', () =>
    using('/stats', async (page) => {
      await boxOf(page).fill('alice flowers');
      await until('the realm of alice with flowers is there', async () =>
        (await textsOf(page, 'Realms')).includes('Meadow'),
      );
      await boxOf(page).fill('medow');
      await group(page, 'Did you mean')
        .getByRole('option', { name: /^meadow/ })
        .click();
      await page.waitForURL('**/realms?q=meadow');
    }));

  test('says that a realm is deprecated', () =>
    using('/stats', async (page) => {
      await boxOf(page).fill('fallow');
      await group(page, 'Realms').getByRole('option', { name: 'Fallow deprecated' }).waitFor();
    }));

  test('opens with /, Ctrl+K and Cmd+K from anywhere, and Escape gives the focus back', () =>
    using('/realms/meadow', async (page) => {
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'How we count' });
      await link.focus();
      const scrolled = await page.evaluate<number>('scrollY');
      assert.ok(scrolled > 0);
      for (const key of ['/', 'Control+k', 'Meta+k']) {
        await page.keyboard.press(key);
        assert.ok(await isOpen(page), key);
        assert.ok(await isFocused(boxOf(page)), key);
        await page.keyboard.type('gard');
        await group(page, 'Realms').waitFor();
        assert.equal(await page.evaluate<number>('scrollY'), scrolled);
        await page.keyboard.press('Escape');
        assert.ok(!(await isOpen(page)), key);
        assert.ok(await isFocused(link), key);
        assert.equal(await boxOf(page).inputValue(), 'gard');
        assert.equal(await page.getByRole('option').count(), 0);
      }
    }));

  test('opens with Ctrl+K while someone types elsewhere, and closes when the focus leaves it', () =>
    using('/realms/meadow/find/1.1.0', async (page) => {
      const field = page.locator('.find-box');
      await field.focus();
      await page.keyboard.press('/');
      assert.ok(!(await isOpen(page)));
      await page.keyboard.press('Control+k');
      assert.ok(await isOpen(page));
      await field.focus();
      assert.ok(!(await isOpen(page)));
    }));

  test('closes by a click beside it, which follows no link of the page', () =>
    using('/realms', async (page) => {
      const link = await page.getByRole('link', { name: 'Collections' }).first().boundingBox();
      assert.ok(link);
      await boxOf(page).click();
      await group(page, 'Pages').waitFor();
      await page.mouse.click(link.x + 5, link.y + 5);
      assert.ok(!(await isOpen(page)));
      await boxOf(page).click();
      await group(page, 'Pages').waitFor();
      await page.getByRole('button', { name: 'closes the search' }).click();
      assert.ok(!(await isOpen(page)));
      assert.equal(new URL(page.url()).pathname, '/realms');
    }));

  test('completes operators and their values', () =>
    using('/stats', async (page) => {
      const box = boxOf(page);
      await box.pressSequentially('bees cate');
      await group(page, 'Filters').waitFor();
      await box.press('ArrowDown');
      await box.press('Enter');
      assert.equal(await box.inputValue(), 'bees category:');
      await group(page, 'Categories').waitFor();
      assert.deepEqual((await textsOf(page, 'Categories')).toSorted(), ['api', 'blog', 'cli', 'ecommerce', 'saas']);
      await box.pressSequentially('a');
      await until('one is left', async () => (await textsOf(page, 'Categories')).join() === 'api');
      await group(page, 'Categories').getByRole('option', { name: 'api' }).click();
      assert.equal(await box.inputValue(), 'bees category:api ');
      assert.ok(await isFocused(box));
      await box.pressSequentially('has:scr');
      await group(page, 'Has').getByRole('option', { name: 'screenshots' }).click();
      await box.press('Enter');
      await page.waitForURL('**/realms?q=bees+category%3Aapi+has%3Ascreenshots+');
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '1 realm');
    }));

  test('searches on Enter without a choice, and keeps the last eight searches in the browser until they are cleared', () =>
    using('/realms', async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (!request.url().endsWith('/favicon.svg')) asked.push(request.url()); // which a browser with tabs asks for when it likes
      });
      const before = JSON.stringify([7, 6, 5, 4, 3, 2, 1, 0].map((at) => `garden ${at}`));
      await page.evaluate(`localStorage.setItem('recent-searches', ${JSON.stringify(before)})`);
      for (const at of [8, 3]) await search(page, `garden ${at}`);
      await page.goto('/stats');
      asked.length = 0;
      await page.keyboard.press('/');
      await group(page, 'Pages').waitFor();
      const expected = [3, 8, 7, 6, 5, 4, 2, 1].map((at) => `garden ${at}`);
      assert.deepEqual(await textsOf(page, 'Recent searches'), [...expected, 'Clear recent searches']);
      assert.deepEqual(
        asked.map((url) => new URL(url).search),
        ['?q='],
      );
      for (const _ of [...expected, 'clear']) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await group(page, 'Recent searches').waitFor({ state: 'detached' });
      assert.equal(await stored(page), '[]');
      assert.ok(await isFocused(boxOf(page)));
    }));

  test('goes on where the browser keeps something else, or nothing', () =>
    using('/stats', async (page) => {
      for (const text of ['no JSON', '{"a":1}', '[1, "fine"]']) {
        await page.evaluate(`localStorage.setItem('recent-searches', ${JSON.stringify(text)})`);
        await page.keyboard.press('/');
        await group(page, 'Pages').waitFor();
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('/');
      await group(page, 'Pages').waitFor();
      assert.deepEqual(await textsOf(page, 'Recent searches'), ['fine', 'Clear recent searches']);
    }));

  test('drops an answer that comes late, and a failure leaves the box as it is', () =>
    using('/', async (page, visitor) => {
      const box = boxOf(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/suggest?q=gard', async (route) => {
        await held.promise;
        await route.continue().catch(() => undefined); // the page has given it up
      });
      await page.route('**/suggest?q=zzz', (route) => route.fulfill({ status: 503, body: 'not now' }));
      const asked = page.waitForRequest('**/suggest?q=gard');
      await box.fill('gard');
      const late = await asked;
      const givenUp = page.waitForEvent('requestfailed', (request) => request === late);
      await box.fill('meado');
      await page.getByRole('option', { name: 'Meadow' }).waitFor();
      await givenUp;
      held.resolve();
      await box.fill('zzz');
      await page.getByRole('status').filter({ hasText: 'No suggestions. Press Enter to search.' }).waitFor();
      assert.match(visitor.problems.join(), /^console: .*503/);
      visitor.problems.length = 0;
      await box.press('Enter');
      await page.waitForURL('**/realms?q=zzz');
    }));

  for (const isDark of [false, true])
    for (const isNarrow of [false, true])
      test(`has no faults when it opens, shows choices and closes, ${isDark ? 'dark' : 'light'} and ${isNarrow ? 'narrow' : 'wide'}`, () =>
        using(
          '/realms?category=api',
          async (page, visitor) => {
            await page.evaluate("localStorage.setItem('recent-searches', '[\"bees\"]')");
            const places = await placesOf(page);
            await boxOf(page).fill('');
            await group(page, 'Recent searches').waitFor();
            await group(page, 'Pages').waitFor();
            assert.deepEqual(await textsOf(page, 'Filters'), ['category:', 'tag:', 'author:', 'license:', 'has:']);
            assert.deepEqual(await faultsOf(visitor), []);
            await boxOf(page).fill('gard');
            await group(page, 'Realms').waitFor();
            await page.keyboard.press('ArrowUp');
            assert.deepEqual(await faultsOf(visitor), []);
            const { width, height } = (await page.locator('.search-panel').boundingBox()) ?? { width: 0, height: 0 };
            const header = await page.locator('.site-header').boundingBox();
            assert.deepEqual(
              [width, height],
              isNarrow ? [header?.width, 900] : [640, height],
              'on a phone it is a sheet',
            );
            await page.getByRole('button', { name: 'closes the search' }).click();
            assert.ok(!(await isOpen(page)));
            assert.deepEqual(await placesOf(page), places, 'everything is where it was');
          },
          { isNarrow, isDark },
        ));

  test('is a form where scripts are off', () =>
    using(
      '/stats',
      async (page) => {
        const box = page.getByRole('searchbox', { name: 'Search realms' });
        await box.fill('category:api category:blog has:demo');
        await box.press('Enter');
        await page.waitForURL('**/realms?q=*');
        const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link');
        assert.deepEqual(
          (await chips.allTextContents()).map((text) => text.trim().replaceAll(/\s+/g, ' ')),
          ['api × remove', 'blog × remove', 'Demo × remove', 'Clear all'],
        );
        await chips.filter({ hasText: 'Demo' }).click();
        await page.waitForURL('**/realms?category=api%2Cblog');
        const facets = page.locator('.facets');
        await facets.getByRole('link', { name: /^cli/ }).click();
        await page.waitForURL('**/realms?category=api%2Cblog%2Ccli');
        await facets.getByRole('link', { name: /^api/ }).click();
        await facets.getByRole('link', { name: 'Live preview' }).click();
        await page.waitForURL('**/realms?category=blog%2Ccli&has=preview');
        const chosen = facets.locator('[aria-current=true]');
        assert.deepEqual(
          (await chosen.allTextContents()).map((text) => text.trim()),
          ['blog', 'cli', 'Live preview'],
        );
        await page.getByRole('link', { name: 'look at all realms' }).click();
        await page.waitForURL('**/realms');
      },
      { hasScript: false },
    ));
});
