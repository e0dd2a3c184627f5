// A hostile live preview in Chromium: it starts with a click, its own files work, and it reaches nothing else.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { freePort } from '../support/free-port.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { faultsOf, openBrowser, openPage, visit, withoutBrowser } from './browser.ts';

/** Chromium knows the header since 152; from 148 on, these switch it on. */
const ALLOWLIST = '--enable-features=ConnectionAllowlists,OverrideConnectionAllowlistOriginTrial';

const START = 'Start preview';

/** Opens a page with a preview, starts it, and waits for what its script has found out. */
async function start(page: Page, path: string): Promise<FrameLocator> {
  await page.goto(path);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: START }).click();
  await frame.locator('#found').filter({ hasText: '{' }).waitFor();
  return frame;
}

/** What the script of the preview finds out, each as `ok` or how it failed. `elsewhere` is another server, and `stun` the port of one for WebRTC. */
const script = (elsewhere: string, catalog: string, stun: number) => `
  import { word } from './words.js';
  const found = {};
  const connect = (servers) => {
    const connection = new RTCPeerConnection({ iceServers: servers });
    connection.createDataChannel('any');
    return connection.createOffer().then((offer) => connection.setLocalDescription(offer)).then(() => 'done');
  };
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
  await attempt('stun', () => connect([{ urls: 'stun:127.0.0.1:${stun}' }]));
  await attempt('turn', () => connect([{ urls: 'turn:127.0.0.1:${stun}', username: 'a', credential: 'b' }]));
  await attempt('picture', () => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = resolve; image.onerror = () => reject(new TypeError());
    image.src = ${JSON.stringify(`${elsewhere}/picture.png`)};
  }));
  document.querySelector('#found').textContent = JSON.stringify(found);
`;

/** A catalog at this host, which the browser finds on this machine, with a realm whose preview does everything that `script` does. */
async function startWithPreview(host: string, elsewhere: string, stun: number): Promise<TestCatalog> {
  const port = String(await freePort());
  const url = `http://${host}:${port}`;
  const catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: url });
  const alice = await signUp(catalog, { username: 'alice' });
  await create(catalog, alice, { name: 'Meadow', description: 'Flowers.' });
  await publishTree(catalog, alice, 'meadow', {
    'realm.json': JSON.stringify({ version: '1.0.0', preview: 'site' }),
    'site/index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Meadow</title><link rel="stylesheet" href="style.css">
      <h1>Meadow</h1><p id="found"></p><a href="${elsewhere}/link">elsewhere</a>
      <form method="post" action="${url}/realms/meadow/download"><button>Post</button></form><script type="module" src="app.js"></script></html>`,
    'site/app.js': script(elsewhere, url, stun),
    'site/words.js': "export const word = 'imported';\n",
    'site/data.json': '{ "answer": 42 }\n',
    'site/style.css': 'h1 { color: rgb(1, 2, 3) }\n',
  });
  return catalog;
}

const PATHS = ['/realms/meadow/preview', '/preview/meadow/1.0.0/'];

describe('a live preview', { skip: withoutBrowser }, () => {
  let catalog: TestCatalog;
  let browser: Browser;
  /** Another server, and one for WebRTC on UDP. */
  let elsewhere: Server;
  let other: string;
  const stun = createSocket('udp4');
  const reached = { requests: 0, connections: 0, packets: 0 };
  before(async () => {
    elsewhere = createServer((_request, response) => {
      reached.requests += 1;
      response.setHeader('access-control-allow-origin', '*').end('reached');
    }).on('connection', () => (reached.connections += 1));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    await once(stun.bind(0, '127.0.0.1'), 'listening');
    stun.on('message', () => (reached.packets += 1));
    other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    catalog = await startWithPreview('127.0.0.1', other, stun.address().port);
    browser = await openBrowser([ALLOWLIST, '--host-resolver-rules=MAP catalog.test 127.0.0.1']);
  });
  after(async () => {
    await browser.close();
    elsewhere.close();
    stun.close();
    await catalog[Symbol.asyncDispose]();
  });

  for (const path of PATHS)
    test(`runs its own files at ${path}, and has no cookie, no storage, no parent, no top window and no connection elsewhere`, async () => {
      await using visitor = await visit(browser, catalog.url);
      const { page } = visitor;
      await page.context().addCookies([{ name: 'theme', value: 'dark', url: catalog.url }]);
      const cookies: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/preview/') && !request.isNavigationRequest())
          void request.allHeaders().then((headers) => cookies.push(headers['cookie'] ?? ''));
      });
      const frame = await start(page, path);
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
        stun: found['stun'],
        turn: found['turn'],
        picture: 'TypeError',
      });
      assert.match(found['worker'] ?? '', /^(?:SecurityError|TypeError|InvalidStateError)$/);
      for (const leaving of ['Post', 'elsewhere']) {
        await frame.getByText(leaving, { exact: true }).click(); // the frame cannot leave the preview
        await frame.locator('#found').waitFor({ state: 'detached' });
        await start(page, path);
      }
      assert.deepEqual(reached, { requests: 0, connections: 0, packets: 0 });
      assert.equal(new URL(page.url()).pathname, path, 'the top window stays');
      assert.ok(cookies.length >= 4); // our page has asked for the document, and the preview for the rest
      assert.deepEqual(new Set(cookies), new Set(['']));
      const { body } = await catalog.ask('/v1/realms/meadow');
      assert.equal(body.downloadCount, 0);
    });

  for (const path of PATHS)
    for (const hasScript of [true, false])
      test(`asks for no file of the preview at ${path} before a click, ${hasScript ? 'with' : 'without'} scripts of the page`, async () => {
        await using visitor = await visit(browser, catalog.url, { hasScript });
        const { page } = visitor;
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.getByRole('link', { name: 'Reload' }).click();
        await page.waitForLoadState('networkidle');
        const ofPreview = () => asked.filter((one) => one !== path && one.startsWith('/preview/'));
        assert.deepEqual(ofPreview(), []);
        const frame = page.frameLocator('iframe');
        await frame.getByText('This preview runs a program by alice').waitFor();
        await frame.getByText('the program can learn your IP address').waitFor();
        await frame.getByRole('link', { name: START }).click();
        await frame.getByRole('heading', { name: 'Meadow' }).waitFor();
        assert.ok(ofPreview().includes('/preview/meadow/1.0.0/style.css'));
      });

  test('has no connection elsewhere either in a catalog that another machine serves over plain http', async () => {
    await using plain = await startWithPreview('catalog.test', other, stun.address().port);
    await using visitor = await visit(browser, `http://catalog.test:${new URL(plain.url).port}`);
    const frame = await start(visitor.page, '/realms/meadow/preview');
    await frame.getByText('elsewhere', { exact: true }).click();
    await frame.locator('#found').waitFor({ state: 'detached' });
    assert.deepEqual(reached, { requests: 0, connections: 0, packets: 0 });
  });

  for (const path of PATHS)
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

  test('has no connection to servers that a page without its headers reaches', async () => {
    const packet = once(stun, 'message');
    await using visitor = await visit(browser, other);
    await visitor.page.goto('/');
    await visitor.page.evaluate(`{
      const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] });
      connection.createDataChannel('any');
      connection.createOffer().then((offer) => connection.setLocalDescription(offer));
    }`);
    await packet;
    assert.ok(reached.requests > 0 && reached.connections > 0);
  });
});
