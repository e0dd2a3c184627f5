// A few numbers for each key, such as those of the sets that a realm is in: written, compared, and saved.
import { HEAD, pages } from './pages.ts';
import { numbersIn, numbersOut, type Bytes } from './pieces.ts';

/** How many keys are shown in a step. */
const TOGETHER = 4_096;
/** How many numbers are saved in a step. */
const SAVED_TOGETHER = 1 << 16;

export interface Records {
  has(key: number): boolean;
  /** Instead of what was written before. */
  write(key: number, numbers: number[]): void;
  /** Puts what was written into an array; false, and an empty array, if nothing was. */
  read(key: number, into: number[]): boolean;
  /** Puts another number in one place of a record that was written. */
  change(key: number, at: number, number: number): void;
  /** Whether these very numbers were written. */
  isSame(key: number, numbers: number[]): boolean;
  erase(key: number): void;
  /** Shows what was written for the keys below this number, in steps: from one place of a page to another. */
  each(end: number, see: (key: number, page: Uint32Array, from: number, to: number) => void): Generator<void>;
  /** The records of keys below this number, for `thawedRecords`. */
  freeze(end: number): Generator<Uint8Array>;
}

export function records(kept = pages()): Records {
  return {
    has: (key) => kept.find(key) !== undefined,
    write(key, numbers) {
      kept.erase(key);
      kept.write(key, numbers);
    },
    read(key, into) {
      const found = kept.find(key);
      into.length = 0;
      if (!found) return false;
      for (let at = found.from; at < found.to; at += 1) into.push(found.numbers[at] ?? 0);
      return true;
    },
    change(key, at, number) {
      const found = kept.find(key);
      if (found) found.numbers[found.from + at] = number;
    },
    isSame(key, numbers) {
      const found = kept.find(key);
      if (!found || found.to - found.from !== numbers.length) return false;
      for (let at = 0; at < numbers.length; at += 1) if (found.numbers[found.from + at] !== numbers[at]) return false;
      return true;
    },
    erase: (key) => kept.erase(key),
    *each(end, see) {
      for (let key = 0; key < Math.min(end, kept.end); key += 1) {
        if (key % TOGETHER === 0) yield;
        const found = kept.find(key);
        if (found) see(key, found.numbers, found.from, found.to);
      }
    },
    *freeze(end) {
      const page = new Uint32Array(SAVED_TOGETHER);
      let used = 0;
      for (let key = 0; key < Math.min(end, kept.end); key += 1) {
        const found = kept.find(key);
        if (!found) continue;
        const record = found.numbers.subarray(found.from - HEAD, found.to);
        if (used > 0 && used + record.length > page.length) {
          yield* numbersOut(page.subarray(0, used));
          used = 0;
        }
        if (record.length > page.length) yield* numbersOut(record);
        else {
          page.set(record, used);
          used += record.length;
        }
      }
      if (used > 0) yield* numbersOut(page.subarray(0, used));
      yield* numbersOut(new Uint32Array(0)); // there are no more
    },
  };
}

/** Reads records with keys below `end`. */
export function* thawedRecords(bytes: Bytes, end: number): Generator<void, Records> {
  const filled: Uint32Array[] = [];
  for (let page = numbersIn(bytes, Uint32Array); page.length > 0; page = numbersIn(bytes, Uint32Array)) {
    filled.push(page);
    yield;
  }
  return records(pages(filled, end));
}
