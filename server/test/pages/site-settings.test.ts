// SITE_NAME, SITE_COLOR and SITE_LOGO: what visitors see of them, and which values stop the start.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { startCatalog } from '../support/harness.ts';
import { attributesOf, linksOf } from './documents.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>';

let folder: string;
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'realm-catalog-logo-'));
});
after(() => rmSync(folder, { recursive: true }));

test('name, colour and logo of the instance are on every page', async () => {
  const settings = { SITE_NAME: 'Tom & <Ann>', SITE_COLOR: '#AA3300', SITE_LOGO: file('logo.svg', SVG) };
  await using catalog = await startCatalog({}, { ...settings, PUBLIC_URL: 'https://example.org/catalog' });
  for (const path of ['/', '/realms', '/docs', '/nothing']) {
    const { text } = await catalog.ask(path, { headers: { accept: 'text/html' } });
    assert.match(text, /<title>[^<]*Tom &amp; &lt;Ann&gt;<\/title>/, path);
    const logo = attributesOf(text, 'src').find((one) => one.endsWith('/logo')) ?? assert.fail(path);
    const stylesheet = linksOf(text).find((one) => one.endsWith('.css')) ?? assert.fail(path);
    assert.match(logo, /^\/catalog\/assets\//);
    const shown = await catalog.ask(logo.replace('/catalog', ''));
    assert.equal(shown.text, SVG);
    assert.equal(shown.headers.get('content-type'), 'image/svg+xml');
    assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match((await catalog.ask(stylesheet.replace('/catalog', ''))).text, /--site-color:#AA3300/);
  }
});

test('every address of a catalog below a path begins with that path', async () => {
  await using catalog = await startCatalog({}, { PUBLIC_URL: 'https://example.org/catalog' });
  for (const path of ['/', '/realms', '/stats', '/collections']) {
    const { text } = await catalog.ask(path);
    for (const link of [...linksOf(text), ...attributesOf(text, 'src'), ...attributesOf(text, 'action')])
      assert.match(link, /^(?:\/catalog\/|#|https:\/\/example\.org\/catalog\/)/, `${path}: ${link}`);
    assert.ok(attributesOf(text, 'data-base').every((base) => base === '/catalog'));
  }
});

const wrongSettings = (): [setting: string, value: string, reason: RegExp][] => [
  ['SITE_NAME', 'x'.repeat(41), /at most 40 characters/],
  ['SITE_NAME', 'a\u0007b', /no control character/],
  ['SITE_COLOR', 'red', /must be a colour such as #3355cc/],
  ['SITE_COLOR', '#12345', /must be a colour/],
  ['SITE_COLOR', '#aabbcc;}*{display:none', /must be a colour/],
  ['SITE_LOGO', '/no/such/file.svg', /SITE_LOGO/],
  ['SITE_LOGO', file('text.svg', 'not a picture'), /must be an svg or png file/],
  ['SITE_LOGO', file('page.svg', '<html><svg></svg></html>'), /must be an svg or png file/],
  ['SITE_LOGO', file('large.svg', `<svg>${' '.repeat(65 * 1_024)}</svg>`), /at most 64 KiB/],
  ['RATE_LIMIT_PAGES', '0', /RATE_LIMIT_PAGES/],
];

test('a setting of the site that is wrong stops the start with a line that names it', () => {
  for (const [setting, value, reason] of wrongSettings())
    assert.throws(
      () => readConfig({ [setting]: value }),
      (error: Error) => reason.test(error.message) && error.message.includes(setting),
      `${setting}=${value.slice(0, 50)}`,
    );
});
