// Reads the files of archives: one by one, each by a range of a zip, and verified against its digest.
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DamagedArchiveError, type Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import { fairQueue } from '../fair-queue.ts';
import { openIndex, type FileIndex, type IndexedFile } from '../inspection/file-index.ts';
import type { Inspector } from '../inspection/inspect.ts';
import { lruCache } from '../lru-cache.ts';
import { singleFlight } from '../single-flight.ts';
import { rebuildDerivedFiles, type ArchiveRef } from './derived-files.ts';
import { inflatedStream } from './inflated-stream.ts';

export interface ArchiveFiles {
  /** Undefined if the archive has no files to show: it is not in the store, or the inspection would refuse it today. */
  index(archive: ArchiveRef): Promise<FileIndex | undefined>;
  /** The bytes of a file for which `isSmall` holds, as the index has it. */
  read(archive: ArchiveRef, path: string): Promise<Buffer>;
  /** The bytes of any file. The stream fails at its end if they are not those that the index has. */
  stream(archive: ArchiveRef, file: IndexedFile): Promise<Readable>;
}

/** Larger files are streamed, and are not compared with each other. */
const MAX_SMALL_BYTES = 1_024 ** 2;
/** 10,000 records, with paths of 1,024 bytes. */
const MAX_INDEX_BYTES = 11 * 1_024 ** 2;
const MAX_CACHED_BYTES = 32 * 1_024 ** 2;
const MAX_REFUSED = 10_000;
/** The archive may have been missing for a while. */
const REFUSED_TTL_MS = 5 * 60_000;
const inflate = promisify(inflateRaw);

/** Whether a file may be held in memory, packed and unpacked. */
export function isSmall({ size, packedSize }: IndexedFile): boolean {
  return size === 0 || (size <= MAX_SMALL_BYTES && packedSize <= MAX_SMALL_BYTES);
}

/** `store` reads without verification: the files are verified one by one. `archives` verifies whole archives, for derived files that are made again. */
export function archiveFiles(store: Archives, archives: Archives, inspect: Inspector): ArchiveFiles {
  const cache = new LRUCache<string, FileIndex>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const once = singleFlight<FileIndex | undefined>();
  const refused = lruCache<string, true>(MAX_REFUSED, REFUSED_TTL_MS);
  const loads = fairQueue('file-indexes', { running: 4, waiting: 256 });
  const rebuilds = fairQueue('file-index-rebuilds', { running: 1, waiting: 16 });
  const reads = fairQueue('file-reads', { running: 16, waiting: 1_024 });

  const loadIndex = ({ realmId, digest }: ArchiveRef) =>
    loads(realmId, async () => {
      const index = cache.get(digest) ?? (await readIndex(digest)); // another realm may have the same archive
      if (index) cache.set(digest, index);
      return index;
    });

  async function readIndex(digest: string): Promise<FileIndex | undefined> {
    const found = await store.open(derivedName(digest, 'files'));
    if (found && found.size <= MAX_INDEX_BYTES) return openIndex(await buffer(found.stream));
    found?.stream.destroy();
    return undefined;
  }

  async function rebuild(archive: ArchiveRef, isForced: boolean): Promise<void> {
    const { digest } = archive;
    if (refused.has(digest) || (!isForced && (await readIndex(digest)))) return; // another realm had it rebuilt
    if (!(await rebuildDerivedFiles(archives, inspect, archive))) refused.set(digest, true);
    cache.delete(digest);
  }

  async function load(archive: ArchiveRef, isRebuilt: boolean): Promise<FileIndex | undefined> {
    const stored = isRebuilt ? undefined : await loadIndex(archive);
    if (stored) return stored;
    await rebuilds(archive.realmId, () => rebuild(archive, isRebuilt));
    return loadIndex(archive);
  }

  /** However many requests for a realm arrive at once, an index is loaded once. */
  async function findIndex(archive: ArchiveRef, isRebuilt = false): Promise<FileIndex | undefined> {
    const { digest, realmId } = archive;
    if (refused.has(digest)) return undefined;
    const cached = isRebuilt ? undefined : cache.get(digest);
    return cached ?? once(`${realmId} ${digest}`, () => load(archive, isRebuilt));
  }

  const openPacked = (archive: ArchiveRef, { from, packedSize }: IndexedFile) =>
    store.open(zipName(archive), { start: from, end: from + packedSize - 1 });

  /** Undefined if the bytes are missing, or others than the index says. */
  async function readVerified(archive: ArchiveRef, file: IndexedFile): Promise<Buffer | undefined> {
    if (file.size === 0) return Buffer.alloc(0);
    const found = await openPacked(archive, file);
    const packed = found && (await buffer(found.stream));
    const bytes = packed && file.isDeflated ? await inflateOnce(packed, file.size) : packed;
    return bytes && hash('sha256', bytes) === file.sha256 ? bytes : undefined;
  }

  return {
    index: (archive) => findIndex(archive),

    async read(archive, path) {
      for (const isRebuilt of [false, true]) {
        const file = (await findIndex(archive, isRebuilt))?.find(path);
        const bytes =
          file && isSmall(file) ? await reads(archive.realmId, () => readVerified(archive, file)) : undefined;
        if (bytes) return bytes;
      }
      throw new DamagedArchiveError(archive.digest);
    },

    async stream(archive, file) {
      const found = await openPacked(archive, file);
      if (!found) throw new DamagedArchiveError(archive.digest);
      return inflatedStream(found.stream, file, () => new DamagedArchiveError(archive.digest));
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
