// Numbers for filters and tokens, with a count of the realms that use each number. A number that no realm uses is assigned again.

export interface NumberPool {
  /** How many numbers are in use. */
  readonly size: number;
  /** Every number that was ever assigned is below this one. */
  readonly end: number;
  /** Returns a number that is not in use. The caller must retain it at once. */
  take(): number;
  /** Counts one more realm. */
  retain(number: number): void;
  /** Counts one realm less; true if that was the last one. */
  release(number: number): boolean;
  isUsed(number: number): boolean;
  /** The number may be assigned again. */
  free(number: number): void;
}

/** `counts` are the realms of each number that is in use already. */
export function numberPool(counts = new Uint32Array(0)): NumberPool {
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
    retain(number) {
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
      return left === 0;
    },
    isUsed: (number) => counts[number] !== 0,
    free: (number) => void free.push(number),
  };
}
