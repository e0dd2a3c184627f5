// Compresses to a gzip (RFC 1952) whose header says nothing of the machine: no time, no name, no operating system.
import { crc32 } from 'node:zlib';
import { deflate, type Compressor } from './deflate.ts';

const DEFLATE = 8;
const UNKNOWN_SYSTEM = 255;
const HEADER = Uint8Array.of(0x1f, 0x8b, DEFLATE, 0, 0, 0, 0, 0, 0, UNKNOWN_SYSTEM);

export function gzip(write: (bytes: Uint8Array) => void): Compressor {
  write(HEADER);
  const compressor = deflate(write);
  let sum = 0;
  let size = 0;
  return {
    add(bytes) {
      sum = crc32(bytes, sum);
      size += bytes.length;
      compressor.add(bytes);
    },
    end() {
      compressor.end();
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(sum);
      trailer.writeUInt32LE(size % 2 ** 32, 4);
      write(trailer);
    },
  };
}
