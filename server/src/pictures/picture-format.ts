// The formats that a picture of an archive may have, by the first bytes of the file: its name proves nothing.

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** Whether the bytes begin as those of PNG, JPEG, WebP or AVIF do. */
export function isPicture(bytes: Buffer): boolean {
  const startsWith = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
  return startsWith(PNG) || startsWith(JPEG) || isWebp(bytes) || isAvif(bytes);
}

function isWebp(bytes: Buffer): boolean {
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP';
}

/** ISO/IEC 14496-12: a box `ftyp` names the main brand, a number, and the brands that the file is compatible with. */
function isAvif(bytes: Buffer): boolean {
  if (textAt(bytes, 4) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4) if (/^avi[fs]$/.test(textAt(bytes, at)) && at !== 12) return true;
  return false;
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);
