// Typed arrays that one query borrows and leaves to the next query: bitmaps, counts and lists. Their contents are arbitrary.

export interface BufferPool {
  bitmap(length: number): Uint32Array;
  counts(length: number): Uint16Array;
  list(length: number): Uint32Array;
  zeroedBitmap(length: number): Uint32Array;
  zeroedCounts(length: number): Uint16Array;
  /** Takes every borrowed array back. */
  release(): void;
}

export function bufferPool(): BufferPool {
  const bitmaps = arrayPool((length) => new Uint32Array(length));
  const counts = arrayPool((length) => new Uint16Array(length));
  const lists = arrayPool((length) => new Uint32Array(length));
  return {
    bitmap: (length) => bitmaps.borrow(length),
    counts: (length) => counts.borrow(length),
    list: (length) => lists.borrow(length),
    zeroedBitmap: (length) => bitmaps.borrow(length).fill(0, 0, length),
    zeroedCounts: (length) => counts.borrow(length).fill(0, 0, length),
    release() {
      for (const pool of [bitmaps, counts, lists]) pool.release();
    },
  };
}

/** How many arrays of each kind stay for the next query. A query with very many words needs more. */
const MAX_FREE_ARRAYS = 16;

function arrayPool<T extends { length: number }>(make: (length: number) => T) {
  const free: T[] = [];
  const borrowed: T[] = [];
  return {
    borrow(length: number): T {
      let found = free.pop();
      // An array that is too short is dropped: the catalog has outgrown it.
      while (found && found.length < length) found = free.pop();
      found ??= make(Math.ceil(length * 1.25));
      borrowed.push(found);
      return found;
    },
    release() {
      free.push(...borrowed.slice(0, Math.max(0, MAX_FREE_ARRAYS - free.length)));
      borrowed.length = 0;
    },
  };
}
