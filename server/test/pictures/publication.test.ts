// Pictures are checked when a version is published: what realm.json may name, in which sizes they are made, and which picture of a README is the cover.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Tree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { json, PUBLIC_URL, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { colorAt, detail, fetchPicture, halves, noise, plain, png, send } from './sample-pictures.ts';

let catalog: TestCatalog;
let owner: { token: string };
before(async () => {
  catalog = await startCatalog();
  owner = await signUp(catalog, { username: 'alice' });
});
after(() => catalog[Symbol.asyncDispose]());

/** Publishes these files as the first version of a new realm. */
async function publish(screenshots: unknown, files: Tree, format: 'tar.gz' | 'zip' = 'tar.gz') {
  const { slug } = await create(catalog, owner);
  const answer = await send(catalog, owner, slug, { manifest: { screenshots }, files, format });
  assert.equal(answer.status, 201, answer.text);
  return detail(catalog, slug);
}

const withReadme = async (readme: string, files: Tree = {}) => publish(undefined, { 'README.md': readme, ...files });
const listed = async (slug: string) => (await catalog.ask(`/v1/realms?slugs=${slug}`)).body.realms[0];
const at = (address: string, width: number) => address.replace(/-\d+\.webp/, `-${width}.webp`);
const sizeOf = async (address: string) => {
  const { width, height, format } = await sharp((await fetchPicture(catalog, address)).bytes).metadata();
  return [width, height, format];
};

