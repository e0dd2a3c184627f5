// The compiled client in Chromium, on a page of another origin than the catalog's.
// Run: one store, own process
// Needs: Debian packages
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { publishedPackages } from '../../../packing/packages.ts';
import { stagePackage } from '../../../packing/tarballs.ts';
import { openBrowser, withoutBrowser } from '../../../server/test/browser/browser.ts';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { anArchive, stages, startReachableCatalog } from './support.ts';

let catalog: TestCatalog;
let browser: Browser;
let site: Server;
let page: Page;
let key: string;
const preflights: string[] = [];
/** The modules that pages have loaded from the site. */
const loaded: string[] = [];

/** What the site sends encoded, as a browser asks for it. */
const encoded = Buffer.alloc(1_000_000, 'x');

/** A page, and the compiled modules of the client beside it. */
async function startSite(modules: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
    if (pathname === '/encoded') return response.setHeader('content-encoding', 'gzip').end(gzipSync(encoded));
    loaded.push(pathname);
    return readFile(modules + pathname).then(
      (code) => response.setHeader('content-type', 'text/javascript').end(code),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Runs a body of a function in the page, with the client's module and what it is given. */
const inPage = <Result>(body: string, given: object = {}, module = '/index.js') =>
  page.evaluate<Result>(
    `(async ({ baseUrl, key, given }) => { const { createClient, isCatalogError } = await import('${module}'); ${body} })(${JSON.stringify({ baseUrl: catalog.url, key, given })})`,
  );

describe('in Chromium, from another origin', { skip: withoutBrowser }, () => {
  before(async () => {
    const [client = assert.fail()] = publishedPackages;
    site = await startSite(`${await stagePackage(client, stages)}/dist`);
    [catalog, browser] = await Promise.all([startReachableCatalog(), openBrowser()]);
    const { token } = await signUp(catalog, { username: 'alice' });
    ({ key } = await aKey(catalog, token));
    page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ request, type }) => {
      if (type === 'Preflight') preflights.push(`${request.method} ${new URL(request.url).pathname}`);
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  after(async () => {
    await browser.close();
    site.closeAllConnections();
    site.close();
    await catalog[Symbol.asyncDispose]();
    rmSync(stages, { recursive: true });
  });

  test('a page publishes a Blob, and downloads and verifies it', async () => {
    const archive = Buffer.from(await anArchive('1.0.0', ['noise.txt', 'x'.repeat(100_000)]));
    const seen = await inPage<object>(
      `const client = createClient({ baseUrl, token: key });
       const { slug, ...upload } = await client.realms.create({ name: 'By a page', description: 'A.', category: 'api' });
       const bytes = Uint8Array.from(atob(given.archive), (character) => character.charCodeAt(0));
       const steps = [];
       const published = await client.realms.publish(slug, new Blob([bytes]), { upload, onProgress: (step) => steps.push(step.transferred) });
       const link = await client.realms.download(slug);
       const got = new Uint8Array(await new Response(client.downloadArchive(link)).arrayBuffer());
       const reader = client.downloadArchive({ ...link, sha256: '0'.repeat(64) }).getReader();
       const wrong = await reader.read().then(() => reader.read()).catch((error) => error.name);
       return { slug, version: published.version, steps, isSame: String(got) === String(bytes), wrong, limit: client.rateLimit !== undefined };`,
      { archive: archive.toString('base64') },
    );
    assert.deepEqual(seen, {
      slug: 'by-a-page',
      version: '1.0.0',
      steps: [0, archive.length],
      isSame: true,
      wrong: 'IntegrityError',
      limit: true,
    });
  });

  test('a page needs one file to list realms and to verify a download', async () => {
    loaded.length = 0;
    const seen = await inPage<object>(
      `const client = createClient({ baseUrl });
       const slugs = [];
       for await (const { slug } of client.realms.list()) slugs.push(slug);
       const link = await client.realms.download('by-a-page');
       const { length } = new Uint8Array(await new Response(client.downloadArchive(link)).arrayBuffer());
       const wrong = new Response(client.downloadArchive({ ...link, sha256: '0'.repeat(64) })).arrayBuffer();
       return { slugs, isWhole: length === link.size, wrong: await wrong.catch((error) => error.name) };`,
      {},
      '/browser.js',
    );
    assert.deepEqual(loaded, ['/browser.js']);
    const { wrong, ...others } = seen as { wrong: string };
    assert.deepEqual(others, { slugs: ['by-a-page'], isWhole: true });
    assert.match(wrong, /Error$/);
  });

  test('an archive that the browser has unpacked is counted as it comes out', async () => {
    const sha256 = createHash('sha256').update(encoded).digest('hex');
    const seen = await inPage<object>(
      `const client = createClient({ baseUrl });
       const read = async (size) => {
         const reader = client.downloadArchive({ downloadUrl: location.origin + '/encoded', size, sha256: given.sha256 }).getReader();
         for (let count = 0; ;) {
           const { done, value } = await reader.read();
           if (done) return count;
           count += value.length;
         }
       };
       return [await read(1_000_000), await read(999_999).catch((error) => error.name)];`,
      { sha256 },
    );
    assert.deepEqual(seen, [encoded.length, 'IntegrityError']);
  });

  test('an anonymous read needs no preflight', async () => {
    preflights.length = 0;
    const total = await inPage<number>(
      `const client = createClient({ baseUrl });
       let total = 0;
       for await (const realm of client.realms.list()) total++;
       await client.realms.get('by-a-page');
       return total;`,
    );
    assert.equal(total, 1);
    assert.deepEqual(preflights, []);
  });

  test('errors have their code, and an abort its reason', async () => {
    const seen = await inPage<object>(
      `const client = createClient({ baseUrl, token: 'rlm_key_wrong' });
       const error = await client.account.get().catch((error) => error);
       const stop = new AbortController();
       const call = client.realms.list({}, { signal: stop.signal }).catch((reason) => reason);
       stop.abort('enough');
       return { is: isCatalogError(error, 'unauthorized'), code: error.code, status: error.status, aborted: await call };`,
    );
    assert.deepEqual(seen, { is: true, code: 'unauthorized', status: 401, aborted: 'enough' });
  });
});
