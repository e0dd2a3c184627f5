// Compresses text: small bodies at once, larger ones off the event loop, a few at a time.
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { clientAddress } from './client-address.ts';
import { fairQueue, QueueFullError } from '../concurrency/fair-queue.ts';
import type { Coding } from './accept-encoding.ts';

/** Larger bodies are compressed while they are sent, and never stored. */
export const MAX_WHOLE_BYTES = 1_024 * 1_024;

/** Node has four threads for this, for files and for passwords. */
const MAX_RUNNING = 2;
/** A list of 20 realms takes 0.2 ms, the largest body that is compressed whole some 20 ms. */
const MAX_WAITING = 64;
/** zstd takes 0.2 ms for so much. With a thread it takes twice as long in all, and the event loop still has more than half of that. */
const MAX_AT_ONCE_BYTES = 64 * 1_024;
/**
 * Bodies that are compressed while they are sent, at once; further ones are sent as they are. A stream lasts as long as its client reads, so
 * streams have places of their own, an address has few of them, and none waits for one.
 */
const STREAMS = { running: 8, runningOfOne: 2, waiting: 0 };
const CHUNK_BYTES = 64 * 1_024;
/** Without turns: whoever finds no place gets the body as it is. */
const EVERYONE = '';

/**
 * The levels up to which more time makes a list of realms clearly smaller. 13 KB of JSON become 3.8 KB in 0.05 ms (zstd), 42 KB of HTML 7.0 KB in
 * 0.12 ms; the third level of zstd makes 3.7 and 6.8 KB of them in half as much time again. br and gzip take two to four times as long.
 */
const { ZSTD_c_compressionLevel: level, BROTLI_PARAM_QUALITY: quality } = zlib.constants;
const zstdOptions = { params: { [level]: 1 } };
const brOptions = { params: { [quality]: 3 } };
const gzipOptions = { level: 4 };

const [zstd, br, gzip] = [promisify(zlib.zstdCompress), promisify(zlib.brotliCompress), promisify(zlib.gzip)];
const compressWhole: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  zstd: (bytes) => zstd(bytes, zstdOptions),
  br: (bytes) => br(bytes, brOptions),
  gzip: (bytes) => gzip(bytes, gzipOptions),
};
const streams = {
  zstd: () => zlib.createZstdCompress(zstdOptions),
  br: () => zlib.createBrotliCompress(brOptions),
  gzip: () => zlib.createGzip(gzipOptions),
} satisfies Record<Coding, () => Writable>;

/** Where a body is sent. */
interface Destination {
  response: Writable;
  /** The address of the client. */
  ip: string;
}

export interface Compressor {
  /** The compressed bytes; nothing while too many others wait: the body is then sent as it is. */
  compress: (bytes: Buffer, coding: Coding) => Promise<Buffer | undefined>;
  /** Compresses the bytes while it writes them, and counts what it makes of them in what `begin` returns. Nothing is written while too many others are sent. */
  stream: <Sent extends { bytes: number }>(
    bytes: Buffer,
    coding: Coding,
    to: Destination,
    begin: () => Sent,
  ) => Promise<Sent | undefined>;
}

export function compressor(): Compressor {
  const enqueue = fairQueue('compression', { running: MAX_RUNNING, waiting: MAX_WAITING });
  const enqueueStream = fairQueue('compressed-streams', STREAMS);
  return {
    async compress(bytes, coding) {
      if (coding === 'zstd' && bytes.length <= MAX_AT_ONCE_BYTES) return zlib.zstdCompressSync(bytes, zstdOptions);
      return enqueue(EVERYONE, () => compressWhole[coding](bytes)).catch(ifFull(undefined));
    },
    stream: (bytes, coding, { response, ip }, begin) =>
      enqueueStream(clientAddress(ip), async () => {
        const sent = begin();
        const coder = streams[coding]();
        coder.on('data', (chunk: Buffer) => (sent.bytes += chunk.length));
        // A client that goes away ends this early; what it has was not complete.
        await pipeline(Readable.from(chunksOf(bytes)), coder, response).catch(() => response.destroy());
        return sent;
      }).catch(ifFull(undefined)),
  };
}

function ifFull<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof QueueFullError) return value;
    throw error;
  };
}

export function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Whether a media type is text, which is worth compressing. Archives and pictures are compressed already. */
export function isText(mediaType: string): boolean {
  return /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|javascript)\b|image\/svg)/i.test(mediaType);
}
