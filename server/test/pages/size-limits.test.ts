// The longest addresses and the longest content of pages: both have a bound in bytes.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { matchOf } from '../../src/pages/page-match.ts';
import { pages as table } from '../../src/pages/table.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { anAccount, aRealm, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';

const MAX_PAGE_BYTES = 1_024 * 1_024;
const realm = { 'realm.json': '{"version": "1.0.0"}' };

let catalog: TestCatalog;
let alice: Person;
before(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
  await create(catalog, alice, { name: 'Meadow' });
  await publishTree(catalog, alice, 'meadow', realm);
});
after(() => catalog[Symbol.asyncDispose]());

const times = (text: string, part: string) => text.split(part).length - 1;

/** The longest paths that an archive may have, of a character that takes much in a page. */
const longPath = (at: number, character: string) =>
  `${`${character.repeat(250)}/`.repeat(3)}${String(at).padStart(4, '0')}${character.repeat(240)}`;
const quotes = (mark: string) => `${mark}${'"'.repeat(200)}\n`.repeat(1_000);
const longAddress = (start: string, length: number) => `${start}${'.'.repeat(length - start.length - 1)}~`;

async function bytesOf(path: string): Promise<{ text: string; bytes: number }> {
  const { status, text } = await catalog.ask(path);
  assert.equal(status, 200, path);
  const bytes = Buffer.byteLength(text);
  assert.ok(bytes <= MAX_PAGE_BYTES, `${path}: ${bytes} bytes`);
  return { text, bytes };
}

function cacheKeyOf(url: string): string {
  const id = url.startsWith('/realms') ? 'realms' : 'home';
  return matchOf(id, table[id], {}, url).cacheKey;
}

describe('an address', () => {
  test('with a path of more than 4,096 characters is no page, whatever it begins with', async () => {
    const pages = [
      '/realms/meadow/files/1.0.0/',
      '/realms/meadow/raw/1.0.0/',
      '/realms/meadow/diff/',
      '/realms/',
      '/@',
    ];
    const said = async (path: string) => (await catalog.ask(path, { headers: { accept: 'text/html' } })).text;
    for (const start of pages) {
      assert.match(await said(longAddress(start, 4_097)), /There is no page at this address\./, start);
      assert.equal((await catalog.ask(longAddress(start, 4_097))).status, 404, start);
    }
    assert.match(await said(longAddress('/realms/meadow/files/1.0.0/', 4_096)), /This version has no such file\./);
    assert.equal((await catalog.ask(`/realms?q=${'x'.repeat(5_000)}`)).status, 200);
  });

  test('is the same page whatever unknown parameters it has, and in whatever order', () => {
    assert.equal(cacheKeyOf('/realms?offset=20&q=a'), cacheKeyOf('/realms?x=1&q=a&%ff&offset=20&q=b&__proto__=1'));
    assert.equal(cacheKeyOf('/?q=a'), cacheKeyOf('/'));
    for (const offset of ['0', '00', 'x1', '', '-1', '1e3', '99999999999'])
      assert.equal(cacheKeyOf(`/realms?offset=${offset}`), cacheKeyOf('/realms'), offset);
    for (const view of ['grid', 'ROWS', ''])
      assert.equal(cacheKeyOf(`/realms?view=${view}&more=${view}`), cacheKeyOf('/realms'), view);
    assert.notEqual(cacheKeyOf('/realms?view=rows'), cacheKeyOf('/realms'));
    assert.notEqual(cacheKeyOf('/realms?more=tags'), cacheKeyOf('/realms'));
    assert.notEqual(cacheKeyOf('/realms?q=a'), cacheKeyOf('/realms?q=b'));
    assert.notEqual(cacheKeyOf('/realms?offset=20'), cacheKeyOf('/realms'));
  });
});

