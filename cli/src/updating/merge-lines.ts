// Merges lines that were changed on two sides. `node-diff3` compares what lies between lines that all have in common; its cost has a bound.
import { diff3Merge } from 'node-diff3';
import { anchorsOf } from './anchors.ts';

/** Two versions of which a person must choose. */
export interface Conflict {
  ours: string[];
  theirs: string[];
}

export type Region = { lines: string[] } | Conflict;

/** The same part of three texts. */
interface Segment {
  base: string[];
  ours: string[];
  theirs: string[];
}

/** In steps of `node-diff3`, of which a second has some 400 million: it takes the third power of the number of lines that are all equal. */
const MAX_STEPS = 100_000_000;

/** Undefined if the texts are too different to be compared within the bound. */
export function mergeLines(base: string[], ours: string[], theirs: string[]): Region[] | undefined {
  const segments = segmentsOf({ base, ours, theirs });
  const isTooDear = segments.reduce((sum, segment) => sum + stepsOf(segment), 0) > MAX_STEPS;
  if (isTooDear) return undefined;
  return segments.flatMap(mergeSegment).filter((region) => !('lines' in region) || region.lines.length > 0);
}

/** Each anchor is a segment of its own, which is the same on all sides. */
function segmentsOf({ base, ours, theirs }: Segment): Segment[] {
  const segments: Segment[] = [];
  let [fromBase, fromOurs, fromTheirs] = [0, 0, 0];
  const add = (toBase: number, toOurs: number, toTheirs: number) => {
    const segment = {
      base: base.slice(fromBase, toBase),
      ours: ours.slice(fromOurs, toOurs),
      theirs: theirs.slice(fromTheirs, toTheirs),
    };
    if (segment.base.length + segment.ours.length + segment.theirs.length > 0) segments.push(segment);
    [fromBase, fromOurs, fromTheirs] = [toBase, toOurs, toTheirs];
  };
  for (const [atBase, atOurs, atTheirs] of anchorsOf(base, ours, theirs)) {
    add(atBase, atOurs, atTheirs);
    add(atBase + 1, atOurs + 1, atTheirs + 1);
  }
  add(base.length, ours.length, theirs.length);
  return segments;
}

/** How many steps `node-diff3` takes at most: for each line of the base, each equal line of the other side is looked up among those found so far. */
function stepsOf(segment: Segment): number {
  if (decided(segment)) return 0;
  const { base, ours, theirs } = segment;
  return [ours, theirs].reduce((sum, side) => {
    const counts = new Map<string, number>();
    for (const line of side) counts.set(line, (counts.get(line) ?? 0) + 1);
    return base.reduce((steps, line, at) => steps + (counts.get(line) ?? 0) * Math.min(at + 1, side.length), sum);
  }, 0);
}

/** Only what was changed on both sides, and not in the same way, needs a comparison. */
function decided({ base, ours, theirs }: Segment): string[] | undefined {
  if (isSame(base, ours)) return theirs;
  return isSame(base, theirs) || isSame(ours, theirs) ? ours : undefined;
}

const isSame = (one: string[], other: string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at]);

function mergeSegment(segment: Segment): Region[] {
  const lines = decided(segment);
  if (lines) return [{ lines }];
  const { base, ours, theirs } = segment;
  const blocks = diff3Merge(ours, base, theirs, { excludeFalseConflicts: true }) as Block[];
  return blocks.flatMap((block) => (block.ok ? [{ lines: block.ok }] : trimmed(block.conflict.a, block.conflict.b)));
}

type Block = { ok: string[]; conflict?: never } | { ok?: never; conflict: { a: string[]; b: string[] } };

/** What both sides begin or end with alike is no conflict; git does the same. */
function trimmed(ours: string[], theirs: string[]): Region[] {
  const most = Math.min(ours.length, theirs.length);
  let [head, tail] = [0, 0];
  while (head < most && ours[head] === theirs[head]) head += 1;
  while (tail < most - head && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1;
  return [
    { lines: ours.slice(0, head) },
    { ours: ours.slice(head, ours.length - tail), theirs: theirs.slice(head, theirs.length - tail) },
    { lines: ours.slice(ours.length - tail) },
  ];
}
