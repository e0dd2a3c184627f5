// How many public realms have each filter and each token, and how often those of each author were downloaded. What is suggested to
// everyone is judged by these counts alone.
import { blockMaxima, weightChanged, type BlockMaxima } from './block-maxima.ts';
import { FILTER, KIND_BITS, KIND_MASK, type EntrySource } from '../entries.ts';

export interface PublicCounts {
  /** By the id of the filter. */
  ofFilters: Uint32Array;
  /** By the id of the token. */
  ofTokens: Uint32Array;
  /** Downloads by the id of the author's filter. */
  downloads: Float64Array;
  /** Of the values by name: how many realms have each, and of authors the downloads. */
  maxima: BlockMaxima;
}

/** The entry `public` is among the first so many: after the author, the owner and `listed`. */
const MAX_PUBLIC_INDEX = 3;

export function publicCounts(): PublicCounts {
  const [ofFilters, ofTokens, downloads] = [new Uint32Array(0), new Uint32Array(0), new Float64Array(0)];
  return { ofFilters, ofTokens, downloads, maxima: blockMaxima() };
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
  const { ofFilters, ofTokens, maxima } = index.publicCounts;
  const { entries, from, to } = realm;
  for (let at = from; at < to; at += 1) {
    const [entry, id] = [entries[at] ?? 0, (entries[at] ?? 0) >>> KIND_BITS];
    const isFilter = (entry & KIND_MASK) === FILTER;
    const counted = isFilter ? ofFilters : ofTokens;
    counted[id] = (counted[id] ?? 0) + by;
    if (isFilter) weightChanged(maxima, index.filters.byName, id);
  }
}

/** Adds downloads to the author of the realm, if it is public. */
export function countDownloads(index: Counted, realm: RealmEntries, downloads: number): void {
  if (isPublic(index, realm)) addToAuthor(index, realm, downloads);
}

/** The first entry of a realm is its author. */
function addToAuthor({ publicCounts, filters }: Counted, { entries, from }: RealmEntries, count: number) {
  const { downloads, maxima } = publicCounts;
  const author = (entries[from] ?? 0) >>> KIND_BITS;
  downloads[author] = (downloads[author] ?? 0) + count;
  weightChanged(maxima, filters.byName, author);
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
