// Reading the catalog in a real browser: by keyboard alone, with a screen reader, at first sight, and where a README is hostile.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { hostileMarkdown } from '../rendering/hostile-markdown.ts';
import { aRealm } from '../support/harness.ts';
import { withoutBrowser } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

const MAX_TABS = 120;

/** Moves on by Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate<string>(
      '(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()',
    );
    if (name.test(text)) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

async function follow(page: Page, name: RegExp, address: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${address}`, { waitUntil: 'load' });
}

/** As a screen reader would say it, with times, ids and the version of the program left out. */
async function spoken(part: Locator): Promise<string> {
  const text = await part.ariaSnapshot();
  const steady = text
    .replaceAll(/(?<=\/cli\/)[^/]+/g, '(version)') // it changes with every change of the program
    .replaceAll(/(?<=time: )\d{4}-\d{2}-\d{2}/g, '(time)')
    .replaceAll(/(?<=\/pictures\/)[^/]+/g, '(id)');
  return `${steady.replaceAll(/\b(?:now|this minute|(?:\d+|in 0) ?m(?:in(?:utes?)?)?\.?(?: ago)?)(?=["\n ]|$)/g, '(time)')}\n`;
}

function assertSpoken(name: string, text: string): void {
  const file = new URL(`spoken/${name}.txt`, import.meta.url);
  // After a change on purpose: UPDATE_SPOKEN=1 npm exec -c 'node --test server/test/browser/reading.test.ts'
  if (process.env['UPDATE_SPOKEN']) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}

/** The pictures that the hostile texts name are in no archive. */
const isNoMissingPicture = (problem: string) => !/^console: Failed to load resource: .* 404/.test(problem);

const main = { home: '/', list: '/realms?category=api', realm: '/realms/meadow' };

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  for (const hasScript of [true, false])
    test(`the keyboard alone leads from home to a file of a realm, ${hasScript ? 'with' : 'without'} scripts`, async () => {
      await using visitor = await opened.visit({ hasScript });
      const { page } = visitor;
      await page.goto('/');
      await tabTo(page, /^Search realms$/);
      await page.keyboard.type('tag:flowers');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/realms?q=tag%3Aflowers', { waitUntil: 'load' });
      await follow(page, /^Meadow$/, '/realms/meadow');
      await follow(page, /^Files/, '/realms/meadow/files/1.1.0');
      await tabTo(page, /^src$/);
      await page.keyboard.press('Enter'); // opens the folder in the tree
      await follow(page, /^app\.ts$/, '/realms/meadow/files/1.1.0/src/app.ts');
      await page.getByText('export const value39').waitFor();
      assert.deepEqual(visitor.problems, []);
    });

  for (const [name, path] of Object.entries(main))
    test(`${name} reads as it did before`, async () => {
      await using visitor = await opened.visit();
      await visitor.page.goto(path, { waitUntil: 'load' });
      assertSpoken(name, await spoken(visitor.page.locator('body')));
    });

  test('the open search box reads as it did before', async () => {
    await using visitor = await opened.visit();
    const { page } = visitor;
    await page.goto('/stats', { waitUntil: 'load' });
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await page.getByRole('group', { name: 'Realms' }).waitFor();
    await page.keyboard.press('ArrowDown');
    assertSpoken('search-box', await spoken(page.locator('.search-panel')));
  });

  test('the first sight of a page waits for the document and the stylesheet alone', async () => {
    for (const path of Object.values(main)) {
      await using visitor = await opened.visit();
      await visitor.page.goto(path, { waitUntil: 'load' });
      const blocking = await visitor.page.evaluate<string[]>(
        "performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => new URL(one.name).pathname)",
      );
      assert.equal(blocking.length, 1, `${path}: ${blocking.join(' ')}`);
      assert.match(blocking[0] ?? '', /site\.css$/);
    }
  });

  /** What becomes of a page of the catalog, with its headers, if its README is this HTML. */
  async function harmOf(parts: string[]): Promise<string[]> {
    await using visitor = await opened.visit();
    const { page, problems } = visitor;
    const marked = parts.map((part) => `<div class="case">${part}</div>`).join('');
    await page.route('**/realms/fallow', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(<article[^>]*>)[\s\S]*?(<\/article>)/, (_, start, end) =>
        [start, marked, end].join(''),
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/realms/fallow', { waitUntil: 'load' });
    const found = await page.evaluate<string[]>("inPage.activeParts('article')");
    const recorded = await page.evaluate<string[]>('inPage.recordedViolations()');
    const inPlace = await page.locator('article > .case').count();
    return [...problems, ...found, ...recorded, ...(inPlace === parts.length ? [] : [`${inPlace} are in their place`])];
  }

  test('hostile Markdown runs nothing, loads nothing and stays in its place', async () => {
    const base = { files: '/realms/fallow/files/2.0.0/', images: '/realms/fallow/raw/2.0.0/' };
    const parts = hostileMarkdown.map(({ markdown }) => renderMarkdown(markdown, base));
    assert.deepEqual((await harmOf(parts)).filter(isNoMissingPicture), []);
  });

  test('the same would be noticed if it were not rendered', async () => {
    const raw = [
      '<img src="https://elsewhere.example/x.png" onerror="alert(1)">',
      '<a href="javascript:alert(1)">x</a>',
    ];
    const harm = (await harmOf([...raw, '</div></article><div>', 'x'])).join('\n');
    for (const sign of [/foreign|Content Security Policy/, /onerror/, /javascript:/, /in their place/])
      assert.match(harm, sign);
  });

  test('a README of many hostile parts is harmless as a page of the catalog', async () => {
    const owner = { ...opened.site.alice.account, passwordHash: '' };
    const longDescription = hostileMarkdown.map(({ markdown }) => markdown).join('\n\n');
    await opened.site.catalog.insert({ realms: [aRealm(owner, { slug: 'hostile', longDescription })] });
    await opened.site.catalog.services.catalog.follow();
    await using visitor = await opened.visit();
    await visitor.page.goto('/realms/hostile', { waitUntil: 'load' });
    assert.deepEqual(await visitor.page.evaluate("inPage.activeParts('article')"), []);
    assert.deepEqual(await visitor.page.evaluate('inPage.recordedViolations()'), []);
    assert.deepEqual(visitor.problems.filter(isNoMissingPicture), []);
  });
});
