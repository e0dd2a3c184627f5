// The pictures that cost the most to decode and to resize, as large as they may be.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { noise } from './sample-pictures.ts';

const [WIDTH, HEIGHT] = [8_192, 2_929];

const flat = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#80ff0080' } });
export const costlyPictures: Record<string, () => Promise<Buffer>> = {
  'PNG of 24 megapixels, interlaced, with 16 bits a channel': () =>
    flat().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'JPEG of 24 megapixels, progressive': () => flat().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'AVIF of 24 megapixels, with 10 bits a channel': () =>
    flat().avif({ bitdepth: 10, effort: 0, quality: 30 }).toBuffer(),
  'WebP of 400 frames': () =>
    sharp(randomBytes(120_000), { raw: { width: 10, height: 4_000, channels: 3, pageHeight: 10 } })
      .webp({ effort: 0 })
      .toBuffer(),
  'JPEG of noise, 1,920 × 8,192': () => noise(1_920, 8_192).jpeg({ quality: 30 }).toBuffer(),
};
