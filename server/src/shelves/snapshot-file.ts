// The file of a snapshot: a line that says what it is, the bytes, and a checksum of both. It is there as a whole, or not at all.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ByteSource } from '../search-index/serialize.ts';
import type { Saved } from './queries.ts';

/** Another number when the bytes of `search-index/` mean something else. Numbers are written as this machine has them. */
export const FORMAT = `realm-catalog search-index 3 ${endianness()}`;
const HEAD = 256;
const CHECKSUM = 4;
/** Nobody who is still writing pauses for so long, in milliseconds. */
const ABANDONED = 60_000;

/** Writes what the steps give, and lets it be found after `note`. False when another process is just doing the same. */
export async function writeSnapshot(
  file: string,
  head: Saved,
  steps: Iterable<Uint8Array>,
  { pause, note }: Record<'pause' | 'note', () => Promise<void>>,
): Promise<boolean> {
  const part = `${file}.part`;
  if ((await ageOf(part)) > ABANDONED) await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!handle) return false;
  try {
    let sum = 0;
    const write = async (bytes: Uint8Array) => {
      sum = crc32(bytes, sum);
      for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
    };
    await write(Buffer.from(`${JSON.stringify({ format: FORMAT, ...head }).padEnd(HEAD - 1)}\n`));
    for (const bytes of steps) {
      await write(bytes);
      await pause();
    }
    await write(Buffer.from(Uint32Array.of(sum).buffer));
    await handle.sync();
    await handle.close();
    await note();
    await rename(part, file);
    await syncFolder(dirname(file));
    return true;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function ageOf(file: string): Promise<number> {
  return Math.abs(Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs); // the clock may have been set
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export interface Snapshot extends Disposable {
  head: Saved;
  bytes: ByteSource;
  /** Whether all was read, and is as it was written. */
  isWhole(): boolean;
}

/** Throws when there is none, or it is of another kind. */
export function openSnapshot(file: string): Snapshot {
  const descriptor = openSync(file, 'r');
  try {
    let left = fstatSync(descriptor).size;
    let sum = 0;
    const read = (into: Uint8Array) => {
      if (into.length > left) throw new RangeError('the file ends too soon');
      for (let at = 0; at < into.length;) {
        const count = readSync(descriptor, into, at, into.length - at, null);
        if (count === 0) throw new RangeError('the file ends too soon');
        at += count;
      }
      left -= into.length;
    };
    const summed = (into: Uint8Array) => {
      read(into);
      sum = crc32(into, sum);
    };
    const line = Buffer.alloc(HEAD);
    summed(line);
    const { format, token, revision } = JSON.parse(line.toString()) as Saved & { format: string };
    if (format !== FORMAT) throw new TypeError('the file is of another kind');
    return {
      head: { token, revision },
      bytes: {
        get left() {
          return left - CHECKSUM;
        },
        read: summed,
      },
      isWhole() {
        if (left !== CHECKSUM) return false;
        const written = new Uint32Array(1);
        read(new Uint8Array(written.buffer));
        return written[0] === sum;
      },
      [Symbol.dispose]: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