describe('screenshots', () => {
  for (const format of ['tar.gz', 'zip'] as const)
    test(`of a ${format} are made in three widths, in the author’s order, and the first is the cover`, async () => {
      const files = { 'docs/home.png': await png(2_400, 1_500), 'cart.jpg': await halves(700, 500).jpeg().toBuffer() };
      const realm = await publish(['./docs/home.png', { path: 'cart.jpg', alt: ' The cart ' }], files, format);
      const base = `${PUBLIC_URL}/pictures/${realm.id}/1.0.0`;
      assert.equal(realm.coverUrl, `${base}/1-480.webp`);
      assert.deepEqual(realm.screenshots, [
        { url: `${base}/1-960.webp`, width: 2_400, height: 1_500, alt: '' },
        { url: `${base}/2-960.webp`, width: 700, height: 500, alt: 'The cart' },
      ]);
      assert.deepEqual(await sizeOf(realm.coverUrl), [480, 300, 'webp']);
      assert.deepEqual(await sizeOf(at(realm.coverUrl, 960)), [960, 600, 'webp']);
      assert.deepEqual(await sizeOf(at(realm.coverUrl, 1920)), [1_920, 1_200, 'webp']);
      assert.deepEqual(await sizeOf(`${base}/2-480.webp`), [480, 343, 'webp']);
      for (const width of [960, 1_920]) assert.deepEqual(await sizeOf(`${base}/2-${width}.webp`), [700, 500, 'webp']);
    });

  test('may be PNG, JPEG, WebP and AVIF, whatever their names say', async () => {
    const picture = halves(300, 200);
    const files = {
      'a.jpg': await picture.clone().png().toBuffer(),
      'b.txt': await picture.clone().jpeg().toBuffer(),
      c: await picture.clone().webp().toBuffer(),
      'd.png': await picture.clone().avif({ effort: 0 }).toBuffer(),
    };
    const { screenshots } = await publish(Object.keys(files), files);
    assert.equal(screenshots.length, 4);
    for (const { url } of screenshots) {
      const { bytes } = await fetchPicture(catalog, url);
      assert.equal(await colorAt(bytes, 0.25, 0.5), 'red', url);
      assert.equal(await colorAt(bytes, 0.75, 0.5), 'blue', url);
    }
  });

  test('are turned upright, and lose their metadata', async () => {
    // The sixth orientation: turned by a quarter to the right, the left half is at the top.
    const turned = await halves(600, 400)
      .withExif({ IFD0: { Copyright: 'Somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { screenshots } = await publish(['a.jpg'], { 'a.jpg': turned });
    assert.deepEqual([screenshots[0].width, screenshots[0].height], [400, 600]);
    const { bytes } = await fetchPicture(catalog, screenshots[0].url);
    assert.equal(await colorAt(bytes, 0.5, 0.25), 'red');
    assert.equal(await colorAt(bytes, 0.5, 0.75), 'blue');
    const { width, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([width, exif, icc, xmp, orientation], [400, undefined, undefined, undefined, undefined]);
  });

  test('with other colours than sRGB are converted', async () => {
    const wide = await halves(300, 200).withIccProfile('p3').png().toBuffer();
    const { coverUrl } = await publish(['a.png'], { 'a.png': wide });
    const { icc, space } = await sharp((await fetchPicture(catalog, coverUrl)).bytes).metadata();
    assert.deepEqual([icc, space], [undefined, 'srgb']);
  });

  test('that move are shown by their first frame', async () => {
    const frames = [await png(300, 200), await halves(300, 200).negate().png().toBuffer()];
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer();
    assert.equal((await sharp(moving).metadata()).pages, 2);
    const { coverUrl } = await publish(['a.webp'], { 'a.webp': moving });
    const { bytes } = await fetchPicture(catalog, coverUrl);
    assert.equal((await sharp(bytes).metadata()).pages, undefined);
    assert.equal(await colorAt(bytes, 0.25, 0.5), 'red');
  });

  test('have at most 40 KB at 480 pixels, also where they are noise', async () => {
    const noisy = await noise(700, 700).jpeg().toBuffer();
    const { coverUrl } = await publish(['a.jpg'], { 'a.jpg': noisy });
    const { bytes } = await fetchPicture(catalog, coverUrl);
    assert.ok(bytes.length <= 40_000, String(bytes.length));
    assert.deepEqual(await sizeOf(coverUrl), [480, 480, 'webp']);
  });

  test('that are high and noisy become narrower than 480 pixels, to have 40 KB', async () => {
    const { coverUrl } = await publish(['a.jpg'], {
      'a.jpg': await noise(480, 1_800).jpeg({ quality: 60 }).toBuffer(),
    });
    assert.ok((await fetchPicture(catalog, coverUrl)).bytes.length <= 40_000);
  });
});

describe('a screenshot is refused, with its name and the reason,', () => {
  const rows: Record<string, { bytes: () => Promise<Buffer> | Buffer; reason: RegExp }> = {
    'in another format': {
      bytes: () => halves(10, 10).gif().toBuffer(),
      reason: /“shots\/a” .*is not PNG, JPEG, WebP or AVIF/,
    },
    'as SVG': { bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), reason: /is not PNG/ },
    'if it is empty': { bytes: () => Buffer.alloc(0), reason: /is not PNG/ },
    'with more than 4 MiB': {
      bytes: () => noise(1_200, 1_200).png().toBuffer(),
      reason: /“shots\/a” .*has more than 4 MiB/,
    },
    'with a side of more than 8,192 pixels': {
      bytes: () => plain(8_193, 1),
      reason: /“shots\/a” .*more than 8,192 pixels wide or high/,
    },
    'with more than 24 megapixels': {
      bytes: () => plain(6_001, 4_000),
      reason: /“shots\/a” .*more than 24 megapixels/,
    },
    'if it is cut off': {
      bytes: async () => (await noise(300, 300).png().toBuffer()).subarray(0, 50_000),
      reason: /“shots\/a” .*is damaged/,
    },
    'if it begins as a picture and is none': {
      bytes: () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]),
      reason: /“shots\/a” .*is damaged/,
    },
  };
  for (const [what, { bytes, reason }] of Object.entries(rows))
    test(what, async () => {
      const { slug } = await create(catalog, owner);
      const files = { 'shots/a': await bytes() };
      const answer = await send(catalog, owner, slug, { manifest: { screenshots: ['shots/a'] }, files });
      assert.equal(answer.status, 422);
      assert.match(answer.body.detail, reason);
      assert.equal((await detail(catalog, slug)).version, '0.0.0', 'nothing is published');
    });

  test('if it is not in the archive', async () => {
    const { slug } = await create(catalog, owner);
    for (const path of ['nothing.png', '../app/a.png', '/a.png', 'A.PNG']) {
      const manifest = { screenshots: [path] };
      const answer = await send(catalog, owner, slug, { manifest, files: { 'a.png': await png(9, 9) } });
      assert.equal(answer.status, 422);
      assert.match(answer.body.detail, /is not in the archive/);
      assert.ok(answer.body.detail.includes(path));
    }
  });

  test('and so is the field if it is anything but up to eight paths', async () => {
    const { slug } = await create(catalog, owner);
    const nine = Array.from({ length: 9 }, (_, number) => `${number}.png`);
    for (const screenshots of [
      'a.png',
      {},
      [7],
      [null],
      [['a.png']],
      [''],
      [{ alt: 'x' }],
      [{ path: 'a', alt: 7 }],
      nine,
    ]) {
      const answer = await send(catalog, owner, slug, { manifest: { screenshots } });
      assert.equal(answer.status, 422, JSON.stringify(screenshots));
      assert.match(answer.body.detail, /“realm\.json” cannot be used: screenshots must /);
    }
  });
});

describe('without screenshots, the cover', () => {
  test('is the first picture of the README that is in the archive and large enough', async () => {
    const readme = [
      '![build](https://example.com/badge.png) ![gone](gone.png) ![drawing](logo.svg)',
      '![small](small.png) ![broken](broken.png)',
      '<p align="center"><img width="600" src="docs/a%20b.png" alt="It &amp; all"></p>',
      '![later](later.png)',
    ].join('\n\n');
    const realm = await withReadme(readme, {
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>',
      'small.png': await png(399, 900),
      'broken.png': (await noise(500, 500).png().toBuffer()).subarray(0, 90_000),
      'docs/a b.png': await png(400, 200),
      'later.png': await png(800, 800),
    });
    assert.equal(realm.coverUrl, `${PUBLIC_URL}/pictures/${realm.id}/1.0.0/1-480.webp`);
    assert.deepEqual(await sizeOf(realm.coverUrl), [400, 200, 'webp']);
    assert.deepEqual(realm.screenshots, []);
  });

  test('is drawn where the README has no such picture', async () => {
    for (const readme of ['# Hello', '![small](small.png)', '`![in code](a.png)`']) {
      const realm = await withReadme(readme, { 'small.png': await png(500, 199), 'a.png': await png(500, 500) });
      assert.deepEqual([realm.coverUrl, realm.screenshots], ['', []], readme);
    }
  });

  test('is drawn before the first upload', async () => {
    const { slug } = await create(catalog, owner);
    const { coverUrl, screenshots } = await detail(catalog, slug);
    assert.deepEqual([coverUrl, screenshots], ['', []]);
  });
});

describe('a realm shows the pictures of its newest version', () => {
  test('in lists and by itself, as soon as it is published or yanked', async () => {
    const { slug } = await create(catalog, owner);
    assert.equal((await listed(slug)).coverUrl, '');
    const files = { 'a.png': await png(500, 300) };
    for (const version of ['1.0.0', '2.0.0+build.1']) {
      await send(catalog, owner, slug, { manifest: { version, screenshots: ['a.png'] }, files });
      const address = `/${encodeURIComponent(version)}/1-480.webp`;
      for (const { coverUrl } of [await listed(slug), await detail(catalog, slug)]) {
        assert.ok(coverUrl.endsWith(address), coverUrl);
        assert.equal((await fetchPicture(catalog, coverUrl)).status, 200);
      }
    }
    await send(catalog, owner, slug, { manifest: { version: '3.0.0' } });
    assert.equal((await listed(slug)).coverUrl, '');
    await catalog.ask(`/v1/realms/${slug}/versions/3.0.0`, json({ yanked: true }, owner.token, 'PATCH'));
    assert.match((await listed(slug)).coverUrl, /2\.0\.0%2Bbuild\.1\/1-480\.webp$/);
    assert.equal((await detail(catalog, slug)).screenshots.length, 1);
  });
});
