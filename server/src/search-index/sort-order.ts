// A sort order of all rows, in blocks of at most 256: to insert or remove a row, only a part of one block is shifted.
import type { Comparator } from './columns.ts';
import { copyOf } from './posting-list.ts';
import { firstFalse } from './sorting.ts';

const BLOCK_SIZE = 256;
/** How many rows a block gets when all rows are put in at once: the rest is room for new rows. */
const FILLED_BLOCK_SIZE = 224;
const BLOCKS_PER_STEP = 512;
/** Two neighbours are merged when one has at most half of these rows, and both together at most all of them. */
const MAX_MERGED_ROWS = BLOCK_SIZE / 2;

export interface Block {
  /** Its index in `byId`. */
  id: number;
  /** Sorted; the first `length` are in use. */
  rows: Uint32Array;
  length: number;
  /** Another number whenever a row comes or goes; no other block of the order ever has the same. */
  version: number;
}

export interface SortOrder {
  compare: Comparator;
  /** The blocks in the sequence of the order; there is always one. */
  blocks: Block[];
  byId: (Block | undefined)[];
  freeIds: number[];
  /** By row: the id of its block. */
  blockOf: Uint32Array;
  lastVersion: number;
}

export function emptyOrder(compare: Comparator): SortOrder {
  const order = { compare, blocks: [], byId: [], freeIds: [], blockOf: new Uint32Array(0), lastVersion: 0 };
  addBlock(order, 0);
  return order;
}

/** Adds an empty block at an index of the sequence. */
function addBlock(order: SortOrder, at: number, rows = new Uint32Array(BLOCK_SIZE), length = 0): Block {
  const block = { id: order.freeIds.pop() ?? order.byId.length, rows, length, version: (order.lastVersion += 1) };
  order.byId[block.id] = block;
  order.blocks.splice(at, 0, block);
  for (let slot = 0; slot < length; slot += 1) order.blockOf[rows[slot] ?? 0] = block.id;
  return block;
}

/** Puts sorted rows into an empty order, in steps. */
export function* fillOrder(order: SortOrder, sorted: Uint32Array, capacity: number): Generator<void> {
  if (sorted.length === 0) return;
  order.blockOf = new Uint32Array(capacity);
  [order.blocks, order.byId] = [[], []];
  for (let from = 0; from < sorted.length; from += FILLED_BLOCK_SIZE) {
    const part = sorted.subarray(from, from + FILLED_BLOCK_SIZE);
    addBlock(order, order.blocks.length, copyOf(part, BLOCK_SIZE), part.length);
    if (order.blocks.length % BLOCKS_PER_STEP === 0) yield;
  }
}

/** Returns all rows, sorted. */
export function sortedRows({ blocks }: SortOrder): Uint32Array {
  const all = new Uint32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const { rows, length } of blocks) {
    all.set(rows.subarray(0, length), end);
    end += length;
  }
  return all;
}

/** Inserts a row; `capacity` is above every row. */
export function insertRow(order: SortOrder, row: number, capacity: number): void {
  if (row >= order.blockOf.length) order.blockOf = copyOf(order.blockOf, capacity);
  const isBefore = (other: number) => order.compare(other, row) < 0;
  const { block, slot } = placeFor(order, isBefore);
  block.rows.copyWithin(slot + 1, slot, block.length);
  block.rows[slot] = row;
  block.length += 1;
  block.version = order.lastVersion += 1;
  order.blockOf[row] = block.id;
}

/** Returns where the first row that fails the predicate is, in a block with room for one more. */
function placeFor(order: SortOrder, isBefore: RowPredicate): { block: Block; slot: number } {
  const at = blockBefore(order, isBefore);
  const block = order.blocks[at] as Block;
  const slot = firstSlotNot(block, isBefore);
  if (block.length < BLOCK_SIZE) return { block, slot };
  // New realms mostly come at an end of the order: a full block there is not split, so that it stays full.
  if (at === 0 && slot === 0) return { block: addBlock(order, 0), slot: 0 };
  if (at === order.blocks.length - 1 && slot === BLOCK_SIZE) return { block: addBlock(order, at + 1), slot: 0 };
  const half = BLOCK_SIZE / 2;
  const upper = addBlock(order, at + 1, copyOf(block.rows.subarray(half), BLOCK_SIZE), half);
  block.length = half;
  block.version = order.lastVersion += 1;
  return slot > half ? { block: upper, slot: slot - half } : { block, slot };
}

