// The pictures that other sites show for realms and collections, and the icons of this one.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { RealmDetail } from '@realm-catalog/contract';
import sharp from 'sharp';
import { webFolder } from '@realm-catalog/web/folder';
import { fontMetrics } from '@realm-catalog/web/font-metrics';
import { realmImage } from '@realm-catalog/web/og-image';
import type { Site } from '@realm-catalog/web/site';
import { linesOf } from '../../../web/src/text-lines.ts';
import { send } from '../pictures/sample-pictures.ts';
import { create } from '../publishing/uploads.ts';
import { fc } from '../support/fixed-seed.ts';
import {
  aCollection,
  anAccount,
  aRealm,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
} from '../support/harness.ts';
import { parseXml } from './xml.ts';

const alice = anAccount({ username: 'alice' });
const realms = [
  aRealm(alice, { slug: 'plain', name: 'Plain', description: 'Something to begin from.' }),
  aRealm(alice, { slug: 'hostile', name: `</text><image href="/etc/passwd"/>&"'`, description: 'W'.repeat(500) }),
  aRealm(alice, { slug: 'tokyo', name: '東京 🚀', description: 'שלום' }),
  aRealm(alice, { slug: 'unlisted', visibility: 'unlisted' }),
  aRealm(alice, { slug: 'private', visibility: 'private' }),
];
const collections = [
  aCollection(alice, { slug: 'filled', name: 'Chosen', realmIds: realms.map(({ id }) => id) }),
  aCollection(alice, { slug: 'empty' }),
];

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [alice], realms, collections });
});
after(() => catalog[Symbol.asyncDispose]());

async function pictureAt(path: string): Promise<Buffer> {
  const response = await fetch(catalog.url + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, `${path}: ${bytes.toString()}`);
  assert.equal(response.headers.get('content-type'), 'image/png');
  return bytes;
}

async function isRedAt(png: Buffer, left: number, top: number): Promise<boolean> {
  const pixel = sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  const [red = 0, green = 0, blue = 0] = await pixel.raw().toBuffer();
  return red > 230 && green < 30 && blue < 30;
}