describe('a page with the longest content', () => {
  test('of changes has at most 1 MiB, and leads to what the API has of those it leaves out', async () => {
    await create(catalog, alice, { name: 'Quotes' });
    await publishTree(catalog, alice, 'quotes', { ...realm, 'a.txt': quotes('a'), 'b.txt': quotes('a') });
    const next = { 'realm.json': '{"version": "1.1.0"}', 'a.txt': quotes('b'), 'b.txt': `small\n${quotes('a')}` };
    await publishTree(catalog, alice, 'quotes', next);
    const { text } = await bytesOf('/realms/quotes/diff/1.0.0...1.1.0');
    const [, raw = ''] = /too large to show here\. <a href="([^"]+)"/.exec(text) ?? [];
    const { text: answer } = await catalog.ask(raw.replaceAll('&amp;', '&'));
    assert.match(answer, /"path":"a\.txt","change":"changed","isText":true,"isTooLarge":false/);
    assert.match(text, /\+small/); // a small change of a file is shown beside it
  });

  for (const character of ['&', "'"])
    test(`of a folder with names of ${character} has at most 1 MiB`, async () => {
      const { slug } = await create(catalog, alice, { name: 'Paths' });
      const all = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [longPath(at, character), '']));
      await publishTree(catalog, alice, slug, { ...realm, ...all });
      await publishTree(catalog, alice, slug, { 'realm.json': '{"version": "1.1.0"}' });
      const folder = longPath(0, character).split('/').slice(0, -1).map(encodeURIComponent).join('/');
      const { text, bytes } = await bytesOf(`/realms/${slug}/files/1.0.0/${folder}`);
      assert.ok(bytes > MAX_PAGE_BYTES / 2 && text.includes('?offset=200'), `${bytes} bytes`);
      await bytesOf(
        `/realms/${slug}/files/1.0.0/${longPath(200, character).split('/').map(encodeURIComponent).join('/')}`,
      );
      await bytesOf(`/realms/${slug}/versions/1.0.0`);
      const list = await bytesOf(`/realms/${slug}/find/1.0.0`);
      assert.match(list.text, /find\/1\.0\.0\?offset=\d+">More files/);
      assert.equal(times((await bytesOf(`/realms/${slug}/diff/1.0.0...1.1.0`)).text, '<details class="file"'), 50);
    });

  test('of a README or a file has at most 1 MiB, and leads to the text', async () => {
    await create(catalog, alice, { name: 'Readme' });
    const text = {
      'README.md': '&'.repeat(255_000),
      'a.txt': '"\n'.repeat(5_000),
      'b.txt': '"'.repeat(260_000),
    };
    await publishTree(catalog, alice, 'readme', { ...realm, ...text });
    assert.match((await bytesOf('/realms/readme')).text, /too large to show here\. <a href="\/realms\/readme\.md"/);
    assert.equal(times((await bytesOf('/realms/readme/files/1.0.0/a.txt')).text, '<li id="L'), 5_000);
    assert.match((await bytesOf('/realms/readme/files/1.0.0/b.txt')).text, /too large to show/);
    for (const path of ['versions/1.0.0', 'files/1.0.0/README.md'])
      assert.match((await bytesOf(`/realms/readme/${path}`)).text, /too large to show here/, path);
  });

  test('of a collection has at most 1 MiB, and leads to its other realms', async () => {
    const owner = anAccount({ id: alice.account.id, username: 'alice' });
    const tags = Array.from({ length: 20 }, (_, at) => `${'t'.repeat(30)}${String(at).padStart(2, '0')}`);
    const longest = { name: '"'.repeat(100), description: '"'.repeat(500), tags, license: '"'.repeat(100) };
    const realms = Array.from({ length: 101 }, (_, at) => aRealm(owner, { slug: `item-${at}`, ...longest }));
    const realmIds = realms.map(({ id }) => id);
    const facts = { description: 'All.', featured: false, createdBy: owner.id, createdAt: owner.createdAt };
    const collection = { id: randomUUID(), slug: 'longest', name: 'Longest', ...facts, realmIds };
    await catalog.insert({ realms, collections: [collection] });
    const { text } = await bytesOf('/collections/longest');
    assert.equal(times(text, '<li class="card'), 100);
    assert.match(text, /101 realms[\s\S]*\/collections\/longest\?offset=100"/);
    assert.equal(times((await bytesOf('/collections/longest?offset=100')).text, '<li class="card'), 1);
    for (const path of ['/collections/longest?', '/realms?limit=100', '/@alice?limit=100'])
      for (const view of ['', '&view=rows']) await bytesOf(path + view);
  });
});
