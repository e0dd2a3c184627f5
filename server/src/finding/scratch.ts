// Memory that one question uses and leaves to the next: bits, which begin as zeros, and lists.

export interface Scratch {
  bits(length: number): Uint32Array;
  counts(length: number): Uint16Array;
  list(length: number): Uint32Array;
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
    release() {
      for (const lent of [...bits.lent, ...counts.lent]) lent.fill(0);
      for (const one of [bits, counts, lists]) one.putBack();
    },
  };
}

function shelf<T extends { length: number }>(make: (length: number) => T) {
  const free: T[] = [];
  const lent: T[] = [];
  return {
    lent,
    lend(length: number): T {
      let found = free.pop();
      // What is too short has been outgrown, and is forgotten.
      while (found && found.length < length) found = free.pop();
      found ??= make(Math.ceil(length * 1.25));
      lent.push(found);
      return found;
    },
    putBack() {
      free.push(...lent);
      lent.length = 0;
    },
  };
}
