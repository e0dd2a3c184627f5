// What the pages of a version say of it: its state, its README, what changed, its pictures and its files.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { publishTree } from '../files/published-files.ts';
import { plain } from '../pictures/sample-pictures.ts';
import { create } from '../publishing/uploads.ts';
import { json, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';

let catalog: TestCatalog;
let alice: Person;
before(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
});
after(() => catalog[Symbol.asyncDispose]());

async function read(path: string): Promise<string> {
  const { status, text } = await catalog.ask(path);
  assert.equal(status, 200, path);
  return text.replaceAll(/\s+/g, ' ');
}

const waysToTake = /\/download"|realm\.tgz|\/giget/;

/** What is written on a page. */
const textOf = async (path: string) => (await read(path)).replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

async function publish(slug: string, version: string, files: Record<string, string | Buffer> = {}): Promise<void> {
  await publishTree(catalog, alice, slug, { 'realm.json': JSON.stringify({ version }), ...files });
}

const change = (path: string, body: object) => catalog.ask(`/v1/realms/${path}`, json(body, alice.token, 'PATCH'));
const noticesOf = (text: string) =>
  [...text.matchAll(/<p class="notice[^"]*">(.*?)<\/p>/g)].map(([, notice = '']) =>
    notice
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

/** The pages of a version of this realm. */
const below = (version: string) => ['versions', 'files', 'find'].map((kind) => `/realms/withdrawn/${kind}/${version}`);

/** The paths that the tree beside a file leads to. */
const linksOf = (text: string) =>
  [...text.slice(0, text.indexOf('class="file-bar"')).matchAll(/href="\/realms\/trees\/files\/1\.0\.0\/([^"]*)"/g)].map(
    ([, path]) => path,
  );

describe('every page of a version', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Withdrawn' });
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publish('withdrawn', version, { 'a.txt': version });
    await change('withdrawn/versions/1.0.0', { yanked: true, reason: 'It lost <its> seeds.' });
  });
  test('says that it was yanked, why, and which one is the newest', async () => {
    const said = 'Version 1.0.0 was yanked. It lost &lt;its&gt; seeds. The newest version is 2.0.0.';
    for (const path of [
      ...below('1.0.0'),
      '/realms/withdrawn/files/1.0.0/a.txt',
      '/realms/withdrawn/diff/1.0.0...1.1.0',
    ])
      assert.deepEqual(noticesOf(await read(path)), [said], path);
  });

  test('says that there is a newer one, and the newest says nothing', async () => {
    for (const path of below('1.1.0'))
      assert.deepEqual(noticesOf(await read(path)), ['This is not the newest version, which is 2.0.0.'], path);
    for (const path of below('2.0.0')) assert.deepEqual(noticesOf(await read(path)), [], path);
  });

  test('says so, too, when all are yanked and the realm is deprecated', async () => {
    await create(catalog, alice, { name: 'Gone' });
    await publish('gone', '1.0.0');
    await change('gone/versions/1.0.0', { yanked: true, reason: '' });
    await change('gone', { deprecated: { message: 'Take another.', successor: 'withdrawn' } });
    for (const kind of ['versions', 'files', 'find'])
      assert.deepEqual(noticesOf(await read(`/realms/gone/${kind}/1.0.0`)), [
        'Deprecated. Take another. Use withdrawn instead.',
        'Version 1.0.0 was yanked. No other version is left.',
      ]);
  });
});

