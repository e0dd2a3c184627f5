// Finds which lines to remove and to add to make one text of another: the shortest way, by the algorithm of Myers in linear space
// (http://www.xmailserver.org/diff2.pdf). Its work is counted, so that no two texts can take long.

export interface LineChanges {
  /** 1 for each line of the first text that is removed. */
  removed: Uint8Array;
  /** 1 for each line of the second text that is added. */
  added: Uint8Array;
}

/** A part of both texts: the lines from `aStart` to `aEnd` of the first, and likewise of the second. */
type Box = [aStart: number, aEnd: number, bStart: number, bEnd: number];

/** Work that may still be done; it is shared between several texts. */
export interface WorkBudget {
  steps: number;
}

/** Undefined if that takes more work than is left. */
export function compareLines(before: string[], after: string[], budget: WorkBudget): LineChanges | undefined {
  const changes = { removed: new Uint8Array(before.length), added: new Uint8Array(after.length) };
  const ids = new Map<string, number>();
  const idOf = (line: string) => {
    const known = ids.get(line);
    if (known === undefined) ids.set(line, ids.size);
    return known ?? ids.size - 1;
  };
  const [allBefore, allAfter] = [before.map(idOf), after.map(idOf)];
  // A line that only one text has is changed for certain. Without these lines, most texts differ in little.
  const a = sharedLines(allBefore, new Set(allAfter), changes.removed);
  const b = sharedLines(allAfter, new Set(allBefore), changes.added);
  const isDone = compareShared(a.lines, b.lines, budget, {
    remove: (line) => (changes.removed[a.positions[line] ?? 0] = 1),
    add: (line) => (changes.added[b.positions[line] ?? 0] = 1),
  });
  return isDone ? changes : undefined;
}

function sharedLines(lines: number[], others: Set<number>, changed: Uint8Array) {
  const positions: number[] = [];
  lines.forEach((line, at) => {
    if (others.has(line)) positions.push(at);
    else changed[at] = 1;
  });
  return { positions, lines: Int32Array.from(positions, (at) => lines[at] ?? 0) };
}

interface Marks {
  remove: (line: number) => void;
  add: (line: number) => void;
}

/** Returns false if the work was too much. */
function compareShared(a: Int32Array, b: Int32Array, budget: WorkBudget, { remove, add }: Marks): boolean {
  const findMiddle = middleFinder(a, b, budget);
  const boxes: Box[] = [[0, a.length, 0, b.length]];
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const [aStart, aEnd, bStart, bEnd] = withoutEqualEnds(a, b, box);
    if (aStart === aEnd) for (let at = bStart; at < bEnd; at += 1) add(at);
    else if (bStart === bEnd) for (let at = aStart; at < aEnd; at += 1) remove(at);
    else {
      const middle = findMiddle(aStart, aEnd, bStart, bEnd);
      if (!middle) return false;
      boxes.push([aStart, middle[0], bStart, middle[1]], [middle[0], aEnd, middle[1], bEnd]);
    }
  }
  return true;
}

function withoutEqualEnds(a: Int32Array, b: Int32Array, [aStart, aEnd, bStart, bEnd]: Box): Box {
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) [aStart, bStart] = [aStart + 1, bStart + 1];
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) [aEnd, bEnd] = [aEnd - 1, bEnd - 1];
  return [aStart, aEnd, bStart, bEnd];
}

const NEVER_FORWARD = -1;
const NEVER_BACKWARD = 2 ** 31 - 1;

/** Searches from both corners of a box at once, on all diagonals (`x - y`), and returns the point where a shortest way is met. */
function middleFinder(a: Int32Array, b: Int32Array, budget: WorkBudget) {
  const zero = b.length + 1; // the place of diagonal 0 in both arrays
  const forward = new Int32Array(a.length + b.length + 3);
  const backward = new Int32Array(a.length + b.length + 3);

  return (...[aStart, aEnd, bStart, bEnd]: Box): [x: number, y: number] | undefined => {
    const [lowest, highest] = [aStart - bEnd, aEnd - bStart];
    const [first, last] = [aStart - bStart, aEnd - bEnd];
    const isOdd = ((first - last) & 1) !== 0;
    let [fromLow, fromHigh, toLow, toHigh] = [first, first, last, last];
    forward[zero + first] = aStart;
    backward[zero + last] = aEnd;
    for (;;) {
      if (fromLow > lowest) forward[zero + (fromLow -= 1) - 1] = NEVER_FORWARD;
      else fromLow += 1;
      if (fromHigh < highest) forward[zero + (fromHigh += 1) + 1] = NEVER_FORWARD;
      else fromHigh -= 1;
      for (let diagonal = fromHigh; diagonal >= fromLow; diagonal -= 2) {
        const at = zero + diagonal;
        let x = Math.max(forward[at - 1]! + 1, forward[at + 1]!);
        const began = x;
        while (x < aEnd && x - diagonal < bEnd && a[x] === b[x - diagonal]) x += 1;
        budget.steps -= x - began + 1;
        forward[at] = x;
        if (isOdd && toLow <= diagonal && diagonal <= toHigh && backward[at]! <= x) return [x, x - diagonal];
      }
      if (toLow > lowest) backward[zero + (toLow -= 1) - 1] = NEVER_BACKWARD;
      else toLow += 1;
      if (toHigh < highest) backward[zero + (toHigh += 1) + 1] = NEVER_BACKWARD;
      else toHigh -= 1;
      for (let diagonal = toHigh; diagonal >= toLow; diagonal -= 2) {
        const at = zero + diagonal;
        let x = Math.min(backward[at - 1]!, backward[at + 1]! - 1);
        const began = x;
        while (x > aStart && x - diagonal > bStart && a[x - 1] === b[x - diagonal - 1]) x -= 1;
        budget.steps -= began - x + 1;
        backward[at] = x;
        if (!isOdd && fromLow <= diagonal && diagonal <= fromHigh && x <= forward[at]!) return [x, x - diagonal];
      }
      if (budget.steps < 0) return undefined;
    }
  };
}
