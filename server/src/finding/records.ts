// For each realm, the few numbers that say which sets it is in; kept in large pages, as a million small arrays weigh much.
import { numbersIn, numbersOut, type Bytes } from './pieces.ts';

const PAGE = 1 << 18;
/** Rooms come in multiples of this, so that a realm that changes often finds one that another has left. */
const STEP = 4;
/** How many realms are shown in a step. */
const TOGETHER = 4_096;

export interface Records {
  has(seq: number): boolean;
  write(seq: number, numbers: number[]): void;
  /** Puts what was written into an array; false if nothing was. */
  read(seq: number, into: number[]): boolean;
  /** Whether these very numbers were written. */
  isSame(seq: number, numbers: number[]): boolean;
  erase(seq: number): void;
  /** Shows what was written for the realms below this number, in steps: from one place of a page to another. */
  each(rows: number, see: (seq: number, page: Uint32Array, from: number, to: number) => void): Generator<void>;
  /** Those of realms below this number, without the room that was left between them. */
  freeze(rows: number): Generator<Uint8Array>;
}

export function records(pages = [new Uint32Array(PAGE)], starts = new Uint32Array(1_024), end = STEP): Records {
  const left = new Map<number, number[]>();

  /** A room is its length, then that many numbers. It does not cross the end of a page. */
  function newRoom(length: number): number {
    const reused = left.get(length)?.pop();
    if (reused !== undefined) return reused;
    if (end + length > pages.length * PAGE) {
      end = pages.length * PAGE;
      pages.push(new Uint32Array(PAGE));
    }
    end += length;
    return end - length;
  }
  const pageOf = (start: number) => pages[Math.floor(start / PAGE)] ?? new Uint32Array(0);

  return {
    has: (seq) => Boolean(starts[seq]),
    write(seq, numbers) {
      if (seq >= starts.length) {
        const grown = new Uint32Array(Math.max(seq + 1, Math.ceil(starts.length * 1.5)));
        grown.set(starts);
        starts = grown;
      }
      const start = newRoom(roomFor(numbers.length));
      const page = pageOf(start);
      page[start % PAGE] = numbers.length;
      for (let at = 0; at < numbers.length; at += 1) page[(start % PAGE) + 1 + at] = numbers[at] ?? 0;
      starts[seq] = start;
    },
    read(seq, into) {
      const start = starts[seq];
      if (!start) return false;
      const [page, from] = [pageOf(start), start % PAGE];
      into.length = page[from] ?? 0;
      for (let at = 0; at < into.length; at += 1) into[at] = page[from + 1 + at] ?? 0;
      return true;
    },
    isSame(seq, numbers) {
      const start = starts[seq];
      if (!start) return false;
      const [page, from] = [pageOf(start), start % PAGE];
      return page[from] === numbers.length && numbers.every((number, at) => page[from + 1 + at] === number);
    },
    erase(seq) {
      const start = starts[seq];
      if (!start) return;
      const room = roomFor(pageOf(start)[start % PAGE] ?? 0);
      const others = left.get(room);
      if (others) others.push(start);
      else left.set(room, [start]);
      starts[seq] = 0;
    },
    *each(rows, see) {
      for (let seq = 0; seq < Math.min(rows, starts.length); seq += 1) {
        if (seq % TOGETHER === 0) yield;
        const start = starts[seq];
        if (!start) continue;
        const [page, from] = [pageOf(start), (start % PAGE) + 1];
        see(seq, page, from, from + (page[from - 1] ?? 0));
      }
    },
    *freeze(rows) {
      const packed = new Uint32Array(rows);
      const page = new Uint32Array(PAGE);
      let [before, used] = [0, STEP];
      for (let seq = 0; seq < Math.min(rows, starts.length); seq += 1) {
        const start = starts[seq];
        if (!start) continue;
        const [from, its] = [start % PAGE, pageOf(start)];
        const room = roomFor(its[from] ?? 0);
        if (used + room > PAGE) {
          yield* numbersOut(page);
          [before, used] = [before + PAGE, 0];
        }
        page.set(its.subarray(from, from + room), used);
        packed[seq] = before + used;
        used += room;
      }
      yield* numbersOut(page);
      yield* numbersOut(new Uint32Array(0)); // there are no more
      yield* numbersOut(Uint32Array.of(before + used));
      yield* numbersOut(packed);
    },
  };
}

export function* thawedRecords(bytes: Bytes): Generator<void, Records> {
  const pages: Uint32Array<ArrayBuffer>[] = [];
  for (let page = numbersIn(bytes, Uint32Array); page.length > 0; page = numbersIn(bytes, Uint32Array)) {
    pages.push(page);
    yield;
  }
  const [end] = numbersIn(bytes, Uint32Array);
  return records(pages, numbersIn(bytes, Uint32Array), end);
}

function roomFor(count: number): number {
  return Math.ceil((count + 1) / STEP) * STEP;
}
