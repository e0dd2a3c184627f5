// Takes rows of matches in a sort order. Blocks before a page are skipped by how many matches they have.
import { forEachBit, hasBit } from './bits.ts';
import type { BitmapSet } from './realm-set.ts';
import type { Block, SortOrder } from './sort-order.ts';

/** How many matches of one query are in each block of an order. */
export interface BlockCounts {
  order: SortOrder;
  /** By the id of the block. */
  counts: Uint16Array;
  /** By the id of the block: its version when it was counted. */
  versions: Float64Array;
}

interface Page {
  limit: number;
  offset: number;
}

interface TakeOptions {
  /** Only rows for which this is true are taken. */
  predicate?: (row: number) => boolean;
  /** Returns the counts of the same query at an earlier time, or empty ones. */
  countsOf?: () => BlockCounts;
}

/** So many blocks are read before matches are counted: most pages end there. */
const MAX_UNCOUNTED_BLOCKS = 16;

export function blockCounts(order: SortOrder): BlockCounts {
  return { order, counts: new Uint16Array(0), versions: new Float64Array(0) };
}

/** Skips `offset` matches, and returns as many as `limit`. */
export function takePage(
  order: SortOrder,
  matches: BitmapSet,
  { limit, offset }: Page,
  { predicate = () => true, countsOf = () => blockCounts(order) }: TakeOptions = {},
): number[] {
  const page: number[] = [];
  const { blocks } = order;
  const neededBlocks = ((offset + limit) * blocks.length) / (matches.size + 1);
  let counts = neededBlocks > MAX_UNCOUNTED_BLOCKS ? counted(countsOf(), matches) : undefined;
  let skip = offset;
  for (let at = 0; at < blocks.length && page.length < limit; at += 1) {
    const { id, rows, length } = blocks[at] as Block;
    if (at === MAX_UNCOUNTED_BLOCKS) counts ??= counted(countsOf(), matches);
    const count = counts?.[id] ?? length;
    if (counts && skip >= count) {
      skip -= count;
      continue;
    }
    for (let slot = 0; slot < length && page.length < limit; slot += 1) {
      const row = rows[slot] ?? 0;
      if (!hasBit(matches.bitmap, row)) continue;
      if (skip > 0) skip -= 1;
      else if (predicate(row)) page.push(row);
    }
  }
  return page;
}

/** Counts the matches of the blocks in which rows came or went since the last time. */
function counted(known: BlockCounts, { bitmap }: BitmapSet): Uint16Array {
  const { order, versions } = known;
  if (versions.length < order.byId.length) return countAll(known, bitmap);
  for (const block of order.blocks) {
    if (versions[block.id] === block.version) continue;
    versions[block.id] = block.version;
    known.counts[block.id] = countBlock(block, bitmap);
  }
  return known.counts;
}

function countAll(known: BlockCounts, bitmap: Uint32Array): Uint16Array {
  const { blocks, byId, blockOf } = known.order;
  const counts = (known.counts = new Uint16Array(Math.ceil(byId.length * 1.25)));
  known.versions = new Float64Array(counts.length);
  for (const { id, version } of blocks) known.versions[id] = version;
  forEachBit(bitmap, (row) => (counts[blockOf[row] ?? 0] = (counts[blockOf[row] ?? 0] ?? 0) + 1));
  return counts;
}

function countBlock({ rows, length }: Block, bitmap: Uint32Array): number {
  let count = 0;
  for (let slot = 0; slot < length; slot += 1) if (hasBit(bitmap, rows[slot] ?? 0)) count += 1;
  return count;
}
