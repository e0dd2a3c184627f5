// The button "Download" in Chromium, without scripts, where the archives are in S3: the policy of the page lets the form lead to the store.
// Run: one store, own process, both browsers
// Needs: S3, Debian packages
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { freePort } from '../support/free-port.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { openBrowser, visit, withoutBrowser } from './browser.ts';

describe('the button', { skip: withoutBrowser }, () => {
  let s3: S3Server;
  let catalog: TestCatalog;
  let browser: Browser;
  let sha256: string;
  before(async () => {
    s3 = await startS3();
    const port = String(await freePort());
    catalog = await startCatalog({}, { ...s3.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
    browser = await openBrowser();
    const alice = await signUp(catalog, { username: 'alice' });
    await create(catalog, alice, { name: 'Meadow', description: 'Flowers.' });
    ({ sha256 } = await publishTree(catalog, alice, 'meadow', { 'realm.json': '{ "version": "1.0.0" }' }));
  });
  after(async () => {
    await browser.close();
    await catalog[Symbol.asyncDispose]();
    await s3.stop();
  });

  for (const [path, name] of [
    ['/realms/meadow', /^Download/],
    ['/realms/meadow/versions', 'Download 1.0.0'],
  ] as const)
    test(`of ${path} downloads the archive, and counts once`, async () => {
      const countOf = async () => (await catalog.ask('/v1/realms/meadow')).body.downloadCount as number;
      const earlier = await countOf();
      await using visitor = await visit(browser, catalog.url, { hasScript: false });
      await visitor.page.goto(path);
      const [download] = await Promise.all([
        visitor.page.waitForEvent('download'),
        visitor.page.getByRole('button', { name }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'meadow-1.0.0.tar.gz');
      assert.equal(hash('sha256', readFileSync(await download.path())), sha256);
      assert.equal(await countOf(), earlier + 1);
    });
});
