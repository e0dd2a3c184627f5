// Anchors of a three-way merge: lines that each text has once, and all have in the same order. Between two anchors, little is left to compare.

/** The number of a line in the base, in ours and in theirs. */
export type Anchor = readonly [base: number, ours: number, theirs: number];

export function anchorsOf(base: string[], ours: string[], theirs: string[]): Anchor[] {
  const [inBase, inOurs, inTheirs] = [linesThatOccurOnce(base), linesThatOccurOnce(ours), linesThatOccurOnce(theirs)];
  const common = [...inBase].flatMap(([line, at]): Anchor[] => {
    const [atOurs, atTheirs] = [inOurs.get(line), inTheirs.get(line)];
    return atOurs === undefined || atTheirs === undefined ? [] : [[at, atOurs, atTheirs]];
  });
  return longestRising(longestRising(common, 1), 2);
}

/** In their order, with their numbers. */
function linesThatOccurOnce(lines: string[]): Map<string, number> {
  const repeated = new Set<string>();
  const found = new Map<string, number>();
  for (const [at, line] of lines.entries())
    if (found.has(line)) repeated.add(line);
    else found.set(line, at);
  for (const line of repeated) found.delete(line);
  return found;
}

interface Chain {
  anchor: Anchor;
  before: Chain | undefined;
}

/** The most anchors whose numbers rise on this side; the numbers are all different (https://en.wikipedia.org/wiki/Patience_sorting). */
function longestRising(anchors: Anchor[], side: 1 | 2): Anchor[] {
  /** For each length, the chain of this length whose last number is the least. */
  const chains: Chain[] = [];
  for (const anchor of anchors) {
    let [from, to] = [0, chains.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((chains[middle]?.anchor[side] ?? 0) < anchor[side]) from = middle + 1;
      else to = middle;
    }
    chains[from] = { anchor, before: chains[from - 1] };
  }
  const longest: Anchor[] = [];
  for (let chain = chains.at(-1); chain; chain = chain.before) longest.push(chain.anchor);
  return longest.toReversed();
}
