// Builds a search index from many realms: they are staged first, and put into sets and sort orders at once when all are there.
import { capacityOf, deserializeColumns, eraseRow, writeRow, type Columns, type SortKey } from './orders/columns.ts';
import { deserializeSets, fillSets } from './sets/fill-sets.ts';
import { indexData, type IndexData } from './index-data.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { stage } from './inverted-index.ts';
import { hasRecord, writeRecord } from './records.ts';
import { rows } from './rows.ts';
import { deserializeSlugs, indexSlugs, removeSlug, writeSlug } from './words/slugs.ts';
import { searchIndex, type SearchIndex } from './search-index.ts';
import { readNumbers, type ByteSource } from './serialize.ts';
import { fillScoreOrders, scores, writeScores, type Scores } from './orders/scores.ts';
import { fillOrder } from './orders/sort-order.ts';
import { mergeInto, radixSort, sortByName } from './orders/sorting.ts';

export interface IndexBuilder {
  put(realm: IndexedRealm): void;
  remove(seq: number): void;
  /** Writes the scores of a realm that was put in before. Without them its scores are 0. */
  putScores(seq: number, recent: number, trending: number): void;
  /** Returns the index after the last step; the builder must not be used any more. */
  finish(): Generator<void, SearchIndex>;
}

type SortedRows = Record<SortKey, Uint32Array>;

/** Reads what `serialize` wrote, in steps. */
export function* deserialize(bytes: ByteSource): Generator<void, IndexBuilder> {
  const columns = yield* deserializeColumns(bytes);
  const { seq } = columns.numeric;
  const assigned = rows(seq);
  const slugs = yield* deserializeSlugs(bytes, columns);
  const sets = yield* deserializeSets(bytes, (row) => Boolean(seq[row]));
  const data = indexData({ columns, rows: assigned, slugs, sets });
  const sorted = {} as SortedRows;
  for (const sort of sortKeys(data)) sorted[sort] = readNumbers(bytes, Uint32Array);
  return indexBuilder(data, sorted);
}

/** `sorted` are the sorted rows of the realms that the data has already. */
export function indexBuilder(data: IndexData = indexData(), sorted?: SortedRows): IndexBuilder {
  const { columns, sets, slugs } = data;
  /** The rows that may not be where `sorted` has them. */
  const changed = new Set<number>();
  /** The `seq` and the two scores of each realm that has any, one after another. */
  const scored: number[] = [];

  return {
    put(realm) {
      const isKnown = data.rows.find(realm.seq) !== 0;
      const row = data.rows.take(realm.seq);
      if (sorted) changed.add(row);
      if (isKnown) removeSlug(slugs, columns, row);
      writeRow(columns, row, realm);
      writeSlug(slugs, columns, row, realm);
      stage(sets, row, realm);
    },
    remove(seq) {
      const row = data.rows.find(seq);
      if (row === 0) return;
      changed.add(row);
      writeRecord(sets.records, row, []);
      removeSlug(slugs, columns, row);
      eraseRow(columns, row);
      data.rows.free(seq);
    },
    putScores(seq, recent, trending) {
      scored.push(seq, recent, trending);
    },
    *finish() {
      const staged = yield* fillSets(sets, capacityOf(columns), columns.numeric.downloads);
      const all = sorted ? yield* sortChanged(data, sorted, staged, changed) : yield* sortAll(columns, staged);
      const { newest } = all;
      sorted = undefined; // else the index would hold both in memory
      changed.clear();
      for (const sort of sortKeys(data)) {
        if (all[sort].length !== staged.length) throw new Error('the sort orders do not fit the records');
        yield* fillOrder(data.orders[sort], all[sort], capacityOf(columns));
      }
      data.scores = scoresOf(data, scored);
      scored.length = 0;
      yield* fillScoreOrders(data.scores, columns, newest);
      yield* indexSlugs(slugs, columns);
      return searchIndex(data);
    },
  };
}

/** Made when the columns do not grow any more. */
function scoresOf({ columns, rows }: IndexData, scored: number[]): Scores {
  const made = scores(columns);
  for (let at = 0; at < scored.length; at += 3) {
    const row = rows.find(scored[at] ?? 0);
    if (row !== 0) writeScores(made, row, scored[at + 1] ?? 0, scored[at + 2] ?? 0);
  }
  return made;
}

function sortKeys({ orders }: IndexData): SortKey[] {
  return Object.keys(orders) as SortKey[];
}

function* sortChanged(
  data: IndexData,
  before: SortedRows,
  staged: Uint32Array,
  changed: Set<number>,
): Generator<void, SortedRows> {
  const isUnchanged = new Uint8Array(capacityOf(data.columns));
  for (let at = 0; at < staged.length; at += 1) isUnchanged[staged[at] ?? 0] = 1;
  for (const row of changed) isUnchanged[row] = 0;
  const others = Uint32Array.from(changed).filter((row) => hasRecord(data.sets.records, row));
  const sorted = {} as SortedRows;
  for (const sort of sortKeys(data)) {
    const unchanged = before[sort].filter((row) => isUnchanged[row] === 1);
    sorted[sort] = yield* mergeInto(unchanged, others, data.orders[sort].compare);
    yield;
  }
  return sorted;
}

/** Sorts in the orders of `comparators`; a stable sort begins with what counts least. */
function* sortAll({ numeric, names }: Columns, all: Uint32Array): Generator<void, SortedRows> {
  const byId = yield* radixSort(numeric, all, 'idEnd', 'idMiddle', 'idStart');
  const byCreation = yield* radixSort(numeric, byId, 'created');
  return {
    newest: byCreation.toReversed(),
    downloads: (yield* radixSort(numeric, byCreation, 'downloads')).toReversed(),
    stars: (yield* radixSort(numeric, byCreation, 'stars')).toReversed(),
    updated: (yield* radixSort(numeric, byId, 'updated')).toReversed(),
    published: (yield* radixSort(numeric, byId, 'published')).toReversed(),
    name: yield* sortByName(names, byId),
  };
}
