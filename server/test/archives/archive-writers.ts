// Writers of tar.gz and zip that write whatever they are told, so that any archive, however broken, can be made.
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

export type Bytes = Buffer | string;

interface TarFields {
  name?: Bytes;
  size?: Bytes | number;
  type?: Bytes;
  linkname?: Bytes;
  magic?: Bytes;
  prefix?: Bytes;
  mode?: Bytes;
  checksum?: (block: Buffer) => Bytes;
}

const toBytes = (bytes: Bytes) => (typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
export function sumOf(block: Buffer, signed = false): number {
  let sum = 0;
  for (const [at, byte] of block.entries())
    sum += at >= 148 && at < 156 ? 32 : signed && byte > 127 ? byte - 256 : byte;
  return sum;
}

/** Deflated blocks that others may follow. */
export const flushed = (bytes: Buffer) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** Deflated blocks of so many MiB of zeros: the same again and again, so that even a large bomb is built in no time. */
export const deflatedZeros = (mebibytes: number) =>
  Buffer.concat(Array<Buffer>(mebibytes).fill(flushed(Buffer.alloc(1_024 ** 2))));

export function tarHeader(fields: TarFields): Buffer {
  const { name = 'file', size = 0, type = '0', linkname = '', magic = 'ustar\u{0}00', prefix = '' } = fields;
  const { mode = '0000644\0' } = fields;
  const block = Buffer.alloc(512);
  const put = (bytes: Bytes, at: number) => toBytes(bytes).copy(block, at);
  put(toBytes(name).subarray(0, 100), 0);
  put(mode, 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(typeof size === 'number' ? octal(size, 12) : size, 124);
  put('14000000000\0', 136);
  put(type, 156);
  put(linkname, 157);
  put(magic, 257);
  put(prefix, 345);
  put((fields.checksum ?? ((block) => `${octal(sumOf(block), 7)} `))(block), 148);
  return block;
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 511)]);

export function tarEntry(name: Bytes, content: Bytes = '', fields: TarFields = {}): Buffer {
  const body = toBytes(content);
  return Buffer.concat([tarHeader({ name, size: body.length, ...fields }), padded(body)]);
}

export const paxRecord = (key: string, value: Bytes) => {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), toBytes(value), Buffer.from('\n')]);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
};

export const pax = (records: Record<string, Bytes> | Buffer, type = 'x') =>
  tarEntry(
    'PaxHeaders/file',
    Buffer.isBuffer(records)
      ? records
      : Buffer.concat(Object.entries(records).map(([key, value]) => paxRecord(key, value))),
    { type },
  );

export const longName = (name: Bytes, type = 'L') =>
  tarEntry('././@LongLink', Buffer.concat([toBytes(name), Buffer.alloc(1)]), { type, magic: 'ustar  \0' });

/** A tar with its two blocks of zeros. */
export const tar = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.alloc(1_024)]);
export const targz = (...parts: Buffer[]) => gzipSync(tar(...parts));

export interface ZipFields {
  name: Bytes;
  content?: Bytes;
  /** What stands in the file in place of the packed content. */
  data?: Buffer;
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  packedSize?: number;
  madeBy?: number;
  attributes?: number;
  extra?: Buffer;
  comment?: string;
  disk?: number;
  offset?: number;
  /** Where the local header differs; `signature` is that of the header. */
  local?: Partial<Omit<ZipFields, 'local'>> & { signature?: string };
  /** Written behind the data, when the flag for it is set. */
  descriptor?: Buffer;
  /** Bytes before the local header that belong to nobody. */
  before?: Buffer;
}

