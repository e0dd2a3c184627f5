// The inverted index: for each filter, token and heavy word the set of its realms; and for each realm the record of its entries, so that the
// realm can be removed from its sets.
import { dictionary } from './dictionary.ts';
import {
  FILTER,
  KIND_BITS,
  KIND_MASK,
  NAME_TOKEN,
  readEntries,
  releaseEntries,
  retainEntries,
  TOKEN,
  type EntrySource,
} from './entries.ts';
import { filters } from './filters.ts';
import { dropEmptyWords, forEachHeavySet, heavyWords, type HeavyWords } from './heavy-words.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { countDownloads, countIfPublic, publicCounts, reserveCounts, type PublicCounts } from './public-counts.ts';
import { addToSet, removeFromSet, type RealmSet } from './realm-set.ts';
import { eraseRecord, findRecord, recordPages, type RecordPages } from './record-pages.ts';
import { forEachRecord, isSameRecord, readRecord, writeRecord } from './records.ts';
import { seenNumbers } from './seen-numbers.ts';

export interface InvertedIndex extends EntrySource {
  /** The entries of each row. */
  records: RecordPages;
  heavyWords: HeavyWords;
  publicCounts: PublicCounts;
  /** The entries that are being processed: those that a realm has now, and those that it had before. */
  entries: number[];
  formerEntries: number[];
}

export function invertedIndex(records = recordPages(), ofFilters = filters(), ofTokens = dictionary()): InvertedIndex {
  return {
    records,
    filters: ofFilters,
    dictionary: ofTokens,
    heavyWords: heavyWords(ofTokens),
    publicCounts: publicCounts(),
    seenTokens: seenNumbers(),
    entries: [],
    formerEntries: [],
  };
}

/** True if the realm is in exactly the sets that it belongs to: then only values that are sorted by have changed. */
export function isUpToDate(index: InvertedIndex, row: number, realm: IndexedRealm): boolean {
  readEntries(index, realm, 'skip', index.entries);
  return isSameRecord(index.records, row, index.entries);
}

/**
 * Removes a realm from its former sets and adds it to its new ones. In between, `updateOrders` puts it into the sort orders, since bitmaps
 * by position need its position; it returns how many rows there is room for. `formerDownloads` are those that the realm had before.
 */
export function putIntoSets(
  index: InvertedIndex,
  row: number,
  realm: IndexedRealm,
  formerDownloads: number,
  updateOrders: () => number,
): void {
  const { entries, formerEntries, records } = index;
  readRecord(records, row, formerEntries);
  countEntries(index, formerEntries, -1, formerDownloads);
  forEachSet(index, formerEntries, (set) => removeFromSet(set, row));
  readEntries(index, realm, 'add', entries);
  retainEntries(index, entries); // before the former entries are released: a token that is in both must stay
  countEntries(index, entries, 1, realm.downloadCount);
  const capacity = updateOrders();
  writeRecord(records, row, entries);
  forEachSet(index, entries, (set) => addToSet(set, row, capacity));
  releaseEntries(index, formerEntries);
  dropEmptyWords(index.heavyWords);
}

/** Removes a realm from its sets; false if it was in none. */
export function removeFromSets(index: InvertedIndex, row: number, downloads: number): boolean {
  const { formerEntries, records } = index;
  if (!readRecord(records, row, formerEntries)) return false;
  countEntries(index, formerEntries, -1, downloads);
  forEachSet(index, formerEntries, (set) => removeFromSet(set, row));
  eraseRecord(records, row);
  releaseEntries(index, formerEntries);
  dropEmptyWords(index.heavyWords);
  return true;
}

/** The realm has so many more downloads than before, and is in the same sets. */
export function addDownloads({ publicCounts, filters, records }: InvertedIndex, row: number, downloads: number): void {
  const record = findRecord(records, row);
  if (record)
    countDownloads(publicCounts, filters.idsByValue.public.get(''), { ...record, entries: record.page }, downloads);
}

/** Counts the public realms of all records, in steps; `downloads` are by row. */
export function* countRecords(index: InvertedIndex, capacity: number, downloads: Float64Array): Generator<void> {
  const { publicCounts, filters, dictionary, records } = index;
  const publicFilter = filters.idsByValue.public.get('');
  reserveCounts(publicCounts, filters.pool.end, dictionary.pool.end);
  yield* forEachRecord(records, capacity, (row, entries, from, to) =>
    countIfPublic(publicCounts, publicFilter, { entries, from, to }, 1, downloads[row] ?? 0),
  );
}

function countEntries(
  { publicCounts, filters, dictionary }: InvertedIndex,
  entries: number[],
  by: 1 | -1,
  downloads: number,
) {
  reserveCounts(publicCounts, filters.pool.end, dictionary.pool.end);
  const realm = { entries, from: 0, to: entries.length };
  countIfPublic(publicCounts, filters.idsByValue.public.get(''), realm, by, downloads);
}

/**
 * Stages a realm: writes its record alone. The index is being built, and `fillSets` will add all staged realms to their sets at once, which is much
 * faster than one by one.
 */
export function stage(index: InvertedIndex, row: number, realm: IndexedRealm): void {
  const { entries, formerEntries, records } = index;
  readRecord(records, row, formerEntries);
  readEntries(index, realm, 'add', entries);
  retainEntries(index, entries);
  writeRecord(records, row, entries);
  releaseEntries(index, formerEntries);
}

/** Erases the record of a staged realm, so that `fillSets` does not add the realm. */
export function unstage(index: InvertedIndex, row: number): void {
  readRecord(index.records, row, index.formerEntries);
  eraseRecord(index.records, row);
  releaseEntries(index, index.formerEntries);
}

/** Yields every set of the index. */
export function* allSets({ filters, dictionary, heavyWords }: InvertedIndex): Generator<RealmSet> {
  for (const set of filters.sets) if (set) yield set;
  for (const sets of dictionary.sets) if (sets) yield* [sets.anywhere, sets.inName];
  for (const words of [heavyWords.permanent, heavyWords.recent])
    for (const { anywhere, inName } of words.values()) yield* [anywhere, inName];
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
