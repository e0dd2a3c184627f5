// Memory that one question uses and leaves to the next: bits, counts and lists, with whatever is in them.

export interface Scratch {
  bits(length: number): Uint32Array;
  counts(length: number): Uint16Array;
  list(length: number): Uint32Array;
  /** Those that begin as zeros. */
  noBits(length: number): Uint32Array;
  noCounts(length: number): Uint16Array;
  /** Everything that was lent comes back. */
  release(): void;
}

export function scratch(): Scratch {
  const bits = shelf((length) => new Uint32Array(length));
  const counts = shelf((length) => new Uint16Array(length));
  const lists = shelf((length) => new Uint32Array(length));
  return {
    bits: (length) => bits.lend(length),
    counts: (length) => counts.lend(length),
    list: (length) => lists.lend(length),
    noBits: (length) => bits.lend(length).fill(0, 0, length),
    noCounts: (length) => counts.lend(length).fill(0, 0, length),
    release() {
      for (const one of [bits, counts, lists]) one.putBack();
    },
  };
}

/** How many are kept for the next question. One with very many words needs more of them. */
const KEPT = 16;

function shelf<T extends { length: number }>(make: (length: number) => T) {
  const free: T[] = [];
  const lent: T[] = [];
  return {
    lend(length: number): T {
      let found = free.pop();
      // What is too short has been outgrown, and is forgotten.
      while (found && found.length < length) found = free.pop();
      found ??= make(Math.ceil(length * 1.25));
      lent.push(found);
      return found;
    },
    putBack() {
      free.push(...lent.slice(0, Math.max(0, KEPT - free.length)));
      lent.length = 0;
    },
  };
}
