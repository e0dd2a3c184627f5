// The index of the files of an archive, as bytes: records of one length in the order of their paths, then the paths, then a checksum.
// A path is found by binary search, and a page is a slice, so that no request parses the whole index.
import { hash } from 'node:crypto';
import type { ZipLocation } from '@realm-catalog/archive';
import { fileLines, type DigestedFile } from '@realm-catalog/archive/templates';

export interface IndexedFile extends ZipLocation {
  /** Relative to the realm's root. */
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  isText: boolean;
  /** The permissions of Unix; 0 where the archive has none. */
  mode: number;
}

export interface FileIndex {
  /** The length of the index in bytes. */
  byteLength: number;
  count: number;
  /** Whether all files of the archive are in one top folder. */
  hasTopFolder: boolean;
  at(position: number): IndexedFile;
  /** The path and the digest of a file as bytes, for comparing many. */
  nameAt(position: number): Buffer;
  digestAt(position: number): Buffer;
  find(path: string): IndexedFile | undefined;
  /** The positions of the files whose paths begin with this text: from the first, and before the last. */
  range(prefix: string): { start: number; end: number };
}

const MAGIC = 'realm files 1\n';
const HEADER_BYTES = 20;
const RECORD_BYTES = 52;
const CHECKSUM_BYTES = 32;
const TEXT = 1;
const DEFLATED = 2;

/** The files may come in any order. */
export function encodeIndex(files: IndexedFile[], hasTopFolder: boolean): Buffer<ArrayBuffer> {
  const sorted = files
    .map((file) => ({ file, name: Buffer.from(file.path) }))
    .toSorted((one, other) => Buffer.compare(one.name, other.name));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt8(Number(hasTopFolder), 14);
  header.writeUInt32LE(sorted.length, 16);
  let nameEnd = 0;
  const records = sorted.map(({ file, name }) => encodeRecord(file, (nameEnd += name.length)));
  const bytes = Buffer.concat([header, ...records, ...sorted.map(({ name }) => name)]);
  return Buffer.concat([bytes, hash('sha256', bytes, 'buffer')]);
}

/** The same for the same files, however they are packed. */
export function filesSha256(files: DigestedFile[]): string {
  return hash('sha256', fileLines(files));
}

function encodeRecord({ size, from, packedSize, mode, isText, isDeflated, sha256 }: IndexedFile, nameEnd: number) {
  const record = Buffer.alloc(RECORD_BYTES);
  [nameEnd, size, from, packedSize].forEach((value, at) => record.writeUInt32LE(value, 4 * at));
  record.writeUInt16LE(mode, 16);
  record.writeUInt8((isText ? TEXT : 0) | (isDeflated ? DEFLATED : 0), 18);
  record.write(sha256, 20, 'hex');
  return record;
}

/** Undefined if the bytes are damaged, or in another format. The checksum of a long index is computed by another thread. */
export async function openIndex(bytes: Buffer<ArrayBuffer>): Promise<FileIndex | undefined> {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const checksum = Buffer.from(await crypto.subtle.digest('SHA-256', bytes.subarray(0, end)));
  return checksum.equals(bytes.subarray(end)) ? readIndex(bytes, end) : undefined;
}

function readIndex(bytes: Buffer, end: number): FileIndex {
  const count = bytes.readUInt32LE(16);
  const names = bytes.subarray(HEADER_BYTES + count * RECORD_BYTES, end);
  const recordAt = (position: number) => HEADER_BYTES + position * RECORD_BYTES;
  const nameAt = (position: number) =>
    names.subarray(
      position === 0 ? 0 : bytes.readUInt32LE(recordAt(position - 1)),
      bytes.readUInt32LE(recordAt(position)),
    );

  const at = (position: number): IndexedFile => {
    const record = bytes.subarray(recordAt(position), recordAt(position + 1));
    const flags = record.readUInt8(18);
    return {
      path: nameAt(position).toString(),
      size: record.readUInt32LE(4),
      from: record.readUInt32LE(8),
      packedSize: record.readUInt32LE(12),
      mode: record.readUInt16LE(16),
      isText: (flags & TEXT) !== 0,
      isDeflated: (flags & DEFLATED) !== 0,
      sha256: record.toString('hex', 20),
    };
  };

  /** The first position for which this holds, if it holds for all positions after it. */
  const firstWhere = (holds: (name: Buffer) => boolean): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(nameAt(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return {
    byteLength: bytes.length,
    count,
    hasTopFolder: bytes.readUInt8(14) === 1,
    at,
    nameAt,
    digestAt: (position) => bytes.subarray(recordAt(position) + 20, recordAt(position + 1)),
    find(path) {
      const wanted = Buffer.from(path);
      const position = firstWhere((name) => Buffer.compare(name, wanted) >= 0);
      return position < count && nameAt(position).equals(wanted) ? at(position) : undefined;
    },
    range(prefix) {
      const wanted = Buffer.from(prefix);
      const start = firstWhere((name) => Buffer.compare(name, wanted) >= 0);
      return { start, end: firstWhere((name) => Buffer.compare(name.subarray(0, wanted.length), wanted) > 0) };
    },
  };
}
