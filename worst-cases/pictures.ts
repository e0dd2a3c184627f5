// Archives whose pictures cost the most to resize, as large as they may be, and a README with more pictures than are looked at.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { tar, tarEntry } from '../server/test/archives/archive-writers.ts';
import type { WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

/** An inspection has twenty seconds, and each of eight pictures thirty; sending and starting have one more. */
const MAX_ANSWERED_MS = 20_000 + 8 * 30_000 + 1_000;
const [WIDTH, HEIGHT] = [8_192, 2_929];

const flat = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#80ff0080' } });
const pictures: Record<string, () => Sharp> = {
  'PNG of 24 megapixels, interlaced, with 16 bits a channel': () =>
    flat().toColourspace('rgb16').png({ progressive: true }),
  'JPEG of 24 megapixels, progressive': () => flat().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  'AVIF of 24 megapixels, with 10 bits a channel': () => flat().avif({ bitdepth: 10, effort: 0, quality: 30 }),
  'WebP of 400 frames': () =>
    sharp(randomBytes(120_000), { raw: { width: 10, height: 4_000, channels: 3, pageHeight: 10 } }).webp({ effort: 0 }),
  'JPEG of noise, 1,920 × 8,192': () =>
    sharp(randomBytes(1_920 * 8_192 * 3), { raw: { width: 1_920, height: 8_192, channels: 3 } }).jpeg({ quality: 30 }),
};

function caseOf(name: string, archive: () => Promise<Buffer>, isLarge: boolean): WorstCase {
  let built: Promise<Buffer> | undefined;
  return {
    name: `Archive: ${name}`,
    variants: [
      {
        name: '',
        bytes: async (target) =>
          requestBytes(target, {
            method: 'PUT',
            path: `/v1/realms/${target.slug}/upload`,
            headers: { authorization: `Bearer ${await target.openUpload()}`, 'content-type': 'application/gzip' },
            body: await (built ??= archive()),
          }),
      },
    ],
    statuses: [201, 409, 422],
    maxAnsweredMs: MAX_ANSWERED_MS,
    repetitions: { timed: 2, kept: 0 },
    isLarge,
  };
}

async function eightTimes(make: () => Sharp): Promise<Buffer> {
  const bytes = await make().toBuffer();
  const names = Array.from({ length: 8 }, (_, at) => `${at}.png`);
  const manifest = tarEntry('realm.json', JSON.stringify({ screenshots: names }));
  return gzipSync(tar(manifest, ...names.map((name) => tarEntry(name, bytes))), { level: 1 });
}

async function manyInReadme(): Promise<Buffer> {
  const cut = (
    await sharp(randomBytes(480_000), { raw: { width: 400, height: 400, channels: 3 } })
      .png()
      .toBuffer()
  ).subarray(0, -9_000);
  return gzipSync(tar(tarEntry('README.md', '![a](a.png)\n'.repeat(20_000)), tarEntry('a.png', cut)));
}

export const pictureCases: WorstCase[] = [
  caseOf('README.md of 20,000 pictures, each of which is damaged', manyInReadme, false),
  ...Object.entries(pictures).map(([name, make]) => caseOf(`eight times ${name}`, () => eightTimes(make), true)),
];
