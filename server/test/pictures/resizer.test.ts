// The limits of the process that resizes pictures: a picture that exceeds them has a fault, and the next one is resized.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openResizer } from '../../src/pictures/resizer.ts';
import { noise, plain, png } from './sample-pictures.ts';

const small = await png(20, 10);

async function faultWithin(limits: Parameters<typeof openResizer>[0], bytes: Buffer): Promise<string> {
  const resizer = openResizer(limits);
  try {
    const result = await resizer.resize('alice', { bytes });
    assert.ok('variants' in (await resizer.resize('alice', { bytes: small })), 'the next one');
    return 'fault' in result ? result.fault : 'none';
  } finally {
    await resizer.close();
  }
}

/** With which a small picture is resized: what Node itself takes differs by a third between processors. */
async function leastMemory(): Promise<number> {
  for (let dataMib = 300; ; dataMib += 100) {
    const resizer = openResizer({ dataMib });
    const result = await resizer.resize('alice', { bytes: small });
    await resizer.close();
    if ('variants' in result) return dataMib;
    assert.ok(dataMib < 1_000);
  }
}

test(
  'memory of native code is bounded, of which V8 knows nothing',
  { skip: process.platform !== 'linux' },
  async () => {
    // Interlaced and with 16 bits a channel, its 192 MB of pixels are in memory at once. The file has 1 MB.
    const pixels = sharp(await plain(6_000, 4_000))
      .ensureAlpha()
      .toColourspace('rgb16');
    const large = await pixels.png({ progressive: true }).toBuffer();
    const dataMib = await leastMemory();
    assert.equal(await faultWithin({ dataMib }, large), 'takes too much memory to read');
    assert.equal(await faultWithin({}, large), 'none');
  },
);

test('processor time is bounded', async () => {
  const slow = await noise(1_900, 1_900).webp({ quality: 50, effort: 0 }).toBuffer();
  assert.equal(await faultWithin({ cpuMs: 100 }, slow), 'takes too long to read');
});

test('only four formats are read, whatever libvips could read', async () => {
  const others = [
    await sharp(small).gif().toBuffer(),
    await sharp(small).tiff().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    Buffer.from('P1 1 1 1'),
  ];
  for (const bytes of others) assert.equal(await faultWithin({}, bytes), 'is damaged');
});
