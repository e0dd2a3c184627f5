// Says whether a key was seen before: a value that is requested once is not worth a place in a cache.

/** Returns a function that is true for a key among the last `count` to `2 * count` different keys. */
export function seenBefore(count: number): (key: string) => boolean {
  let newer = new Set<string>();
  let older = newer;
  return (key) => {
    if (newer.has(key) || older.has(key)) return true;
    if (newer.size >= count) [older, newer] = [newer, new Set()];
    newer.add(key);
    return false;
  };
}
