// The record of each realm: its entries, which are numbers, by row. The records of 64 rows share a page, so that they take little more memory than
// their numbers.
import { readNumbers, writeNumbers, type ByteSource } from './serialize.ts';

const ROWS_PER_PAGE = 64;
/** A page begins with where each of its records begins, and where the last one ends. */
const HEADER_LENGTH = ROWS_PER_PAGE + 1;
/** A page that grows gets more room than it needs now; one of which less is in use shrinks. */
const GROWTH = 1.25;
const MIN_USED_FRACTION = 3 / 4;
const PAGES_PER_STEP = 32;
const ROWS_PER_STEP = 4_096;

export type Records = Uint32Array[];

export interface RecordPlace {
  page: Uint32Array;
  from: number;
  to: number;
}

const noRecords = new Uint32Array(HEADER_LENGTH).fill(HEADER_LENGTH);

/** Returns where the numbers of a record begin and end in its page; there are none if there is no record. */
export function findRecord(records: Records, row: number): RecordPlace {
  const page = records[Math.floor(row / ROWS_PER_PAGE)] ?? noRecords;
  const slot = row % ROWS_PER_PAGE;
  return { page, from: page[slot] ?? 0, to: page[slot + 1] ?? 0 };
}

export function hasRecord(records: Records, row: number): boolean {
  const { from, to } = findRecord(records, row);
  return from < to;
}

/** Copies the record into an array; false if there is none. */
export function readRecord(records: Records, row: number, into: number[]): boolean {
  const { page, from, to } = findRecord(records, row);
  into.length = 0;
  for (let at = from; at < to; at += 1) into.push(page[at] ?? 0);
  return from < to;
}

export function isSameRecord(records: Records, row: number, numbers: number[]): boolean {
  const { page, from, to } = findRecord(records, row);
  if (to - from !== numbers.length) return false;
  for (let at = 0; at < numbers.length; at += 1) if (page[from + at] !== numbers[at]) return false;
  return true;
}

/** Replaces the record of the row. Without numbers, it has none any more. */
export function writeRecord(records: Records, row: number, numbers: number[]): void {
  const { page: before, from, to } = findRecord(records, row);
  const added = numbers.length - (to - from);
  if (numbers.length === 0 && added === 0) return;
  const page = pageOfSize(before, endOf(before) + added);
  if (page !== before) page.set(before.subarray(0, from));
  page.set(before.subarray(to, endOf(before)), to + added);
  for (let at = 0; at < numbers.length; at += 1) page[from + at] = numbers[at] ?? 0;
  for (let slot = (row % ROWS_PER_PAGE) + 1; slot < HEADER_LENGTH; slot += 1) page[slot] = (page[slot] ?? 0) + added;
  const index = Math.floor(row / ROWS_PER_PAGE);
  while (records.length < index) records.push(noRecords);
  records[index] = page;
}

function endOf(page: Uint32Array): number {
  return page[ROWS_PER_PAGE] ?? 0;
}

/** Returns the page if it has room for so many numbers and not too much, or an empty one. */
function pageOfSize(page: Uint32Array, size: number): Uint32Array {
  const fits = page !== noRecords && size <= page.length && size >= page.length * MIN_USED_FRACTION;
  return fits ? page : new Uint32Array(Math.ceil(size * GROWTH));
}

type RecordVisitor = (row: number, page: Uint32Array, from: number, to: number) => void;

/** Visits each record, in steps: its page, and where its numbers begin and end. */
export function* forEachRecord(records: Records, visit: RecordVisitor): Generator<void> {
  for (let row = 0; row < records.length * ROWS_PER_PAGE; row += 1) {
    if (row % ROWS_PER_STEP === 0) yield;
    const { page, from, to } = findRecord(records, row);
    if (from < to) visit(row, page, from, to);
  }
}

/** Yields all pages as they are, several in each step; an empty array marks their end. */
export function* serializeRecords(records: Records): Generator<Uint8Array> {
  for (let from = 0; from < records.length; from += PAGES_PER_STEP) {
    const pages = records.slice(from, from + PAGES_PER_STEP).map((page) => page.subarray(0, endOf(page)));
    const all = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const page of pages) {
      all.set(page, end);
      end += page.length;
    }
    yield* writeNumbers(all);
  }
  yield* writeNumbers(new Uint32Array(0));
}

/** Leaves out the records of rows for which `isUsed` is false. */
export function* deserializeRecords(bytes: ByteSource, isUsed: (row: number) => boolean): Generator<void, Records> {
  const records: Records = [];
  for (let all = readNumbers(bytes, Uint32Array); all.length > 0; all = readNumbers(bytes, Uint32Array)) {
    for (let from = 0; from < all.length;) {
      const length = all[from + ROWS_PER_PAGE] ?? 0;
      if (length < HEADER_LENGTH || length > all.length - from) throw new RangeError('a page ends where none can end');
      records.push(all.slice(from, (from += length)));
    }
    yield;
  }
  for (let row = 0; row < records.length * ROWS_PER_PAGE; row += 1) {
    if (!isUsed(row)) writeRecord(records, row, []);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return records;
}
