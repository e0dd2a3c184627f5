// Says which filters a realm has and which filters a query requires. Who sees which realm is decided by these two functions.
import type { IndexedRealm } from './indexed-realm.ts';
import type { ListQuery, ListVisibility } from './list-query.ts';

/** `listed` are the public and private realms; `private` are the private realms of one owner; `owner` are all realms of one owner. */
export type FilterKind = 'listed' | 'public' | 'private' | 'owner' | 'featured' | 'category' | 'tag';
export type FilterName = readonly [kind: FilterKind, value: string];

/** Visits each filter of a realm. */
export function forEachFilterName(realm: IndexedRealm, visit: (kind: FilterKind, value: string) => void): void {
  visit('owner', realm.ownerId);
  // An unlisted realm has no filter of visibility: only the query for all realms of its owner finds it.
  if (realm.visibility !== 'unlisted') visit('listed', '');
  if (realm.visibility === 'public') visit('public', '');
  if (realm.visibility === 'private') visit('private', realm.ownerId);
  visit('category', realm.category);
  if (realm.featured) visit('featured', '');
  for (const tag of realm.tags) visit('tag', tag);
}

/** A realm matches when it has, of each of these groups, at least one filter. */
export function requiredFilters({ visibility, ownerId, category, featured, tags }: ListQuery): FilterName[][] {
  const groups = [visibleFilters(visibility)];
  if (ownerId) groups.push([['owner', ownerId]]);
  if (category) groups.push([['category', category]]);
  if (featured) groups.push([['featured', '']]);
  for (const tag of tags) groups.push([['tag', tag]]);
  return groups;
}

function visibleFilters(visibility: ListVisibility): FilterName[] {
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
