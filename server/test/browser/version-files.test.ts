// Looking inside a version, in a real browser: the README, the tree of files, pictures, and going to a file; with and without scripts.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { create } from '../publishing/uploads.ts';
import { publishTree } from '../files/published-files.ts';
import { plain } from '../pictures/sample-pictures.ts';
import { faultsOf, withoutBrowser, type Settings } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';
import { until } from '../support/until.ts';

const opened = siteInBrowser();
const FILES = '/realms/meadow/files/1.1.0';

/** Opens a page, and fails if anything goes wrong while the test uses it, or is wrong with it: in the end, or before someone opens a part of it. */
async function using(
  path: string,
  settings: Partial<Settings>,
  use: (page: Page) => Promise<void>,
  isCheckedBefore = false,
) {
  await using visitor = await opened.visit(settings);
  visitor.page.setDefaultTimeout(20_000);
  await visitor.page.goto(path, { waitUntil: 'load' });
  const before = isCheckedBefore ? await faultsOf(visitor) : [];
  await use(visitor.page);
  assert.deepEqual([...visitor.problems, ...before, ...(isCheckedBefore ? [] : await faultsOf(visitor))], []);
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  return box;
};

const heightOf = async (page: Page, name: string) => (await boxOf(page, `.tree a:has-text("${name}")`)).y;

