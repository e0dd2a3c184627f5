// Says which facets a realm has and which facets a query requires. Who sees which realm is decided by these two functions.
import type { IndexedRealm } from './indexed-realm.ts';
import type { ListQuery, ListVisibility } from './list-query.ts';

/** `listed` are the public and private realms; `private` are the private realms of one owner; `owner` are all realms of one owner. */
export type FacetKind = 'listed' | 'public' | 'private' | 'owner' | 'featured' | 'category' | 'tag';
export type FacetName = readonly [kind: FacetKind, value: string];

/** Visits each facet of a realm. */
export function forEachFacetName(realm: IndexedRealm, visit: (kind: FacetKind, value: string) => void): void {
  visit('owner', realm.ownerId);
  // An unlisted realm has no facet of visibility: only the query for all realms of its owner finds it.
  if (realm.visibility !== 'unlisted') visit('listed', '');
  if (realm.visibility === 'public') visit('public', '');
  if (realm.visibility === 'private') visit('private', realm.ownerId);
  visit('category', realm.category);
  if (realm.featured) visit('featured', '');
  for (const tag of realm.tags) visit('tag', tag);
}

/** A realm matches when it has, of each of these groups, at least one facet. */
export function requiredFacets({ visibility, ownerId, category, featured, tags }: ListQuery): FacetName[][] {
  const groups = [visibleFacets(visibility)];
  if (ownerId) groups.push([['owner', ownerId]]);
  if (category) groups.push([['category', category]]);
  if (featured) groups.push([['featured', '']]);
  for (const tag of tags) groups.push([['tag', tag]]);
  return groups;
}

function visibleFacets(visibility: ListVisibility): FacetName[] {
  switch (visibility.kind) {
    case 'public':
      return [['public', '']];
    case 'publicAndOwn':
      return [
        ['public', ''],
        ['private', visibility.ownerId],
      ];
    case 'listed':
      return [['listed', '']];
    case 'ownedBy':
      return [['owner', visibility.ownerId]];
  }
}
