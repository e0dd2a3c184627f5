// Reads the files of archives: one by one, each by a range of a zip, and verified against its digest.
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { DamagedArchiveError, type Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import { fairQueue } from '../concurrency/fair-queue.ts';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import type { Inspector } from '../inspection/inspect.ts';
import type { ArchiveRef } from './derived-files.ts';
import { inflatedStream } from './inflated-stream.ts';
import { storedIndexes } from './stored-indexes.ts';

export interface ArchiveFiles {
  /** Undefined if the archive has no files to show: it is not in the store, or the inspection would refuse it today. */
  index(archive: ArchiveRef): Promise<FileIndex | undefined>;
  /** The index of the archive with this digest and its format, if it is in memory. */
  cachedIndex(digest: string): { index: FileIndex; format: ArchiveRef['format'] } | undefined;
  /** The bytes of a file for which `isSmall` holds, as the index has it. */
  read(archive: ArchiveRef, path: string): Promise<Buffer>;
  /** The bytes of any file. The stream fails at its end if they are not those that the index has. */
  stream(archive: ArchiveRef, file: IndexedFile): Promise<Readable>;
}

/** Larger files are streamed, and are not compared with each other. */
const MAX_SMALL_BYTES = 1_024 ** 2;
const inflate = promisify(inflateRaw);

/** Whether a file may be held in memory, packed and unpacked. */
export function isSmall({ size, packedSize }: IndexedFile): boolean {
  return size === 0 || (size <= MAX_SMALL_BYTES && packedSize <= MAX_SMALL_BYTES);
}

/** `store` reads without verification: the files are verified one by one. `archives` verifies whole archives, for derived files that are made again. */
export function archiveFiles(store: Archives, archives: Archives, inspect: Inspector): ArchiveFiles {
  const indexes = storedIndexes(store, archives, inspect);
  const reads = fairQueue('file-reads', { running: 16, waiting: 1_024 });

  async function openPacked(archive: ArchiveRef, file: IndexedFile) {
    const found = await store.open(zipName(archive), { start: file.from, end: file.from + file.packedSize - 1 });
    return found && { file, packed: found.stream };
  }

  /** The file may be elsewhere in the new zip. */
  async function openRebuilt(archive: ArchiveRef, path: string) {
    const file = (await indexes.find(archive, true))?.find(path);
    return file && openPacked(archive, file);
  }

  /** Undefined if the bytes are missing, or others than the index says. */
  async function readVerified(archive: ArchiveRef, file: IndexedFile): Promise<Buffer | undefined> {
    if (file.size === 0) return Buffer.alloc(0);
    const found = await openPacked(archive, file);
    const packed = found && (await buffer(found.packed));
    const bytes = packed && file.isDeflated ? await inflateOnce(packed, file.size) : packed;
    return bytes && hash('sha256', bytes) === file.sha256 ? bytes : undefined;
  }

  return {
    index: (archive) => indexes.find(archive),
    cachedIndex: (digest) => indexes.cached(digest),

    async read(archive, path) {
      for (const isRebuilt of [false, true]) {
        const file = (await indexes.find(archive, isRebuilt))?.find(path);
        const bytes =
          file && isSmall(file) ? await reads(archive.realmId, () => readVerified(archive, file)) : undefined;
        if (bytes) return bytes;
      }
      throw new DamagedArchiveError(archive.digest);
    },

    async stream(archive, file) {
      const found = (await openPacked(archive, file)) ?? (await openRebuilt(archive, file.path));
      if (!found) throw new DamagedArchiveError(archive.digest);
      return inflatedStream(found.packed, found.file, () => new DamagedArchiveError(archive.digest));
    },
  };
}

/** The name, in the store, of the zip that has the files of this archive. */
export function zipName({ digest, format }: ArchiveRef): string {
  return format === 'zip' ? digest : derivedName(digest, 'zip');
}

/** Undefined if the bytes are no deflate stream, or inflate to more than they should. */
async function inflateOnce(packed: Buffer, size: number): Promise<Buffer | undefined> {
  return inflate(packed, { maxOutputLength: size }).catch(() => undefined);
}
