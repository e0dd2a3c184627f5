// The search index: which realms a list or a search means, in which order, and how many. It is in memory, and knows a realm by its `seq`.
import type { FacetName, ValueCount } from '@realm-catalog/contract';
import { capacityOf, eraseRow, serializeColumns, timeNumber, writeRow, type Columns } from './orders/columns.ts';
import { complete, completeValue } from './words/completions.ts';
import { countBeforeChange, countFacets, type Facets } from './values/facets.ts';
import { serializeSets } from './sets/fill-sets.ts';
import { warmHeavyWords } from './words/heavy-words.ts';
import { allOrders, indexData, type IndexData } from './index-data.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { addDownloads, isUpToDate, putIntoSets, removeFromSets } from './inverted-index.ts';
import type { ListQuery } from './list-query.ts';
import type { MatchedFields } from './sets/matching-rows.ts';
import type { ValueKind } from './values/filter-names.ts';
import { findFilter } from './values/filters.ts';
import { newScores, rowAssigned, rowChanged, rowFreed, type NewScores } from './orders/new-scores.ts';
import { related } from './related.ts';
import { runQuery } from './run-query.ts';
import { writeNumbers } from './serialize.ts';
import { hasSlug, removeSlug, serializeSlugs, writeSlug } from './words/slugs.ts';
import { insertRow, moveRow, removeRow, sortedRows } from './orders/sort-order.ts';
import { suggestSearch, type Suggestion } from './words/suggestion.ts';
import { pageOfValues, valuesInOrder, type ValuePage } from './values/top-values.ts';

export interface SearchIndex {
  /** How many realms can be listed: public and private realms, without unlisted ones. */
  readonly size: number;
  /** Adds a realm, or replaces the one with the same `seq`. */
  put(realm: IndexedRealm): void;
  remove(seq: number): void;
  /** Begins to replace the scores of all realms. One that begins later takes the place of one that has not ended. */
  newScores(): NewScores;
  /** Makes in steps what the first searches would have to wait for; the index may be used and changed between the steps. */
  warm(): Generator<void>;
  find(query: ListQuery): { seqs: number[]; total: number };
  /** Increases when a realm is added, removed or gets other values. Sorting by other counts or times is no change. */
  readonly changeCount: number;
  /** Increases also when a realm was edited, which its time of update tells. Only new counts are no edit. */
  readonly editCount: number;
  /** Counts the values of the realms that a query finds, in steps; the index may be used and changed between them. */
  countFacets(query: MatchedFields, names: FacetName[]): Generator<void, Facets>;
  /** For a search that finds nothing: one that does, or nothing. */
  suggestSearch(query: ListQuery): Suggestion | undefined;
  /** A page of the tags or the categories of public realms that begin with a text, and how many there are. */
  listValues(kind: 'category' | 'tag', prefix: string, page: ValuePage): { values: ValueCount[]; total: number };
  /** A page of the authors of public realms, by name, and how many there are. */
  listAuthors(page: ValuePage): { values: string[]; total: number };
  /** Public realms, tags and authors of which something begins with this folded text, at most `limit` of each. */
  complete(text: string, limit: number): { seqs: number[]; tags: string[]; authors: string[] };
  /** Values of public realms that begin with this text, in lower case, at most `limit`. */
  completeValue(kind: ValueKind, text: string, limit: number): string[];
  /** The public realms that share the most and the rarest tags with this one, at most `limit`. */
  related(seq: number, limit: number): number[];
  /**
   * Yields the bytes for `deserialize`, in steps; each is valid until the next. The index may be changed between the steps: then the bytes
   * have the old realm, the new one, or a part of each, and the realm must be put into the builder or removed from it once more.
   */
  serialize(): Generator<Uint8Array>;
  readonly sizes: SearchIndexSizes;
}

/**
 * How many rows, tokens and filters there are, and how many rows and ids were ever assigned: never more than were in use at once. `rows` are all
 * realms, unlisted ones included; `blocks` are those of all sort orders, that of the names of values included.
 */
export interface SearchIndexSizes {
  rows: number;
  assignedRows: number;
  tokens: number;
  assignedTokenIds: number;
  ngrams: number;
  filters: number;
  assignedFilterIds: number;
  heavyWords: number;
  /** N-grams of tags, categories and authors. */
  valueNgrams: number;
  /** Slugs that are stored, and rows that are marked by theirs. */
  slugEntries: number;
  blocks: number;
}

/** Without data, the index is empty. */
export function searchIndex(data: IndexData = indexData()): SearchIndex {
  let changeCount = 0;
  let editCount = 0;
  return {
    get size() {
      return findFilter(data.sets.filters, 'listed')?.size ?? 0;
    },
    get changeCount() {
      return changeCount;
    },
    get editCount() {
      return editCount;
    },
    put(realm) {
      data.listCache.clear();
      const row = data.rows.find(realm.seq);
      if (row === 0 || data.columns.numeric.updated[row] !== timeNumber(realm.updatedAt)) editCount += 1;
      if (row !== 0 && isUnchanged(data, row, realm)) return moveInOrders(data, row, realm);
      changeCount += 1;
      editCount += 1;
      data.wordCache.clear();
      putRealm(data, realm);
    },
    remove(seq) {
      data.listCache.clear();
      changeCount += 1;
      editCount += 1;
      data.wordCache.clear();
      removeRealm(data, seq);
    },
    newScores: () => newScores(data),
    warm: () => warmHeavyWords(data.sets.heavyWords, () => capacityOf(data.columns)),
    serialize: () => serialize(data),
    ...readsOf(data),
    get sizes() {
      return sizesOf(data);
    },
  };
}

