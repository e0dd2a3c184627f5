// A map from whole numbers to whole numbers above zero, in typed pages that come and go: its memory follows what it holds,
// and not how large its keys are.

export interface SparseNumbers {
  /** 0 if there is none. */
  get(key: number): number;
  /** 0 removes the key. */
  set(key: number, value: number): void;
  clear(): void;
  /** How many pages there are. */
  readonly pages: number;
}

/** Neighbouring keys share a page. A larger page costs more where a single key is left in it; a smaller one has more overhead. */
const PAGE = 256;

export function sparseNumbers(): SparseNumbers {
  /** The values of a page, and behind them how many there are. */
  const pages = new Map<number, Uint32Array>();

  function pageFor(index: number): Uint32Array {
    const made = new Uint32Array(PAGE + 1);
    pages.set(index, made);
    return made;
  }

  return {
    get: (key) => pages.get(Math.floor(key / PAGE))?.[key % PAGE] ?? 0,
    set(key, value) {
      const index = Math.floor(key / PAGE);
      const known = pages.get(index);
      if (!known && value === 0) return;
      const page = known ?? pageFor(index);
      const before = page[key % PAGE] ?? 0;
      page[key % PAGE] = value;
      page[PAGE] = (page[PAGE] ?? 0) + Number(value !== 0) - Number(before !== 0);
      if (page[PAGE] === 0) pages.delete(index);
    },
    clear: () => pages.clear(),
    get pages() {
      return pages.size;
    },
  };
}
