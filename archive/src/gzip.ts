// Reads the gzip around a tar (RFC 1952): one member from the first byte of the file to the last, with the right checksum.
import { crc32 } from 'node:zlib';
import { inflate, type ArchiveFile } from './archive-file.ts';
import { Refusal } from './refusal.ts';

const TRAILER_BYTES = 8;
const MAX_HEADER_BYTES = 64 * 1_024;

/** The inflated bytes. Only at the end is it known whether they are whole. */
export async function* gunzip(file: ArchiveFile): AsyncGenerator<Buffer> {
  const from = endOfHeader(file.read(0, MAX_HEADER_BYTES));
  let sum = 0;
  let size = 0;
  const { bytes, packedSize } = inflate(file, { from, to: file.size });
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    yield chunk;
  }
  const end = from + packedSize();
  const trailer = file.read(end, TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) throw new Refusal('is cut off: its gzip stream has no end');
  if (trailer.readUInt32LE(0) !== sum) throw new Refusal('is damaged: its gzip checksum is wrong');
  if (trailer.readUInt32LE(4) !== size % 2 ** 32) throw new Refusal('is damaged: its gzip length is wrong');
  const rest = file.read(end + TRAILER_BYTES, 3);
  if (rest.equals(Buffer.from([0x1f, 0x8b, 8]))) throw new Refusal('has a second gzip stream behind the first');
  if (rest.length > 0) throw new Refusal('has data behind the end of its gzip stream');
}

function endOfHeader(bytes: Buffer): number {
  const [magic, more, method, flags = 0] = bytes;
  if (magic !== 0x1f || more !== 0x8b) throw new Refusal('is not gzip, and not a zip either');
  if (method !== 8) throw new Refusal('is packed by an unknown gzip method');
  if (flags & 0b1110_0000) throw new Refusal('has gzip flags that nobody has defined');
  const afterText = (at: number) => {
    const end = bytes.indexOf(0, at);
    return end < 0 ? Infinity : end + 1;
  };
  let at = 10;
  if (flags & 4) at += at + 2 <= bytes.length ? 2 + bytes.readUInt16LE(at) : Infinity;
  if (flags & 8) at = afterText(at);
  if (flags & 16) at = afterText(at);
  if (flags & 2) {
    if (at + 2 > bytes.length || bytes.readUInt16LE(at) !== (crc32(bytes.subarray(0, at)) & 0xffff))
      throw new Refusal('is damaged: the checksum of its gzip header is wrong');
    at += 2;
  }
  if (at > bytes.length) throw new Refusal('is cut off, or too long, in its gzip header');
  return at;
}
