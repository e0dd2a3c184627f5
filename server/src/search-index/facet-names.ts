// Says which facets a realm has and which facets a query requires. Who sees which realm is decided by these two functions.
import type { IndexedRealm } from './indexed-realm.ts';
import type { ListQuery, ListVisibility } from './list-query.ts';

/** `listed` are the public and private realms; `private` are the private realms of one owner; `owner` are all realms of one owner. */
export type FacetKind = 'listed' | 'public' | 'private' | 'owner' | 'featured' | 'category' | 'tag';
export type FacetName = readonly [kind: FacetKind, value: string];

const listed: FacetName = ['listed', ''];
const isPublic: FacetName = ['public', ''];
const isFeatured: FacetName = ['featured', ''];

export function facetsOfRealm(realm: IndexedRealm): FacetName[] {
  const names: FacetName[] = [['owner', realm.ownerId]];
  // An unlisted realm has no facet of visibility: only the query for all realms of its owner finds it.
  if (realm.visibility === 'public') names.push(listed, isPublic);
  else if (realm.visibility === 'private') names.push(listed, ['private', realm.ownerId]);
  names.push(['category', realm.category]);
  if (realm.featured) names.push(isFeatured);
  for (const tag of realm.tags) names.push(['tag', tag]);
  return names;
}

/** A realm matches when it has, of each of these groups, at least one facet. */
export function facetsOfQuery({ visibility, ownerId, category, featured, tags }: ListQuery): FacetName[][] {
  const groups = [visibleFacets(visibility)];
  if (ownerId) groups.push([['owner', ownerId]]);
  if (category) groups.push([['category', category]]);
  if (featured) groups.push([isFeatured]);
  for (const tag of tags) groups.push([['tag', tag]]);
  return groups;
}

function visibleFacets(visibility: ListVisibility): FacetName[] {
  switch (visibility.kind) {
    case 'public':
      return [isPublic];
    case 'publicAndOwn':
      return [isPublic, ['private', visibility.ownerId]];
    case 'listed':
      return [listed];
    case 'ownedBy':
      return [['owner', visibility.ownerId]];
  }
}
