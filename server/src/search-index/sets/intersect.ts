// Unions and intersections of realm sets, by the positions of one sort order.
import { clearBit, popcount, orInto, setBit } from './bits.ts';
import type { BufferPool } from './buffer-pool.ts';
import { BLOCK_SIZE, WORDS_PER_BLOCK, type SortOrder } from '../orders/order-blocks.ts';
import { positionBitmap } from './position-bitmaps.ts';
import type { BitmapSet, RealmSet } from './realm-set.ts';

/** Positions in a sort order: a list of few, in which a position may stand twice, or a bitmap of many. */
export type Positions = { list: Uint32Array; length: number } | { bitmap: Uint32Array };

/** The positions of the realms that match, how many of them are in each block, and how many in all. */
export interface Matches {
  bitmap: Uint32Array;
  counts: Uint16Array;
  total: number;
}

/** Returns the positions of the realms that are in at least one of the sets. */
export function union(sets: RealmSet[], order: SortOrder, buffers: BufferPool): Positions {
  const [only] = sets;
  if (only && hasBitmap(only) && sets.length === 1) return { bitmap: positionBitmap(only, order) };

  const words = order.blockEnd * WORDS_PER_BLOCK;
  const listed = sets.reduce((sum, set) => sum + (set.list ? set.size : 0), 0);
  if (listed <= Math.max(BLOCK_SIZE, words) && sets.every((set) => set.list)) {
    const list = buffers.list(listed);
    let length = 0;
    for (const set of sets) length = writePositions(set, order.positions, list, length);
    return { list, length };
  }
  const [first, ...others] = sets.filter(hasBitmap).map((set) => positionBitmap(set, order));
  const bitmap = first ? buffers.bitmap(words) : buffers.zeroedBitmap(words);
  if (first) bitmap.set(first.subarray(0, words));
  for (const other of others) orInto(bitmap, other);
  for (const set of sets) if (set.list) markPositions(set, order.positions, bitmap);
  return { bitmap };
}

/** Returns the positions that all of these have; there must be at least one. */
export function intersect(all: Positions[], order: SortOrder, buffers: BufferPool): Matches {
  const words = order.blockEnd * WORDS_PER_BLOCK;
  const lists = all.filter((positions) => 'list' in positions).toSorted((one, other) => one.length - other.length);
  const bitmaps = all.flatMap((positions) => ('bitmap' in positions ? [positions.bitmap] : []));
  const [shortest, ...others] = lists;
  if (!shortest)
    return intersectBitmaps(
      bitmaps,
      { bitmap: buffers.bitmap(words), counts: buffers.counts(order.blockEnd), total: 0 },
      words,
    );

  for (const { list, length } of others) {
    const marked = buffers.zeroedBitmap(words);
    for (let at = 0; at < length; at += 1) setBit(marked, list[at] ?? 0);
    bitmaps.push(marked);
  }
  const matches = { bitmap: buffers.zeroedBitmap(words), counts: buffers.zeroedCounts(order.blockEnd), total: 0 };
  for (let at = 0; at < shortest.length; at += 1) addIfInAll(shortest.list[at] ?? 0, bitmaps, matches);
  return matches;
}

/** Returns the matches that are in at least one of these. */
export function unite(all: Matches[], order: SortOrder, buffers: BufferPool): Matches {
  const [first, ...others] = all.filter(({ total }) => total > 0);
  if (!first || others.length === 0) return first ?? (all[0] as Matches);
  const bitmap = copyOf(first, order, buffers);
  for (const other of others) orInto(bitmap, other.bitmap);
  return counted(bitmap, order, buffers);
}

/** Returns the matches that are not at these positions. */
export function without(matches: Matches, positions: Positions, order: SortOrder, buffers: BufferPool): Matches {
  const bitmap = copyOf(matches, order, buffers);
  if ('bitmap' in positions)
    for (let at = 0; at < bitmap.length; at += 1) bitmap[at] = (bitmap[at] ?? 0) & ~(positions.bitmap[at] ?? 0);
  else for (let at = 0; at < positions.length; at += 1) clearBit(bitmap, positions.list[at] ?? 0);
  return counted(bitmap, order, buffers);
}

function copyOf({ bitmap }: Matches, order: SortOrder, buffers: BufferPool): Uint32Array {
  const length = order.blockEnd * WORDS_PER_BLOCK;
  const copy = buffers.bitmap(length).subarray(0, length);
  copy.set(bitmap.subarray(0, length));
  return copy;
}

function counted(bitmap: Uint32Array, order: SortOrder, buffers: BufferPool): Matches {
  const matches = { bitmap, counts: buffers.counts(order.blockEnd), total: 0 };
  for (let block = 0; block < order.blockEnd; block += 1) {
    let count = 0;
    for (let at = block * WORDS_PER_BLOCK; at < (block + 1) * WORDS_PER_BLOCK; at += 1)
      count += popcount(bitmap[at] ?? 0);
    matches.counts[block] = count;
    matches.total += count;
  }
  return matches;
}

/** Adds a position that every bitmap has, unless it was added before. */
function addIfInAll(position: number, bitmaps: Uint32Array[], matches: Matches) {
  const word = position >>> 5;
  let bit = (1 << (position & 31)) & ~(matches.bitmap[word] ?? 0);
  for (let which = 0; which < bitmaps.length; which += 1) bit &= bitmaps[which]?.[word] ?? 0;
  if (bit === 0) return;
  matches.bitmap[word] = (matches.bitmap[word] ?? 0) | bit;
  const block = position >>> 8;
  matches.counts[block] = (matches.counts[block] ?? 0) + 1;
  matches.total += 1;
}

/** Writes every word and every count of `matches`. */
function intersectBitmaps(all: Uint32Array[], matches: Matches, length: number): Matches {
  const { bitmap, counts } = matches;
  const [first = bitmap, second = first, third = second, ...others] = all;
  let left = first;
  for (const other of others) {
    for (let at = 0; at < length; at += 1) bitmap[at] = (left[at] ?? 0) & (other[at] ?? 0);
    left = bitmap;
  }
  let total = 0;
  for (let start = 0; start < length; start += WORDS_PER_BLOCK) {
    let count = 0;
    for (let at = start; at < start + WORDS_PER_BLOCK; at += 1) {
      const word = (left[at] ?? 0) & (second[at] ?? 0) & (third[at] ?? 0);
      bitmap[at] = word;
      count += popcount(word);
    }
    counts[start / WORDS_PER_BLOCK] = count;
    total += count;
  }
  matches.total = total;
  return matches;
}

function writePositions({ list, size }: RealmSet, positions: Uint32Array, target: Uint32Array, from: number): number {
  // Each kind of list has its own loop, so that the compiler optimizes it for that kind.
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) target[from + at] = positions[list[at] ?? 0] ?? 0;
  else if (list) for (let at = 0; at < size; at += 1) target[from + at] = positions[list[at] ?? 0] ?? 0;
  return from + size;
}

function markPositions({ list, size }: RealmSet, positions: Uint32Array, bitmap: Uint32Array) {
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) setBit(bitmap, positions[list[at] ?? 0] ?? 0);
  else if (list) for (let at = 0; at < size; at += 1) setBit(bitmap, positions[list[at] ?? 0] ?? 0);
}

function hasBitmap(set: RealmSet): set is BitmapSet {
  return set.bitmap !== undefined;
}
