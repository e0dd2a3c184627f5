// Holds derived files in memory while the store cannot take them, such as on a full disk. They can be made again, so none is lost with the process.
import { Readable } from 'node:stream';
import { lruCache } from '../concurrency/lru-cache.ts';
import { diskError } from '../errors.ts';
import type { Archives } from './archives.ts';
import { isDigest } from './storage-key.ts';

/** Of one file, and of all together. */
export const MAX_HELD_BYTES = 32 * 1_024 ** 2;

/** The same store. An archive, whose name is a digest, is only ever stored by it. */
export function holdingDerivedFiles(store: Archives): Archives {
  const held = lruCache<string, Uint8Array>(MAX_HELD_BYTES, { sizeOf: (bytes) => bytes.length || 1 });
  return {
    ...store,

    async put(bytes, name) {
      try {
        await store.put(bytes, name);
        held.delete(name);
      } catch (error) {
        if (isDigest(name) || bytes.length > MAX_HELD_BYTES || !diskError(error)) throw error;
        held.set(name, bytes);
      }
    },

    async putFile(temporaryFile, name) {
      await store.putFile(temporaryFile, name);
      held.delete(name);
    },

    async open(name, range) {
      const bytes = held.get(name); // newer than what the store has
      if (!bytes) return store.open(name, range);
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return { stream: Readable.from([part]), size: bytes.length, fingerprint: 'held' };
    },

    size: async (name) => held.get(name)?.length ?? store.size(name),

    async remove(name) {
      held.delete(name);
      await store.remove(name);
    },
  };
}
