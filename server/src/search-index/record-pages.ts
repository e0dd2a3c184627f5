// Records of a few numbers each, by key, in large pages. A page that is too empty gives its records to another page and is dropped, so
// that memory shrinks with the records.

const NUMBERS_PER_PAGE = 1 << 16;
/** How many numbers precede a record: its key and its length. */
export const HEADER_LENGTH = 2;
const MIN_USED_FRACTION = 3 / 4;
/** A longer record has a page of its own, so that no page is closed far from its end. */
const MAX_SHARED_LENGTH = NUMBERS_PER_PAGE / 8;

interface RecordPage {
  index: number;
  numbers: Uint32Array;
  /** Where the next record begins. */
  end: number;
  /** How many numbers belong to records that were not erased. */
  used: number;
}

export interface RecordPages {
  pages: (RecordPage | undefined)[];
  /** By key: the index of the record's header over all pages, plus 1; 0 for a key without a record. */
  starts: Uint32Array;
  /** The page that new records are written to. */
  open: RecordPage | undefined;
}

/** `filled` are pages of records; no key occurs twice, and every key is below `keyEnd`. */
export function recordPages(filled: Uint32Array[] = [], keyEnd = 1_024): RecordPages {
  const all: RecordPages = { pages: [], starts: new Uint32Array(keyEnd), open: undefined };
  for (const numbers of filled) {
    const page = addPage(all, numbers, numbers.length);
    for (const at of headersIn(page)) {
      const key = numbers[at] ?? 0;
      if (key >= keyEnd || at >= NUMBERS_PER_PAGE) throw new RangeError('a record is where none can be');
      all.starts[key] = startOf(page, at);
    }
  }
  return all;
}

/** Returns how many numbers all pages have room for. */
export function roomOf({ pages }: RecordPages): number {
  return pages.reduce((sum, page) => sum + (page?.numbers.length ?? 0), 0);
}

/** Returns the page of a record, and where its numbers begin and end. */
export function findRecord(
  { pages, starts }: RecordPages,
  key: number,
): { page: Uint32Array; from: number; to: number } | undefined {
  const start = (starts[key] ?? 0) - 1;
  const page = start < 0 ? undefined : pages[Math.floor(start / NUMBERS_PER_PAGE)];
  if (!page) return undefined;
  const from = (start % NUMBERS_PER_PAGE) + HEADER_LENGTH;
  return { page: page.numbers, from, to: from + (page.numbers[from - 1] ?? 0) };
}

/** Writes a record for a key that has none. */
export function appendRecord(all: RecordPages, key: number, numbers: number[]): void {
  const page = pageForRecord(all, key, numbers.length);
  const from = page.end - numbers.length;
  for (let at = 0; at < numbers.length; at += 1) page.numbers[from + at] = numbers[at] ?? 0;
}

export function eraseRecord(all: RecordPages, key: number): void {
  const start = (all.starts[key] ?? 0) - 1;
  const page = start < 0 ? undefined : all.pages[Math.floor(start / NUMBERS_PER_PAGE)];
  if (!page) return;
  all.starts[key] = 0;
  page.used -= HEADER_LENGTH + (page.numbers[(start % NUMBERS_PER_PAGE) + 1] ?? 0);
  if (page !== all.open) dropIfSparse(all, page);
}

function addPage({ pages }: RecordPages, numbers: Uint32Array, used = 0): RecordPage {
  const free = pages.indexOf(undefined);
  const page = { index: free < 0 ? pages.length : free, numbers, end: used, used };
  pages[page.index] = page;
  return page;
}

/** Returns a page with room for so many numbers. */
function pageWithRoom(all: RecordPages, size: number): RecordPage {
  if (size > MAX_SHARED_LENGTH) return addPage(all, new Uint32Array(size));
  for (;;) {
    if (all.open && all.open.end + size <= NUMBERS_PER_PAGE) return all.open;
    const before = all.open;
    all.open = addPage(all, new Uint32Array(NUMBERS_PER_PAGE));
    if (before) dropIfSparse(all, before);
  }
}

/** Writes the header of a record, and returns the page; the last places of the page are for the numbers. */
function pageForRecord(all: RecordPages, key: number, length: number): RecordPage {
  if (key >= all.starts.length) all.starts = grown(all.starts, key);
  const page = pageWithRoom(all, HEADER_LENGTH + length);
  page.numbers[page.end] = key;
  page.numbers[page.end + 1] = length;
  all.starts[key] = startOf(page, page.end);
  page.end += HEADER_LENGTH + length;
  page.used += HEADER_LENGTH + length;
  return page;
}

function dropIfSparse(all: RecordPages, page: RecordPage): void {
  const { numbers } = page;
  if (page.used >= numbers.length * MIN_USED_FRACTION) return;
  for (const at of headersIn(page)) {
    const [key = 0, length = 0] = [numbers[at], numbers[at + 1]];
    if (all.starts[key] !== startOf(page, at)) continue;
    const to = pageForRecord(all, key, length);
    to.numbers.set(numbers.subarray(at + HEADER_LENGTH, at + HEADER_LENGTH + length), to.end - length);
  }
  all.pages[page.index] = undefined;
}

/** Yields where the headers of a page begin, also those of erased records. */
function* headersIn({ numbers, end }: RecordPage): Generator<number> {
  for (let at = 0; at < end; at += HEADER_LENGTH + (numbers[at + 1] ?? 0)) yield at;
}

function startOf({ index }: RecordPage, at: number): number {
  return index * NUMBERS_PER_PAGE + at + 1;
}

function grown(starts: Uint32Array, key: number): Uint32Array {
  const copy = new Uint32Array(Math.max(key + 1, Math.ceil(starts.length * 1.5)));
  copy.set(starts);
  return copy;
}
