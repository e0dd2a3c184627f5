// Counts how often each filter occurs among some rows, in steps. A row that changes between the steps is counted as it was before.
import { clearBit, hasBit, lowestBit } from './bits.ts';
import { FILTER, KIND_BITS, KIND_MASK } from './entries.ts';
import { findRecord, type RecordPages } from './record-pages.ts';

/** How often each filter occurs among some rows. */
export interface RowCount {
  /** The rows that are not counted yet. */
  left: Uint32Array;
  /** By the id of the filter. */
  counts: Uint32Array;
}

const ROWS_PER_STEP = 2_048;

export function* countRows({ left, counts }: RowCount, records: RecordPages): Generator<void> {
  let steps = 0;
  for (let at = 0; at < left.length; at += 1) {
    for (let word = left[at] ?? 0; word !== 0; word &= word - 1, steps += 1)
      countRow(records, (at << 5) + lowestBit(word), counts);
    left[at] = 0;
    if (steps < ROWS_PER_STEP) continue;
    steps = 0;
    yield;
  }
}

/** The filters of a realm come before its tokens. */
function countRow(records: RecordPages, row: number, counts: Uint32Array) {
  const record = findRecord(records, row);
  if (!record) return;
  const { page, from, to } = record;
  for (let at = from; at < to; at += 1) {
    const entry = page[at] ?? 0;
    if ((entry & KIND_MASK) !== FILTER) return;
    counts[entry >>> KIND_BITS] = (counts[entry >>> KIND_BITS] ?? 0) + 1;
  }
}

/** Must be called before the record of a row changes. */
export function countBeforeChange(underWay: Iterable<RowCount>, records: RecordPages, row: number): void {
  for (const { left, counts } of underWay) {
    if (!hasBit(left, row)) continue;
    clearBit(left, row);
    countRow(records, row, counts);
  }
}
