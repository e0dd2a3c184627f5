// The indexes of archives: cached, loaded from the store, or made again from the archive where the store has none.
import { buffer } from 'node:stream/consumers';
import type { Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import { failures } from '../concurrency/failures.ts';
import { openIndex, type FileIndex } from '../inspection/file-index.ts';
import type { Inspector } from '../inspection/inspect.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { MAX_INDEX_BYTES, NotHeldError, rebuildDerivedFiles, type ArchiveRef } from './derived-files.ts';

const MAX_CACHED_BYTES = 32 * 1_024 ** 2;
const REBUILD_PLACES = { running: 1, waiting: 16 };

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
  const cache = lruCache<string, CachedIndex>(MAX_CACHED_BYTES, { sizeOf: ({ index }) => index.byteLength });
  const refused = failures(); // also archives that are missing, perhaps for a moment
  const load = sharedWork<CachedIndex | undefined>('file-indexes', { running: 4, waiting: 256 }, cache);
  const makeAgain = sharedWork<CachedIndex | undefined>('file-index-rebuilds', REBUILD_PLACES, {
    get: () => undefined, // what is cached may be wrong
    set: (digest, made) => cache.set(digest, made),
  });

  async function read({ digest, format }: ArchiveRef): Promise<CachedIndex | undefined> {
    const found = await store.open(derivedName(digest, 'files'));
    if (!found || found.size > MAX_INDEX_BYTES) return void found?.stream.destroy();
    const index = await openIndex(await buffer(found.stream));
    return index && { index, format };
  }

  async function rebuild(archive: ArchiveRef, isForced: boolean): Promise<CachedIndex | undefined> {
    const stored = isForced ? undefined : await read(archive); // another realm had it rebuilt
    if (stored || refused.isPaused(archive.digest)) return stored;
    const isRebuilt = await rebuildDerivedFiles(archives, inspect, archive).catch((error: unknown) => {
      if (isForced || !(error instanceof NotHeldError)) throw error;
      return true; // a list needs no more than the index
    });
    if (isRebuilt) refused.remove(archive.digest);
    else refused.add(archive.digest);
    return read(archive);
  }

  return {
    async find(archive, isRebuilt = false) {
      const { digest, realmId } = archive;
      if (refused.isPaused(digest)) return undefined;
      const found = isRebuilt ? undefined : await load(realmId, digest, () => read(archive));
      return (found ?? (await makeAgain(realmId, digest, () => rebuild(archive, isRebuilt))))?.index;
    },
    cached: (digest) => cache.get(digest),
  };
}
