// Remembers which keys were seen of late: a cache stores what is requested for the second time, since most keys are requested once.

/** Returns a function that is true for a key which was among the last `count` or so. */
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
