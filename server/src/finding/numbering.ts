// Numbers for the entries of an index, with how many realms use each entry: a number that no realm uses is handed out again.

export interface Numbering {
  /** How many numbers are in use. */
  readonly size: number;
  /** Every number that was ever handed out is below this one. */
  readonly end: number;
  /** A number that is not in use. Its first realm must be counted at once. */
  take(): number;
  /** Counts one more realm. */
  hold(number: number): void;
  /** Counts one realm less; true if it was the last, and the number is free. */
  release(number: number): boolean;
}

/** With the counts of numbers that are in use already. */
export function numbering(counts = new Uint32Array(0)): Numbering {
  let end = counts.length;
  const free: number[] = [];
  for (let number = end - 1; number >= 0; number -= 1) if (counts[number] === 0) free.push(number);

  return {
    get size() {
      return end - free.length;
    },
    get end() {
      return end;
    },
    take: () => free.pop() ?? end++,
    hold(number) {
      if (number >= counts.length) {
        const grown = new Uint32Array(Math.max(1_024, Math.ceil((number + 1) * 1.5)));
        grown.set(counts);
        counts = grown;
      }
      counts[number] = (counts[number] ?? 0) + 1;
    },
    release(number) {
      const left = (counts[number] ?? 0) - 1;
      counts[number] = left;
      if (left === 0) free.push(number);
      return left === 0;
    },
  };
}
