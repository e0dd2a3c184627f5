// Finds pairs of files that have at least half of their lines in common. An index of the lines names the pairs that are worth a look, so that
// a thousand files on each side are not compared with each other.
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { Place } from '../files/tree.ts';
import { textOf } from './text.ts';

const MAX_FILES = 1_000;
const MAX_LINES = 2_000_000;
/** A line in more files says nothing about any of them. */
const MAX_FILES_OF_LINE = 50;
const MIN_EQUAL_LINES = 4;

/** The number of a file, and how often it has the line. */
interface Occurrence {
  file: number;
  count: number;
}

interface Match {
  from: Place;
  to: Place;
  /** How many lines are equal, and how many the longer file has. Blank lines do not count. */
  equal: number;
  longer: number;
}

/** The most similar files are paired first; of those that are as similar, files with the same name, then in the order that they are given in. */
export function similarFiles(gone: Place[], added: Place[]): [from: Place, to: Place][] {
  const largest = Math.max(gone.length, added.length);
  const isPossible = gone.length > 0 && added.length > 0 && largest <= MAX_FILES;
  const occurrences = isPossible ? occurrencesIn([...gone, ...added]) : undefined;
  if (!occurrences) return [];
  const taken = new Set<Place>();
  return matchesOf(gone, added, occurrences)
    .toSorted(byLikeness)
    .flatMap(({ from, to }): [Place, Place][] => {
      if (taken.has(from) || taken.has(to)) return [];
      taken.add(from).add(to);
      return [[from, to]];
    });
}

/** For each line of these files, where it stands. Undefined if they have too many lines. */
function occurrencesIn(files: Place[]): Occurrence[][] | undefined {
  const found = new Map<string, Occurrence[]>();
  let count = 0;
  for (const [file, place] of files.entries()) {
    const lines = textOf(place.file)?.lines ?? [];
    count += lines.length;
    if (count > MAX_LINES) return undefined;
    for (const line of lines) if (line.trim() !== '') addOccurrence(found, line, file);
  }
  return [...found.values()];
}

function addOccurrence(found: Map<string, Occurrence[]>, line: string, file: number): void {
  const key = hash('sha256', line, 'base64'); // a part of a text would keep the whole text in memory
  const occurrences = found.get(key);
  const last = occurrences?.at(-1);
  if (last?.file === file) last.count += 1;
  else if (occurrences) occurrences.push({ file, count: 1 });
  else found.set(key, [{ file, count: 1 }]);
}

function matchesOf(gone: Place[], added: Place[], occurrences: Occurrence[][]): Match[] {
  const lengths = new Uint32Array(gone.length + added.length);
  const equals = new Uint32Array(gone.length * added.length);
  for (const all of occurrences) {
    if (all.length > MAX_FILES_OF_LINE) continue;
    for (const { file, count } of all) lengths[file] = (lengths[file] ?? 0) + count;
    const before = all.filter(({ file }) => file < gone.length);
    const after = all.slice(before.length);
    for (const one of before)
      for (const other of after) {
        const pair = one.file * added.length + other.file - gone.length;
        equals[pair] = (equals[pair] ?? 0) + Math.min(one.count, other.count);
      }
  }
  return gone.flatMap((from, row) =>
    added.flatMap((to, column): Match[] => {
      const equal = equals[row * added.length + column] ?? 0;
      const longer = Math.max(lengths[row] ?? 0, lengths[gone.length + column] ?? 0);
      return equal >= MIN_EQUAL_LINES && equal * 2 >= longer ? [{ from, to, equal, longer }] : [];
    }),
  );
}

/** Sorting keeps the order of what is equal. */
function byLikeness(one: Match, other: Match): number {
  return other.equal * one.longer - one.equal * other.longer || Number(hasSameName(other)) - Number(hasSameName(one));
}

const hasSameName = ({ from, to }: Match) => posix.basename(from.path) === posix.basename(to.path);
