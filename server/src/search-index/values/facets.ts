// Counts the values of the realms that match a query, in steps. The index may change between the steps: the result is that of the first step, since a
// row that is about to change is counted before.
import type { FacetName, ValueCount } from '@realm-catalog/contract';
import { clearBit, hasBit, lowestBit } from '../sets/bits.ts';
import { FILTER, KIND_BITS, KIND_MASK } from '../entries.ts';
import { oneOf, type ValueKind } from './filter-names.ts';
import { beginCount, endCount, setsOfFilters } from './filters.ts';
import type { IndexData, RowCount } from '../index-data.ts';
import { matchingRows, type MatchedFields } from '../sets/matching-rows.ts';
import { keepRowsIn } from '../sets/realm-set.ts';
import { findRecord, type Records } from '../records.ts';
import { topLicenses } from './top-licenses.ts';
import { topValues } from './top-values.ts';

export type Facets = Partial<Record<FacetName, ValueCount[]>>;

/** How many values a facet has at most. */
const MAX_VALUES = 50;
const ROWS_PER_STEP = 2_048;

const kinds: Record<FacetName, ValueKind> = { category: 'category', tags: 'tag', license: 'license', author: 'author' };
/** A realm has one value of each of these, so their facets are counted without the filter of the same name: one can choose another value. */
const singles = ['author', 'category', 'license'] as const;

export function* countFacets(query: MatchedFields, names: FacetName[], data: IndexData): Generator<void, Facets> {
  const { filters, records } = data.sets;
  const counted = rowCounts(query, names, data);
  const running = [...new Set(counted.values())];
  beginCount(filters);
  for (const count of running) data.rowCounts.add(count);
  try {
    for (const count of running) {
      yield* countRows(count, records);
      data.rowCounts.delete(count);
    }
    const facets: Facets = {};
    for (const name of names) {
      const { counts } = counted.get(name) ?? { counts: new Uint32Array(0) };
      facets[name] =
        name === 'license'
          ? yield* topLicenses(filters, counts, MAX_VALUES)
          : topValues(filters, { kind: kinds[name], prefix: '' }, (filterId) => counts[filterId] ?? 0, MAX_VALUES);
      yield;
    }
    return facets;
  } finally {
    for (const count of running) data.rowCounts.delete(count);
    endCount(filters);
  }
}

/** Returns the count of each facet; facets under the same filters have the same count. */
function rowCounts(query: MatchedFields, names: FacetName[], data: IndexData): Map<FacetName, RowCount> {
  const { filters, publicCounts } = data.sets;
  const others = { ...query, author: undefined, category: undefined, license: undefined };
  let matches: Uint32Array | undefined;
  const byFilters = new Map<string, RowCount>();
  const found = new Map<FacetName, RowCount>();
  for (const name of names) {
    const kept = singles.filter((kind) => kind !== name && query[kind]);
    const key = kept.join(' ');
    let count = byFilters.get(key);
    if (!count && kept.length === 0 && isEveryPublicRealm(others))
      count = { left: new Uint32Array(0), counts: publicCounts.ofFilters.slice() };
    if (!count) {
      matches ??= matchingRows(others, data);
      const left = matches.slice();
      keepRowsIn(
        left,
        kept.map((kind) => setsOfFilters(filters, oneOf(kind, query[kind] ?? []))),
      );
      count = { left, counts: new Uint32Array(filters.names.length) };
    }
    byFilters.set(key, count);
    found.set(name, count);
  }
  return found;
}

/** Then the counts are known. */
function isEveryPublicRealm({ visibility, ownerId, featured, has, tags, search, q, seqs }: MatchedFields): boolean {
  const isFiltered = ownerId || featured || has?.length || tags.length > 0 || search || q || seqs;
  return visibility.kind === 'public' && !isFiltered;
}

function* countRows({ left, counts }: RowCount, records: Records): Generator<void> {
  let steps = 0;
  for (let at = 0; at < left.length; at += 1) {
    for (let word = left[at] ?? 0; word !== 0; word &= word - 1, steps += 1)
      countRow(records, (at << 5) + lowestBit(word), counts);
    left[at] = 0;
    if (steps < ROWS_PER_STEP) continue;
    steps = 0;
    yield;
  }
}

/** The filters of a realm come before its tokens. */
function countRow(records: Records, row: number, counts: Uint32Array) {
  const { page, from, to } = findRecord(records, row);
  for (let at = from; at < to; at += 1) {
    const entry = page[at] ?? 0;
    if ((entry & KIND_MASK) !== FILTER) return;
    counts[entry >>> KIND_BITS] = (counts[entry >>> KIND_BITS] ?? 0) + 1;
  }
}

/** Must be called before the record of a row changes. */
export function countBeforeChange({ rowCounts, sets }: IndexData, row: number): void {
  for (const { left, counts } of rowCounts) {
    if (!hasBit(left, row)) continue;
    clearBit(left, row);
    countRow(sets.records, row, counts);
  }
}
