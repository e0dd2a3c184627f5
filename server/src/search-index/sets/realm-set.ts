// A set of realms: a posting list of rows while it is small, a bitmap by row when it is large.
import { clearBit, forEachBit, hasBit, orInto, popcount, setBit } from './bits.ts';
import { copyOf, indexOfRow, insertedInto, removedFrom, type PostingList } from './posting-list.ts';

export interface RealmSet {
  size: number;
  /** Undefined when the set has a bitmap. */
  list: PostingList | undefined;
  bitmap: Uint32Array | undefined;
}

/** A large set. */
export interface BitmapSet extends RealmSet {
  bitmap: Uint32Array;
}

/** A set of at most so many rows is a list, whatever the size of the catalog. */
const MAX_SMALL_SIZE = 1_024;
/** A set with at least one row in so many is dense. A bitmap takes more room than a list up to one in 32, but is intersected faster. */
const DENSE_ROWS = 128;

export function emptySet(): RealmSet {
  return { size: 0, list: [], bitmap: undefined };
}

/** Adds a row that the set does not have; `capacity` is above every row. */
export function addToSet(set: RealmSet, row: number, capacity: number): void {
  set.size += 1;
  if (set.list) {
    set.list = insertedInto(set.list, set.size - 1, row);
    if (isDense(set.size, capacity)) toBitmap(set, capacity);
    return;
  }
  if (!set.bitmap) return;
  if (row >>> 5 >= set.bitmap.length) set.bitmap = copyOf(set.bitmap, (capacity >>> 5) + 1);
  setBit(set.bitmap, row);
  if (set.size * DENSE_ROWS * 2 < capacity) toList(set);
}

/** Removes a row that the set has. */
export function removeFromSet(set: RealmSet, row: number): void {
  set.size -= 1;
  if (set.list) {
    set.list = removedFrom(set.list, set.size + 1, row);
    return;
  }
  if (!set.bitmap) return;
  clearBit(set.bitmap, row);
  if (set.size < MAX_SMALL_SIZE / 2 || set.size * DENSE_ROWS * 2 < set.bitmap.length * 32) toList(set);
}

export function hasRow({ size, list, bitmap }: RealmSet, row: number): boolean {
  if (bitmap) return hasBit(bitmap, row);
  return (
    list !== undefined && size > 0 && list[indexOfRow(list, size, row)] === row && indexOfRow(list, size, row) < size
  );
}

/** Returns a new set with the realms of all of these sets. */
export function unionOf(sets: RealmSet[], capacity: number): RealmSet {
  const bitmap = new Uint32Array((capacity >>> 5) + 1);
  markSets(bitmap, sets);
  const union: RealmSet = { size: 0, list: undefined, bitmap };
  for (let at = 0; at < bitmap.length; at += 1) union.size += popcount(bitmap[at] ?? 0);
  if (!isDense(union.size, capacity)) toList(union);
  return union;
}

/** Returns the rows of the set as a bitmap, which must not be changed if it is the set's own. */
export function bitmapOf(set: RealmSet | undefined, capacity: number): Uint32Array {
  if (set?.bitmap) return set.bitmap;
  const bitmap = new Uint32Array((capacity >>> 5) + 1);
  if (set) markSets(bitmap, [set]);
  return bitmap;
}

/** Sets the bit of each row of these sets. */
function markSets(bitmap: Uint32Array, sets: RealmSet[]): void {
  for (const set of sets) {
    if (set.bitmap) orInto(bitmap, set.bitmap);
    else if (set.list) markRows(bitmap, set.list, set.size);
  }
}

export function isDense(size: number, capacity: number): boolean {
  return size > MAX_SMALL_SIZE && size * DENSE_ROWS > capacity;
}

function markRows(bitmap: Uint32Array, list: PostingList, size: number) {
  // Each kind of list has its own loop, so that the compiler optimizes it for that kind.
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) setBit(bitmap, list[at] ?? 0);
  else for (let at = 0; at < size; at += 1) setBit(bitmap, list[at] ?? 0);
}

function toBitmap(set: RealmSet, capacity: number) {
  [set.bitmap, set.list] = [bitmapOf(set, capacity), undefined];
}

function toList(set: RealmSet) {
  const list = new Uint32Array(set.size);
  let at = 0;
  if (set.bitmap) forEachBit(set.bitmap, (row) => (list[at++] = row));
  [set.list, set.bitmap] = [list, undefined];
}

/** Keeps, of each group, only the rows that are in at least one of its sets. */
export function keepRowsIn(matches: Uint32Array, groups: RealmSet[][]): void {
  for (const group of groups) {
    const [only] = group;
    if (only?.bitmap && group.length === 1) andInto(matches, only.bitmap);
    else {
      const union = new Uint32Array(matches.length);
      markSets(union, group);
      andInto(matches, union);
    }
  }
}

/** A bitmap has no row behind its end. */
export function andInto(target: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) & (other[at] ?? 0);
}
