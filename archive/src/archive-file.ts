// Reads the bytes of an archive chunk by chunk, and inflates compressed ones.
import { fstatSync, readSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import { Refusal } from './refusal.ts';

const CHUNK_BYTES = 64 * 1_024;

export interface ArchiveFile {
  size: number;
  /** The bytes from an offset; fewer where the file ends. */
  read(at: number, length: number): Buffer;
  /** The bytes of a range, a chunk at a time. */
  chunks(from: number, to: number): Iterable<Buffer>;
}

export function archiveFile(fd: number): ArchiveFile {
  const { size } = fstatSync(fd);
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(fd, bytes, filled, bytes.length - filled, at + filled);
      if (count === 0) throw new Error('An archive became shorter while it was read.');
      filled += count;
    }
    return bytes;
  };
  return { size, read, chunks: (from, to) => chunksOf(read, from, to) };
}

/** An archive in memory. */
export function archiveBytes(bytes: Buffer): ArchiveFile {
  const read = (at: number, length: number) => bytes.subarray(at, at + length);
  return { size: bytes.length, read, chunks: (from, to) => chunksOf(read, from, to) };
}

function* chunksOf(read: ArchiveFile['read'], from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; at += CHUNK_BYTES) yield read(at, Math.min(CHUNK_BYTES, to - at));
}

/** A deflate stream in a file. */
interface DeflateStream {
  from: number;
  to: number;
  /** The name of its entry. */
  entry?: Buffer;
  /** The declared size of the inflated bytes. */
  size?: number;
}

interface InflatedStream {
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** When all bytes are read: how many compressed bytes belonged to the stream. */
  packedSize: () => number;
}

/**
 * Inflates one deflate stream. It reads raw deflate, because Node's gunzip continues with a second member and does not report bytes after
 * the last one.
 */
export function inflate(file: ArchiveFile, stream: DeflateStream): InflatedStream {
  const { from, to, entry, size = Infinity } = stream;
  if (size <= CHUNK_BYTES && to - from <= CHUNK_BYTES) return inflateAtOnce(file.read(from, to - from), size, entry);
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(file.chunks(from, to)), inflater, () => {}); // the iteration below throws the error
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of inflater) yield chunk as Buffer;
    } catch (error) {
      throw toRefusal(error, entry);
    }
  }
  return { bytes: bytes(), packedSize: () => inflater.bytesWritten };
}

/** For small members, of which there may be 10,000: a stream for each would take ten times as long as everything else. */
function inflateAtOnce(packed: Buffer, size: number, entry: Buffer | undefined): InflatedStream {
  try {
    const options = { maxOutputLength: Math.max(1, size), info: true };
    const { buffer, engine } = inflateRawSync(packed, options) as unknown as { buffer: Buffer; engine: InflateRaw };
    return { bytes: [buffer], packedSize: () => engine.bytesWritten };
  } catch (error) {
    throw toRefusal(error, entry);
  }
}

function toRefusal(error: unknown, entry: Buffer | undefined): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return new Refusal('holds more than it declares', entry);
  return code.startsWith('Z_') ? new Refusal('holds packed data that is damaged or cut off', entry) : error;
}