describe('a realm whose versions are all yanked', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Empty', slug: 'all-yanked' });
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish('all-yanked', version, { 'README.md': 'Words' });
    await change('all-yanked/versions/1.0.0', { yanked: true, reason: 'It lost <its> seeds.' });
    await change('all-yanked/versions/1.1.0', { yanked: true, reason: '' });
  });

  test('says so with the reasons, once the last one is yanked', async () => {
    assert.doesNotMatch(await read('/realms/all-yanked'), /notice|no upload/);
    await change('all-yanked/versions/1.2.0', { yanked: true, reason: 'It never had any.' });
    const text = await textOf('/realms/all-yanked');
    assert.match(
      text,
      /All versions were yanked\..* 1\.2\.0: It never had any\. ?1\.0\.0: It lost &lt;its&gt; seeds\. /,
    );
    assert.match(text, /No README The versions that had one were yanked\..*/);
    assert.match(text, /no version left/);
    assert.doesNotMatch(await read('/realms/all-yanked'), waysToTake);
  });

  test('has no version in a list, as one without an upload', async () => {
    await create(catalog, alice, { name: 'Not yet' });
    for (const view of ['', '&view=rows'])
      for (const name of ['Empty', 'Not yet'])
        assert.match(await textOf(`/realms?q=${name}${view}`), new RegExp(`${name} no version`));
    assert.match(await textOf('/realms/not-yet'), /no upload yet/);
    assert.doesNotMatch(await read('/realms/not-yet'), /yanked/);
  });

  test('can be taken by the API alone: its page says that it is planned, as its Markdown does', async () => {
    await create(catalog, alice, { name: 'Some day', description: 'A shop for seeds.' });
    assert.match(
      await read('/realms/some-day'),
      /A shop for seeds\.<\/p>.*Planned: there is nothing to download yet\./,
    );
    for (const path of ['/realms/some-day', '/realms/some-day.md']) assert.doesNotMatch(await read(path), waysToTake);
    assert.match(await read('/realms/some-day.md'), /- Version: none: there is nothing to download/);
    assert.match(await read('/realms/withdrawn'), waysToTake);
    const { status, body } = await catalog.ask('/v1/realms/some-day/download', { method: 'POST' });
    assert.deepEqual([status, body.version, body.filename], [200, '0.0.0', 'some-day-0.0.0.tar.gz']);
  });
});

describe('the page of a version', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Meadow' });
    const changelog = '# Changes\n\n## 1.1.0\n\n- **Bees**\n\n## 1.0.0\n\n- Flowers\n';
    await publish('meadow', '1.0.0', { 'README.md': '# Meadow\n\nOld [x](a.txt)', 'old.txt': '', 'a.txt': 'a' });
    await publish('meadow', '1.1.0', {
      'README.md': '# Meadow\n\n## Bees\n\nNew',
      'CHANGELOG.md': changelog,
      'a.txt': 'b',
    });
  });

  test('has its README, its command, its files and what changed since the one before', async () => {
    const text = await read('/realms/meadow/versions/1.1.0');
    assert.match(text, /new meadow@1\.1\.0/);
    assert.match(
      text,
      /href="\/realms\/meadow\/diff\/1\.0\.0\.\.\.1\.1\.0" >1 file added, 3 changed, 1 removed since 1\.0\.0<\/a/,
    );
    assert.match(text, /<li dir="auto"><strong>Bees<\/strong><\/li>/);
    assert.doesNotMatch(text, /Flowers<\/li>/);
    assert.match(text, /id="readme-bees"/);
    assert.equal(text.match(/<h2[^>]*>[^<]*Meadow/), null); // the head of the page has the name
    assert.match(text, /href="\/realms\/meadow\/files\/1\.1\.0\/CHANGELOG\.md"/);
    const first = await read('/realms/meadow/versions/1.0.0');
    assert.match(first, /href="\/realms\/meadow\/files\/1\.0\.0\/a\.txt">x<\/a>/);
    assert.doesNotMatch(first, /What changed/);
  });

  test('is linked from the list of versions, and for search engines if it is the newest', async () => {
    assert.match(await read('/realms/meadow/versions'), /href="\/realms\/meadow\/versions\/1\.0\.0"/);
    assert.match(
      await read('/realms/meadow/versions/1.1.0'),
      /rel="canonical" href="[^"]*\/realms\/meadow\/versions\/1\.1\.0"/,
    );
    assert.match(await read('/realms/meadow/versions/1.0.0'), /noindex/);
    assert.match(await read('/sitemaps/realms-1.xml'), /\/realms\/meadow\/versions\/1\.1\.0</);
    assert.doesNotMatch(await read('/sitemaps/realms-1.xml'), /versions\/1\.0\.0</);
  });

  test('is not there for a version that is not there, nor for 0.0.0', async () => {
    for (const version of ['9.9.9', '0.0.0', 'x'])
      assert.equal((await catalog.ask(`/realms/meadow/versions/${version}`)).status, 404, version);
  });
});

