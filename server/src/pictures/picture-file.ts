// The pictures of an archive as one file, which is stored beside it: a header of a fixed length, which says where each variant is, and the variants.
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Archives, ByteRange } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import type { PictureVariant } from './resize.ts';

export interface StoredVariant {
  width: number;
  height: number;
  range: ByteRange;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
}

/** The variants of each picture, the smallest first. */
export type PictureHeader = StoredVariant[][];

/** Enough for eight pictures with three variants each. */
const HEADER_BYTES = 8_192;
export const HEADER_RANGE: ByteRange = { start: 0, end: HEADER_BYTES - 1 };
const FORMAT = 'realm pictures 1';

export function encodePictures(pictures: PictureVariant[][]): Buffer {
  let start = HEADER_BYTES;
  const stored = pictures.map((variants) =>
    variants.map(({ width, height, bytes }): StoredVariant => {
      const range = { start, end: start + bytes.length - 1 };
      start += bytes.length;
      return { width, height, range, sha256: hash('sha256', bytes) };
    }),
  );
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  const text = JSON.stringify({ format: FORMAT, pictures: stored });
  if (header.write(text) < text.length) throw new RangeError('an archive has too many pictures');
  return Buffer.concat([header, ...pictures.flat().map(({ bytes }) => bytes)]);
}

/** Undefined if the bytes are damaged, or in another format. */
export function readHeader(bytes: Buffer): PictureHeader | undefined {
  try {
    const header = JSON.parse(bytes.toString()) as { format: string; pictures: PictureHeader };
    return header.format === FORMAT ? header.pictures : undefined;
  } catch {
    return undefined;
  }
}

/** Eight pictures of the largest size have half of this. */
const MAX_FILE_BYTES = 16 * 1_024 ** 2;

/** The whole file beside this archive; undefined if there is none. */
export async function readPictureFile(archives: Archives, digest: string): Promise<Buffer | 'damaged' | undefined> {
  const found = await archives.open(derivedName(digest, 'pictures'));
  if (!found) return undefined;
  if (found.size <= MAX_FILE_BYTES) {
    const bytes = await buffer(found.stream);
    return isIntact(bytes) ? bytes : 'damaged';
  }
  found.stream.destroy();
  return 'damaged';
}

/** Whether the file is what its header says. */
function isIntact(bytes: Buffer): boolean {
  const variants = readHeader(bytes.subarray(0, HEADER_BYTES))?.flat();
  return (
    variants !== undefined &&
    variants.every(({ range, sha256 }) => hash('sha256', bytes.subarray(range.start, range.end + 1)) === sha256)
  );
}
