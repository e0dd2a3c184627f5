// The set of realms of each facet. A facet that no realm has any more is removed, and its number is assigned again.
import { forEachFacetName, type FacetKind, type FacetName } from './facet-names.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { numberPool, type NumberPool } from './number-pool.ts';
import { emptySet, type RealmSet } from './realm-set.ts';

export interface Facets {
  /** By number: the kind, a blank and the value; empty where a number is not in use. */
  names: string[];
  /** By number; undefined where a number is not in use. */
  sets: (RealmSet | undefined)[];
  pool: NumberPool;
  numbers: Record<FacetKind, Map<string, number>>;
}

/** `known` are names by number, none of them twice; `counts` say how many realms have each facet. */
export function facets(known: string[] = [], counts = new Uint32Array(known.length)): Facets {
  // A facet without a realm was serialized for a realm that changed meanwhile, and is put in again.
  const names = known.map((name, number) => (counts[number] ? name : ''));
  const numbers: Facets['numbers'] = {
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

export function findFacet({ numbers, sets }: Facets, kind: FacetKind, value = ''): RealmSet | undefined {
  const number = numbers[kind].get(value);
  return number === undefined ? undefined : sets[number];
}

/** Returns the sets of the facets that exist. */
export function setsOfFacets(facets: Facets, names: FacetName[]): RealmSet[] {
  const found: RealmSet[] = [];
  for (const [kind, value] of names) {
    const set = findFacet(facets, kind, value);
    if (set) found.push(set);
  }
  return found;
}

/** Visits the number of each facet of a realm. An unknown facet is added, or has the number -1. */
export function forEachFacet(
  facets: Facets,
  realm: IndexedRealm,
  visit: (facet: number) => void,
  unknown: 'add' | 'skip',
): void {
  forEachFacetName(realm, (kind, value) =>
    visit(facets.numbers[kind].get(value) ?? (unknown === 'add' ? addFacet(facets, kind, value) : -1)),
  );
}

function addFacet({ names, sets, pool, numbers }: Facets, kind: FacetKind, value: string): number {
  const number = pool.take();
  names[number] = `${kind} ${value}`;
  sets[number] = emptySet();
  numbers[kind].set(value, number);
  return number;
}

/** Counts one realm less, and removes the facet with the last one. */
export function releaseFacet({ names, sets, pool, numbers }: Facets, number: number): void {
  const name = names[number];
  if (!pool.release(number) || !name) return;
  numbers[kindOf(name)].delete(valueOf(name));
  names[number] = '';
  sets[number] = undefined;
}

const kindOf = (name: string) => name.slice(0, name.indexOf(' ')) as FacetKind;
const valueOf = (name: string) => name.slice(name.indexOf(' ') + 1);
