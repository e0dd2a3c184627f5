// Finds the known word that a mistyped one is most like, for "did you mean".

/** Longer words are none that anyone has mistyped, and would take long to compare. */
const MAX_LENGTH = 64;

/** Undefined if no word differs by few letters. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const typed = word.toLowerCase();
  const [best] = known
    .map((one) => ({ one, distance: distanceOf(typed, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.max(1, Math.floor(Math.max(word.length, one.length) / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

/** How many letters are added, left out, changed, or exchanged with their neighbour. */
function distanceOf(from: string, to: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const isExchanged = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      next[at] = Math.min(
        (next[at - 1] ?? 0) + 1,
        (last?.[at] ?? 0) + 1,
        (last?.[at - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before?.[at - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last?.[to.length] ?? 0;
}
