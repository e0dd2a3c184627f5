// A hostile live preview in Chromium: its own files work, and it reaches nothing else.
// Run: one store, own process
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { freePort } from '../support/free-port.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { faultsOf, openBrowser, openPage, visit, withoutBrowser } from './browser.ts';

/** What the script of the preview finds out, each as `ok` or how it failed. `elsewhere` is another server. */
const script = (elsewhere: string, catalog: string) => `
  import { word } from './words.js';
  const found = {};
  const attempt = async (name, work) => { try { found[name] = String(await work()); } catch (error) { found[name] = error.name; } };
  await attempt('module', () => word);
  await attempt('fetch', async () => (await (await fetch('data.json')).json()).answer);
  await attempt('style', () => getComputedStyle(document.querySelector('h1')).color);
  await attempt('origin', () => self.origin);
  await attempt('cookie', () => document.cookie);
  await attempt('storage', () => localStorage.length);
  await attempt('database', () => indexedDB.open('x'));
  await attempt('worker', () => navigator.serviceWorker.register('app.js'));
  await attempt('parent', () => parent.document.title);
  await attempt('top', () => { top.location.href = ${JSON.stringify(elsewhere)}; });
  await attempt('popup', () => open(${JSON.stringify(elsewhere)}) === null);
  await attempt('elsewhere', () => fetch(${JSON.stringify(elsewhere)}));
  await attempt('api', () => fetch(${JSON.stringify(`${catalog}/v1/realms`)}));
  await attempt('download', () => fetch(${JSON.stringify(`${catalog}/realms/meadow/download`)}, { method: 'POST', mode: 'no-cors' }));
  await attempt('picture', () => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = resolve; image.onerror = () => reject(new TypeError());
    image.src = ${JSON.stringify(`${elsewhere}/picture.png`)};
  }));
  document.querySelector('#found').textContent = JSON.stringify(found);
`;

describe('a live preview', { skip: withoutBrowser }, () => {
  let catalog: TestCatalog;
  let browser: Browser;
  let elsewhere: Server;
  const askedElsewhere: string[] = [];
  before(async () => {
    elsewhere = createServer((request, response) => {
      askedElsewhere.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end('reached');
    });
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: url });
    browser = await openBrowser();
    const alice = await signUp(catalog, { username: 'alice' });
    await create(catalog, alice, { name: 'Meadow', description: 'Flowers.' });
    await publishTree(catalog, alice, 'meadow', {
      'realm.json': JSON.stringify({ version: '1.0.0', preview: 'site' }),
      'site/index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Meadow</title><link rel="stylesheet" href="style.css">
        <h1>Meadow</h1><p id="found"></p><a href="${other}/link">elsewhere</a>
        <form method="post" action="${url}/realms/meadow/download"><button>Post</button></form><script type="module" src="app.js"></script></html>`,
      'site/app.js': script(other, url),
      'site/words.js': "export const word = 'imported';\n",
      'site/data.json': '{ "answer": 42 }\n',
      'site/style.css': 'h1 { color: rgb(1, 2, 3) }\n',
    });
  });
  after(async () => {
    await browser.close();
    elsewhere.close();
    await catalog[Symbol.asyncDispose]();
  });

  for (const path of ['/realms/meadow/preview', '/preview/meadow/1.0.0/'])
    test(`runs its own files at ${path}, and has no cookie, no storage, no parent, no top window and no request elsewhere`, async () => {
      await using visitor = await visit(browser, catalog.url);
      const { page } = visitor;
      await page.context().addCookies([{ name: 'theme', value: 'dark', url: catalog.url }]);
      const cookies: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/preview/') && !request.isNavigationRequest())
          void request.allHeaders().then((headers) => cookies.push(headers['cookie'] ?? ''));
      });
      await page.goto(path);
      const frame = page.frameLocator('iframe');
      await frame.locator('#found').filter({ hasText: '{' }).waitFor();
      const found = JSON.parse((await frame.locator('#found').textContent()) ?? '') as Record<string, string>;
      assert.deepEqual(found, {
        module: 'imported',
        fetch: '42',
        style: 'rgb(1, 2, 3)',
        origin: 'null',
        cookie: 'SecurityError',
        storage: 'SecurityError',
        database: 'SecurityError',
        worker: found['worker'],
        parent: 'SecurityError',
        top: 'SecurityError',
        popup: 'true',
        elsewhere: 'TypeError',
        api: 'TypeError',
        download: 'TypeError',
        picture: 'TypeError',
      });
      assert.match(found['worker'] ?? '', /^(?:SecurityError|TypeError|InvalidStateError)$/);
      for (const leaving of ['button', 'a']) {
        await frame.locator(leaving).click(); // the frame cannot leave the preview
        await page.waitForFunction('document.querySelector("iframe").contentDocument === null');
        await page.goto(path);
        await frame.locator('#found').filter({ hasText: '{' }).waitFor();
      }
      assert.deepEqual(askedElsewhere, []);
      assert.equal(new URL(page.url()).pathname, path, 'the top window stays');
      assert.ok(cookies.length >= 4); // our page has asked for the document, and the preview for the rest
      assert.deepEqual(new Set(cookies), new Set(['']));
      const { body } = await catalog.ask('/v1/realms/meadow');
      assert.equal(body.downloadCount, 0);
    });

  for (const path of ['/realms/meadow/preview', '/preview/meadow/1.0.0/'])
    for (const isNarrow of [false, true])
      test(`nothing is wrong with the page at ${path}, ${isNarrow ? 'narrow' : 'wide'}`, async () => {
        await using visitor = await visit(browser, catalog.url, { isNarrow, isDark: isNarrow });
        await openPage(visitor, path);
        assert.deepEqual(await faultsOf(visitor), []);
      });

  test('changes its width without a script, and says whose work it is', async () => {
    await using visitor = await visit(browser, catalog.url, { hasScript: false });
    const { page } = visitor;
    await page.goto('/realms/meadow/preview');
    const width = async () => (await page.locator('iframe').boundingBox())?.width ?? 0;
    const desk = await width();
    await page.getByLabel('Tablet').check();
    assert.equal(await width(), 768);
    await page.getByLabel('Phone').check();
    assert.equal(await width(), 390);
    assert.ok(desk > 1_000);
    await page.getByText('made by alice').waitFor();
  });
});
