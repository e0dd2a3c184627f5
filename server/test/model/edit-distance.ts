// The distance between two words, in the plainest way.

/** The distance as Lowrance and Wagner define it: a transposed pair may be edited in between. */
export function damerauLevenshtein(one: string[], other: string[]): number {
  const width = other.length + 2;
  const infinite = one.length + other.length;
  const table = new Map<number, number>();
  const at = (i: number, j: number) => table.get((i + 1) * width + j + 1) ?? infinite;
  const put = (i: number, j: number, distance: number) => table.set((i + 1) * width + j + 1, distance);
  for (let i = 0; i <= one.length; i += 1) put(i, 0, i);
  for (let j = 0; j <= other.length; j += 1) put(0, j, j);
  const lastRow = new Map<string, number>();
  for (let i = 1; i <= one.length; i += 1) {
    let lastColumn = 0;
    for (let j = 1; j <= other.length; j += 1) {
      const [k, l] = [lastRow.get(other[j - 1] ?? '') ?? 0, lastColumn];
      const isSame = one[i - 1] === other[j - 1];
      if (isSame) lastColumn = j;
      const swapped = k > 0 && l > 0 ? at(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1) : infinite;
      put(i, j, Math.min(at(i - 1, j - 1) + (isSame ? 0 : 1), at(i, j - 1) + 1, at(i - 1, j) + 1, swapped));
    }
    lastRow.set(one[i - 1] ?? '', i);
  }
  return at(one.length, other.length);
}
