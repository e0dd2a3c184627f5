// The Damerau–Levenshtein distance of two texts, as far as it is at most two: how many characters must be inserted, removed, replaced, or
// exchanged with their neighbour.

/** A text as code points. */
export type CodePoints = ArrayLike<number> & { length: number };

/** Returns the distance, or `max` + 1 if it is larger than `max`, which is 0, 1 or 2. */
export function editDistance(one: CodePoints, other: CodePoints, max: number): number {
  return distanceFrom(one, 0, other, 0, max);
}

/** Compares the texts from these indexes on. Equal characters at the beginning belong to some shortest edit, so they are skipped. */
function distanceFrom(one: CodePoints, oneFrom: number, other: CodePoints, otherFrom: number, max: number): number {
  let [i, j] = [oneFrom, otherFrom];
  while (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
  const [left, otherLeft] = [one.length - i, other.length - j];
  if (left === 0 || otherLeft === 0) return Math.min(Math.max(left, otherLeft), max + 1);
  if (max === 0 || Math.abs(left - otherLeft) > max) return max + 1;

  let best = max + 1;
  const attempt = (cost: number, skipped: number, otherSkipped: number) => {
    if (cost >= best) return;
    best = Math.min(best, cost + distanceFrom(one, i + skipped, other, j + otherSkipped, best - 1 - cost));
  };
  if (one[i] === other[j + 1] && one[i + 1] === other[j]) attempt(1, 2, 2);
  attempt(1, 1, 1);
  attempt(1, 1, 0);
  attempt(1, 0, 1);
  // Two neighbours are exchanged after the character between them was removed, or before one is inserted between them.
  if (one[i] === other[j + 1] && one[i + 2] === other[j]) attempt(2, 3, 2);
  if (one[i] === other[j + 2] && one[i + 1] === other[j]) attempt(2, 2, 3);
  return best;
}
