// The bitmap of a large set by the positions of a sort order. It is made when a query needs it, and brought up to date when the next one does: only the
// blocks that have changed since are read.
import { hasBit, lowestBit, setBit } from './bits.ts';
import { BLOCK_SIZE, WORDS_PER_BLOCK, type PositionBitmap, type SortOrder } from '../orders/order-blocks.ts';
import type { BitmapSet } from './realm-set.ts';

/** Where more blocks than one in so many have changed, all are read: by the rows of the set, which costs less for each row. */
const REBUILD_FRACTION = 1 / 8;

/** The order and the set change a block together: a realm that joins or leaves a set moves in all orders. */
export function positionBitmap(set: BitmapSet, order: SortOrder): Uint32Array {
  const known = order.bitmaps.get(set);
  if (known?.lastVersion === order.lastVersion) return known.words;
  if (known && known.versions.length === order.versions.length && updated(known, set.bitmap, order)) return known.words;
  const words = new Uint32Array(order.versions.length * WORDS_PER_BLOCK);
  setPositions(set.bitmap, order.positions, words);
  order.bitmaps.set(set, { words, versions: order.versions.slice(), lastVersion: order.lastVersion });
  return words;
}

/** Reads the blocks that have changed; false if there are too many. */
function updated(known: PositionBitmap, bitmap: Uint32Array, order: SortOrder): boolean {
  const changed: number[] = [];
  for (let block = 0; block < order.blockEnd; block += 1)
    if (known.versions[block] !== order.versions[block]) changed.push(block);
  if (changed.length > order.blockEnd * REBUILD_FRACTION) return false;
  for (const block of changed) {
    known.words.fill(0, block * WORDS_PER_BLOCK, (block + 1) * WORDS_PER_BLOCK);
    const end = block * BLOCK_SIZE + (order.lengths[block] ?? 0);
    for (let position = block * BLOCK_SIZE; position < end; position += 1)
      if (hasBit(bitmap, order.rows[position] ?? 0)) setBit(known.words, position);
    known.versions[block] = order.versions[block] ?? 0;
  }
  known.lastVersion = order.lastVersion;
  return true;
}

/** Sets in `target`, for each bit of `bitmap`, the bit at `positions[bit]`. */
function setPositions(bitmap: Uint32Array, positions: Uint32Array, target: Uint32Array) {
  for (let at = 0; at < bitmap.length; at += 1) {
    for (let word = bitmap[at] ?? 0; word !== 0; word &= word - 1)
      setBit(target, positions[(at << 5) + lowestBit(word)] ?? 0);
  }
}
