// For each realm, the few numbers that say which sets it is in; kept in large pages, as a million small arrays weigh much.

const PAGE = 1 << 18;
/** Rooms come in multiples of this, so that a realm that changes often finds one that another has left. */
const STEP = 4;

export interface Records {
  has(seq: number): boolean;
  write(seq: number, numbers: number[]): void;
  /** Puts what was written into an array; false if nothing was. */
  read(seq: number, into: number[]): boolean;
  erase(seq: number): void;
}

export function records(): Records {
  const pages = [new Uint32Array(PAGE)];
  let end = STEP;
  let starts = new Uint32Array(1_024);
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
  const roomFor = (count: number) => Math.ceil((count + 1) / STEP) * STEP;

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
    erase(seq) {
      const start = starts[seq];
      if (!start) return;
      const room = roomFor(pageOf(start)[start % PAGE] ?? 0);
      const others = left.get(room);
      if (others) others.push(start);
      else left.set(room, [start]);
      starts[seq] = 0;
    },
  };
}
