// Records of a few numbers each, by their keys, in large pages: a page that holds too little gives its records to another, and
// goes. So memory follows what is there now.

const PAGE = 1 << 16;
/** Before the numbers of a record: its key, and how many numbers follow. */
export const HEAD = 2;
/** Which part of a page must be used. */
const LEAST_USED = 3 / 4;

interface Page {
  index: number;
  numbers: Uint32Array;
  /** Where the next record begins. */
  end: number;
  /** How many numbers belong to records that are still there. */
  used: number;
}

export interface Pages {
  /** All keys are below this one. */
  readonly end: number;
  /** How many numbers all pages have room for. */
  readonly room: number;
  /** The numbers of a key: from one place of a page to another. */
  find(key: number): { numbers: Uint32Array; from: number; to: number } | undefined;
  /** Writes numbers for a key that has none. */
  write(key: number, numbers: number[]): void;
  erase(key: number): void;
}

/** With pages full of records; no two have the same key, and every key is below `end`. */
export function pages(filled: Uint32Array[] = [], end = 1_024): Pages {
  const all: (Page | undefined)[] = [];
  /** Of each key: how many numbers come before its record, and one; 0 if it has none. */
  let starts = new Uint32Array(end);
  /** The page that is being filled. */
  let open: Page | undefined;
  for (const numbers of filled) {
    const page = addPage(numbers, numbers.length);
    for (const at of placesIn(page)) {
      const key = numbers[at] ?? 0;
      if (key >= end || at >= PAGE) throw new RangeError('a record is where none can be');
      starts[key] = startOf(page, at);
    }
  }

  function addPage(numbers: Uint32Array, used = 0): Page {
    const free = all.indexOf(undefined);
    const page = { index: free < 0 ? all.length : free, numbers, end: used, used };
    all[page.index] = page;
    return page;
  }

  /** A page with room for so many numbers. A large record has one of its own, so that no page is closed far from its end. */
  function pageFor(size: number): Page {
    if (size > PAGE / 8) return addPage(new Uint32Array(size));
    for (;;) {
      if (open && open.end + size <= PAGE) return open;
      const before = open;
      open = addPage(new Uint32Array(PAGE));
      if (before) giveUpUnlessUsed(before);
    }
  }

  /** A page whose last places are for the numbers of this key. */
  function pageWith(key: number, length: number): Page {
    if (key >= starts.length) starts = longer(starts, key);
    const page = pageFor(HEAD + length);
    page.numbers[page.end] = key;
    page.numbers[page.end + 1] = length;
    starts[key] = startOf(page, page.end);
    page.end += HEAD + length;
    page.used += HEAD + length;
    return page;
  }

  function giveUpUnlessUsed(page: Page): void {
    const { numbers } = page;
    if (page.used >= numbers.length * LEAST_USED) return;
    for (const at of placesIn(page)) {
      const [key = 0, length = 0] = [numbers[at], numbers[at + 1]];
      if (starts[key] !== startOf(page, at)) continue;
      const to = pageWith(key, length);
      to.numbers.set(numbers.subarray(at + HEAD, at + HEAD + length), to.end - length);
    }
    all[page.index] = undefined;
  }

  return {
    get end() {
      return starts.length;
    },
    get room() {
      return all.reduce((sum, page) => sum + (page?.numbers.length ?? 0), 0);
    },
    find(key) {
      const start = (starts[key] ?? 0) - 1;
      const page = start < 0 ? undefined : all[Math.floor(start / PAGE)];
      if (!page) return undefined;
      const from = (start % PAGE) + HEAD;
      return { numbers: page.numbers, from, to: from + (page.numbers[from - 1] ?? 0) };
    },
    write(key, numbers) {
      const page = pageWith(key, numbers.length);
      const from = page.end - numbers.length;
      for (let at = 0; at < numbers.length; at += 1) page.numbers[from + at] = numbers[at] ?? 0;
    },
    erase(key) {
      const start = (starts[key] ?? 0) - 1;
      const page = start < 0 ? undefined : all[Math.floor(start / PAGE)];
      if (!page) return;
      starts[key] = 0;
      page.used -= HEAD + (page.numbers[(start % PAGE) + 1] ?? 0);
      if (page !== open) giveUpUnlessUsed(page);
    },
  };
}

/** Where the records of a page begin, also those that are elsewhere by now. */
function* placesIn({ numbers, end }: Page): Generator<number> {
  for (let at = 0; at < end; at += HEAD + (numbers[at + 1] ?? 0)) yield at;
}

function startOf({ index }: Page, at: number): number {
  return index * PAGE + at + 1;
}

function longer(starts: Uint32Array, key: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(key + 1, Math.ceil(starts.length * 1.5)));
  grown.set(starts);
  return grown;
}
