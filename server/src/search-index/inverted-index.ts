// The inverted index: for each filter, token and heavy word the set of its realms; and for each realm the record of its entries, so that the
// realm can be removed from its sets.
import { dictionary, removeUnusedToken } from './words/dictionary.ts';
import { FILTER, KIND_BITS, KIND_MASK, NAME_TOKEN, readEntries, TOKEN, type EntrySource } from './entries.ts';
import { filters, hasAuthorName, removeUnusedFilter } from './values/filters.ts';
import { dropEmptyWords, forEachHeavySet, heavyWords, type HeavyWords } from './words/heavy-words.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { countDownloads, countIfPublic, publicCounts, type PublicCounts } from './values/public-counts.ts';
import { addToSet, removeFromSet, type RealmSet } from './sets/realm-set.ts';
import { findRecord, isSameRecord, readRecord, writeRecord, type Records } from './records.ts';

export interface InvertedIndex extends EntrySource {
  /** The entries of each row. */
  records: Records;
  heavyWords: HeavyWords;
  publicCounts: PublicCounts;
  /** The entries that are being processed: those that a realm has now, and those that it had before. */
  entries: number[];
  formerEntries: number[];
}

export function invertedIndex(records: Records = [], ofFilters = filters(), ofTokens = dictionary()): InvertedIndex {
  return {
    records,
    filters: ofFilters,
    dictionary: ofTokens,
    heavyWords: heavyWords(ofTokens),
    publicCounts: publicCounts(),
    entries: [],
    formerEntries: [],
  };
}

/** True if the realm is in exactly the sets that it belongs to: then only values that are sorted by have changed. */
export function isUpToDate(index: InvertedIndex, row: number, realm: IndexedRealm): boolean {
  readEntries(index, realm, 'skip', index.entries);
  return isSameRecord(index.records, row, index.entries) && hasAuthorName(index.filters, realm);
}

/** Removes a realm from its former sets and adds it to its new ones. `capacity` is above every row. */
export function putIntoSets(
  index: InvertedIndex,
  row: number,
  realm: IndexedRealm,
  formerDownloads: number,
  capacity: number,
): void {
  const { entries, formerEntries } = index;
  takeOut(index, row, formerDownloads);
  stage(index, row, realm);
  countIfPublic(index, { entries, from: 0, to: entries.length }, 1, realm.downloadCount);
  forEachSet(index, entries, (set) => addToSet(set, row, capacity));
  removeUnused(index, formerEntries);
}

/** Removes a realm from its sets; false if it was in none. */
export function removeFromSets(index: InvertedIndex, row: number, downloads: number): boolean {
  if (!takeOut(index, row, downloads)) return false;
  writeRecord(index.records, row, []);
  removeUnused(index, index.formerEntries);
  return true;
}

/** Reads the record of a realm, and removes the realm from its sets; false if it has none. */
function takeOut(index: InvertedIndex, row: number, downloads: number): boolean {
  const { records, formerEntries } = index;
  if (!readRecord(records, row, formerEntries)) return false;
  countIfPublic(index, { entries: formerEntries, from: 0, to: formerEntries.length }, -1, downloads);
  forEachSet(index, formerEntries, (set) => removeFromSet(set, row));
  return true;
}

/** Removes the filters, tokens and heavy words that no realm has any more. */
function removeUnused({ filters, dictionary, heavyWords }: InvertedIndex, entries: number[]) {
  for (const entry of entries) {
    if ((entry & KIND_MASK) === FILTER) removeUnusedFilter(filters, entry >>> KIND_BITS);
    else removeUnusedToken(dictionary, entry >>> KIND_BITS);
  }
  dropEmptyWords(heavyWords);
}

/** The realm has so many more downloads than before, and is in the same sets. */
export function addDownloads(index: InvertedIndex, row: number, downloads: number): void {
  const { page, from, to } = findRecord(index.records, row);
  countDownloads(index, { entries: page, from, to }, downloads);
}

/**
 * Stages a realm: writes its record alone. Where an index is being built, `fillSets` will add all staged realms to their sets at once, which is
 * much faster than one by one.
 */
export function stage(index: InvertedIndex, row: number, realm: IndexedRealm): void {
  readEntries(index, realm, 'add', index.entries);
  writeRecord(index.records, row, index.entries);
}

/** Visits the sets of filters, tokens and heavy words that a realm with these entries belongs to. */
function forEachSet(
  { filters, dictionary, heavyWords }: InvertedIndex,
  entries: number[],
  visit: (set: RealmSet) => void,
) {
  for (const entry of entries) {
    const [kind, id] = [entry & KIND_MASK, entry >>> KIND_BITS];
    const set = kind === FILTER ? filters.sets[id] : dictionary.sets[id]?.anywhere;
    if (set) visit(set);
    const inName = kind === NAME_TOKEN && dictionary.sets[id]?.inName;
    if (inName) visit(inName);
  }
  const tokensOf = (...kinds: number[]) =>
    entries
      .filter((entry) => kinds.includes(entry & KIND_MASK))
      .map((entry) => dictionary.tokens[entry >>> KIND_BITS])
      .join(' ');
  forEachHeavySet(heavyWords, tokensOf(NAME_TOKEN), tokensOf(NAME_TOKEN, TOKEN), visit);
}
