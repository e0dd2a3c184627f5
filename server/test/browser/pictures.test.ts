// Covers, galleries and lists with pictures in a real browser, with scripts and without.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { webFolder } from '@realm-catalog/web/folder';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { faultsOf, withoutBrowser } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await page.locator(selector).first().boundingBox()) ?? assert.fail(`${selector} is not shown`);

/** The number of the picture that fills the gallery. */
const shownPicture = (page: Page) =>
  page.evaluate<number>(
    "(({ scrollLeft, clientWidth }) => 1 + scrollLeft / clientWidth)(document.querySelector('.slides'))",
  );

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  for (const hasScript of [true, false])
    test(`the thumbs of a realm show its pictures, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await opened.visit({ hasScript });
      const { page } = visitor;
      await page.goto('/realms/meadow', { waitUntil: 'load' });
      assert.equal(await page.locator('.slides img').count(), 3);
      await page.getByRole('link', { name: 'Picture 2' }).click();
      await until('the second picture is shown', async () => (await shownPicture(page)) === 2);
      assert.equal(page.url().includes('#picture-2'), !hasScript);
      assert.deepEqual(visitor.problems, []);
    });

  test('the arrow keys go from picture to picture, and the thumb of the shown one is marked', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/realms/meadow', { waitUntil: 'load' });
    const marked = () => page.locator('.thumbs [aria-current] img').getAttribute('alt');
    assert.equal(await marked(), 'Picture 1');
    await page.locator('.slides a').first().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await until('the second picture is shown', async () => (await shownPicture(page)) === 2);
    assert.equal(await marked(), 'Picture 2');
    // A swipe scrolls the row of pictures.
    await page.evaluate("document.querySelector('.slides').scrollTo({ left: 1e6, behavior: 'instant' })");
    await until('the third one is marked', async () => (await marked()) === 'Picture 3');
    assert.deepEqual(await faultsOf(visitor), []);
  });

  test('a realm is in one screen: its pictures, how to take it, and the tabs', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.setViewportSize({ width: 1_280, height: 800 });
    for (const path of ['/realms/meadow', '/realms/garden-7']) {
      await page.goto(path, { waitUntil: 'load' });
      const tabs = await boxOf(page, '.tabs');
      assert.ok(tabs.y + tabs.height <= 800, `${path}: the tabs end at ${tabs.y + tabs.height}`);
      const [picture, about] = [await boxOf(page, '.gallery .cover'), await boxOf(page, '.realm-about')];
      assert.ok(Math.abs(picture.width / picture.height - 1.6) < 0.02);
      assert.ok(picture.x + picture.width < about.x, 'the facts stand beside the picture');
    }
    await page.goto('/realms/meadow/stats');
    assert.ok((await boxOf(page, '.realm-line')).height <= 60, 'below the realm, the head is one line');
  });

  test('a list has three columns of cards on a desk, two on a tablet and one on a phone', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    for (const [width, columns] of [
      [1_280, 3],
      [768, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/realms', { waitUntil: 'load' });
      const lefts = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.grid > li')].map((card) => card.getBoundingClientRect().left)",
      );
      assert.equal(new Set(lefts).size, columns, `at ${width} px`);
    }
  });

  test('the tags of a card appear where the keyboard or the pointer comes', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/realms?q=tag:flowers', { waitUntil: 'load' });
    const opacity = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.card-cover .chips')).opacity");
    assert.equal(await opacity(), '0');
    await page.locator('.card').hover();
    await until('they are shown', async () => (await opacity()) === '1');
    await page.mouse.move(0, 0);
    await until('they are gone', async () => (await opacity()) === '0');
    await page.getByRole('link', { name: 'Meadow', exact: true }).focus();
    await until('they are shown', async () => (await opacity()) === '1');
  });

  test('rows are chosen in place, and stay chosen for the next search', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/realms', { waitUntil: 'load' });
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Rows' }).click();
    await page.waitForURL('**/realms?view=rows');
    await page.locator('.rows > li').first().waitFor();
    await page.goto('/realms?view=rows');
    await page.getByRole('combobox', { name: 'Search realms' }).fill('tag:flowers');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/realms?q=tag%3Aflowers&view=rows');
    await page.getByRole('heading', { name: '1 realm', exact: true }).waitFor();
    assert.equal(await page.locator('.rows > li').count(), 1);
    assert.deepEqual(visitor.problems, []);
  });

  for (const hasScript of [true, false])
    test(`on a phone the filters are a sheet over the list, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await opened.visit({ hasScript, isNarrow: true });
      const { page } = visitor;
      await page.goto('/realms', { waitUntil: 'load' });
      const before = await boxOf(page, '#results');
      await page.getByText('Filters').click();
      const sheet = await boxOf(page, '.facets');
      assert.ok(sheet.y > 50 && sheet.y + sheet.height === 900, `from ${sheet.y} to ${sheet.y + sheet.height}`);
      assert.ok(Math.abs((await boxOf(page, '#results')).y - before.y) <= 1, 'the list stays where it is');
      // What moves after a click is no shift to browsers, either.
      const faults = hasScript ? await faultsOf(visitor) : [];
      assert.deepEqual(
        faults.filter((fault) => !fault.startsWith('layout shift')),
        [],
      );
      if (hasScript) await page.keyboard.press('Escape');
      else await page.getByText('Filters').click();
      await until('it is closed', async () => (await page.locator('.facets[open]').count()) === 0);
      assert.deepEqual(await boxOf(page, '#results'), before);
    });

  test('the keyboard skips the filters', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/realms', { waitUntil: 'load' });
    const skip = page.getByRole('link', { name: 'Skip to the results' });
    await skip.focus();
    assert.ok(((await skip.boundingBox())?.y ?? -1) >= 0, 'it is in sight where it has the focus');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate<boolean>("document.activeElement.closest('#results') !== null"));
  });

  test('the band of covers moves for those who do not mind motion, and stands still for others', async () => {
    for (const hasReducedMotion of [true, false]) {
      await using visitor = await opened.visit({ hasReducedMotion });
      await visitor.page.goto('/', { waitUntil: 'load' });
      const moving = await visitor.page.evaluate<number>(
        "document.querySelector('.band > div').getAnimations().filter((one) => one.animationName === 'pass').length",
      );
      assert.equal(moving, hasReducedMotion ? 0 : 1);
    }
  });

  test('nothing moves when pictures come late', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.route('**/pictures/**', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      await route.continue();
    });
    for (const path of ['/', '/realms', '/realms?view=rows', '/realms/meadow', '/collections/collection-1']) {
      await page.goto(path, { waitUntil: 'load' });
      assert.deepEqual(await page.evaluate('inPage.recordedFaults()'), [], path);
    }
  });

  test('nothing is wider than a narrow window in Inter, which some systems have, and with a long version', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    const inter = readFileSync(new URL('fonts/inter-regular.otf', webFolder)).toString('base64');
    const long = '12.34.56-beta.20260707.build-of-a-rather-long-name';
    const paths = [
      '/',
      '/realms',
      '/realms?view=rows',
      '/realms/meadow',
      '/realms/meadow/versions',
      '/@alice',
      '/tags',
    ];
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' });
      await page.evaluate(`(async () => {
        document.fonts.add(await new FontFace('Wide', Uint8Array.fromBase64('${inter}')).load());
        document.documentElement.style.fontFamily = 'Wide';
        for (const one of document.querySelectorAll('.badge.number, .version')) one.textContent = '${long}';
      })()`);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(wide <= width, `${path} is ${wide} wide in ${width}`);
      }
    }
  });
});
