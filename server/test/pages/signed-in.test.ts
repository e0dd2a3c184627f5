// Pages for someone who is signed in: their private realms as others see public ones, and nothing of them for anyone else, or in any cache.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PUBLIC_URL, signUp } from '../support/harness.ts';
import { signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';
import { linksOf, previewStartOf } from './documents.ts';
import { openSampleSite, type SampleSite } from './sample-site.ts';

let site: SampleSite;
let owner: WebBrowser;
let other: WebBrowser;
before(async () => {
  site = await openSampleSite({ RATE_LIMIT_PAGE_DOWNLOADS: '3' });
  await signUp(site.catalog, { username: 'carol' });
  owner = await signInToWeb(site.catalog, 'bob');
  other = await signInToWeb(site.catalog, 'carol');
});
after(() => site[Symbol.asyncDispose]());

const PRIVATE = '/realms/the-private-one';
const download = (browser: WebBrowser) => browser.post(`${PRIVATE}/download`);
const pagesOfRealm = [
  PRIVATE,
  `${PRIVATE}.md`,
  `${PRIVATE}/og.png`,
  `${PRIVATE}/versions`,
  `${PRIVATE}/versions/1.0.0`,
  `${PRIVATE}/files/1.0.0`,
  `${PRIVATE}/files/1.0.0/src/app.ts`,
  `${PRIVATE}/find/1.0.0`,
  `${PRIVATE}/raw/1.0.0/docs/picture.png`,
  `${PRIVATE}/diff/1.0.0...1.0.0`,
  `${PRIVATE}/stats`,
  `${PRIVATE}/preview`,
];

describe('a private realm', () => {
  test('has every page for its owner, stored nowhere, and none for anyone else, before and after', async () => {
    const anonymous = webBrowser(site.catalog);
    for (const path of pagesOfRealm)
      for (const _ of 'twice') {
        for (const stranger of [anonymous, other]) assert.equal((await stranger.get(path)).status, 404, path);
        const { status, headers } = await owner.get(path);
        assert.equal(status, 200, path);
        assert.equal(headers.get('cache-control'), 'private, no-store', path);
      }
  });

  test('is marked as private, on its page and in the lists of its owner', async () => {
    for (const path of [PRIVATE, '/me', '/realms?sort=newest', '/@bob'])
      assert.match((await owner.get(path)).text, /badge warning">private</, path);
    assert.match((await owner.get('/me')).text, /badge warning">unlisted</);
  });

  test('starts its preview in a frame at a signed address, which needs no cookie', async () => {
    const { text } = await owner.get(`${PRIVATE}/preview`);
    const src = previewStartOf(text);
    assert.match(src, /\/preview\/the-private-one\/1\.0\.0~/);
    assert.match((await site.catalog.ask(src.replace(PUBLIC_URL, ''))).text, /A meadow/);
  });

  test('is downloaded by its owner, on the limit of the account', async () => {
    assert.equal((await download(other)).status, 404);
    for (let times = 0; times < 3; times += 1) assert.equal((await download(owner)).status, 303);
    assert.equal((await download(owner)).status, 429);
    assert.equal((await other.post('/realms/meadow/download')).status, 303, 'another account has its own');
    assert.equal((await webBrowser(site.catalog).post('/realms/meadow/download')).status, 303, 'and so has an address');
  });
});

describe('a page', () => {
  test('is byte for byte the same for every anonymous visitor, whoever has signed in, and as cacheable as before', async () => {
    for (const path of ['/', '/realms', '/realms/meadow', '/@bob', '/collections/collection-0']) {
      const [first, , third] = [await site.catalog.ask(path), await owner.get(path), await site.catalog.ask(path)];
      assert.equal(third.text, first.text, path);
      assert.equal(third.headers.get('etag'), first.headers.get('etag'));
      assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=0, must-revalidate$/);
      assert.equal(first.headers.get('set-cookie'), null);
    }
  });

  test('of someone who is signed in is stored nowhere, also if it leads elsewhere or says what is wrong', async () => {
    for (const [path, status] of Object.entries({
      '/sign-in': 302,
      '/sign-up': 302,
      '/realms/none': 404,
      '/admin': 403,
    })) {
      const { status: given, headers } = await owner.get(path);
      assert.deepEqual([given, headers.get('cache-control')], [status, 'private, no-store'], path);
    }
  });

  test('of the API reference has the examples of an anonymous caller, also for someone who is signed in', async () => {
    for (const path of ['/docs', '/docs/api', '/docs/api/realms'])
      assert.doesNotMatch((await owner.get(path)).text, /the-private-one/, path);
  });

  test('with forms, or with one’s own realms, has a second stylesheet, and both are within their budget', async () => {
    for (const page of ['/settings', '/me']) {
      const sheets = linksOf((await owner.get(page)).text).filter((link) => link.endsWith('.css'));
      assert.equal(sheets.length, 2);
      const sizes = sheets.map(async (path) => gzipSync((await site.catalog.ask(path)).text).length);
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      assert.ok(total <= 13_000, `${page} has ${total} bytes`);
    }
    assert.equal(linksOf((await owner.get('/realms')).text).filter((link) => link.endsWith('.css')).length, 1);
  });
});

describe('a star', () => {
  test('is given and taken back, and leads back to the page where it was', async () => {
    const referer = `${PUBLIC_URL}/realms?q=meadow`;
    const given = await other.post('/realms/meadow/star', { star: 'yes' }, { referer });
    assert.deepEqual([given.status, given.headers.get('location')], [303, referer]);
    assert.match((await other.get('/realms?q=meadow')).text, /aria-pressed="true"/);
    assert.match((await other.get('/me/stars')).text, /\/realms\/meadow"/);
    assert.equal((await site.catalog.ask('/v1/realms/meadow')).body.starCount, 1);
    const taken = await other.post('/realms/meadow/star', { star: 'no', script: 'yes' });
    assert.equal(taken.status, 204);
    assert.match((await other.get('/realms/meadow')).text, /aria-pressed="false"/);
  });

  test('stands in no paragraph, which a form would end', async () => {
    for (const path of ['/realms/meadow', '/realms', '/realms?view=rows', '/'])
      for (const [paragraph] of (await owner.get(path)).text.matchAll(/<p[ >][\s\S]*?<\/p>/g))
        assert.doesNotMatch(paragraph, /<form/, path);
  });

  test('needs someone who is signed in, and a realm that they may see', async () => {
    const anonymous = webBrowser(site.catalog);
    const led = await anonymous.post('/realms/meadow/star', { star: 'yes' });
    assert.equal(led.headers.get('location'), `${PUBLIC_URL}/sign-in?return=%2Frealms%2Fmeadow`);
    assert.equal((await anonymous.post('/realms/meadow/star', { star: 'yes', script: 'yes' })).status, 401);
    assert.equal((await other.post(`${PRIVATE}/star`, { star: 'yes' })).status, 404);
  });

  test('counts as a request of the account', async () => {
    const left = async () => {
      const [, used = ''] =
        /API requests this hour<\/dt>\s*<dd>([\d,]+) of/.exec((await other.get('/settings')).text) ?? [];
      return Number(used.replaceAll(',', ''));
    };
    const before = await left();
    await other.post('/realms/meadow/star', { star: 'yes', script: 'yes' });
    assert.equal(await left(), before + 1);
  });
});
