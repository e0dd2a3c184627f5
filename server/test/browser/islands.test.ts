// What scripts add to the pages, in a real browser: lists in place, lines, charts, shortcuts, themes and copies.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
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

const addressOf = (page: Page) => page.url().replace(opened.site.catalog.url, '');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

/** Changes where the document itself is another one. */
const markDocument = (page: Page) => page.evaluate('globalThis.isSameDocument = true');
const isSameDocument = (page: Page) => page.evaluate<boolean>('globalThis.isSameDocument === true');

describe('in a browser with scripts', { skip: withoutBrowser }, () => {
  test('a facet, the order and a search change the results in place, and Back brings all of it back', () =>
    using('/realms', async (page) => {
      await markDocument(page);
      const heading = page.getByRole('heading', { level: 1 });
      assert.equal(await heading.textContent(), '29 realms');
      await page.locator('.facets').getByRole('link', { name: /^api/ }).press('Enter');
      await page.waitForURL('**/realms?category=api');
      await page.getByRole('list', { name: 'Chosen filters' }).waitFor();
      assert.match(await focused(page), /^api/);
      assert.equal(await page.getByRole('combobox', { name: 'Search realms' }).inputValue(), 'category:api');
      await page
        .getByRole('status')
        .filter({ hasText: /realms$/ })
        .waitFor({ state: 'attached' });

      await page.getByLabel('Sort by').selectOption('name');
      await page.waitForURL('**/realms?category=api&sort=name');
      assert.equal(await page.getByLabel('Sort by').inputValue(), 'name');
      assert.equal(await page.getByRole('button', { name: 'Sort' }).count(), 0);

      await page.getByRole('combobox', { name: 'Search realms' }).fill('tag:flowers');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/realms?q=tag%3Aflowers');
      await page.getByRole('heading', { name: '1 realm', exact: true }).waitFor();
      assert.ok(await isSameDocument(page));

      await page.goBack();
      await page.waitForURL('**/realms?category=api&sort=name');
      await page.getByRole('list', { name: 'Chosen filters' }).getByText('api').waitFor();
      assert.equal(await page.getByLabel('Sort by').inputValue(), 'name');
      assert.equal(await page.getByRole('combobox', { name: 'Search realms' }).inputValue(), 'category:api');
      await page.goBack();
      await page.goBack();
      await page.getByRole('heading', { name: '29 realms' }).waitFor();
      assert.equal(addressOf(page), '/realms');
      assert.ok(await isSameDocument(page));
    }));

  test('a query is sent and answered on the page about GraphQL, and each of those shown can be tried', () =>
    using('/docs/graphql', async (page) => {
      await markDocument(page);
      const answer = page.locator('query-editor > .answer');
      const run = await page.getByRole('button', { name: 'Run' }).boundingBox();
      assert.ok(run && run.width < 100, `the button is ${run?.width} wide`);
      await page.getByRole('textbox', { name: 'Query' }).fill('{ realm(slug: "meadow") { name } }');
      await page.keyboard.press('Control+Enter');
      await answer.getByText('"name": "Meadow"').waitFor();
      assert.match((await answer.textContent()) ?? '', /^200, \d+ requests left/);
      await page.getByRole('button', { name: 'Try it' }).nth(1).click();
      await answer.getByText('"totalCount"').waitFor();
      assert.match(await page.getByRole('textbox', { name: 'Query' }).inputValue(), /totalCount/);
      assert.ok(await isSameDocument(page));
    }));

  test('Back from a realm brings the list back as it was', () =>
    using('/realms', async (page) => {
      await page.locator('.facets').getByRole('link', { name: /^api/ }).click();
      await page.waitForURL('**/realms?category=api');
      await page.getByRole('link', { name: 'Meadow', exact: true }).click();
      await page.waitForURL('**/realms/meadow');
      await page.goBack();
      assert.equal(addressOf(page), '/realms?category=api');
      await page.getByRole('list', { name: 'Chosen filters' }).getByText('api').waitFor();
    }));

  test('another page of the list is announced and begins at its top', () =>
    using('/realms', async (page) => {
      const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' });
      await next.press('Enter');
      await page.waitForURL('**/realms?offset=20');
      await until('the heading is focused', () => page.evaluate("document.activeElement.localName === 'h1'"));
      assert.equal(await page.locator('.grid > li').count(), 9);
      assert.ok(await page.evaluate<boolean>("document.querySelector('#results').getBoundingClientRect().top >= -1"));
    }));

  test('where the list cannot be had in place, the browser goes to its address', () =>
    using('/realms', async (page, visitor) => {
      await markDocument(page);
      let asked = 0;
      await page.route('**/realms?category=api', (route) => {
        asked += 1;
        return asked === 1 ? route.abort() : route.continue();
      });
      await page.locator('.facets').getByRole('link', { name: /^api/ }).click();
      await page.waitForURL('**/realms?category=api');
      await page.getByRole('list', { name: 'Chosen filters' }).waitFor();
      assert.ok(!(await isSameDocument(page)));
      assert.match(visitor.problems.join(), /^console: Failed to load resource/);
      visitor.problems.length = 0;
    }));

  test('a line of a file, and with Shift a range of lines, is marked and stands in the address', () =>
    using('/realms/meadow/files/1.1.0/src/app.ts#L30', async (page) => {
      const marked = () =>
        page.evaluate<string>("[...document.querySelectorAll('.marked')].map(({ id }) => id).join()");
      const untilMarked = (ids: string) => until(`${ids} is marked`, async () => (await marked()) === ids);
      await untilMarked('L30');
      await page.getByRole('link', { name: 'Line 33', exact: true }).click({ modifiers: ['Shift'] });
      assert.match(addressOf(page), /#L30-L33$/);
      await untilMarked('L30,L31,L32,L33');
      await page.getByRole('link', { name: 'Line 28', exact: true }).click();
      await untilMarked('L28');
      await page.goto('/realms/meadow/files/1.1.0/src/app.ts#L40-L38');
      await untilMarked('L38,L39,L40');
      assert.ok(
        await page.evaluate<boolean>("document.querySelector('#L38').getBoundingClientRect().bottom < innerHeight"),
      );
    }));

  test('a chart says the value of the bar under the pointer and of the one that the arrow keys choose', () =>
    using('/realms/meadow/stats', async (page, visitor) => {
      const chart = page.locator('svg.chart').first();
      const value = page.locator('.chart-value').first();
      await chart.hover();
      await value.filter({ hasText: /^\d{4}-\d\d-\d\d: 3$/ }).waitFor();
      await page.mouse.move(0, 0);
      await value.waitFor({ state: 'hidden' });
      await chart.focus();
      await chart.press('ArrowLeft');
      await value.filter({ hasText: /: 3$/ }).waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await chart.press('Escape');
      await value.waitFor({ state: 'hidden' });
    }));

  test('"?" shows the keys, unless they are turned off, and "/" leads nowhere then', () =>
    using('/realms/meadow', async (page, visitor) => {
      const box = page.getByRole('combobox', { name: 'Search realms' });
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await page.keyboard.press('?');
      await dialog.waitFor();
      assert.deepEqual(await faultsOf(visitor), []);
      await dialog.getByRole('checkbox').uncheck();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.reload();
      await page.keyboard.press('?');
      await page.keyboard.press('/');
      assert.ok(!(await box.evaluate((element) => element.matches(':focus'))));
      await page.keyboard.press('Control+k');
      assert.ok(await box.evaluate((element) => element.matches(':focus')));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Shortcuts' }).click();
      assert.ok(!(await dialog.getByRole('checkbox').isChecked()));
    }));

  test('the theme that a visitor chose stays on the next page, from its first moment, until it is that of the system again', () =>
    using('/', async (page) => {
      const theme = () => page.evaluate<string | undefined>('document.documentElement.dataset.theme');
      assert.equal(await theme(), undefined);
      await page.getByRole('button', { name: 'Theme of the system' }).click();
      assert.equal(await theme(), 'light');
      await page.getByRole('button', { name: 'Light theme' }).click();
      assert.equal(await theme(), 'dark');
      await page.goto('/realms');
      const { text } = await opened.site.catalog.ask('/realms', { headers: { cookie: 'theme=dark' } });
      assert.match(text, /<html lang="en"\s+data-theme="dark"/);
      assert.equal(await theme(), 'dark');
      await page.getByRole('button', { name: 'Dark theme' }).click();
      assert.equal(await theme(), undefined);
      await page.reload();
      assert.equal(await theme(), undefined);
    }));

  test('a command is copied', () =>
    using('/realms/meadow', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /npx .*meadow/);
    }));

  test('a recent day is said as the time that has passed', () =>
    using('/realms/meadow', async (page) => {
      const text = await page.locator('time').first().textContent();
      assert.match(text ?? '', /^(?:this minute|\d+ ?m(?:in(?:utes?)?)?\.? ago)$/);
    }));

  for (const [path, kind] of [
    ['/realms?view=rows&sort=newest', /^2026-\d\d-\d\d$/], // new ones stand beside those of April
    ['/realms?view=rows&q=tag:flowers', /ago$|minute$/],
  ] as const)
    test(`the days of ${path} are of one kind: all as the time that has passed, or none`, () =>
      using(path, async (page) => {
        const texts = await page.locator('.rows time').allTextContents();
        assert.ok(texts.length > 0);
        for (const text of texts) assert.match(text, kind);
      }));
});
