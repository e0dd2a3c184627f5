// What realms have in common: who may see them, their category, their tags, and that they are featured. A value that no realm
// has any more is forgotten, and its number used again.
import type { Findable } from './finder.ts';
import { members, type Members } from './members.ts';
import { numbering } from './numbering.ts';

/** `listed` are all; `private` are those of an owner. */
type Kind = 'listed' | 'public' | 'private' | 'featured' | 'category' | 'tag';

export interface Facets {
  /** By their number; undefined where a number is not in use. */
  sets: readonly (Members | undefined)[];
  find(kind: Kind, value?: string): Members | undefined;
  /** The number of each facet of a realm; -1 for one that is unknown, unless it is added. */
  eachOf(realm: Findable, see: (facet: number) => void, unknown: 'add' | 'skip'): void;
  /** Counts a realm that has the facet. */
  hold(facet: number): void;
  /** Counts a realm less, and forgets the facet with the last. */
  release(facet: number): void;
  /** What each stands for, by their numbers: a kind and a value; empty where a number is not in use. */
  names: readonly string[];
  readonly sizes: { facets: number; numbers: number };
}

/** With those that have these names, and how many realms have each. */
export function facets(known: string[] = [], counts = new Uint32Array(known.length)): Facets {
  // What no realm has was saved for one that has changed meanwhile, and is put in again.
  const names = known.map((name, number) => (counts[number] ? name : ''));
  const sets = names.map((name) => (name === '' ? undefined : members()));
  const numbers = numbering(counts);
  const byKind: Record<Kind, Map<string, number>> = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    featured: new Map(),
    category: new Map(),
    tag: new Map(),
  };
  for (const [number, name] of names.entries()) if (name !== '') byKind[kindOf(name)].set(valueOf(name), number);

  function add(kind: Kind, value: string): number {
    const number = numbers.take();
    names[number] = `${kind} ${value}`;
    sets[number] = members();
    byKind[kind].set(value, number);
    return number;
  }

  return {
    sets,
    names,
    find(kind, value = '') {
      const number = byKind[kind].get(value);
      return number === undefined ? undefined : sets[number];
    },
    eachOf(realm, see, unknown) {
      const seeOne = (kind: Kind, value = '') =>
        see(byKind[kind].get(value) ?? (unknown === 'add' ? add(kind, value) : -1));
      seeOne('listed');
      if (realm.visibility === 'public') seeOne('public');
      else seeOne('private', realm.ownerId);
      seeOne('category', realm.category);
      if (realm.featured) seeOne('featured');
      for (const tag of realm.tags) seeOne('tag', tag);
    },
    hold: (number) => numbers.hold(number),
    release(number) {
      const name = names[number] ?? '';
      if (!numbers.release(number) || name === '') return;
      byKind[kindOf(name)].delete(valueOf(name));
      names[number] = '';
      sets[number] = undefined;
    },
    get sizes() {
      return { facets: numbers.size, numbers: numbers.end };
    },
  };
}

const kindOf = (name: string) => name.slice(0, name.indexOf(' ')) as Kind;
const valueOf = (name: string) => name.slice(name.indexOf(' ') + 1);
