// The file of a snapshot: a line that identifies it, the bytes of the index, and a checksum of both. It appears complete, or not at all.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ByteSource } from '../search-index/serialize.ts';
import type { SnapshotId } from './queries.ts';

/** Has another number when the bytes of `search-index/` mean something else. Numbers are in the byte order of this machine. */
export const FORMAT = `realm-catalog search-index 7 ${endianness()}`;
const HEADER_BYTES = 256;
const CHECKSUM_BYTES = 4;
/** A process that is still writing never pauses for so long. */
const ABANDONED_MS = 60_000;

interface WriteHooks {
  /** Runs after each step. */
  pause: () => Promise<void>;
  /** Runs when the bytes are on the disk, before the file gets its name. */
  beforeRename: () => Promise<void>;
}

/** Writes a snapshot. Returns false when another process is just doing the same. */
export async function writeSnapshot(
  file: string,
  id: SnapshotId,
  steps: Iterable<Uint8Array>,
  hooks: WriteHooks,
): Promise<boolean> {
  const part = `${file}.part`;
  if ((await ageOf(part)) > ABANDONED_MS) await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!handle) return false;
  try {
    await writeAll(handle, id, steps, hooks);
    await handle.close();
    await hooks.beforeRename();
    await rename(part, file);
    await syncFolder(dirname(file));
    return true;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function writeAll(handle: FileHandle, id: SnapshotId, steps: Iterable<Uint8Array>, { pause }: WriteHooks) {
  let checksum = 0;
  const write = async (bytes: Uint8Array) => {
    checksum = crc32(bytes, checksum);
    for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
  };
  await write(Buffer.from(`${JSON.stringify({ format: FORMAT, ...id }).padEnd(HEADER_BYTES - 1)}\n`));
  for (const bytes of steps) {
    await write(bytes);
    await pause();
  }
  await write(Buffer.from(Uint32Array.of(checksum).buffer));
  await handle.sync();
}

async function ageOf(file: string): Promise<number> {
  return Math.abs(Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs); // the clock may have been set
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export interface Snapshot extends Disposable {
  id: SnapshotId;
  bytes: ByteSource;
  /** Whether everything was read, and the checksum is right. */
  isWhole(): boolean;
}

/** Throws when there is no file, or it has another format. */
export function openSnapshot(file: string): Snapshot {
  const descriptor = openSync(file, 'r');
  try {
    const source = checkedSource(descriptor);
    const header = Buffer.alloc(HEADER_BYTES);
    source.read(header);
    const { format, token, revision } = JSON.parse(header.toString()) as SnapshotId & { format: string };
    if (format !== FORMAT) throw new TypeError('the file is of another kind');
    return {
      id: { token, revision },
      bytes: source,
      isWhole: () => source.left === 0 && source.isChecksumRight(),
      [Symbol.dispose]: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Reads a file up to its checksum, which is computed on the way. */
function checkedSource(descriptor: number): ByteSource & { isChecksumRight(): boolean } {
  let left = fstatSync(descriptor).size;
  let checksum = 0;
  const read = (into: Uint8Array) => {
    if (into.length > left) throw new RangeError('the file ends too soon');
    readFully(descriptor, into);
    left -= into.length;
  };
  return {
    get left() {
      return left - CHECKSUM_BYTES;
    },
    read(into) {
      read(into);
      checksum = crc32(into, checksum);
    },
    isChecksumRight() {
      const written = new Uint32Array(1);
      read(new Uint8Array(written.buffer));
      return written[0] === checksum;
    },
  };
}

function readFully(descriptor: number, into: Uint8Array): void {
  for (let at = 0; at < into.length;) {
    const count = readSync(descriptor, into, at, into.length - at, null);
    if (count === 0) throw new RangeError('the file ends too soon');
    at += count;
  }
}
