// The end and the central directory of a zip, read strictly: one end, one directory, and every field a plain one.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { crc32 } from 'node:zlib';
import type { ArchiveFile } from './archive-file.ts';
import type { Limits } from './entries.ts';
import type { Kind } from './path-tree.ts';
import { Refusal } from './refusal.ts';

const END = 22;
const COMMENT_MOST = 0xffff;
/** Room for 10,000 long names with their extra fields. */
const DIRECTORY_MOST = 16 * 1_024 ** 2;

/** What is said of a member twice, before its data and in the directory. */
export interface Facts {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
}

export interface Member extends Facts {
  kind: Kind;
  /** As Unix has it; 0 where another system wrote the archive. */
  mode: number;
  /** Where its local header stands. */
  offset: number;
}

export interface Directory {
  members: Member[];
  offset: number;
}

export function readDirectory(file: ArchiveFile, limits: Limits): Directory {
  const { offset, size, count } = readEnd(file);
  if (count > limits.entries) throw new Refusal(`has more than ${limits.entries.toLocaleString('en')} entries`);
  if (size > DIRECTORY_MOST) throw new Refusal('has a central directory of more than 16 MiB');
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
 * The last end signature of the file, which is the one that every reader finds that searches from the end. Others may
 * stand in the data of members (a zip in a zip), but not behind it: its comment must reach the end of the file.
 */
function readEnd(file: ArchiveFile): { offset: number; size: number; count: number } {
  if (file.size < END || file.read(0, 2).toString('latin1') !== 'PK')
    throw new Refusal('is not a zip, or has data before its first entry');
  const tail = file.read(Math.max(0, file.size - END - COMMENT_MOST), END + COMMENT_MOST);
  const at = tail.lastIndexOf('PK\x05\x06', tail.length - END, 'latin1');
  if (at < 0) throw new Refusal('is not a zip, or is cut off: it has no end of central directory');
  if (tail.lastIndexOf('PK\x05\x06', -1, 'latin1') !== at || at + END + tail.readUInt16LE(at + 20) !== tail.length)
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
  const facts = readFacts(bytes, at + 8, bytes.subarray(at + 46, nameEnd));
  const hasUnicodePath = checkExtra(bytes.subarray(nameEnd, extraEnd), facts);
  // Info-ZIP and macOS write UTF-8 and do not say so; elsewhere such bytes are letters of some code page.
  const isUnix = [3, 19].includes(bytes.readUInt8(at + 5));
  if (!hasUnicodePath && !isUnix && !(facts.flags & 0x800) && facts.name.some((byte) => byte > 0x7f))
    throw new Refusal('is not marked as named in UTF-8', facts.name);
  if (bytes.readUInt16LE(at + 34) !== 0) throw new Refusal('begins on another disk', facts.name);
  const attributes = bytes.readUInt32LE(at + 38);
  const kind = kindOf(facts.name, attributes);
  return { member: { ...facts, kind, mode: attributes >>> 16, offset: bytes.readUInt32LE(at + 42) }, end };
}

/** Flags, method, time, checksum and sizes stand in this order in the directory and in local headers. */
export function readFacts(bytes: Buffer, at: number, name: Buffer): Facts {
  return {
    name,
    flags: bytes.readUInt16LE(at),
    method: bytes.readUInt16LE(at + 2),
    crc: bytes.readUInt32LE(at + 8),
    packedSize: bytes.readUInt32LE(at + 12),
    size: bytes.readUInt32LE(at + 16),
  };
}

/** The kind by its name, which its attributes must not contradict, whatever system wrote them. */
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

/** Extra fields may hold times and owners, but no size, no link, and no other name. Tells whether they hold the name. */
export function checkExtra(extra: Buffer, { name }: Facts): boolean {
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
