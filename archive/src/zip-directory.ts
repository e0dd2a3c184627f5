// Reads the end record and the central directory of a zip strictly: there must be one of each, and no unusual fields.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { crc32 } from 'node:zlib';
import type { ArchiveFile } from './archive-file.ts';
import type { ArchiveLimits } from './ledger.ts';
import type { Kind } from './path-tree.ts';
import { Refusal } from './refusal.ts';

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** Enough for 10,000 long names with their extra fields. */
const MAX_DIRECTORY_BYTES = 16 * 1_024 ** 2;

/** The fields that stand twice in a zip: in the local header and in the central directory. */
export interface HeaderFields {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
}

export interface Member extends HeaderFields {
  kind: Kind;
  /** The Unix mode; 0 where another system wrote the archive. */
  mode: number;
  /** The position of its local header. */
  offset: number;
}

export interface Directory {
  members: Member[];
  offset: number;
}

export function readDirectory(file: ArchiveFile, limits: ArchiveLimits): Directory {
  const { offset, size, count } = readEnd(file);
  if (count > limits.entries) throw new Refusal(`has more than ${limits.entries.toLocaleString('en')} entries`);
  if (size > MAX_DIRECTORY_BYTES) throw new Refusal('has a central directory of more than 16 MiB');
  const bytes = file.read(offset, size);
  const members: Member[] = [];
  let at = 0;
  while (at < size && members.length <= count) {
    const { member, end } = readMember(bytes, at);
    members.push(member);
    at = end;
  }
  if (members.length !== count || at !== size)
    throw new Refusal('has a central directory with another number of entries than its end says');
  return { members, offset };
}

type Counts = [disk: number, startDisk: number, here: number, count: number];

/**
 * Reads the last end record of the file, which every reader finds that searches from the end. Other end signatures may be in the data of
 * members (a zip in a zip), but not after it: its comment must reach the end of the file.
 */
function readEnd(file: ArchiveFile): { offset: number; size: number; count: number } {
  if (file.size < END_RECORD_BYTES || file.read(0, 2).toString('latin1') !== 'PK')
    throw new Refusal('is not a zip, or has data before its first entry');
  const tail = file.read(
    Math.max(0, file.size - END_RECORD_BYTES - MAX_COMMENT_BYTES),
    END_RECORD_BYTES + MAX_COMMENT_BYTES,
  );
  const at = tail.lastIndexOf('PK\x05\x06', tail.length - END_RECORD_BYTES, 'latin1');
  if (at < 0) throw new Refusal('is not a zip, or is cut off: it has no end of central directory');
  if (
    tail.lastIndexOf('PK\x05\x06', -1, 'latin1') !== at ||
    at + END_RECORD_BYTES + tail.readUInt16LE(at + 20) !== tail.length
  )
    throw new Refusal('has data behind its end, or a second end in its comment');
  const [disk, startDisk, here, count] = [4, 6, 8, 10].map((field) => tail.readUInt16LE(at + field)) as Counts;
  const size = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  if (isZip64(tail, at) || count === 0xffff || size === 0xffffffff || offset === 0xffffffff)
    throw new Refusal('is a Zip64, which an archive of this size does not need');
  if (disk !== 0 || startDisk !== 0 || here !== count) throw new Refusal('is one of several disks');
  if (offset + size !== file.size - tail.length + at)
    throw new Refusal('has a central directory that does not end where its end begins');
  return { offset, size, count };
}

function isZip64(tail: Buffer, end: number): boolean {
  return end >= 20 && tail.toString('latin1', end - 20, end - 16) === 'PK\x06\x07';
}

function readMember(bytes: Buffer, at: number): { member: Member; end: number } {
  if (bytes.toString('latin1', at, at + 4) !== 'PK\x01\x02' || at + 46 > bytes.length)
    throw new Refusal('has a central directory that cannot be read');
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const end = extraEnd + bytes.readUInt16LE(at + 32);
  if (end > bytes.length) throw new Refusal('has a central directory that cannot be read');
  const fields = readFields(bytes, at + 8, bytes.subarray(at + 46, nameEnd));
  const hasUnicodePath = checkExtra(bytes.subarray(nameEnd, extraEnd), fields);
  // Info-ZIP and macOS write UTF-8 without the flag for it. From other systems such bytes are letters of some code page.
  const isUnix = [3, 19].includes(bytes.readUInt8(at + 5));
  if (!hasUnicodePath && !isUnix && !(fields.flags & 0x800) && fields.name.some((byte) => byte > 0x7f))
    throw new Refusal('is not marked as named in UTF-8', fields.name);
  if (bytes.readUInt16LE(at + 34) !== 0) throw new Refusal('begins on another disk', fields.name);
  const attributes = bytes.readUInt32LE(at + 38);
  const kind = kindOf(fields.name, attributes);
  return { member: { ...fields, kind, mode: attributes >>> 16, offset: bytes.readUInt32LE(at + 42) }, end };
}

/** Flags, method, time, checksum and sizes have the same order in the central directory and in local headers. */
export function readFields(bytes: Buffer, at: number, name: Buffer): HeaderFields {
  return {
    name,
    flags: bytes.readUInt16LE(at),
    method: bytes.readUInt16LE(at + 2),
    crc: bytes.readUInt32LE(at + 8),
    packedSize: bytes.readUInt32LE(at + 12),
    size: bytes.readUInt32LE(at + 16),
  };
}

/** The name decides the kind, and the attributes must not contradict it, whatever system wrote them. */
function kindOf(name: Buffer, attributes: number): Kind {
  const kind = name.at(-1) === 0x2f ? 'folder' : 'file';
  const type = (attributes >>> 16) & 0o170000;
  const unix = unixTypes.get(type);
  if (!unix) throw new Refusal('is a device, a FIFO or of an unknown type', name);
  if (unix === 'link') throw new Refusal('is a symbolic link', name);
  if (attributes & 0x08) throw new Refusal('is the label of a volume', name);
  if ((unix !== 'any' && unix !== kind) || (kind === 'file' && attributes & 0x10))
    throw new Refusal('is a file by its name and a folder by its attributes, or the other way round', name);
  return kind;
}
const unixTypes = new Map<number, Kind | 'link' | 'any'>([
  [0, 'any'],
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);

const [ZIP64, PKWARE_UNIX, ASI_UNIX, UNICODE_PATH] = [0x0001, 0x000d, 0x756e, 0x7075];

/** Refuses extra fields with a size, a link or another name; times and owners are allowed. Returns whether the name is repeated as UTF-8. */
export function checkExtra(extra: Buffer, { name }: HeaderFields): boolean {
  let hasUnicodePath = false;
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const data = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    if (id === ZIP64) throw new Refusal('has Zip64 sizes, which an archive of this size does not need', name);
    if (id === PKWARE_UNIX || id === ASI_UNIX) throw new Refusal('has an extra field that may hold a link', name);
    if (id === UNICODE_PATH) {
      const isSame = data[0] === 1 && data.length > 5 && data.readUInt32LE(1) === crc32(name);
      if (!isSame || !data.subarray(5).equals(name)) throw new Refusal('has another name in an extra field', name);
      hasUnicodePath = true;
    }
    at += 4 + extra.readUInt16LE(at + 2);
  }
  if (at !== extra.length) throw new Refusal('has extra fields that cannot be read', name);
  return hasUnicodePath;
}
