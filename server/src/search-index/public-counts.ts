// How many public realms have each filter and each token, and how often those of each author were downloaded. What is suggested to
// everyone is judged by these counts alone.
import { FILTER, KIND_BITS, KIND_MASK, type EntrySource } from './entries.ts';

export interface PublicCounts {
  /** By the id of the filter. */
  ofFilters: Uint32Array;
  /** By the id of the token. */
  ofTokens: Uint32Array;
  /** Downloads by the id of the author's filter. */
  downloads: Float64Array;
}

/** The entry `public` is among the first so many: after the author, the owner and `listed`. */
const MAX_PUBLIC_INDEX = 3;

export function publicCounts(): PublicCounts {
  return { ofFilters: new Uint32Array(0), ofTokens: new Uint32Array(0), downloads: new Float64Array(0) };
}

interface Counted extends EntrySource {
  publicCounts: PublicCounts;
}

/** A realm by its entries: those from one index to another. */
interface RealmEntries {
  entries: ArrayLike<number>;
  from: number;
  to: number;
}

/** Counts a realm with these entries once more, or once less (`by` is 1 or -1), if it has the filter `public`. */
export function countIfPublic(index: Counted, realm: RealmEntries, by: 1 | -1, downloads: number): void {
  if (!isPublic(index, realm)) return;
  reserveCounts(index);
  addToAuthor(index, realm, by * downloads);
  const { ofFilters, ofTokens } = index.publicCounts;
  const { entries, from, to } = realm;
  for (let at = from; at < to; at += 1) {
    const entry = entries[at] ?? 0;
    const counted = (entry & KIND_MASK) === FILTER ? ofFilters : ofTokens;
    counted[entry >>> KIND_BITS] = (counted[entry >>> KIND_BITS] ?? 0) + by;
  }
}

/** Adds downloads to the author of the realm, if it is public. */
export function countDownloads(index: Counted, realm: RealmEntries, downloads: number): void {
  if (isPublic(index, realm)) addToAuthor(index, realm, downloads);
}

/** The first entry of a realm is its author. */
function addToAuthor({ publicCounts: { downloads } }: Counted, { entries, from }: RealmEntries, count: number) {
  const author = (entries[from] ?? 0) >>> KIND_BITS;
  downloads[author] = (downloads[author] ?? 0) + count;
}

function isPublic({ filters }: Counted, { entries, from, to }: RealmEntries): boolean {
  const publicFilter = filters.idsByValue.public.get('');
  if (publicFilter === undefined) return false;
  const entry = (publicFilter << KIND_BITS) | FILTER;
  for (let at = from; at < Math.min(to, from + MAX_PUBLIC_INDEX + 1); at += 1) if (entries[at] === entry) return true;
  return false;
}

/** Makes room for every filter and token. */
function reserveCounts({ publicCounts: counts, filters, dictionary }: Counted): void {
  if (filters.names.length > counts.ofFilters.length) {
    const length = Math.ceil(filters.names.length * 1.5);
    counts.ofFilters = copied(new Uint32Array(length), counts.ofFilters);
    counts.downloads = copied(new Float64Array(length), counts.downloads);
  }
  if (dictionary.tokens.length > counts.ofTokens.length)
    counts.ofTokens = copied(new Uint32Array(Math.ceil(dictionary.tokens.length * 1.5)), counts.ofTokens);
}

function copied<T extends Uint32Array | Float64Array>(target: T, from: T): T {
  target.set(from);
  return target;
}
