// Reads a zip from its first byte to its central directory and enters its files in the ledger.
// It is a reader of our own, because others rely on the directory alone. Here the members must follow each other without gap or overlap, and
// their local headers must agree with the directory. So every reader sees the same files, and no byte counts twice.
import { crc32 } from 'node:zlib';
import { inflate, type ArchiveFile } from './archive-file.ts';
import type { ArchiveLimits, Ledger } from './ledger.ts';
import { Refusal } from './refusal.ts';
import { checkExtra, readDirectory, readFields, type Directory, type Member } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const DESCRIPTOR = 1 << 3;
/** The level of compression, a data descriptor, names in UTF-8. Other flags mean encryption or patches, or are reserved. */
const ALLOWED_FLAGS = 0b110 | DESCRIPTOR | 0x800;

export async function readZip(file: ArchiveFile, limits: ArchiveLimits, ledger: Ledger): Promise<void> {
  for (const { member, from } of layout(file, readDirectory(file, limits))) {
    const { packedSize, method } = member;
    ledger.enter(member.name, member.kind, member.mode, { from, packedSize, isDeflated: method === DEFLATED });
    await readData(file, member, from, ledger);
  }
}

/** Where the data of each member begins. It checks that the members fill the file, before a byte of them is inflated. */
function layout(file: ArchiveFile, { members, offset }: Directory): { member: Member; from: number }[] {
  let at = 0;
  const places = members
    .toSorted((one, other) => one.offset - other.offset)
    .map((member) => {
      check(member, at);
      const from = readLocalHeader(file, member);
      const to = from + member.packedSize;
      if (to > offset) throw new Refusal('overlaps the central directory', member.name);
      at = to + descriptorLength(file, member, to);
      return { member, from };
    });
  if (at !== offset) throw new Refusal('has data between its last entry and its central directory');
  return places;
}

function check({ name, flags, method, packedSize, size, kind, offset }: Member, at: number): void {
  const refuse = (why: string): never => {
    throw new Refusal(why, name);
  };
  if (offset < at) refuse('overlaps the entry before it');
  if (offset > at) refuse('has data before it that belongs to no entry');
  if (flags & 1) refuse('is encrypted');
  if (flags & ~ALLOWED_FLAGS) refuse('has flags for encryption, patches or something unknown');
  if (method !== STORED && method !== DEFLATED) refuse(`is packed by a method other than deflate (${method})`);
  if (method === STORED && packedSize !== size) refuse('has two different sizes');
  // A reader that streams the zip finds no end of such data, and may take its content for further entries.
  if (method === STORED && flags & DESCRIPTOR && size > 0) refuse('is stored without its size before it');
  if (kind === 'folder' && size > 0) refuse('is a folder that holds data');
}

/** Returns where the data begins. If a data descriptor follows, sizes and checksum may be zero here. */
function readLocalHeader(file: ArchiveFile, member: Member): number {
  const refuse = (why: string): never => {
    throw new Refusal(why, member.name);
  };
  const fixed = file.read(member.offset, 30);
  if (fixed.length < 30 || fixed.toString('latin1', 0, 4) !== 'PK\x03\x04') refuse('has no local header');
  const nameLength = fixed.readUInt16LE(26);
  const extraLength = fixed.readUInt16LE(28);
  const rest = file.read(member.offset + 30, nameLength + extraLength);
  if (rest.length < nameLength + extraLength) refuse('is cut off');
  const local = readFields(fixed, 6, rest.subarray(0, nameLength));
  if (!local.name.equals(member.name)) refuse('has another name in its local header');
  if (local.flags !== member.flags) refuse('has other flags in its local header');
  if (local.method !== member.method) refuse('has another method in its local header');
  const agrees = (field: 'crc' | 'packedSize' | 'size') =>
    local[field] === member[field] || ((member.flags & DESCRIPTOR) !== 0 && local[field] === 0);
  if (!agrees('packedSize') || !agrees('size')) refuse('has other sizes in its local header');
  if (!agrees('crc')) refuse('has another checksum in its local header');
  checkExtra(rest.subarray(nameLength), local);
  return member.offset + 30 + nameLength + extraLength;
}

async function readData(file: ArchiveFile, member: Member, from: number, ledger: Ledger): Promise<void> {
  const { name, method, packedSize } = member;
  const to = from + packedSize;
  let size = 0;
  let sum = 0;
  const take = (bytes: Buffer) => {
    size += bytes.length;
    if (size > member.size) throw new Refusal('holds more than it declares', name);
    sum = crc32(bytes, sum);
    ledger.add(bytes);
  };
  if (method === STORED) for (const bytes of file.chunks(from, to)) take(bytes);
  else {
    const inflated = inflate(file, { from, to, entry: name, size: member.size });
    for await (const bytes of inflated.bytes) take(bytes);
    if (inflated.packedSize() !== packedSize) throw new Refusal('has data behind the end of its packed data', name);
  }
  if (size !== member.size) throw new Refusal('holds less than it declares', name);
  if (sum !== member.crc) throw new Refusal('is damaged: its checksum is wrong', name);
}

/** The data descriptor, with or without its signature, must repeat the directory. */
function descriptorLength(file: ArchiveFile, { name, flags, crc, packedSize, size }: Member, at: number): number {
  if (!(flags & DESCRIPTOR)) return 0;
  const expected = Buffer.alloc(16);
  expected.write('PK\x07\x08', 'latin1');
  [crc, packedSize, size].forEach((value, index) => expected.writeUInt32LE(value, 4 + 4 * index));
  const found = file.read(at, 16);
  if (found.equals(expected)) return 16;
  if (found.subarray(0, 12).equals(expected.subarray(4))) return 12;
  throw new Refusal('has a data descriptor that differs from the central directory', name);
}
