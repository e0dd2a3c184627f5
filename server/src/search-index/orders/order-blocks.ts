// The blocks of a sort order: 256 positions each, and a directory with the sequence of the blocks (README.md has a drawing). A full block is split,
// and small neighbours are merged.
import { LRUCache } from 'lru-cache';
import type { Comparator } from './columns.ts';
import type { RealmSet } from '../sets/realm-set.ts';

export const BLOCK_SIZE = 256;
export const WORDS_PER_BLOCK = BLOCK_SIZE / 32;
/** Two neighbours are merged when one has at most half of these rows, and both together at most all of them. */
const MAX_MERGED_ROWS = BLOCK_SIZE / 2;

/** A bit for each position: set where the row is in a set of realms (`position-bitmaps.ts`). */
export interface PositionBitmap {
  words: Uint32Array;
  /** By block: its version when it was read. */
  versions: Float64Array;
  /** The last version of the order at that time. */
  lastVersion: number;
}

export interface SortOrder {
  compare: Comparator;
  /** The row at each position. A position is `block * 256 + slot`; the slots of a block are used from the first on. */
  rows: Uint32Array;
  /** By row: its position. */
  positions: Uint32Array;
  /** By block: how many rows it has. */
  lengths: Uint16Array;
  /** The blocks in the sequence of the order: block 5 may come before block 2. The first `blockCount` are in use. */
  directory: Uint32Array;
  blockCount: number;
  /** Every block that was ever used is below this one. */
  blockEnd: number;
  freeBlocks: number[];
  /** By block: another number whenever a row of it comes, goes or moves, or its weight changes (`block-maxima.ts`). */
  versions: Float64Array;
  lastVersion: number;
  /** Of the large sets that queries used last. */
  bitmaps: LRUCache<RealmSet, PositionBitmap>;
}

/** A bitmap, with its set, takes some 330 KB in a catalog of a million realms. */
const MAX_BITMAP_BYTES = 32 * 2 ** 20;

export function emptyOrder(compare: Comparator): SortOrder {
  return {
    compare,
    rows: new Uint32Array(BLOCK_SIZE),
    positions: new Uint32Array(0),
    lengths: new Uint16Array(1),
    directory: new Uint32Array(1),
    blockCount: 1,
    blockEnd: 1,
    freeBlocks: [],
    versions: new Float64Array(1),
    lastVersion: 0,
    bitmaps: new LRUCache({
      maxSize: MAX_BITMAP_BYTES,
      sizeCalculation: ({ words, versions }) => 2 * words.byteLength + versions.byteLength, // a set that is used no more is held by its bitmap
    }),
  };
}

/** Writes the positions of the rows that stand from one position to another, which are in one block. */
export function updatePositions(order: SortOrder, from: number, to: number): void {
  for (let position = from; position < to; position += 1) order.positions[order.rows[position] ?? 0] = position;
  order.versions[Math.floor(from / BLOCK_SIZE)] = order.lastVersion += 1;
}

/** Adds an empty block at an index of the directory. */
export function addBlock(order: SortOrder, at: number): number {
  const block = order.freeBlocks.pop() ?? order.blockEnd++;
  reserveBlocks(order, Math.max(order.blockEnd, order.blockCount + 1));
  order.directory.copyWithin(at + 1, at, order.blockCount);
  order.directory[at] = block;
  order.blockCount += 1;
  return block;
}

/** Moves the upper half of a full block into a new block after it. */
export function splitBlock(order: SortOrder, at: number): void {
  const half = BLOCK_SIZE / 2;
  const from = order.directory[at] ?? 0;
  const to = addBlock(order, at + 1);
  order.rows.copyWithin(to * BLOCK_SIZE, from * BLOCK_SIZE + half, (from + 1) * BLOCK_SIZE);
  order.lengths[from] = order.lengths[to] = half;
  updatePositions(order, from * BLOCK_SIZE, from * BLOCK_SIZE + half);
  updatePositions(order, to * BLOCK_SIZE, to * BLOCK_SIZE + half);
}

/** Merges a block of few rows with a neighbour, and drops a block without rows: else removed realms would leave blocks behind. */
export function shrinkBlock(order: SortOrder, block: number): void {
  const length = order.lengths[block] ?? 0;
  if (length > MAX_MERGED_ROWS / 2 || order.blockCount === 1) return;
  const at = order.directory.indexOf(block);
  const lengthAt = (which: number) =>
    which < 0 || which >= order.blockCount ? BLOCK_SIZE : (order.lengths[order.directory[which] ?? 0] ?? 0);
  if (length === 0) dropBlock(order, at);
  else if (length + lengthAt(at + 1) <= MAX_MERGED_ROWS) mergeBlocks(order, at);
  else if (length + lengthAt(at - 1) <= MAX_MERGED_ROWS) mergeBlocks(order, at - 1);
}

/** Appends the rows of the next block to those of this one. */
function mergeBlocks(order: SortOrder, at: number) {
  const [target, from] = [order.directory[at] ?? 0, order.directory[at + 1] ?? 0];
  const [end, count] = [target * BLOCK_SIZE + (order.lengths[target] ?? 0), order.lengths[from] ?? 0];
  order.rows.copyWithin(end, from * BLOCK_SIZE, from * BLOCK_SIZE + count);
  order.lengths[target] = end - target * BLOCK_SIZE + count;
  order.lengths[from] = 0;
  updatePositions(order, end, end + count);
  updatePositions(order, from * BLOCK_SIZE, from * BLOCK_SIZE);
  dropBlock(order, at + 1);
}

/** Takes an empty block out of the directory. */
function dropBlock(order: SortOrder, at: number) {
  order.freeBlocks.push(order.directory[at] ?? 0);
  order.directory.copyWithin(at, at + 1, order.blockCount);
  order.blockCount -= 1;
}

/** Makes room for so many blocks. */
export function reserveBlocks(order: SortOrder, count: number): void {
  if (count <= order.lengths.length) return;
  const capacity = Math.ceil(count * 1.25);
  order.rows = copiedTo(new Uint32Array(capacity * BLOCK_SIZE), order.rows);
  order.lengths = copiedTo(new Uint16Array(capacity), order.lengths);
  order.directory = copiedTo(new Uint32Array(capacity), order.directory);
  order.versions = copiedTo(new Float64Array(capacity), order.versions);
}

/** Makes room for the positions of rows below `capacity`. */
export function reservePositions(order: SortOrder, capacity: number): void {
  order.positions = copiedTo(new Uint32Array(capacity), order.positions);
}

function copiedTo<T extends Uint32Array | Uint16Array | Float64Array>(target: T, from: T): T {
  target.set(from);
  return target;
}