describe('in a browser', { skip: withoutBrowser }, () => {
  for (const hasScript of [true, false])
    test(`folders open in place ${hasScript ? 'with' : 'without'} scripts, and the file that is shown is marked`, () =>
      using(`${FILES}/src/app.ts`, { hasScript }, async (page) => {
        const tree = page.getByRole('complementary', { name: 'Files of 1.1.0' });
        assert.equal(await tree.locator('[aria-current]').textContent(), 'app.ts');
        const guide = tree.getByRole('link', { name: 'guide.md' });
        assert.equal(await guide.isVisible(), false);
        await tree.getByText('docs', { exact: true }).click();
        await guide.click();
        await page.waitForURL(`**${FILES}/docs/guide.md`);
        assert.equal(await tree.locator('[aria-current]').textContent(), 'guide.md');
      }));

  test('the file that was chosen in a long tree stays where it was, and is in sight when it was not chosen there', async () => {
    const { catalog, alice } = opened.site;
    await create(catalog, alice, { name: 'Many' });
    const many = Array.from({ length: 120 }, (_, at) => [`many/${at + 100}.txt`, 'text\n']);
    await publishTree(catalog, alice, 'many', { 'realm.json': '{"version": "1.0.0"}', ...Object.fromEntries(many) });
    await using('/realms/many/files/1.0.0/many/100.txt', {}, async (page) => {
      await page.locator('.tree').getByText('190.txt').scrollIntoViewIfNeeded();
      const before = await heightOf(page, '190.txt');
      await page.locator('.tree').getByText('190.txt').click();
      await page.waitForURL('**/190.txt');
      assert.ok(Math.abs((await heightOf(page, '190.txt')) - before) < 2);
      await page.goto('/realms/many/files/1.0.0/many/205.txt');
      assert.ok((await heightOf(page, '205.txt')) < 900);
    });
  });

  test('"t" goes to the list of files, which words filter and Enter leaves for the first of them', () =>
    using(`${FILES}/src/app.ts`, {}, async (page) => {
      await page.keyboard.press('t');
      await page.waitForURL('**/realms/meadow/find/1.1.0');
      const box = page.getByRole('searchbox', { name: 'Part of a path' });
      assert.ok(await box.evaluate((element) => element.matches(':focus')));
      await box.fill('DOCS gui');
      assert.deepEqual(await page.locator('find-file li:visible a bdi').allTextContents(), ['docs/guide.md']);
      await page.getByRole('status').filter({ hasText: '1 of 15 files' }).waitFor();
      await box.press('Enter');
      await page.waitForURL(`**${FILES}/docs/guide.md`);
    }));

  test('without scripts the list of files is a list of links, and has no box', () =>
    using('/realms/meadow/find/1.1.0', { hasScript: false, isNarrow: true }, async (page) => {
      assert.equal(await page.getByRole('searchbox', { name: 'Part of a path' }).count(), 0);
      assert.equal(await page.locator('find-file li:visible').count(), 15);
      await page.getByRole('link', { name: 'src/app.ts' }).click();
      await page.waitForURL(`**${FILES}/src/app.ts`);
    }));

  test('Markdown is shown as it looks, with a switch to its text', () =>
    using(`${FILES}/docs/guide.md`, { isDark: true }, async (page) => {
      const article = page.locator('.file article');
      assert.equal(await article.getByRole('heading', { name: 'Guide of 1.1.0' }).count(), 1);
      assert.deepEqual(await article.locator('.alert-title').allTextContents(), ['Note', 'Warning']);
      assert.equal(await article.getByRole('img', { name: 'Done:' }).count(), 1);
      assert.equal(await article.getByText('Build').count(), 0); // a badge
      await article.getByRole('link', { name: '2', exact: true }).click();
      assert.match(page.url(), /#readme-fn-2$/);
      await page.getByRole('link', { name: 'Source' }).click();
      await page.waitForURL('**?view=source');
      assert.match((await page.locator('#L1').textContent()) ?? '', /# Guide of 1\.1\.0/);
    }));

  test('an SVG of an archive is a picture, whose script does not run', () =>
    using(`${FILES}/docs/drawing.svg`, {}, async (page) => {
      const picture = page.getByRole('img', { name: 'drawing.svg' });
      assert.deepEqual(
        await picture.evaluate((image) => [
          (image as unknown as { naturalWidth: number }).naturalWidth > 0,
          image.clientWidth,
        ]),
        [true, 120],
      );
    }));

  test('the outline is a rail that stays in sight on a desk, and closed on a phone', async () => {
    const path = `${FILES}/docs/guide.md`;
    await using(path, {}, async (page) => {
      const before = await boxOf(page, '.outline li');
      await page.mouse.wheel(0, 500);
      await until('the page is scrolled', () => page.evaluate<boolean>('scrollY > 200'));
      const after = await boxOf(page, '.outline li');
      assert.ok(after.y > 0 && after.y < before.y, `${before.y} ${after.y}`);
      assert.ok(after.x > (await boxOf(page, '.prose p')).x + 500);
    });
    await using(
      path,
      { isNarrow: true },
      async (page) => {
        assert.equal(await page.locator('.outline li').first().isVisible(), false);
        await page.getByText('On this page').click();
        assert.equal(await page.locator('.outline li').first().isVisible(), true);
      },
      true,
    );
  });

  test('code of a README and a whole file are copied', async () => {
    const code = Array.from({ length: 40 }, (_, at) => `export const value${at} = ${at};`);
    const lines = ['// Version 1.1.0', ...code, `export const wide = '${'wide '.repeat(60)}';`];
    for (const [path, block, text] of [
      [`${FILES}/docs/guide.md`, '.code-block', 'npm start\n'],
      [`${FILES}/src/page.html`, '.file', '<script>alert(1)</script>'],
      [`${FILES}/src/app.ts`, '.file', lines.join('\n')],
    ] as const)
      await using(path, {}, async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.locator(block).hover();
        await page.locator(`${block} copy-button button`).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text);
      });
  });

  test('the number of a line is large enough for a finger', () =>
    using(`${FILES}/src/app.ts`, {}, async (page) => {
      const { width, height } = await boxOf(page, '.code a');
      assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
    }));

  test('nothing moves when the pictures of a README come late', async () => {
    const { catalog, alice } = opened.site;
    await create(catalog, alice, { name: 'Late' });
    const readme = `# Late\n\n![a](a.png)\n\n<img src="a.png" width="50%" alt="b">\n\n![c](c.svg)\n\n${'Text. '.repeat(200)}\n`;
    await publishTree(catalog, alice, 'late', {
      'realm.json': '{"version": "1.0.0"}',
      'README.md': readme,
      'a.png': await plain(600, 300),
      'c.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>',
    });
    for (const isNarrow of [false, true]) {
      await using visitor = await opened.visit({ isNarrow });
      const held = Promise.withResolvers<void>();
      await visitor.page.route('**/raw/**', async (route) => {
        await held.promise;
        await route.continue();
      });
      await visitor.page.goto('/realms/late', { waitUntil: 'domcontentloaded' });
      await visitor.page.locator('.prose img').first().waitFor({ state: 'attached' });
      const before = await boxOf(visitor.page, '.prose p:last-child');
      held.resolve();
      await visitor.page.locator('.prose img').last().scrollIntoViewIfNeeded();
      const areLoaded = "[...document.querySelectorAll('.prose img')].every((one) => one.complete)";
      await until('the pictures are loaded', () => visitor.page.evaluate<boolean>(areLoaded));
      await visitor.page.evaluate('scrollTo(0, 0)');
      assert.deepEqual(await boxOf(visitor.page, '.prose p:last-child'), before);
      assert.deepEqual([...visitor.problems, ...(await faultsOf(visitor))], []);
    }
  });

  test('a diff names each file in its list, numbers its lines and closes long changes', async () => {
    const { catalog, alice } = opened.site;
    await create(catalog, alice, { name: 'Long changes' });
    for (const version of ['1.0.0', '1.1.0'])
      await publishTree(catalog, alice, 'long-changes', {
        'realm.json': JSON.stringify({ version }),
        'a/long.txt': `${version}\n`.repeat(300),
        'a/b/short.ts': `const a = 1;\nconst version = '${version}';\n`,
      });
    await using('/realms/long-changes/diff/1.0.0...1.1.0', { isDark: true }, async (page) => {
      const list = page.getByRole('complementary', { name: 'Changed files' });
      await list.getByRole('link', { name: 'short.ts' }).click();
      assert.match(page.url(), /#file-1$/);
      const lines = page.locator('#file-1 pre > span');
      assert.deepEqual(
        await lines.evaluateAll((all) =>
          all.map((one) => `${one.getAttribute('data-n')}|${one.textContent.trimEnd()}`),
        ),
        ['   |@@ -1,2 +1,2 @@', '1 1| const a = 1;', "2  |-const version = '1.0.0';", "  2|+const version = '1.1.0';"],
      );
      assert.ok((await page.locator('#file-1 .hljs-keyword').count()) >= 3);
      assert.deepEqual(
        await page.locator('details.file').evaluateAll((all) => all.map((one) => one.hasAttribute('open'))),
        [true, false, true],
      );
    });
  });
});
