// Ids for filters and tokens, with a count of the realms that use each id. An id that no realm uses is assigned again.

export interface IdPool {
  /** How many ids are in use. */
  readonly size: number;
  /** Every id that was ever assigned is below this one. */
  readonly end: number;
  /** Returns an id that is not in use. The caller must retain it at once. */
  take(): number;
  /** Counts one more realm. */
  retain(id: number): void;
  /** Counts one realm less; true if that was the last one. */
  release(id: number): boolean;
  isUsed(id: number): boolean;
  /** The id may be assigned again. */
  free(id: number): void;
}

/** `counts` are the realms of each id that is in use already. */
export function idPool(counts = new Uint32Array(0)): IdPool {
  let end = counts.length;
  const free: number[] = [];
  for (let id = end - 1; id >= 0; id -= 1) if (counts[id] === 0) free.push(id);

  return {
    get size() {
      return end - free.length;
    },
    get end() {
      return end;
    },
    take: () => free.pop() ?? end++,
    retain(id) {
      if (id >= counts.length) {
        const grown = new Uint32Array(Math.max(1_024, Math.ceil((id + 1) * 1.5)));
        grown.set(counts);
        counts = grown;
      }
      counts[id] = (counts[id] ?? 0) + 1;
    },
    release(id) {
      const left = (counts[id] ?? 0) - 1;
      counts[id] = left;
      return left === 0;
    },
    isUsed: (id) => counts[id] !== 0,
    free: (id) => void free.push(id),
  };
}
