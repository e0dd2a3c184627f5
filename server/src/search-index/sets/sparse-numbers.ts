// A map from whole numbers to positive whole numbers, in typed pages: its memory grows with its entries, and not with its largest key.

export interface SparseNumbers {
  /** Returns 0 for a key without a value. */
  get(key: number): number;
  /** The value 0 removes the key. */
  set(key: number, value: number): void;
  clear(): void;
  /** How many pages are in memory. */
  readonly pages: number;
}

/** Neighbouring keys share a page. A larger page wastes more where one key is left in it; a smaller one has more overhead. */
const KEYS_PER_PAGE = 256;

export function sparseNumbers(): SparseNumbers {
  /** Each page has its values, and after them how many of them are not 0. */
  const pages = new Map<number, Uint32Array>();

  function addPage(index: number): Uint32Array {
    const page = new Uint32Array(KEYS_PER_PAGE + 1);
    pages.set(index, page);
    return page;
  }

  return {
    get: (key) => pages.get(Math.floor(key / KEYS_PER_PAGE))?.[key % KEYS_PER_PAGE] ?? 0,
    set(key, value) {
      const index = Math.floor(key / KEYS_PER_PAGE);
      const found = pages.get(index);
      if (!found && value === 0) return;
      const page = found ?? addPage(index);
      const before = page[key % KEYS_PER_PAGE] ?? 0;
      page[key % KEYS_PER_PAGE] = value;
      page[KEYS_PER_PAGE] = (page[KEYS_PER_PAGE] ?? 0) + Number(value !== 0) - Number(before !== 0);
      if (page[KEYS_PER_PAGE] === 0) pages.delete(index);
    },
    clear: () => pages.clear(),
    get pages() {
      return pages.size;
    },
  };
}
