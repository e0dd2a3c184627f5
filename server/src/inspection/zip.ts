// Walks through a zip from its first byte to its central directory, and enters what it holds in the ledger.
// An own walk, because readers go by the directory alone: that the members follow each other without gap or overlap, and
// say of themselves what the directory says, is what makes every reader see the same files, and no byte count twice.
import { crc32 } from 'node:zlib';
import { inflate, type ArchiveFile } from './archive-file.ts';
import type { Ledger, Limits } from './entries.ts';
import { Refusal } from './refusal.ts';
import { checkExtra, readDirectory, readFacts, type Directory, type Member } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const DESCRIPTOR = 1 << 3;
/** How hard it was packed, a data descriptor, names in UTF-8. All else is encryption, patches or reserved. */
const FLAGS = 0b110 | DESCRIPTOR | 0x800;

export async function readZip(file: ArchiveFile, limits: Limits, ledger: Ledger): Promise<void> {
  for (const { member, from } of layout(file, readDirectory(file, limits))) {
    ledger.enter(member.name, member.kind, member.mode);
    await readData(file, member, from, ledger);
  }
}

/** Where the data of each member begins, when the members fill the file; known before a byte of them is inflated. */
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
  if (flags & ~FLAGS) refuse('has flags for encryption, patches or something unknown');
  if (method !== STORED && method !== DEFLATED) refuse(`is packed by a method other than deflate (${method})`);
  if (method === STORED && packedSize !== size) refuse('has two different sizes');
  // Who reads a zip as a stream finds no end of such data, and may take what it holds for further entries.
  if (method === STORED && flags & DESCRIPTOR && size > 0) refuse('is stored without its size before it');
  if (kind === 'folder' && size > 0) refuse('is a folder that holds data');
}

/** Returns where the data begins. A descriptor behind it may leave zeros for sizes and checksum. */
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
  const local = readFacts(fixed, 6, rest.subarray(0, nameLength));
  if (!local.name.equals(member.name)) refuse('has another name in its local header');
  if (local.flags !== member.flags) refuse('has other flags in its local header');
  if (local.method !== member.method) refuse('has another method in its local header');
  const agrees = (fact: 'crc' | 'packedSize' | 'size') =>
    local[fact] === member[fact] || ((member.flags & DESCRIPTOR) !== 0 && local[fact] === 0);
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
