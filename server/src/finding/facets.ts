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
}

export function facets(): Facets {
  const sets: Members[] = [];
  const kinds: Record<Kind, Map<string, number>> = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    featured: new Map(),
    category: new Map(),
    tag: new Map(),
  };

  function numberOf(kind: Kind, value = ''): number {
    const known = kinds[kind].get(value);
    if (known !== undefined) return known;
    kinds[kind].set(value, sets.length);
    return sets.push(members()) - 1;
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
  };
}
