// The data structures that a search index is made of.
import { LRUCache } from 'lru-cache';
import { columns, comparators, type Columns, type SortKey } from './columns.ts';
import { invertedIndex, type InvertedIndex } from './inverted-index.ts';
import { rows, type Rows } from './rows.ts';
import { scores, type Scores, type UnshownScores } from './scores.ts';
import { emptyOrder, type SortOrder } from './sort-order.ts';
import type { BlockCounts } from './take-page.ts';

/** What a snapshot contains, apart from the sort orders. Scores are in none. */
interface StoredData {
  columns: Columns;
  rows: Rows;
  sets: InvertedIndex;
}

export interface IndexData extends StoredData {
  orders: Record<SortKey, SortOrder>;
  scores: Scores;
  /** Scores of a new day that are being written; they will take the place of `scores`. */
  unshownScores: UnshownScores | undefined;
  /** The counts of the lists that were read last, by their queries: people turn pages, and many read the same list. */
  blockCounts: LRUCache<string, BlockCounts>;
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

/** Each takes 60 KB in a catalog of a million realms. */
const MAX_COUNTED_LISTS = 64;

export function indexData(stored: StoredData = { columns: columns(), rows: rows(), sets: invertedIndex() }): IndexData {
  const orders = Object.fromEntries(
    Object.entries(comparators(stored.columns)).map(([sort, compare]) => [sort, emptyOrder(compare)]),
  ) as IndexData['orders'];
  const ofScores = scores(stored.columns);
  return {
    ...stored,
    orders,
    scores: ofScores,
    unshownScores: undefined,
    blockCounts: new LRUCache({ max: MAX_COUNTED_LISTS }),
    rowCounts: new Set(),
  };
}

export function allOrders({ orders, scores }: IndexData): SortOrder[] {
  return [...Object.values(orders), ...Object.values(scores.orders)];
}
