// The set of realms of each filter. A filter that no realm has any more is removed, and its number is assigned again.
import { forEachFilterName, startOfSpellings, type FilterKind, type FilterName } from './filter-names.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { numberPool, type NumberPool } from './number-pool.ts';
import { emptyOrder, type SortOrder } from './order-blocks.ts';
import { emptySet, type RealmSet } from './realm-set.ts';
import { insertRow, removeRow, rowsInRange } from './sort-order.ts';

export interface Filters {
  /** By number: the kind, a blank and the value; empty where a number is not in use. */
  names: string[];
  /** By number; undefined where a number is not in use. */
  sets: (RealmSet | undefined)[];
  pool: NumberPool;
  numbers: Record<FilterKind, Map<string, number>>;
  /** The numbers of authors, categories, licenses and tags, sorted by name. */
  byName: SortOrder;
  /** How many counts of values are under way; while there are any, filters that no realm has any more are kept in `unused`. */
  counting: number;
  unused: number[];
}

const NAMES_PER_STEP = 1_024;

export function filters(names: string[] = [], counts = new Uint32Array(names.length)): Filters {
  const numbers: Filters['numbers'] = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    owner: new Map(),
    featured: new Map(),
    author: new Map(),
    category: new Map(),
    license: new Map(),
    tag: new Map(),
  };
  const byName = emptyOrder((one, other) => (String(names[one]) < String(names[other]) ? -1 : 1));
  const sets: Filters['sets'] = names.map(() => undefined);
  return { names, sets, pool: numberPool(counts), numbers, byName, counting: 0, unused: [] };
}

/** `known` are names by number, none of them twice; `counts` say how many realms have each filter. */
export function* filtersOf(known: string[], counts: Uint32Array<ArrayBuffer>): Generator<void, Filters> {
  // A filter without a realm was serialized for a realm that changed meanwhile, and is put in again.
  const all = filters(
    known.map((name, number) => (counts[number] ? name : '')),
    counts,
  );
  for (const [number, name] of all.names.entries()) {
    if (number % NAMES_PER_STEP === 0) yield;
    if (name !== '') enter(all, number, kindOf(name), valueOf(name));
  }
  return all;
}

export function findFilter({ numbers, sets }: Filters, kind: FilterKind, value = ''): RealmSet | undefined {
  const number = numbers[kind].get(value);
  return number === undefined ? undefined : sets[number];
}

/** Returns the sets of the filters that exist; a license has one for each spelling. */
export function setsOfFilters(filters: Filters, names: FilterName[]): RealmSet[] {
  const found: RealmSet[] = [];
  for (const [kind, value] of names) {
    const set = kind === 'license' ? undefined : findFilter(filters, kind, value);
    if (set) found.push(set);
    if (kind !== 'license') continue;
    for (const part of valuesBetween(filters, 'license', startOfSpellings(value)))
      for (const number of part) found.push(filters.sets[number] as RealmSet);
  }
  return found;
}

/** Yields the numbers of the values of a kind that begin with this text, in parts, sorted by value. */
export function valuesBetween({ byName, names }: Filters, kind: FilterKind, prefix: string): Generator<Uint32Array> {
  const start = `${kind} ${prefix}`;
  const nameOf = (number: number) => names[number] ?? '';
  const isBelow = (number: number) => nameOf(number) < start;
  return rowsInRange(byName, isBelow, (number) => isBelow(number) || nameOf(number).startsWith(start));
}

/** Visits the number of each filter of a realm. An unknown filter is added, or has the number -1. */
export function forEachFilter(
  filters: Filters,
  realm: IndexedRealm,
  visit: (filter: number) => void,
  unknown: 'add' | 'skip',
): void {
  forEachFilterName(realm, (kind, value) =>
    visit(filters.numbers[kind].get(value) ?? (unknown === 'add' ? addFilter(filters, kind, value) : -1)),
  );
}

function addFilter(filters: Filters, kind: FilterKind, value: string): number {
  const number = filters.pool.take();
  filters.names[number] = `${kind} ${value}`;
  enter(filters, number, kind, value);
  return number;
}

function enter({ sets, numbers, byName }: Filters, number: number, kind: FilterKind, value: string) {
  sets[number] = emptySet();
  numbers[kind].set(value, number);
  if (hasValues(kind)) insertRow(byName, number, Math.ceil((number + 1) * 1.5));
}

/** Counts one realm less, and removes the filter with the last one. */
export function releaseFilter(filters: Filters, number: number): void {
  if (!filters.pool.release(number)) return;
  if (filters.names[number] === '') return filters.pool.free(number); // it was removed while the realm was serialized
  filters.unused.push(number);
  if (filters.counting === 0) removeUnused(filters);
}

/** Begins a count of values: until `endCount`, no number gets another name. */
export function beginCount(filters: Filters): void {
  filters.counting += 1;
}

export function endCount(filters: Filters): void {
  filters.counting -= 1;
  if (filters.counting === 0) removeUnused(filters);
}

function removeUnused(filters: Filters) {
  const { names, sets, pool, numbers, byName, unused } = filters;
  for (const number of unused) {
    const name = String(names[number]);
    if (name === '' || pool.isUsed(number)) continue; // it is in the list twice, or a realm has got it again
    if (hasValues(kindOf(name))) removeRow(byName, number);
    numbers[kindOf(name)].delete(valueOf(name));
    names[number] = '';
    sets[number] = undefined;
    pool.free(number);
  }
  filters.unused = [];
}

function hasValues(kind: FilterKind): boolean {
  return kind === 'author' || kind === 'category' || kind === 'license' || kind === 'tag';
}

const kindOf = (name: string) => name.slice(0, name.indexOf(' ')) as FilterKind;
export const valueOf = (name: string) => name.slice(name.indexOf(' ') + 1);
