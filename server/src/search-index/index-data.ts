// The data structures that a search index is made of.
import { bufferPool, type BufferPool } from './sets/buffer-pool.ts';
import { columns, comparators, type Columns, type SortKey } from './orders/columns.ts';
import { invertedIndex, type InvertedIndex } from './inverted-index.ts';
import { listCache, type ListCache } from './list-cache.ts';
import { emptyOrder, type SortOrder } from './orders/order-blocks.ts';
import { rows, type Rows } from './rows.ts';
import { slugs, type Slugs } from './words/slugs.ts';
import type { RealmSet } from './sets/realm-set.ts';
import { scores, type Scores, type UnshownScores } from './orders/scores.ts';

/** What a snapshot contains, apart from the sort orders. Scores are in none. */
interface StoredData {
  columns: Columns;
  rows: Rows;
  slugs: Slugs;
  sets: InvertedIndex;
}

export interface IndexData extends StoredData {
  orders: Record<SortKey, SortOrder>;
  scores: Scores;
  /** Scores of a new day that are being written; they will take the place of `scores`. */
  unshownScores: UnshownScores | undefined;
  listCache: ListCache;
  buffers: BufferPool;
  /** Unions of what a broad search finds beside tokens, by the word; any change of a realm clears them. */
  wordCache: Map<string, RealmSet>;
  /** The counts of facets that are under way. */
  rowCounts: Set<RowCount>;
}

/** How often each filter occurs among some rows. */
export interface RowCount {
  /** The rows that are not counted yet. */
  left: Uint32Array;
  /** By the id of the filter. */
  counts: Uint32Array;
}

export function indexData(
  stored: StoredData = { columns: columns(), rows: rows(), slugs: slugs(), sets: invertedIndex() },
): IndexData {
  const orders = Object.fromEntries(
    Object.entries(comparators(stored.columns)).map(([sort, compare]) => [sort, emptyOrder(compare)]),
  ) as IndexData['orders'];
  const ofScores = scores(stored.columns);
  return {
    ...stored,
    orders,
    scores: ofScores,
    unshownScores: undefined,
    listCache: listCache(),
    buffers: bufferPool(),
    wordCache: new Map(),
    rowCounts: new Set(),
  };
}

export function allOrders({ orders, scores }: IndexData): SortOrder[] {
  return [...Object.values(orders), ...Object.values(scores.orders)];
}
