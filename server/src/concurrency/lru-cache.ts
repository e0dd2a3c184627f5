// A cache of the entries that were used last. It grows as it is filled: with `max`, the package allocates every slot at once, which takes
// 20 ms and some megabytes for 100,000 of them.
import { LRUCache } from 'lru-cache';

/** `maxSize` is the number of entries, unless `sizeOf` tells the size of each. */
// oxlint-disable-next-line typescript/no-empty-object-type -- what the package allows as keys and values
export function lruCache<Key extends {}, Value extends {}>(
  maxSize: number,
  { ttl = 0, sizeOf = () => 1 }: { ttl?: number; sizeOf?: (value: Value, key: Key) => number } = {},
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize, sizeCalculation: sizeOf, ttl });
}
