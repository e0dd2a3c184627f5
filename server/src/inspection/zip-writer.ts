// Writes the files of a tar into a zip, each compressed by itself, so that one file can be read without those before it.
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ZipLocation } from '@realm-catalog/archive';

export interface ZipWriter {
  begin(name: Buffer, mode: number): void;
  /** The next bytes of the file that was begun last. */
  add(bytes: Buffer): void;
  /** Ends the file, and returns where its bytes are. */
  end(): ZipLocation;
  /** Writes the central directory. */
  close(): void;
}

const CHUNK_BYTES = 64 * 1_024;
/** Fast, since the inspection waits for it. Each chunk ends at a byte, so that the chunks of a file make one deflate stream. */
const CHUNK_OPTIONS = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH };
/** An empty block with the mark of the last one. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
/** A file whose first chunk stays larger than this share is stored as it is: images and other packed files would only take time. */
const MIN_GAIN = 7 / 8;

const LOCAL_BYTES = 30;
const MADE_ON_UNIX = (3 << 8) | 20;

interface Member {
  name: Buffer;
  mode: number;
  offset: number;
  isDeflated: boolean;
  crc: number;
  packedSize: number;
  size: number;
}

/** `write` puts bytes at a position of the zip. */
export function zipWriter(write: (bytes: Buffer, position: number) => void): ZipWriter {
  let position = 0;
  let member = newMember(Buffer.alloc(0), 0, 0);
  /** Bytes of the file that are not written yet. */
  let chunk: Buffer[] = [];
  let chunkBytes = 0;
  const directory: Buffer[] = [];

  function append(bytes: Buffer): void {
    write(bytes, position);
    position += bytes.length;
  }

  function writeChunk(): void {
    const bytes = Buffer.concat(chunk);
    const isFirst = member.packedSize === 0;
    const packed = isFirst || member.isDeflated ? deflateRawSync(bytes, CHUNK_OPTIONS) : bytes;
    if (isFirst) member.isDeflated = packed.length < bytes.length * MIN_GAIN;
    appendPacked(member.isDeflated ? packed : bytes);
    chunk = [];
    chunkBytes = 0;
  }

  function appendPacked(bytes: Buffer): void {
    append(bytes);
    member.packedSize += bytes.length;
  }

  return {
    begin(name, mode) {
      member = newMember(name, mode, position);
      position += LOCAL_BYTES + name.length; // the header is written at the end, when the sizes are known
    },
    add(bytes) {
      member.crc = crc32(bytes, member.crc);
      member.size += bytes.length;
      chunk.push(bytes);
      chunkBytes += bytes.length;
      if (chunkBytes >= CHUNK_BYTES) writeChunk();
    },
    end() {
      if (chunkBytes > 0) writeChunk();
      if (member.isDeflated) appendPacked(LAST_BLOCK);
      const { name, offset, packedSize, isDeflated } = member;
      write(localHeader(member), offset);
      directory.push(directoryEntry(member));
      return { from: offset + LOCAL_BYTES + name.length, packedSize, isDeflated };
    },
    close() {
      const entries = Buffer.concat(directory);
      const offset = position;
      append(entries);
      append(endRecord(directory.length, entries.length, offset));
    },
  };
}

function newMember(name: Buffer, mode: number, offset: number): Member {
  return { name, mode, offset, isDeflated: false, crc: 0, packedSize: 0, size: 0 };
}

/** What the local header and the central directory say alike, from the version to the length of the name. */
function commonFields({ name, isDeflated, crc, packedSize, size }: Member): Buffer {
  const bytes = Buffer.alloc(24);
  // Version 2.0 of the format, names in UTF-8, the method, and the first day that the format can express.
  [20, 0x800, isDeflated ? 8 : 0, 0, 0x21].forEach((value, at) => bytes.writeUInt16LE(value, 2 * at));
  [crc, packedSize, size].forEach((value, at) => bytes.writeUInt32LE(value, 10 + 4 * at));
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function localHeader(member: Member): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), commonFields(member), Buffer.alloc(2), member.name]);
}

function directoryEntry(member: Member): Buffer {
  const start = Buffer.alloc(6);
  start.write('PK\x01\x02', 'latin1');
  start.writeUInt16LE(MADE_ON_UNIX, 4);
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(((0o100000 | member.mode) << 16) >>> 0, 8);
  rest.writeUInt32LE(member.offset, 12);
  return Buffer.concat([start, commonFields(member), rest, member.name]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 'latin1');
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}
