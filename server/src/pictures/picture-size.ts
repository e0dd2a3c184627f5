// How wide and high a picture is, by the first bytes of its file, so that its page can leave the place for it. Nothing is decoded: where a header
// lies, only the layout of its own page is wrong.

export interface PictureSize {
  width: number;
  height: number;
}

/** JPEG has its size after the metadata, which may be long. */
export const PICTURE_HEAD_BYTES = 128 * 1_024;
const MAX_SIDE_PX = 65_535;

/** Undefined if the bytes do not begin as a picture that browsers show, or its size does not stand in them. */
export function readPictureSize(head: Buffer): PictureSize | undefined {
  const read = readers.find(({ isIts }) => isIts(head))?.read;
  const size = head.length >= MIN_BYTES ? read?.(head) : undefined;
  const isPossible = size && [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE_PX);
  return isPossible ? size : undefined;
}

/** So that each header can be read where it must be. */
const MIN_BYTES = 30;

const textAt = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length);

const readers: { isIts: (head: Buffer) => boolean; read: (head: Buffer) => PictureSize | undefined }[] = [
  {
    isIts: (head) => textAt(head, 1, 3) === 'PNG',
    read: (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) }),
  },
  {
    isIts: (head) => /^GIF8[79]a$/.test(textAt(head, 0, 6)),
    read: (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  },
  { isIts: (head) => head[0] === 0xff && head[1] === 0xd8, read: readJpeg },
  { isIts: (head) => textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP', read: readWebp },
  { isIts: (head) => textAt(head, 4) === 'ftyp' && /avi[fs]/.test(textAt(head, 8, 24)), read: readAvif },
  { isIts: (head) => /<svg[\s>]/.test(textAt(head, 0, SVG_BYTES)), read: readSvg },
];

/** ITU-T T.81, B.1.1.3: the segments up to the start of the frame. A camera that was turned says so in the metadata. */
function readJpeg(head: Buffer): PictureSize | undefined {
  let isTurned = false;
  for (let at = 2; at + 9 < head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head[at + 1] ?? 0;
    if (marker === 0xe1 && textAt(head, at + 4) === 'Exif') isTurned ||= isTurnedByExif(head, at + 10);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (!isFrame) continue;
    const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)];
    return isTurned ? { width: height, height: width } : { width, height };
  }
  return undefined;
}

const ORIENTATION = 0x0112;

/** TIFF 6.0: the entries of the first directory, of 12 bytes each. From 5 on, an orientation swaps width and height. */
function isTurnedByExif(head: Buffer, start: number): boolean {
  const isLittle = textAt(head, start, 2) === 'II';
  const number = (at: number) => (at + 2 > head.length ? 0 : isLittle ? head.readUInt16LE(at) : head.readUInt16BE(at));
  const offset = isLittle ? number(start + 4) : number(start + 6); // the upper half is 0
  const directory = start + offset;
  const count = Math.min(number(directory), 100);
  for (let at = directory + 2; at < directory + 2 + count * 12; at += 12)
    if (number(at) === ORIENTATION) return number(at + 8) >= 5;
  return false;
}

/** RFC 9649: a file with extras has the size of its canvas first; the others that of their only frame. */
function readWebp(head: Buffer): PictureSize | undefined {
  const kind = textAt(head, 12);
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** ISO/IEC 23008-12: of the sizes that the boxes `ispe` have, the picture has the largest; others are of its parts. `irot` turns it. */
function readAvif(head: Buffer): PictureSize | undefined {
  let size: PictureSize | undefined;
  for (let at = head.indexOf('ispe'); at > 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (!size || width * height > size.width * size.height) size = { width, height };
  }
  const turn = head.indexOf('irot');
  const isTurned = turn > 0 && ((head[turn + 4] ?? 0) & 1) === 1;
  return size && isTurned ? { width: size.height, height: size.width } : size;
}

const SVG_BYTES = 4_096;

/** Of its attributes `width` and `height` in pixels, or else of its `viewBox`. */
function readSvg(head: Buffer): PictureSize | undefined {
  const [tag = ''] = /<svg[\s>][^>]*/.exec(head.toString('utf8', 0, SVG_BYTES)) ?? [];
  const lengthOf = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]{1,10})(?:px)?\\s*["']`).exec(tag)?.[1] ?? Number.NaN);
  const box =
    /\sviewBox\s*=\s*["']\s*([^"']{1,80})["']/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [width, height] = [lengthOf('width') || (box[2] ?? 0), lengthOf('height') || (box[3] ?? 0)].map(Math.round);
  return { width: width || 0, height: height || 0 };
}
