// The realms that match a query: unions and intersections of sets.
import { popcount, setBit } from './bits.ts';
import { capacityOf } from './columns.ts';
import type { TokenSets } from './dictionary.ts';
import { requiredFilters } from './filter-names.ts';
import { setsOfFilters } from './filters.ts';
import { setsOfWord } from './heavy-words.ts';
import type { IndexData } from './index-data.ts';
import type { ListQuery } from './list-query.ts';
import { unionBitmap, type BitmapSet, type RealmSet } from './realm-set.ts';

export type MatchedFields = Omit<ListQuery, 'sort' | 'limit' | 'offset'>;

/** The realms that match, which must not be changed, and for each word the sets of the tokens that contain it. */
export interface MatchingRows {
  matches: BitmapSet;
  words: TokenSets[][];
}

export function matchingRows(query: MatchedFields, { sets, columns, rows }: IndexData): MatchingRows {
  const capacity = capacityOf(columns);
  const words = query.search?.words.map((word) => setsOfWord(sets.heavyWords, word, capacity)) ?? [];
  const groups = requiredFilters(query).map((names) => setsOfFilters(sets.filters, names));
  for (const tokens of words) groups.push(tokens.map(({ anywhere }) => anywhere));
  if (query.seqs) groups.push([setOfRows(query.seqs.map((seq) => rows.find(seq)))]); // the row 0 of an unknown realm is in no set
  return { matches: intersect(groups, capacity), words };
}

export function setOfRows(rows: number[] | Uint32Array): RealmSet {
  return { size: rows.length, list: rows, bitmap: undefined };
}

/** Returns the rows that are, of each group, in at least one set. The bitmap may be that of a set. */
export function intersect(groups: RealmSet[][], capacity: number): BitmapSet {
  const words = (capacity >>> 5) + 1;
  const [shortest, ...others] = groups.toSorted((one, other) => listedRows(one) - listedRows(other));
  if (!shortest || listedRows(shortest) === 0) return { size: 0, list: undefined, bitmap: new Uint32Array(words) };
  // Where a group has few rows, each of them is looked up in the others.
  if (listedRows(shortest) <= Math.max(256, words)) {
    const bitmaps = others.map((group) => bitmapOf(group, capacity));
    return rowsInAll(shortest, bitmaps, new Uint32Array(words));
  }
  const [only] = shortest;
  if (others.length === 0 && shortest.length === 1 && only?.bitmap) return only as BitmapSet;
  return intersectBitmaps(
    [shortest, ...others].map((group) => bitmapOf(group, capacity)),
    new Uint32Array(words),
  );
}

/** Returns how many rows the lists of these sets have; infinitely many if a set has a bitmap. */
function listedRows(sets: RealmSet[]): number {
  return sets.reduce((sum, set) => sum + (set.list ? set.size : Infinity), 0);
}

/** Returns the bitmap of the only set, or of the union. */
function bitmapOf(group: RealmSet[], capacity: number): Uint32Array {
  return (group.length === 1 && group[0]?.bitmap) || unionBitmap(group, capacity);
}

function rowsInAll(lists: RealmSet[], bitmaps: Uint32Array[], bitmap: Uint32Array): BitmapSet {
  let size = 0;
  for (const { list = [], size: length } of lists) {
    for (let at = 0; at < length; at += 1) {
      const row = list[at] ?? 0;
      const word = row >>> 5;
      let bit = (1 << (row & 31)) & ~(bitmap[word] ?? 0); // a row may be in several lists
      for (let which = 0; which < bitmaps.length && bit !== 0; which += 1) bit &= bitmaps[which]?.[word] ?? 0;
      if (bit === 0) continue;
      setBit(bitmap, row);
      size += 1;
    }
  }
  return { size, list: undefined, bitmap };
}

/** Writes the rows that all of these have into an empty bitmap. */
function intersectBitmaps(all: Uint32Array[], bitmap: Uint32Array): BitmapSet {
  const length = Math.min(bitmap.length, ...all.map((one) => one.length));
  const [first = bitmap, second = first, third = second, ...others] = all;
  let left = first;
  for (const other of others) {
    for (let at = 0; at < length; at += 1) bitmap[at] = (left[at] ?? 0) & (other[at] ?? 0);
    left = bitmap;
  }
  let size = 0;
  for (let at = 0; at < length; at += 1) {
    const word = (left[at] ?? 0) & (second[at] ?? 0) & (third[at] ?? 0);
    bitmap[at] = word;
    size += popcount(word);
  }
  return { size, list: undefined, bitmap };
}

/** Returns the rows of a set that are not in another one, which is a part of it. */
export function without(set: BitmapSet, part: BitmapSet): BitmapSet {
  const bitmap = set.bitmap.slice();
  for (let at = 0; at < Math.min(bitmap.length, part.bitmap.length); at += 1)
    bitmap[at] = (bitmap[at] ?? 0) & ~(part.bitmap[at] ?? 0);
  return { size: set.size - part.size, list: undefined, bitmap };
}