export function removeRow(order: SortOrder, row: number): void {
  const block = order.byId[order.blockOf[row] ?? 0] as Block;
  const slot = block.rows.indexOf(row);
  block.rows.copyWithin(slot, slot + 1, block.length);
  block.length -= 1;
  block.version = order.lastVersion += 1;
  shrinkBlock(order, block);
}

/** Merges a block of few rows with a neighbour, and drops a block without rows: else removed realms would leave blocks behind. */
function shrinkBlock(order: SortOrder, block: Block): void {
  if (block.length > MAX_MERGED_ROWS / 2 || order.blocks.length === 1) return;
  const at = order.blocks.indexOf(block);
  const neighbour = [order.blocks[at + 1], order.blocks[at - 1]].find(
    (other) => other && block.length + other.length <= MAX_MERGED_ROWS,
  );
  if (block.length > 0 && !neighbour) return;
  order.blocks.splice(at, 1);
  order.byId[block.id] = undefined;
  order.freeIds.push(block.id);
  if (block.length > 0 && neighbour)
    moveRows(order, block, neighbour, neighbour === order.blocks[at] ? 0 : neighbour.length);
}

/** Inserts all rows of a block into another one, at this slot. */
function moveRows(order: SortOrder, from: Block, to: Block, slot: number) {
  to.rows.copyWithin(slot + from.length, slot, to.length);
  to.rows.set(from.rows.subarray(0, from.length), slot);
  to.length += from.length;
  to.version = order.lastVersion += 1;
  for (let at = 0; at < from.length; at += 1) order.blockOf[from.rows[at] ?? 0] = to.id;
}

/** Moves a row whose values have changed to its new place. */
export function moveRow(order: SortOrder, row: number, capacity: number): void {
  if (isInPlace(order, row)) return;
  removeRow(order, row);
  insertRow(order, row, capacity);
}

/** False for the first and the last row of a block, too: moving such a row costs less than comparing it with the next block. */
function isInPlace({ compare, byId, blockOf }: SortOrder, row: number): boolean {
  const { rows, length } = byId[blockOf[row] ?? 0] as Block;
  const slot = rows.indexOf(row);
  if (slot === 0 || slot + 1 === length) return false;
  return compare(rows[slot - 1] ?? 0, row) < 0 && compare(row, rows[slot + 1] ?? 0) < 0;
}

type RowPredicate = (row: number) => boolean;

/**
 * Yields the rows of a range, block by block. `isBelow` is true for the rows before the range, and `isBelowEnd` for these and for the rows of
 * the range: each is true up to some place, and false from there on.
 */
export function* rowsInRange(
  order: SortOrder,
  isBelow: RowPredicate,
  isBelowEnd: RowPredicate,
): Generator<Uint32Array> {
  const [first, last] = [blockBefore(order, isBelow), blockBefore(order, isBelowEnd)];
  for (let at = first; at <= last; at += 1) {
    const block = order.blocks[at] as Block;
    const from = at === first ? firstSlotNot(block, isBelow) : 0;
    const to = at === last ? firstSlotNot(block, isBelowEnd) : block.length;
    yield block.rows.subarray(from, to);
  }
}

/** Returns the index of the last block whose first row meets the predicate, or of the first block. */
function blockBefore({ blocks }: SortOrder, predicate: RowPredicate): number {
  return Math.max(0, firstFalse(blocks.length, (at) => predicate(blocks[at]?.rows[0] ?? 0)) - 1);
}

function firstSlotNot({ rows, length }: Block, predicate: RowPredicate): number {
  return firstFalse(length, (slot) => predicate(rows[slot] ?? 0));
}
