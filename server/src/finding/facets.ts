// What realms have in common: who may see them, their category, their tags, and that they are featured.
import type { Findable } from './finder.ts';
import { members, type Members } from './members.ts';

/** `listed` are all; `private` are those of an owner. */
type Kind = 'listed' | 'public' | 'private' | 'featured' | 'category' | 'tag';

export interface Facets {
  /** By their number. */
  sets: Members[];
  find(kind: Kind, value?: string): Members | undefined;
  eachOf(realm: Findable, see: (facet: number) => void): void;
  /** What each stands for, by their numbers: a kind and a value; nothing where no realm has it. */
  named(): string[];
}

/** With those that had these names; the numbers of those without one are for others. */
export function facets(names: string[] = []): Facets {
  const sets = names.map(() => members());
  const unused: number[] = [];
  const kinds: Record<Kind, Map<string, number>> = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    featured: new Map(),
    category: new Map(),
    tag: new Map(),
  };
  for (const [number, name] of names.entries()) {
    const end = name.indexOf(' ');
    if (name === '') unused.push(number);
    else kinds[name.slice(0, end) as Kind].set(name.slice(end + 1), number);
  }

  function numberOf(kind: Kind, value = ''): number {
    const known = kinds[kind].get(value);
    if (known !== undefined) return known;
    const number = unused.pop() ?? sets.length;
    sets[number] = members();
    kinds[kind].set(value, number);
    return number;
  }

  return {
    sets,
    find(kind, value = '') {
      const number = kinds[kind].get(value);
      return number === undefined ? undefined : sets[number];
    },
    eachOf(realm, see) {
      see(numberOf('listed'));
      see(realm.visibility === 'public' ? numberOf('public') : numberOf('private', realm.ownerId));
      see(numberOf('category', realm.category));
      if (realm.featured) see(numberOf('featured'));
      for (const tag of realm.tags) see(numberOf('tag', tag));
    },
    named() {
      const named = sets.map(() => '');
      for (const [kind, values] of Object.entries(kinds))
        for (const [value, number] of values) if (sets[number]?.size) named[number] = `${kind} ${value}`;
      return named;
    },
  };
}
