// Reads, writes, compares and serializes records: a few numbers for each key, such as the filters and tokens of a realm.
import { appendRecord, eraseRecord, findRecord, HEADER_LENGTH, recordPages, type RecordPages } from './record-pages.ts';
import { readNumbers, writeNumbers, type ByteSource } from './serialize.ts';

const KEYS_PER_STEP = 4_096;
const NUMBERS_PER_STEP = 1 << 16;

export function hasRecord(records: RecordPages, key: number): boolean {
  return findRecord(records, key) !== undefined;
}

/** Replaces the record of the key, if it has one. */
export function writeRecord(records: RecordPages, key: number, numbers: number[]): void {
  eraseRecord(records, key);
  appendRecord(records, key, numbers);
}

/** Copies the record into an array; false, and an empty array, if there is none. */
export function readRecord(records: RecordPages, key: number, into: number[]): boolean {
  const found = findRecord(records, key);
  into.length = 0;
  if (!found) return false;
  for (let at = found.from; at < found.to; at += 1) into.push(found.page[at] ?? 0);
  return true;
}

/** Replaces one number of a record. */
export function changeRecord(records: RecordPages, key: number, at: number, number: number): void {
  const found = findRecord(records, key);
  if (found) found.page[found.from + at] = number;
}

export function isSameRecord(records: RecordPages, key: number, numbers: number[]): boolean {
  const found = findRecord(records, key);
  if (!found || found.to - found.from !== numbers.length) return false;
  for (let at = 0; at < numbers.length; at += 1) if (found.page[found.from + at] !== numbers[at]) return false;
  return true;
}

type RecordVisitor = (key: number, page: Uint32Array, from: number, to: number) => void;

/** Visits the records with keys below `keyEnd`, in steps: their page, and where their numbers begin and end. */
export function* forEachRecord(records: RecordPages, keyEnd: number, visit: RecordVisitor): Generator<void> {
  for (let key = 0; key < Math.min(keyEnd, records.starts.length); key += 1) {
    if (key % KEYS_PER_STEP === 0) yield;
    const found = findRecord(records, key);
    if (found) visit(key, found.page, found.from, found.to);
  }
}

/** Serializes the records with keys below `keyEnd`; an empty array marks their end. */
export function* serializeRecords(records: RecordPages, keyEnd: number): Generator<Uint8Array> {
  const page = new Uint32Array(NUMBERS_PER_STEP);
  let used = 0;
  for (let key = 0; key < Math.min(keyEnd, records.starts.length); key += 1) {
    const found = findRecord(records, key);
    if (!found) continue;
    const record = found.page.subarray(found.from - HEADER_LENGTH, found.to);
    if (used > 0 && used + record.length > page.length) {
      yield* writeNumbers(page.subarray(0, used));
      used = 0;
    }
    if (record.length > page.length) yield* writeNumbers(record);
    else {
      page.set(record, used);
      used += record.length;
    }
  }
  if (used > 0) yield* writeNumbers(page.subarray(0, used));
  yield* writeNumbers(new Uint32Array(0));
}

export function* deserializeRecords(bytes: ByteSource, keyEnd: number): Generator<void, RecordPages> {
  const filled: Uint32Array[] = [];
  for (let page = readNumbers(bytes, Uint32Array); page.length > 0; page = readNumbers(bytes, Uint32Array)) {
    filled.push(page);
    yield;
  }
  return recordPages(filled, keyEnd);
}
