// Binary search for the point where a predicate turns false.

/** Returns the first number below `end` for which the predicate is false; it must be true for all numbers before. */
export function firstFalse(end: number, predicate: (at: number) => boolean): number {
  let [from, to] = [0, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (predicate(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
