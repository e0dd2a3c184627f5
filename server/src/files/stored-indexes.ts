// The indexes of archives: cached, loaded from the store, or made again from the archive where the store has none.
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import { failures } from '../failures.ts';
import { fairQueue } from '../fair-queue.ts';
import { openIndex, type FileIndex } from '../inspection/file-index.ts';
import type { Inspector } from '../inspection/inspect.ts';
import { singleFlight } from '../single-flight.ts';
import { rebuildDerivedFiles, type ArchiveRef } from './derived-files.ts';

/** 10,000 records, with paths of 1,024 bytes. */
const MAX_INDEX_BYTES = 11 * 1_024 ** 2;
const MAX_CACHED_BYTES = 32 * 1_024 ** 2;

interface CachedIndex {
  index: FileIndex;
  /** Of the archive. */
  format: ArchiveRef['format'];
}

interface StoredIndexes {
  /** Undefined if the inspection would refuse the archive today. `isRebuilt`: what is stored was wrong, and is made again. */
  find(archive: ArchiveRef, isRebuilt?: boolean): Promise<FileIndex | undefined>;
  /** By the digest of the archive; undefined if it has to be found. */
  cached(digest: string): CachedIndex | undefined;
}

/** However many requests for a realm arrive at once, an index is loaded once. */
export function storedIndexes(store: Archives, archives: Archives, inspect: Inspector): StoredIndexes {
  const cache = new LRUCache<string, CachedIndex>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ index }) => index.byteLength,
  });
  const once = singleFlight<FileIndex | undefined>();
  const refused = failures(); // also archives that are missing, perhaps for a moment
  const loads = fairQueue('file-indexes', { running: 4, waiting: 256 });
  const rebuilds = fairQueue('file-index-rebuilds', { running: 1, waiting: 16 });

  const loadIndex = ({ realmId, digest, format }: ArchiveRef) =>
    loads(realmId, async () => {
      const index = cache.get(digest)?.index ?? (await readIndex(digest)); // another realm may have the same archive
      if (index) cache.set(digest, { index, format });
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
    if (refused.isPaused(digest) || (!isForced && (await readIndex(digest)))) return; // another realm had it rebuilt
    if (await rebuildDerivedFiles(archives, inspect, archive)) refused.remove(digest);
    else refused.add(digest);
    cache.delete(digest);
  }

  async function load(archive: ArchiveRef, isRebuilt: boolean): Promise<FileIndex | undefined> {
    const stored = isRebuilt ? undefined : await loadIndex(archive);
    if (stored) return stored;
    await rebuilds(archive.realmId, () => rebuild(archive, isRebuilt));
    return loadIndex(archive);
  }

  return {
    async find(archive, isRebuilt = false) {
      const { digest, realmId } = archive;
      if (refused.isPaused(digest)) return undefined;
      const cached = isRebuilt ? undefined : cache.get(digest);
      return cached?.index ?? once(`${realmId} ${digest}`, () => load(archive, isRebuilt));
    },
    cached: (digest) => cache.get(digest),
  };
}
