// Which keys were asked for before, of late: what is asked for once is not worth keeping, and keeping it would cost more than making it.

/** True when the key is among the last `many` or so. */
export function askedAgain(many: number): (key: string) => boolean {
  let newer = new Set<string>();
  let older = newer;
  return (key) => {
    if (newer.has(key) || older.has(key)) return true;
    if (newer.size >= many) [older, newer] = [newer, new Set()];
    newer.add(key);
    return false;
  };
}