interface ZipEnd {
  comment?: Bytes;
  commentLength?: number;
  count?: number;
  countHere?: number;
  disk?: number;
  startDisk?: number;
  size?: number;
  offset?: number;
  /** Between the last member and the directory, between the directory and its end, and behind all. */
  beforeDirectory?: Buffer;
  beforeEnd?: Buffer;
  behind?: Buffer;
  signature?: string;
}

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.of(value & 255, (value >>> 8) & 255)));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value & 0xffff, value >>> 16)));
export const extraField = (id: number, data: Bytes) => Buffer.concat([u16(id, toBytes(data).length), toBytes(data)]);
/** Info-ZIP's field for a name in UTF-8, with the checksum of the name that it stands for. */
export const unicodePath = (name: Bytes, of: Bytes, version = 1) => {
  const head = Buffer.alloc(5);
  head[0] = version;
  head.writeUInt32LE(crc32(of), 1);
  return extraField(0x7075, Buffer.concat([head, toBytes(name)]));
};
export const UNIX = 3 << 8;
export const DESCRIPTOR = 8;
export const UTF8 = 0x800;

export function descriptor(fields: ZipFields, withSignature = true): Buffer {
  const { crc, packedSize, size } = settle(fields);
  return Buffer.concat([Buffer.from(withSignature ? 'PK\x07\x08' : ''), u32(crc, packedSize, size)]);
}

function settle(fields: ZipFields) {
  const content = toBytes(fields.content ?? '');
  const { method = content.length > 0 ? 8 : 0 } = fields;
  const data = fields.data ?? (method === 8 ? deflateRawSync(content) : content);
  const name = toBytes(fields.name);
  const { crc = crc32(content), size = content.length, packedSize = data.length, madeBy = UNIX | 20 } = fields;
  const { flags = name.some((byte) => byte > 127) ? UTF8 : 0, extra = Buffer.alloc(0), comment = '' } = fields;
  const { attributes = 0, disk = 0 } = fields;
  return { name, data, method, crc, size, packedSize, madeBy, flags, extra, comment, attributes, disk };
}

export function localHeader(fields: ZipFields): Buffer {
  const facts = settle(fields);
  const isLeft = facts.flags & DESCRIPTOR && !fields.local;
  const left = isLeft ? { crc: 0, packedSize: 0, size: 0 } : {};
  const { name, method, flags, crc, packedSize, size, extra } = { ...settle({ ...facts, ...fields.local }), ...left };
  return Buffer.concat([
    Buffer.from(fields.local?.signature ?? 'PK\x03\x04'),
    u16(20, flags, method, 0, 0x5c21),
    u32(crc, packedSize, size),
    u16(name.length, extra.length),
    name,
    extra,
  ]);
}

export function centralHeader(fields: ZipFields, offset: number): Buffer {
  const { name, method, flags, crc, packedSize, size, extra, comment, madeBy, disk, attributes } = settle(fields);
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    u16(madeBy, 20, flags, method, 0, 0x5c21),
    u32(crc, packedSize, size),
    u16(name.length, extra.length, Buffer.byteLength(comment), disk, 0),
    u32(attributes, fields.offset ?? offset),
    name,
    extra,
    Buffer.from(comment),
  ]);
}

export function zip(members: ZipFields[], end: ZipEnd = {}): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const { flags, data } = settle(member);
    const behind = member.descriptor ?? (flags & DESCRIPTOR ? descriptor(member) : Buffer.alloc(0));
    const before = member.before ?? Buffer.alloc(0);
    const own = Buffer.concat([before, localHeader(member), data, behind]);
    parts.push(own);
    central.push(centralHeader(member, at + before.length));
    at += own.length;
  }
  return zipOf(Buffer.concat(parts), central, end);
}

/** A zip of any bytes and any directory. */
export function zipOf(body: Buffer, central: Buffer[], end: ZipEnd = {}): Buffer {
  const directory = Buffer.concat(central);
  const between = end.beforeDirectory ?? Buffer.alloc(0);
  const comment = toBytes(end.comment ?? '');
  const { count = central.length, size = directory.length, offset = body.length + between.length } = end;
  return Buffer.concat([
    body,
    between,
    directory,
    end.beforeEnd ?? Buffer.alloc(0),
    Buffer.from(end.signature ?? 'PK\x05\x06'),
    u16(end.disk ?? 0, end.startDisk ?? 0, end.countHere ?? count, count),
    u32(size, offset),
    u16(end.commentLength ?? comment.length),
    comment,
    end.behind ?? Buffer.alloc(0),
  ]);
}
