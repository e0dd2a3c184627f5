// Where things stand on pages, in a real browser: nothing touches, is cut off, breaks in its middle or is pushed out of sight.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { publishTree } from '../files/published-files.ts';
import { withoutBrowser } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON()).filter(({ width }) => width > 0)`,
  );

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await boxesOf(page, selector))[0] ?? assert.fail(`${selector} is not shown`);

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  test('long texts and many tags leave the button in sight, and can be read whole', async () => {
    await using visitor = await opened.visit({ hasScript: false });
    const { page } = visitor;
    const { catalog, alice } = opened.site;
    await publishTree(catalog, alice, 'garden-2', { 'realm.json': '{"version": "1.0.0"}' });
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto('/realms/garden-2', { waitUntil: 'load' });
    const button = await boxOf(page, '.split button');
    assert.ok(button.y + button.height <= 800, `the button ends at ${button.y + button.height}`);
    const [text, tag] = [
      page.locator('.realm-description span'),
      page.getByRole('link', { name: 'rather-long-tag-19' }),
    ];
    const before = (await boxOf(page, '.realm-description span')).height;
    assert.ok(!(await tag.isVisible()));
    await text.click();
    await page.getByText('12 more').click();
    assert.ok((await boxOf(page, '.realm-description span')).height > before);
    assert.ok(await tag.isVisible());
  });

  for (const isNarrow of [false, true])
    test(`the buttons stand apart, and the command is shown whole, ${isNarrow ? 'narrow' : 'wide'}`, async () => {
      await using visitor = await opened.visit({ isNarrow });
      const { page } = visitor;
      await page.goto('/realms/meadow', { waitUntil: 'load' });
      const preview = await boxOf(page, '.take a.button');
      const download = await boxOf(page, '.take form button');
      const command = await boxOf(page, '.take > .command');
      const isBeside = preview.y === download.y;
      const gap = isBeside ? download.x - preview.x - preview.width : download.y - preview.y - preview.height;
      assert.ok(gap >= 8, `${gap} pixels between the buttons`);
      assert.ok(command.y - download.y - download.height >= 8);
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.take > .command *')]
        .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth).map((one) => one.outerHTML)`);
      assert.deepEqual(cut, [], 'all of the command can be read');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('.take > .command').getByRole('button', { name: 'Copy' }).click();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(copied, /^npx https:\/\/catalog\.example\/cli\/\S+\/realm\.tgz new meadow$/);
    });

  test('the name of the site is in one line on a phone, where the page to sign in leads to signing up', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/realms', { waitUntil: 'load' });
    assert.equal(await page.getByRole('link', { name: 'Sign up' }).isVisible(), false);
    const lines = await page.evaluate<number[]>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.site-header .wordmark'));
      return [...range.getClientRects()].map(({ bottom }) => Math.round(bottom)).sort((a, b) => a - b);
    })()`);
    const [first = 0, last = 0] = [lines.at(0), lines.at(-1)];
    assert.ok(last - first < 20, `from ${first} to ${last}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).waitFor();
  });

  test('other ways to get a realm close by Escape, and by a click elsewhere', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/realms/meadow', { waitUntil: 'load' });
    const [summary, ways] = [page.locator('.split summary'), page.locator('.ways')];
    await summary.click();
    await ways.waitFor();
    await ways.getByText('curl', { exact: true }).click();
    assert.ok(await ways.isVisible());
    await page.keyboard.press('Escape');
    await ways.waitFor({ state: 'hidden' });
    assert.ok(await summary.evaluate((element) => element.matches(':focus')));
    await summary.click();
    await ways.waitFor();
    await page.locator('.readme').click();
    await ways.waitFor({ state: 'hidden' });
  });

  test('a card has two lines of its description, and its tags in sight of a finger', async () => {
    await using visitor = await opened.visit({ hasScript: false });
    await visitor.page.goto('/realms?q=garden&limit=100', { waitUntil: 'load' });
    const long = await boxOf(visitor.page, '.card:has([href="/realms/garden-2"]) .card-text');
    const short = await boxOf(visitor.page, '.card:has([href="/realms/garden-4"]) .card-text');
    assert.ok(Math.abs(long.height - 2 * short.height) < 2, `${long.height} and ${short.height}`);
    const phone = { baseURL: opened.site.catalog.url, isMobile: true, hasTouch: true };
    const context = await opened.browser.newContext({ ...phone, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto('/realms?q=tag:flowers', { waitUntil: 'load' });
    const [cover, tag] = [await boxOf(page, '.card .cover'), await boxOf(page, '.card .chip[href*="flowers"]')];
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('.card .chips')).opacity"), '1');
    assert.ok(tag.y >= cover.y + cover.height, 'below the cover');
    await context.close();
  });

  test('numbers of an author are in one line each, at every width', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/@bob', { waitUntil: 'load' });
    assert.match((await page.locator('.totals').textContent()) ?? '', /1,23\d,\d{3}/);
    for (const width of [320, 768, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('.totals dd')].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
      })`);
      assert.deepEqual(lines, [1, 1, 1], `at ${width} px`);
      for (const { x, width: own } of await boxesOf(page, '.totals dd')) assert.ok(x + own <= width, `at ${width} px`);
    }
  });

  test('texts have their own direction: a name in Arabic begins at the right, a description in English at the left', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    const directionOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    await page.goto('/realms/garden-0', { waitUntil: 'load' });
    assert.equal(await directionOf('.realm-about h1'), 'rtl');
    assert.equal(await directionOf('.realm-description'), 'ltr');
    for (const view of ['', '&view=rows']) {
      await page.goto(`/realms?q=العربية${view}`, { waitUntil: 'load' });
      assert.equal(await directionOf('.card-title'), 'rtl');
      assert.equal(await directionOf('.card-text'), 'ltr');
    }
    await page.goto('/realms/meadow/files/1.1.0/docs/guide.md', { waitUntil: 'load' });
    assert.equal(await directionOf('.heading:has([id="readme-العناوين"])'), 'rtl');
    assert.equal(await directionOf('.heading:has([id="readme-tasks"])'), 'ltr');
    // Under a heading at the right, the text begins at the right, too.
    const heading = await boxOf(page, '.heading:has([id="readme-العناوين"])');
    const text = await boxOf(page, '.heading:has([id="readme-العناوين"]) + p');
    assert.equal(text.x + text.width, heading.x + heading.width);
  });

  test('on a phone, all of a version and of a file is in sight', async () => {
    await using visitor = await opened.visit({ isNarrow: true });
    const { page } = visitor;
    await page.goto('/realms/fallow/versions', { waitUntil: 'load' });
    const parts = await boxesOf(page, '.versions :is(a, time, button, .reason)');
    assert.equal(parts.length, 12); // two versions: three links each, one more between them, two days, two buttons and a reason
    for (const { x, width } of parts) assert.ok(x >= 0 && x + width <= 320, `${x} to ${x + width}`);
    await page.goto('/realms/meadow/files/1.1.0', { waitUntil: 'load' });
    const [icon, name] = [await boxOf(page, '.listing svg'), await boxOf(page, '.listing a')];
    assert.ok(name.x - icon.x - icon.width <= 16, 'the icon stands beside the name');
    assert.ok(Math.abs(name.y + name.height / 2 - icon.y - icon.height / 2) <= 2, 'at the same height');
  });
});
