// New scores of all realms, which are written and sorted in steps while lists are sorted by the former ones, and then take their place at once.
import { capacityOf, type Columns } from './columns.ts';
import type { IndexData } from '../index-data.ts';
import { eraseScores, fillScoreOrders, scores, writeScores, type Scores, type UnshownScores } from './scores.ts';
import { insertRow, removeRow, sortedRows } from './sort-order.ts';
import { sparseNumbers, type SparseNumbers } from '../sets/sparse-numbers.ts';

export interface NewScores {
  put(seq: number, recent: number, trending: number): void;
  /** Sorts all realms in steps, and returns those whose recent downloads differ from the former ones. */
  fillOrders(): Generator<void, ChangedRealms>;
  /** From now on lists are sorted by these scores. */
  show(): void;
  /** They are not needed any more. */
  cancel(): void;
}

interface ChangedRealms {
  seqs: number[];
  /** The same numbers as a set: each has the value 1. */
  seqSet: SparseNumbers;
}

const ROWS_PER_STEP = 1 << 13;

export function newScores(data: IndexData): NewScores {
  const unshown: UnshownScores = { scores: scores(data.columns), changedRows: new Map() };
  const rows = sortedRows(data.orders.newest);
  data.unshownScores = unshown;
  const cancel = () => {
    if (data.unshownScores === unshown) data.unshownScores = undefined;
  };

  return {
    put(seq, recent, trending) {
      const row = data.rows.find(seq);
      if (row !== 0) writeScores(unshown.scores, row, recent, trending);
    },
    *fillOrders() {
      yield* fillScoreOrders(unshown.scores, data.columns, rows);
      applyChangedRows(unshown, data.columns);
      return yield* changedRealms(data, unshown.scores);
    },
    show() {
      applyChangedRows(unshown, data.columns);
      data.scores = unshown.scores;
      data.listCache.clear();
      cancel();
    },
    cancel,
  };
}

export function rowAssigned({ unshownScores }: IndexData, row: number): void {
  if (unshownScores && !unshownScores.changedRows.has(row)) unshownScores.changedRows.set(row, false);
}

/** To be called when something else changes by which scores are sorted. */
export function rowChanged({ unshownScores }: IndexData, row: number): void {
  if (unshownScores && !unshownScores.changedRows.has(row)) unshownScores.changedRows.set(row, true);
}

export function rowFreed({ scores, unshownScores }: IndexData, row: number): void {
  eraseScores(scores, row);
  if (!unshownScores) return;
  if (!unshownScores.changedRows.has(row)) unshownScores.changedRows.set(row, true);
  eraseScores(unshownScores.scores, row);
}

/** Rows are compared when others are inserted, so all that changed are removed first. */
function applyChangedRows({ scores, changedRows }: UnshownScores, columns: Columns) {
  const orders = Object.values(scores.orders);
  for (const [row, isInOrders] of changedRows) if (isInOrders) for (const order of orders) removeRow(order, row);
  for (const row of changedRows.keys())
    if (columns.numeric.seq[row]) for (const order of orders) insertRow(order, row, capacityOf(columns));
  changedRows.clear();
}

function* changedRealms(data: IndexData, { recent }: Scores): Generator<void, ChangedRealms> {
  const changed: ChangedRealms = { seqs: [], seqSet: sparseNumbers() };
  for (let row = 1; row < capacityOf(data.columns); row += 1) {
    if (row % ROWS_PER_STEP === 0) yield;
    const seq = data.columns.numeric.seq[row] ?? 0;
    if (seq === 0 || (recent[row] ?? 0) === (data.scores.recent[row] ?? 0)) continue;
    changed.seqs.push(seq);
    changed.seqSet.set(seq, 1);
  }
  return changed;
}
