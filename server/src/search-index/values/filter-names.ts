// Says which filters a realm has and which filters a query requires. They apply the rule of who sees which realm (`listVisibility` in realms/queries.ts) to the index.
import type { IndexedRealm } from '../indexed-realm.ts';
import type { ListQuery, ListVisibility } from '../list-query.ts';

/** The kinds whose values are shown and counted. */
export type ValueKind = 'author' | 'category' | 'license' | 'tag';
/** `listed` are the public and private realms; `private` are the private realms of one owner; `owner` are all realms of one owner. */
export type FilterKind = 'listed' | 'public' | 'private' | 'owner' | 'featured' | 'has' | 'unpublished' | ValueKind;
export type KindAndValue = readonly [kind: FilterKind, value: string];

/** Visits each filter of a realm; the author is the first. */
export function forEachFilterOf(realm: IndexedRealm, visit: (kind: FilterKind, value: string) => void): void {
  visit('author', realm.author);
  visit('owner', realm.ownerId);
  // An unlisted realm has no filter of visibility: only the query for all realms of its owner finds it.
  if (realm.visibility !== 'unlisted') visit('listed', '');
  if (realm.visibility === 'public') visit('public', '');
  if (realm.visibility === 'private') visit('private', realm.ownerId);
  visit('category', realm.category);
  if (realm.featured) visit('featured', '');
  if (!realm.isPublished) visit('unpublished', '');
  for (const one of realm.has) visit('has', one);
  if (realm.license !== '') visit('license', spellingOf(realm.license));
  for (const tag of realm.tags) visit('tag', tag);
}

/** A realm matches when it has, of each of these groups, at least one filter. */
export function requiredFilters(query: Omit<ListQuery, 'sort' | 'limit' | 'offset'>): KindAndValue[][] {
  const { visibility, ownerId, author, category, license, featured, has = [], tags } = query;
  const groups = [visibleFilters(visibility)];
  if (ownerId) groups.push([['owner', ownerId]]);
  if (author) groups.push(oneOf('author', author));
  if (category) groups.push(oneOf('category', category));
  if (license) groups.push(oneOf('license', license));
  if (featured) groups.push([['featured', '']]);
  for (const one of has) groups.push([['has', one]]);
  for (const tag of tags) groups.push([['tag', tag]]);
  return groups;
}

export function oneOf(kind: FilterKind, values: string[]): KindAndValue[] {
  return values.map((value) => [kind, value]);
}

function visibleFilters(visibility: ListVisibility): KindAndValue[] {
  switch (visibility.kind) {
    case 'public':
      return [['public', '']];
    case 'publicAndOwn':
      return [
        ['public', ''],
        ['private', visibility.ownerId],
      ];
    case 'allButUnlisted':
      return [['listed', '']];
    case 'ownedBy':
      return [['owner', visibility.ownerId]];
  }
}

/** A license has a filter for each spelling. Its value begins with the license in lower case, so that sorted spellings of one license are neighbours. */
function spellingOf(license: string): string {
  return `${startOfSpellings(license)}${license}`;
}

/** Every spelling of this license begins so; those of no other license do. No text of a realm has a NUL. */
export function startOfSpellings(license: string): string {
  return `${license.toLowerCase()}\0`;
}

/** Returns the license as it was written. */
export function licenseOf(spelling: string): string {
  return spelling.slice(spelling.indexOf('\0') + 1);
}
