// The set of realms of each filter. A filter that no realm has any more is removed, and its number is assigned again.
import { forEachFilterName, type FilterKind, type FilterName } from './filter-names.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { numberPool, type NumberPool } from './number-pool.ts';
import { emptySet, type RealmSet } from './realm-set.ts';

export interface Filters {
  /** By number: the kind, a blank and the value; empty where a number is not in use. */
  names: string[];
  /** By number; undefined where a number is not in use. */
  sets: (RealmSet | undefined)[];
  pool: NumberPool;
  numbers: Record<FilterKind, Map<string, number>>;
}

/** `known` are names by number, none of them twice; `counts` say how many realms have each filter. */
export function filters(known: string[] = [], counts = new Uint32Array(known.length)): Filters {
  // A filter without a realm was serialized for a realm that changed meanwhile, and is put in again.
  const names = known.map((name, number) => (counts[number] ? name : ''));
  const numbers: Filters['numbers'] = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    owner: new Map(),
    featured: new Map(),
    category: new Map(),
    tag: new Map(),
  };
  for (const [number, name] of names.entries()) if (name !== '') numbers[kindOf(name)].set(valueOf(name), number);
  const sets = names.map((name) => (name === '' ? undefined : emptySet()));
  return { names, sets, pool: numberPool(counts), numbers };
}

export function findFilter({ numbers, sets }: Filters, kind: FilterKind, value = ''): RealmSet | undefined {
  const number = numbers[kind].get(value);
  return number === undefined ? undefined : sets[number];
}

/** Returns the sets of the filters that exist. */
export function setsOfFilters(filters: Filters, names: FilterName[]): RealmSet[] {
  const found: RealmSet[] = [];
  for (const [kind, value] of names) {
    const set = findFilter(filters, kind, value);
    if (set) found.push(set);
  }
  return found;
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

function addFilter({ names, sets, pool, numbers }: Filters, kind: FilterKind, value: string): number {
  const number = pool.take();
  names[number] = `${kind} ${value}`;
  sets[number] = emptySet();
  numbers[kind].set(value, number);
  return number;
}

/** Counts one realm less, and removes the filter with the last one. */
export function releaseFilter({ names, sets, pool, numbers }: Filters, number: number): void {
  const name = names[number];
  if (!pool.release(number) || !name) return;
  numbers[kindOf(name)].delete(valueOf(name));
  names[number] = '';
  sets[number] = undefined;
}

const kindOf = (name: string) => name.slice(0, name.indexOf(' ')) as FilterKind;
const valueOf = (name: string) => name.slice(name.indexOf(' ') + 1);