describe('a file', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Files' });
    await publish('files', '1.0.0', {
      'docs/guide.md': '# Guide\n\n[b](../b.md) ![c](c.png)\n',
      'docs/c.png': await plain(30, 20),
      'docs/broken.png': Buffer.from([0, 1, 2]),
      'd.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"><script>alert(1)</script></svg>',
    });
  });

  test('of Markdown is rendered with addresses from its folder, and as text on request', async () => {
    const text = await read('/realms/files/files/1.0.0/docs/guide.md');
    assert.match(text, /<a href="\/realms\/files\/files\/1\.0\.0\/b\.md">b<\/a>/);
    assert.match(
      text,
      /<img src="\/realms\/files\/raw\/1\.0\.0\/docs\/c\.png" alt="c" loading="lazy" width="30" height="20">/,
    );
    assert.match(await read('/realms/files/files/1.0.0/docs/guide.md?view=source'), /id="L1"/);
  });

  test('that is a picture is shown from an address where nothing runs', async () => {
    for (const [path, size] of [
      ['docs/c.png', 'width="30" height="20"'],
      ['d.svg', 'width="10" height="5"'],
    ]) {
      const text = await read(`/realms/files/files/1.0.0/${path}`);
      assert.ok(
        text.includes(`<img src="/realms/files/raw/1.0.0/${path}" alt="${path?.split('/').at(-1)}" ${size} />`),
        text,
      );
      assert.doesNotMatch(text, /alert\(1\)/);
      const { headers } = await catalog.ask(`/realms/files/raw/1.0.0/${path}`);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*; sandbox$/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
    assert.match(await read('/realms/files/files/1.0.0/d.svg?view=source'), /id="L1"/);
  });

  test('with the name of a picture that is none is not shown as one', async () => {
    assert.match(await read('/realms/files/files/1.0.0/docs/broken.png'), /This file is not text/);
  });
});

describe('the tree of files', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Trees' });
    const many = Array.from({ length: 250 }, (_, at) => [`many/${String(at).padStart(3, '0')}.txt`, ''] as const);
    const deep = `${'d/'.repeat(20)}end.txt`;
    await publish('trees', '1.0.0', { ...Object.fromEntries(many), [deep]: '', 'few/a/b.txt': '', 'z.txt': 'z' });
  });

  test('has what is in small folders, and leads to the page of a large one', async () => {
    const text = await read('/realms/trees/files/1.0.0/z.txt');
    assert.deepEqual(
      linksOf(text).filter((path) => path !== undefined && !path.startsWith('d/')),
      ['few/a/b.txt', 'many', 'realm.json', 'z.txt'],
    );
  });

  test('shows 200 entries of the folder that is open, and leads to the rest', async () => {
    const text = await read('/realms/trees/files/1.0.0/many/249.txt');
    assert.equal(linksOf(text).filter((path) => path?.startsWith('many/')).length, 200);
    assert.match(text, /href="\/realms\/trees\/files\/1\.0\.0\/many" ?>50 more</);
  });

  test('of a deep path begins at one of its folders, and leads to all files', async () => {
    const text = await read(`/realms/trees/files/1.0.0/${'d/'.repeat(20)}end.txt`);
    assert.equal(text.split(/<summary ?><bdi>d<\/bdi>/).length - 1, 7);
    assert.match(text, /href="\/realms\/trees\/files\/1\.0\.0">All files</);
  });
});
