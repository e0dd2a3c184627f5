// Sorts many rows at once, in steps between which other work can run.
import type { Comparator, NumericColumns } from './columns.ts';

const DIGIT_VALUES = 1 << 16;
/** Below that many rows, going through all values of each digit would cost more than comparing the rows. */
const MIN_RADIX_ROWS = 1 << 12;
const ROWS_PER_RADIX_STEP = 1 << 17;
/** To take a number of more than 32 bits apart costs most. */
const ROWS_PER_DIGIT_STEP = 1 << 15;
const ROWS_PER_MERGE_STEP = 1 << 12;

/** Sorts rows in ascending order by columns, of which the last one counts most. The sort is stable. */
export function* radixSort(
  columns: NumericColumns,
  rows: Uint32Array,
  ...names: (keyof NumericColumns)[]
): Generator<void, Uint32Array> {
  let sorted = rows;
  for (const name of names) sorted = yield* sortByNumbers(columns[name], sorted);
  return sorted;
}

/** Sorts rows by one column. With `offset` added, its numbers are positive. */
export function* sortByNumbers(
  column: Uint8Array | Uint32Array | Float64Array,
  rows: Uint32Array,
  offset = 0,
): Generator<void, Uint32Array> {
  if (rows.length < MIN_RADIX_ROWS) {
    yield;
    return rows.toSorted((one, other) => (column[one] ?? 0) - (column[other] ?? 0));
  }
  // A digit has sixteen bits; counts and times have at most 53.
  const low = new Uint32Array(column.length);
  const high = new Uint32Array(column.length);
  for (let from = 0; from < column.length; from += ROWS_PER_DIGIT_STEP) {
    const end = Math.min(from + ROWS_PER_DIGIT_STEP, column.length);
    for (let row = from; row < end; row += 1) {
      const number = (column[row] ?? 0) + offset;
      low[row] = number;
      high[row] = number / 2 ** 32;
    }
    yield;
  }
  let sorted = yield* sortByDigit(low, 0, rows);
  sorted = yield* sortByDigit(low, 16, sorted);
  sorted = yield* sortByDigit(high, 0, sorted);
  return yield* sortByDigit(high, 16, sorted);
}

function* sortByDigit(column: Uint32Array, shift: number, rows: Uint32Array): Generator<void, Uint32Array> {
  const starts = new Uint32Array(DIGIT_VALUES + 1);
  for (let from = 0; from < rows.length; from += ROWS_PER_RADIX_STEP) {
    countDigits(rows.subarray(from, from + ROWS_PER_RADIX_STEP), column, shift, starts);
    yield;
  }
  if (starts.includes(rows.length)) return rows; // the digit is the same in all rows
  for (let at = 0; at < DIGIT_VALUES; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  yield;

  const sorted = new Uint32Array(rows.length);
  for (let from = 0; from < rows.length; from += ROWS_PER_RADIX_STEP) {
    scatter(rows.subarray(from, from + ROWS_PER_RADIX_STEP), column, shift, starts, sorted);
    yield;
  }
  return sorted;
}

function countDigits(rows: Uint32Array, column: Uint32Array, shift: number, starts: Uint32Array) {
  for (let at = 0; at < rows.length; at += 1) {
    const digit = ((column[rows[at] ?? 0] ?? 0) >>> shift) & (DIGIT_VALUES - 1);
    starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  }
}

function scatter(rows: Uint32Array, column: Uint32Array, shift: number, starts: Uint32Array, target: Uint32Array) {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const digit = ((column[row] ?? 0) >>> shift) & (DIGIT_VALUES - 1);
    const start = starts[digit] ?? 0;
    target[start] = row;
    starts[digit] = start + 1;
  }
}

/** Sorts rows by name. The sort is stable. */
export function sortByName(names: string[], rows: Uint32Array): Generator<void, Uint32Array> {
  return mergeSort((one, other) => {
    const [name = '', otherName = ''] = [names[one], names[other]];
    if (name === otherName) return 0;
    return name < otherName ? -1 : 1;
  }, rows);
}

function* mergeSort(compare: Comparator, rows: Uint32Array): Generator<void, Uint32Array> {
  let sorted = rows.slice();
  for (let from = 0; from < sorted.length; from += ROWS_PER_MERGE_STEP) {
    sorted.subarray(from, from + ROWS_PER_MERGE_STEP).sort(compare);
    yield;
  }
  for (let width = ROWS_PER_MERGE_STEP; width < sorted.length; width *= 2) {
    const merged = new Uint32Array(sorted.length);
    for (let from = 0; from < sorted.length; from += width * 2) {
      const middle = Math.min(from + width, sorted.length);
      const end = Math.min(middle + width, sorted.length);
      for (let to = from, left = from, right = middle; to < end; to += 1) {
        if (to % ROWS_PER_MERGE_STEP === 0) yield;
        const isLeft = right === end || (left < middle && compare(sorted[left] ?? 0, sorted[right] ?? 0) <= 0);
        merged[to] = sorted[isLeft ? left++ : right++] ?? 0;
      }
    }
    sorted = merged;
  }
  return sorted;
}

/** Returns sorted rows together with others, which are not sorted yet. */
export function* mergeInto(
  sorted: Uint32Array,
  others: Uint32Array,
  compare: Comparator,
): Generator<void, Uint32Array> {
  const all = new Uint32Array(sorted.length + others.length);
  let [from, end] = [0, 0];
  for (const row of yield* mergeSort(compare, others)) {
    const to = firstFalse(sorted.length, (at) => compare(sorted[at] ?? 0, row) < 0);
    all.set(sorted.subarray(from, to), end);
    end += to - from;
    all[end] = row;
    [from, end] = [to, end + 1];
    if (end % ROWS_PER_MERGE_STEP === 0) yield;
  }
  all.set(sorted.subarray(from), end);
  return all;
}

/** Returns the first number below `end` for which the predicate is false; it must be true for all numbers before. */
export function firstFalse(end: number, predicate: (at: number) => boolean): number {
  let [from, to] = [0, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (predicate(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