type Reads = Pick<
  SearchIndex,
  'find' | 'countFacets' | 'suggestSearch' | 'listValues' | 'listAuthors' | 'complete' | 'completeValue' | 'related'
>;

function readsOf(data: IndexData): Reads {
  const seqsOf = (rows: number[]) => rows.map((row) => data.columns.numeric.seq[row] ?? 0);
  return {
    find(query) {
      const { rows, total } = runQuery(query, data);
      return { seqs: seqsOf(rows), total };
    },
    countFacets: (query, names) => countFacets(query, names, data),
    suggestSearch: (query) => suggestSearch(query, data),
    listValues: (kind, prefix, page) =>
      pageOfValues(data.sets.filters, { kind, prefix }, data.sets.publicCounts.ofFilters, page),
    listAuthors: (page) =>
      valuesInOrder(data.sets.filters, { kind: 'author', prefix: '' }, data.sets.publicCounts.ofFilters, page),
    complete(text, limit) {
      const { rows, ...values } = complete(text, limit, data);
      return { seqs: seqsOf(rows), ...values };
    },
    completeValue: (kind, text, limit) => completeValue(kind, text, limit, data),
    related: (seq, limit) => seqsOf(related(seq, limit, data)),
  };
}

function isUnchanged({ sets, slugs, columns }: IndexData, row: number, realm: IndexedRealm): boolean {
  return isUpToDate(sets, row, realm) && hasSlug(slugs, columns, row, realm);
}

function putRealm(data: IndexData, realm: IndexedRealm) {
  const { columns, rows, slugs, sets } = data;
  const isKnown = rows.find(realm.seq) !== 0;
  const row = rows.take(realm.seq);
  if (isKnown) rowChanged(data, row);
  else rowAssigned(data, row);
  countBeforeChange(data, row);
  const formerDownloads = downloadsOf(columns, row);
  if (isKnown) {
    for (const order of allOrders(data)) removeRow(order, row);
    removeSlug(slugs, columns, row);
  }
  writeRow(columns, row, realm);
  writeSlug(slugs, columns, row, realm);
  for (const order of allOrders(data)) insertRow(order, row, capacityOf(columns));
  putIntoSets(sets, row, realm, formerDownloads, capacityOf(columns));
}

/** Moves a realm of which only what it is sorted by has changed: it stays in its sets. */
function moveInOrders(data: IndexData, row: number, realm: IndexedRealm) {
  const { columns, sets, orders, scores } = data;
  const { created, isAhead } = columns.numeric;
  const former = [created[row], isAhead[row]];
  addDownloads(sets, row, realm.downloadCount - downloadsOf(columns, row));
  writeRow(columns, row, realm);
  for (const order of Object.values(orders)) moveRow(order, row, capacityOf(columns));
  if (former[0] === created[row] && former[1] === isAhead[row]) return;
  moveRow(scores.orders.relevance, row, capacityOf(columns));
  rowChanged(data, row);
}

function removeRealm(data: IndexData, seq: number) {
  const { columns, rows, slugs, sets } = data;
  const row = rows.find(seq);
  countBeforeChange(data, row);
  if (removeFromSets(sets, row, downloadsOf(columns, row))) for (const order of allOrders(data)) removeRow(order, row);
  if (row !== 0) {
    removeSlug(slugs, columns, row);
    eraseRow(columns, row);
    rowFreed(data, row);
  }
  rows.free(seq);
}

function downloadsOf({ numeric }: Columns, row: number): number {
  return numeric.downloads[row] ?? 0;
}

function* serialize({ columns, slugs, sets, orders }: IndexData): Generator<Uint8Array> {
  yield* serializeColumns(columns);
  yield* serializeSlugs(slugs, columns);
  yield* serializeSets(sets);
  for (const order of Object.values(orders)) yield* writeNumbers(sortedRows(order));
}

function sizesOf(data: IndexData): SearchIndexSizes {
  const { rows, slugs, sets } = data;
  const { filters, dictionary, heavyWords } = sets;
  const all = [...allOrders(data), filters.byName];
  return {
    rows: rows.sizes.rows,
    assignedRows: rows.sizes.assigned,
    tokens: dictionary.tokens.length - dictionary.freeIds.length,
    assignedTokenIds: dictionary.tokens.length,
    ngrams: dictionary.ngrams.size,
    filters: filters.names.length - filters.freeIds.length,
    assignedFilterIds: filters.names.length,
    heavyWords: heavyWords.permanent.size + heavyWords.recent.size + data.wordCache.size,
    valueNgrams: filters.ngrams.size,
    slugEntries: slugs.odd.size + slugs.oddNgrams.size + slugs.withoutDash.size + markedRows(slugs.marks),
    blocks: all.reduce((sum, order) => sum + order.blockCount, 0),
  };
}

const markedRows = (marks: IndexData['slugs']['marks']) => marks.values().reduce((sum, { size }) => sum + size, 0);
