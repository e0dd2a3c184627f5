// The scores of realms, by row, and the sort orders by them. They change once a day, for all realms at once, and are in no snapshot.
import { capacityOf, comparators, idComparator, type Columns, type Comparator, type ScoreKey } from './columns.ts';
import { emptyOrder, type SortOrder } from './order-blocks.ts';
import { fillOrder } from './sort-order.ts';
import { radixSort, sortByNumbers } from './sorting.ts';

export interface Scores {
  /** A row beyond the end of a column has the score 0. */
  recent: Float64Array;
  trending: Float64Array;
  orders: Record<ScoreKey, SortOrder>;
}

/** The scores of a new day while they are written and sorted: lists are still sorted by the scores before them (`new-scores.ts`). */
export interface UnshownScores {
  scores: Scores;
  /** The rows that were assigned, freed or changed since the orders were filled: true for those that are in the orders. */
  changedRows: Map<number, boolean>;
}

/** Above the absolute value of every trend, so that the sum of both is positive. */
const TREND_OFFSET = 2 ** 47;

/** All scores are 0, and the orders are empty. */
export function scores(columns: Columns): Scores {
  const capacity = capacityOf(columns);
  const byId = idComparator(columns);
  const { newest } = comparators(columns);
  const made = { recent: new Float64Array(capacity), trending: new Float64Array(capacity) };
  const descending =
    (key: 'recent' | 'trending', next: Comparator): Comparator =>
    (one, other) =>
      (made[key][other] ?? 0) - (made[key][one] ?? 0) || next(one, other);
  const byRecent = descending('recent', byId);
  const byRecentThenNewest = descending('recent', newest);
  const byRelevance: Comparator = (one, other) => {
    const { isAhead } = columns.numeric;
    return (isAhead[other] ?? 0) - (isAhead[one] ?? 0) || byRecentThenNewest(one, other);
  };
  const orders = {
    recent: emptyOrder(byRecent),
    trending: emptyOrder(descending('trending', byRecent)),
    relevance: emptyOrder(byRelevance),
  };
  return Object.assign(made, { orders });
}

export function writeScores({ recent, trending }: Scores, row: number, ofRecent: number, ofTrending: number): void {
  recent[row] = ofRecent;
  trending[row] = ofTrending;
}

/** The next realm in this row has no scores. */
export function eraseScores(scores: Scores, row: number): void {
  if (row < scores.recent.length) writeScores(scores, row, 0, 0);
}

/** Puts rows, the newest first, into the empty orders, in steps. Scores of these rows must be within the columns. */
export function* fillScoreOrders(scores: Scores, columns: Columns, newest: Uint32Array): Generator<void> {
  const byId = yield* radixSort(columns.numeric, newest, 'idEnd', 'idMiddle', 'idStart');
  // A stable sort begins with what counts least; all is ascending until it is reversed.
  const recent = yield* sortByNumbers(scores.recent, byId.toReversed());
  const trending = yield* sortByNumbers(scores.trending, recent, TREND_OFFSET);
  yield* fillOrder(scores.orders.recent, recent.toReversed(), capacityOf(columns));
  yield* fillOrder(scores.orders.trending, trending.toReversed(), capacityOf(columns));
  const recentThenNewest = yield* sortByNumbers(scores.recent, newest.toReversed());
  const relevance = yield* radixSort(columns.numeric, recentThenNewest, 'isAhead');
  yield* fillOrder(scores.orders.relevance, relevance.toReversed(), capacityOf(columns));
}
