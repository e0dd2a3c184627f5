// Hostile gzip streams: what stands around a tar, and bombs.
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { deflatedZeros, flushed, sumOf, tar, tarEntry, tarHeader, targz, zip } from '../archives/archive-writers.ts';
import type { Corpus } from './archives.ts';

const good = targz(tarEntry('a', 'hello'));
const gzip = (bytes: Buffer, why: RegExp) => () => ({ type: 'application/gzip', bytes, why }) as const;
const patched = (at: number, ...values: number[]) => {
  const bytes = Buffer.from(good);
  Buffer.from(values).copy(bytes, at < 0 ? bytes.length + at : at);
  return bytes;
};
/** The stream with these header flags, and what they announce. */
const withHeader = (flags: number, ...more: Buffer[]) =>
  Buffer.concat([good.subarray(0, 3), Buffer.of(flags), good.subarray(4, 10), ...more, good.subarray(10)]);

const MiB = 1_024 ** 2;

/** A tar of one file of zeros, of so many times 64 MiB. */
function zeros(count: number, behind: Buffer = Buffer.alloc(0)): Buffer {
  const size = Buffer.alloc(12);
  size[0] = 0x80;
  size.writeUIntBE(count * 64 * MiB, 6, 6);
  return streamOf(flushed(tarHeader({ name: 'zeros', size })), deflatedZeros(count * 64), behind);
}

/** A gzip stream of these deflated blocks, without the right checksum and length. */
function streamOf(...blocks: Buffer[]): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
  return Buffer.concat([header, ...blocks, Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])]);
}

export const hostileGzips: Corpus = {
  'an empty file as gzip': gzip(Buffer.alloc(0), /is not gzip/),
  'a gzip of one byte': gzip(Buffer.of(0x1f), /is not gzip/),
  'a gzip of its magic alone': gzip(Buffer.of(0x1f, 0x8b, 8), /cut off/),
  'a tar that is not packed': gzip(tar(tarEntry('a')), /is not gzip/),
  'a zip sent as gzip': gzip(zip([{ name: 'a' }]), /is not gzip/),
  'a gzip of an unknown method': gzip(patched(2, 7), /unknown gzip method/),
  'a gzip with reserved flags': gzip(patched(3, 0x80), /flags that nobody has defined/),
  'a gzip whose file name has no end': gzip(
    Buffer.concat([good.subarray(0, 3), Buffer.of(8), good.subarray(4, 10), Buffer.alloc(99, 'a')]),
    /gzip header/,
  ),
  'a gzip whose file name is longer than 64 KiB': gzip(
    withHeader(8, Buffer.alloc(70_000, 'a'), Buffer.alloc(1)),
    /gzip header/,
  ),
  'a gzip whose comment has no end': gzip(
    Buffer.concat([good.subarray(0, 3), Buffer.of(16), good.subarray(4, 10), Buffer.alloc(99, 'a')]),
    /gzip header/,
  ),
  'a gzip whose extra field ends behind the file': gzip(withHeader(4, Buffer.of(0xff, 0xff)), /gzip header/),
  'a gzip with a wrong header checksum': gzip(withHeader(2, Buffer.of(1, 2)), /checksum of its gzip header/),
  'a gzip with a wrong checksum': gzip(patched(-8, 1, 2, 3, 4), /gzip checksum is wrong/),
  'a gzip with a wrong length': gzip(patched(-4, 1, 2, 3, 4), /gzip length is wrong/),
  'a gzip without its trailer': gzip(good.subarray(0, -8), /no end/),
  'a gzip with half its trailer': gzip(good.subarray(0, -4), /no end/),
  'a gzip cut in its data': gzip(good.subarray(0, -20), /damaged or cut off/),
  'a gzip whose data is noise': gzip(
    Buffer.concat([good.subarray(0, 10), Buffer.alloc(200, 0xff)]),
    /damaged or cut off/,
  ),
  'a gzip with a byte behind it': gzip(Buffer.concat([good, Buffer.of(65)]), /data behind the end/),
  'a gzip with zeros behind it': gzip(Buffer.concat([good, Buffer.alloc(512)]), /data behind the end/),
  'a gzip with a zip behind it': gzip(Buffer.concat([good, zip([{ name: '../a' }])]), /data behind the end/),
  'a gzip with a second stream behind it': gzip(
    Buffer.concat([good, targz(tarEntry('../evil'))]),
    /second gzip stream/,
  ),
  'a tar in two gzip streams': gzip(
    Buffer.concat([gzipSync(tarEntry('a', 'hello')), targz(tarEntry('b'))]),
    /zeros at the end of a tar are missing|second gzip/,
  ),
  'a gzip with an empty second stream': gzip(Buffer.concat([good, gzipSync('')]), /second gzip stream/),
  'a gzip of nothing': gzip(gzipSync(''), /zeros at the end of a tar/),
  'a gzip of a gzip': gzip(gzipSync(good), /tar header|cut off/),
  'a gzip of a text': gzip(gzipSync('hello '.repeat(1_000)), /wrong checksum in the tar header at byte 0/),
  'a gzip bomb of 10 GB': () => ({ type: 'application/gzip', bytes: zeros(160), why: /more than 512 MiB/ }),
  'a gzip bomb of 256 MiB': () => ({ type: 'application/gzip', bytes: zeros(4), why: /more than 100 times/ }),
  'a gzip bomb of 512 MiB in a bush of noise': () => ({
    type: 'application/gzip',
    bytes: zeros(9, noise(6 * MiB)),
    why: /more than 512 MiB/,
  }),
  'a gzip bomb behind the end of the tar': gzip(
    streamOf(flushed(tar(tarEntry('a'))), deflatedZeros(200)),
    /1 MiB of zeros behind the end/,
  ),
  'a gzip bomb of many small files': gzip(
    targz(...Array.from({ length: 300 }, (_, at) => tarEntry(`f${at}`, Buffer.alloc(64 * 1_024)))),
    /more than 100 times/,
  ),
  'a tar header whose checksum is that of the gzip': gzip(
    gzipSync(
      tar(tarEntry('a', '', { checksum: (block) => `${(sumOf(block) + crc32('x')).toString(8).slice(-6)}\0 ` })),
    ),
    /wrong checksum/,
  ),
};

/** Stored deflate blocks of bytes that do not repeat, so that the archive is large enough for no ratio to be judged. */
function noise(size: number): Buffer {
  let state = 1;
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return deflateRawSync(bytes, { level: 0, finishFlush: constants.Z_FULL_FLUSH });
}
