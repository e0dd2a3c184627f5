// The sizes of pictures, by the first bytes of their files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { PICTURE_HEAD_BYTES, readPictureSize } from '../../src/pictures/picture-size.ts';
import { halves } from './sample-pictures.ts';

const size = { width: 120, height: 50 };
const picture = () => halves(size.width, size.height);
const svg = (attributes: string) => Buffer.from(`<?xml version="1.0"?>\n<!-- a -->\n<svg ${attributes}><path/></svg>`);

test('a picture of each format has the size that browsers show it with', async () => {
  const files = {
    png: await picture().png().toBuffer(),
    gif: await picture().gif().toBuffer(),
    jpeg: await picture().jpeg().toBuffer(),
    progressive: await picture().jpeg({ progressive: true }).toBuffer(),
    webp: await picture().webp().toBuffer(),
    lossless: await picture().webp({ lossless: true }).toBuffer(),
    extended: await picture()
      .webp()
      .withExif({ IFD0: { Copyright: 'alice' } })
      .toBuffer(),
    avif: await picture().avif({ effort: 0 }).toBuffer(),
    svg: svg('width="120" height="50px"'),
    box: svg('viewBox="0 0 120 50"'),
  };
  for (const [name, bytes] of Object.entries(files))
    assert.deepEqual(readPictureSize(bytes.subarray(0, PICTURE_HEAD_BYTES)), size, name);
});

test('a photo of a camera that was turned is as wide as it was high', async () => {
  for (const [orientation, turned] of [
    [1, size],
    [3, size],
    [6, { width: 50, height: 120 }],
    [8, { width: 50, height: 120 }],
  ] as const) {
    const bytes = await sharp(await picture().jpeg().toBuffer())
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    assert.deepEqual(readPictureSize(bytes), turned, String(orientation));
  }
});

test('what is no picture, or says no size that a picture has, has none', async () => {
  const png = await picture().png().toBuffer();
  const endless = Buffer.from(png);
  endless.writeUInt32BE(0xffff_ffff, 16);
  const jpeg = await picture().jpeg().toBuffer();
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('text'),
    Buffer.alloc(1_000, 0xff),
    png.subarray(0, 20),
    jpeg.subarray(0, 40),
    endless,
    svg('width="100%"'),
    svg('viewBox="0 0 a b"'),
  ])
    assert.equal(readPictureSize(bytes), undefined, bytes.toString('latin1', 0, 60));
});
