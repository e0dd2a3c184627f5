// A sort order of all rows, in blocks: to insert or remove a row, only a part of one block is shifted.
import {
  addBlock,
  BLOCK_SIZE,
  reserveBlocks,
  reservePositions,
  shrinkBlock,
  splitBlock,
  updatePositions,
  type SortOrder,
} from './order-blocks.ts';
import { firstFalse } from './sorting.ts';

/** How many rows a block gets when all rows are put in at once: the rest is room for new rows. */
const FILLED_BLOCK_SIZE = 224;
const BLOCKS_PER_STEP = 512;

/** Puts sorted rows into an empty order, in steps. */
export function* fillOrder(order: SortOrder, sorted: Uint32Array, capacity: number): Generator<void> {
  reserveBlocks(order, Math.ceil(sorted.length / FILLED_BLOCK_SIZE) + 1);
  order.positions = new Uint32Array(capacity);
  order.blockCount = order.blockEnd = Math.max(1, Math.ceil(sorted.length / FILLED_BLOCK_SIZE));
  for (let block = 0; block < order.blockCount; block += 1) {
    const part = sorted.subarray(block * FILLED_BLOCK_SIZE, (block + 1) * FILLED_BLOCK_SIZE);
    order.directory[block] = block;
    order.lengths[block] = part.length;
    order.rows.set(part, block * BLOCK_SIZE);
    updatePositions(order, block * BLOCK_SIZE, block * BLOCK_SIZE + part.length);
    if (block % BLOCKS_PER_STEP === 0) yield;
  }
}

/** Returns all rows, sorted. */
export function sortedRows(order: SortOrder): Uint32Array {
  const all = new Uint32Array(order.rows.length);
  let end = 0;
  for (let at = 0; at < order.blockCount; at += 1) {
    const block = order.directory[at] ?? 0;
    const length = order.lengths[block] ?? 0;
    all.set(order.rows.subarray(block * BLOCK_SIZE, block * BLOCK_SIZE + length), end);
    end += length;
  }
  return all.subarray(0, end);
}

/** Inserts a row; `capacity` is above every row. */
export function insertRow(order: SortOrder, row: number, capacity: number): void {
  if (row >= order.positions.length) reservePositions(order, capacity);
  const isBefore = (other: number) => order.compare(other, row) < 0;
  let at = Math.max(0, firstBlockNot(order, isBefore) - 1);
  let slot = firstSlotNot(order, at, isBefore);
  if (order.lengths[order.directory[at] ?? 0] === BLOCK_SIZE) {
    // New realms mostly come at an end of the order: a full block there is not split, so that it stays full.
    if (at === 0 && slot === 0) addBlock(order, 0);
    else if (at === order.blockCount - 1 && slot === BLOCK_SIZE) {
      [at, slot] = [at + 1, 0];
      addBlock(order, at);
    } else {
      splitBlock(order, at);
      if (slot > BLOCK_SIZE / 2) [at, slot] = [at + 1, slot - BLOCK_SIZE / 2];
    }
  }
  const block = order.directory[at] ?? 0;
  const [first, length] = [block * BLOCK_SIZE, order.lengths[block] ?? 0];
  order.rows.copyWithin(first + slot + 1, first + slot, first + length);
  order.rows[first + slot] = row;
  order.lengths[block] = length + 1;
  updatePositions(order, first + slot, first + length + 1);
}

export function removeRow(order: SortOrder, row: number): void {
  const position = order.positions[row] ?? 0;
  const block = Math.floor(position / BLOCK_SIZE);
  const end = block * BLOCK_SIZE + (order.lengths[block] ?? 0);
  order.rows.copyWithin(position, position + 1, end);
  order.lengths[block] = end - 1 - block * BLOCK_SIZE;
  updatePositions(order, position, end - 1);
  shrinkBlock(order, block);
}

/** Moves a row whose values have changed to its new position. */
export function moveRow(order: SortOrder, row: number, capacity: number): void {
  if (isInPlace(order, row)) return;
  removeRow(order, row);
  insertRow(order, row, capacity);
}

/** False for the first and the last row of a block, too: moving such a row costs less than comparing it with the next block. */
function isInPlace({ compare, rows, positions, lengths }: SortOrder, row: number): boolean {
  const position = positions[row] ?? 0;
  const slot = position % BLOCK_SIZE;
  if (slot === 0 || slot + 1 === lengths[Math.floor(position / BLOCK_SIZE)]) return false;
  return compare(rows[position - 1] ?? 0, row) < 0 && compare(row, rows[position + 1] ?? 0) < 0;
}

type RowPredicate = (row: number) => boolean;

/** `isBelow` is true for the rows before the range, and `isBelowEnd` for these and for the rows of the range: each is true up to some position, and false from there on. */
export interface RowRange {
  isBelow: RowPredicate;
  isBelowEnd: RowPredicate;
}

/** Yields the rows of a range, block by block. Blocks between the first and the last one may be left out, by their index in the directory. */
export function* rowsInRange(
  order: SortOrder,
  range: RowRange,
  isWanted: (at: number) => boolean = () => true,
): Generator<Uint32Array> {
  const { from, to } = blocksInRange(order, range);
  for (let at = from; at <= to; at += 1) {
    if (at > from && at < to && !isWanted(at)) continue;
    const first = (order.directory[at] ?? 0) * BLOCK_SIZE;
    const start = at === from ? firstSlotNot(order, at, range.isBelow) : 0;
    const end = at === to ? firstSlotNot(order, at, range.isBelowEnd) : (order.lengths[first / BLOCK_SIZE] ?? 0);
    yield order.rows.subarray(first + start, first + end);
  }
}

/** Returns the first and the last block of a range, by their index in the directory. These two may have other rows, too. */
export function blocksInRange(order: SortOrder, { isBelow, isBelowEnd }: RowRange): { from: number; to: number } {
  return {
    from: Math.max(0, firstBlockNot(order, isBelow) - 1),
    to: Math.max(0, firstBlockNot(order, isBelowEnd) - 1),
  };
}

/** Returns the index in the directory of the first block whose first row fails the predicate. */
function firstBlockNot(order: SortOrder, predicate: RowPredicate): number {
  return firstFalse(order.blockCount, (at) => predicate(order.rows[(order.directory[at] ?? 0) * BLOCK_SIZE] ?? 0));
}

function firstSlotNot(order: SortOrder, at: number, predicate: RowPredicate): number {
  const block = order.directory[at] ?? 0;
  return firstFalse(order.lengths[block] ?? 0, (slot) => predicate(order.rows[block * BLOCK_SIZE + slot] ?? 0));
}
