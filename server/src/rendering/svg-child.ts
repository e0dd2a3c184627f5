// The process that draws pictures: each job is an SVG, and each result is its PNG.
import sharp from 'sharp';
import { serveJobs } from '../concurrency/serve-jobs.ts';
import type { SvgJob } from './draw-svg.ts';

/** The pixels of an inch, in which SVG counts its lengths. */
const SVG_DENSITY = 72;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] });

async function draw({ svg, width, pictures }: SvgJob): Promise<Buffer> {
  const bytes = Buffer.from(await withPictures(svg, pictures));
  const own = await sharp(bytes).metadata();
  const density = (SVG_DENSITY * width) / own.width;
  return sharp(bytes, { density }).resize({ width }).png({ compressionLevel: 9 }).toBuffer();
}

/** Puts each picture in the place of its address. The library that draws SVG does not read WebP. */
async function withPictures(svg: string, pictures: Uint8Array[]): Promise<string> {
  let drawn = svg;
  for (const [at, picture] of pictures.entries()) {
    const png = await sharp(picture).png({ compressionLevel: 1 }).toBuffer();
    drawn = drawn.replace(`"picture:${at}"`, () => `"data:image/png;base64,${png.toString('base64')}"`);
  }
  return drawn;
}

serveJobs(draw);
