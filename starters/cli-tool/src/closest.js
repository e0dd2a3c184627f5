// Finds the word someone probably meant: the one that is the fewest keystrokes away, and at most two.

export function closest(word, candidates) {
  const [best] = candidates
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .toSorted((a, b) => a.far - b.far);
  return best && best.far <= 2 ? best.candidate : undefined;
}

// Levenshtein's distance, one row of his table at a time.
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}