/** Width and height; fails if the bytes are no PNG. */
function sizeOf(png: Buffer): [width: number, height: number] {
  assert.equal(png.toString('latin1', 0, 8), '\u0089PNG\r\n\u001A\n');
  assert.equal(png.toString('latin1', 12, 16), 'IHDR');
  assert.equal(png.readUInt32BE(29), crc32(png.subarray(12, 29)));
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the picture of a page', () => {
  test('is a PNG of 1200 by 630 pixels, and the same bytes for the same content', async () => {
    const paths = ['/realms/plain', '/realms/hostile', '/realms/tokyo', '/realms/unlisted'];
    paths.push('/collections/filled', '/collections/empty');
    const pictures = new Set<string>();
    for (const path of paths) {
      const png = await pictureAt(`${path}/og.png`);
      assert.deepEqual(sizeOf(png), [1_200, 630], path);
      assert.ok(png.equals(await pictureAt(`${path}/og.png`)), path);
      pictures.add(png.toString('base64'));
    }
    assert.equal(pictures.size, paths.length);
    const before = await pictureAt('/realms/plain/og.png');
    await catalog.ask('/v1/realms/plain/download', { method: 'POST' });
    await catalog.restart(); // nothing is cached any more, and the realm has a download
    assert.ok(before.equals(await pictureAt('/realms/plain/og.png')));
  });

  test('shows the text in the fonts of the catalog, and the cover of a realm that has a picture', async () => {
    const owner = await signUp(catalog, { username: 'bob' });
    const { slug } = await create(catalog, owner, { name: 'Plain', description: 'Something to begin from.' });
    const drawn = await pictureAt(`/realms/${slug}/og.png`);
    const manifest = { version: '1.0.0', screenshots: ['red.png'] };
    const files = {
      'red.png': await sharp({ create: { width: 800, height: 500, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    };
    assert.equal((await send(catalog, owner, slug, { manifest, files })).status, 201);
    const shown = await pictureAt(`/realms/${slug}/og.png`);
    // In the middle of the cover, and a dark stroke of the name: without its font there is none.
    assert.equal(await isRedAt(shown, 820, 280), true);
    assert.equal(await isRedAt(drawn, 820, 280), false);
    const { channels } = await sharp(shown).extract({ left: 64, top: 160, width: 200, height: 70 }).stats();
    assert.ok((channels[0]?.min ?? 255) < 60, 'the name is drawn');
  });

  test('is not there for a private realm, and for what is not there', async () => {
    for (const path of ['/realms/private', '/realms/nothing', '/collections/nothing'])
      assert.equal((await catalog.ask(`${path}/og.png`)).status, 404, path);
  });

  test('is named in the head of the page', async () => {
    for (const path of ['/realms/plain', '/collections/filled']) {
      const { text } = await catalog.ask(path);
      for (const [name, value] of Object.entries({
        'og:image': `${PUBLIC_URL}${path}/og.png`,
        'og:image:width': '1200',
        'og:image:height': '630',
      }))
        assert.ok(text.includes(`<meta property="${name}" content="${value}" />`), `${path}: ${name}`);
      assert.match(text, /<meta property="og:image:alt" content="[^"]+" \/>/);
      assert.match(text, /<meta name="twitter:card" content="summary_large_image" \/>/);
    }
  });
});

test('the icon is also there as PNG', async () => {
  assert.deepEqual(sizeOf(await pictureAt('/favicon.ico')), [32, 32]);
  assert.deepEqual(sizeOf(await pictureAt('/apple-touch-icon.png')), [180, 180]);
});

const font = (name: string) => fontMetrics(readFileSync(new URL(`fonts/inter-${name}.otf`, webFolder)));

describe('the text of a picture', () => {
  const style = { fonts: { regular: font('regular'), bold: font('bold') }, color: '#3355cc' };
  const site = { name: 'Realm Catalog', publicUrl: PUBLIC_URL } as Site;
  const textsOf = (fields: Partial<RealmDetail>) => {
    const author = { username: 'alice', name: '', image: '', bio: '' };
    const realm = { slug: 'the-slug', name: 'Name', description: 'Text.', category: 'api', author, ...fields };
    const { children } = parseXml(realmImage(site, realm as RealmDetail, false, style));
    return children.filter(({ name }) => name === 'text').map(({ text }) => text);
  };

  test('is escaped', () => {
    assert.ok(textsOf({ name: '</text> & "x"' }).includes('</text> & "x"'));
  });

  test('is the slug or nothing instead of characters that the font lacks', () => {
    const author = { username: 'alice', name: '東京', image: '', bio: '' };
    assert.deepEqual(textsOf({ name: '東京', description: 'שלום', author }), [
      'api',
      'the-slug',
      'by alice',
      'Realm Catalog',
    ]);
    assert.deepEqual(textsOf({ name: 'Čaj żółć Привет Ω' }).slice(1, 3), ['Čaj żółć', 'Привет Ω']);
  });

  test('fits into its lines, and only a text that is cut ends with an ellipsis', () => {
    const anyText = fc.array(fc.string({ unit: fc.constantFrom('a', 'W', 'i', 'é', 'Ж', '-'), minLength: 1 }));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 4 }), (words, lines) => {
        const text = words.join(' ');
        const shown = linesOf(text, style.fonts.bold, { width: 8, lines });
        assert.ok(shown.length <= lines);
        for (const line of shown) assert.ok(style.fonts.bold.widthOf(line) <= 8, line);
        const isCut = shown.at(-1)?.endsWith('…') ?? false;
        const joined = shown.join('').replaceAll(' ', '');
        const whole = text.replaceAll(' ', '');
        if (isCut) assert.ok(whole.startsWith(joined.slice(0, -1)) && whole !== joined.slice(0, -1));
        else assert.equal(joined, whole);
      }),
    );
  });
});
