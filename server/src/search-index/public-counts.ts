// How many public realms have each filter and each token, and how often those of each author were downloaded. What is suggested to
// everyone is judged by these counts alone.
import { FILTER, KIND_BITS, KIND_MASK } from './entries.ts';

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

/** Makes room for filters and tokens with ids below these ends. */
export function reserveCounts(counts: PublicCounts, filterEnd: number, tokenEnd: number): void {
  if (filterEnd > counts.ofFilters.length) {
    const length = Math.ceil(filterEnd * 1.5);
    counts.ofFilters = copied(new Uint32Array(length), counts.ofFilters);
    counts.downloads = copied(new Float64Array(length), counts.downloads);
  }
  if (tokenEnd > counts.ofTokens.length)
    counts.ofTokens = copied(new Uint32Array(Math.ceil(tokenEnd * 1.5)), counts.ofTokens);
}

/** A realm by its entries: those from one index to another. */
interface RealmEntries {
  entries: ArrayLike<number>;
  from: number;
  to: number;
}

/** Counts a realm with these entries once more, or once less (`by` is 1 or -1), if it has the filter `public`. */
export function countIfPublic(
  counts: PublicCounts,
  publicFilter: number | undefined,
  realm: RealmEntries,
  by: 1 | -1,
  downloads: number,
): void {
  if (!isPublic(publicFilter, realm)) return;
  addToAuthor(counts, realm, by * downloads);
  const { ofFilters, ofTokens } = counts;
  const { entries, from, to } = realm;
  for (let at = from; at < to; at += 1) {
    const entry = entries[at] ?? 0;
    const counted = (entry & KIND_MASK) === FILTER ? ofFilters : ofTokens;
    counted[entry >>> KIND_BITS] = (counted[entry >>> KIND_BITS] ?? 0) + by;
  }
}

/** Adds downloads to the author of the realm, if it is public. */
export function countDownloads(
  counts: PublicCounts,
  publicFilter: number | undefined,
  realm: RealmEntries,
  downloads: number,
): void {
  if (isPublic(publicFilter, realm)) addToAuthor(counts, realm, downloads);
}

/** The first entry of a realm is its author. */
function addToAuthor({ downloads }: PublicCounts, { entries, from }: RealmEntries, count: number) {
  const author = (entries[from] ?? 0) >>> KIND_BITS;
  downloads[author] = (downloads[author] ?? 0) + count;
}

function isPublic(publicFilter: number | undefined, { entries, from, to }: RealmEntries): boolean {
  if (publicFilter === undefined) return false;
  const entry = (publicFilter << KIND_BITS) | FILTER;
  for (let at = from; at < Math.min(to, from + MAX_PUBLIC_INDEX + 1); at += 1) if (entries[at] === entry) return true;
  return false;
}

function copied<T extends Uint32Array | Float64Array>(target: T, from: T): T {
  target.set(from);
  return target;
}
