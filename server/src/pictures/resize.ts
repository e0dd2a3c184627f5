// Makes WebP of one picture, in up to three widths or as a square: of its first frame, upright, in sRGB and without metadata. Only a process of its own loads this.
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';

export interface ResizeJob {
  bytes: Uint8Array;
  /** A smaller picture is not resized. */
  min?: { width: number; height: number } | undefined;
  /** Makes one square with sides of so many pixels, from the middle of the picture. */
  side?: number | undefined;
}

export interface PictureVariant {
  width: number;
  height: number;
  bytes: Uint8Array;
}

export interface ResizedPicture {
  /** Of the original, upright. */
  width: number;
  height: number;
  /** The smallest first. Each is as wide as one of `WIDTHS`, or as the picture itself, where that is narrower. */
  variants: PictureVariant[];
}

/** Why there is nothing to show; it continues a sentence that begins with the name of the picture. */
export interface PictureFault {
  fault: string;
}

/** Each has twice the width of the one before, and four times as many bytes. */
const WIDTHS = [480, 960, 1_920];
const MAX_BYTES = [40_000, 160_000, 640_000];
/** Where one has too many bytes, the next is tried; after the last, the picture becomes smaller. */
const QUALITIES = [80, 60, 40, 20, 1];
/** Of the same picture, the last quality takes about a quarter of the bytes of the first. */
const GAIN_OF_QUALITY = 4;

const MAX_SIDE = 8_192;
const MAX_PIXELS = 24_000_000;
/** Libvips reads dozens of formats, some by libraries that few people test. */
const LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/** Throws when there is too little memory. The process should then end: what it has allocated may not be enough for the next picture either. */
export async function resizePicture({ bytes, min, side }: ResizeJob): Promise<ResizedPicture | PictureFault> {
  try {
    // Only the header is read. Its pixels are checked here, so that each bound has its own words.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = header.autoOrient;
    const fault = faultOf(width, height, min);
    if (fault !== undefined) return { fault };
    return { width, height, variants: side ? [await squareOf(bytes, side)] : await variantsOf(bytes, width) };
  } catch (error) {
    if (/memory/i.test((error as Error).message)) throw error;
    return { fault: 'is damaged' };
  }
}

function faultOf(width: number, height: number, min: ResizeJob['min']): string | undefined {
  if (Math.max(width, height) > MAX_SIDE) return 'is more than 8,192 pixels wide or high';
  if (width * height > MAX_PIXELS) return 'has more than 24 megapixels';
  return min && (width < min.width || height < min.height) ? 'is too small' : undefined;
}

/** Pixels in memory. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const OPTIONS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' };
const decode = (bytes: Uint8Array) => sharp(bytes, OPTIONS).autoOrient().toColourspace('srgb');

async function squareOf(bytes: Uint8Array, side: number): Promise<PictureVariant> {
  const square = await decode(bytes).resize(side, side).raw().toBuffer({ resolveWithObject: true });
  return encode(square, side, MAX_BYTES[0] ?? 0);
}

async function variantsOf(bytes: Uint8Array, width: number): Promise<PictureVariant[]> {
  // The file is decoded once, and the other widths are made from the largest.
  const largest = await pixels(decode(bytes), WIDTHS.at(-1) ?? width);
  const variants: PictureVariant[] = [];
  for (const [at, target] of WIDTHS.entries())
    if (at === 0 || (WIDTHS[at - 1] ?? 0) < width) variants.push(await encode(largest, target, MAX_BYTES[at] ?? 0));
  return variants;
}

async function encode(from: Pixels, target: number, maxBytes: number): Promise<PictureVariant> {
  let [scaled, quality] = [await scale(from, target), 0];
  for (;;) {
    const alphaQuality = QUALITIES[quality] ?? 1;
    const bytes = await open(scaled).webp({ quality: alphaQuality, alphaQuality }).toBuffer();
    const { width, height } = scaled.info;
    if (bytes.length <= maxBytes) return { width, height, bytes };
    const lowest = QUALITIES.length - 1;
    if (quality < lowest) quality = bytes.length > GAIN_OF_QUALITY * maxBytes ? lowest : quality + 1;
    else scaled = await scale(scaled, Math.floor(width * Math.sqrt(maxBytes / bytes.length) * 0.9) || 1);
  }
}

const open = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } });

const scale = (from: Pixels, width: number) => (from.info.width <= width ? from : pixels(open(from), width));

function pixels(image: Sharp, width: number): Promise<Pixels> {
  return image.resize({ width, withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true });
}
