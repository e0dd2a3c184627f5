// The one model of what a list means: which realms a query finds, and in which order. Realms are plain objects, and every rule is written in the
// plainest way. Tests compare the search index, the read model and the API with it.
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { ListQuery, ListVisibility } from '../../src/search-index/list-query.ts';

export type { IndexedRealm };
/** What realms must have; nothing of this narrows the list where it is left out. The text of a search is folded. */
export type Filters = Partial<Omit<ListQuery, 'visibility' | 'search' | 'sort' | 'limit' | 'offset'>> & {
  search?: { text: string } | undefined;
};
/** The scores of the realms that have any. */
export type Scores = Map<number, { recent: number; trending: number }>;

export const isPublic = ({ visibility }: { visibility: string }) => visibility === 'public';

/** The realms that a list of this kind may show. */
export function visible<Realm extends IndexedRealm>(realms: readonly Realm[], shown: ListVisibility): Realm[] {
  return realms.filter(({ visibility, ownerId }) => {
    if (shown.kind === 'ownedBy') return ownerId === shown.ownerId;
    const isOwn = shown.kind === 'publicAndOwn' && ownerId === shown.ownerId;
    return visibility === 'public' || (visibility === 'private' && (isOwn || shown.kind === 'allButUnlisted'));
  });
}

export function matching<Realm extends IndexedRealm>(realms: readonly Realm[], filters: Filters): Realm[] {
  const { ownerId, author, category, license, tags = [], featured = false, search, seqs } = filters;
  const words = search ? search.text.split(' ') : [];
  return realms.filter(
    (realm) =>
      (ownerId === undefined || realm.ownerId === ownerId) &&
      (author === undefined || realm.author === author) &&
      (category === undefined || realm.category === category) &&
      (license === undefined || realm.license.toLowerCase() === license.toLowerCase()) &&
      (seqs === undefined || seqs.includes(realm.seq)) &&
      tags.every((tag) => realm.tags.includes(tag)) &&
      (!featured || realm.featured) &&
      words.every((word) => searchedTexts(realm).some((text) => text.includes(word))),
  );
}

/** Where a search looks: a realm must have each word somewhere in one of these texts. */
export const searchedTexts = ({ nameFolded, descriptionFolded }: IndexedRealm) => [nameFolded, descriptionFolded];

/** How good a match is: 0 exact name, 1 beginning of the name, 2 every word in the name, 3 any other. */
function rank({ nameFolded }: IndexedRealm, text: string): number {
  if (nameFolded === text) return 0;
  if (nameFolded.startsWith(text)) return 1;
  return text.split(' ').every((word) => nameFolded.includes(word)) ? 2 : 3;
}

type Comparator = (one: IndexedRealm, other: IndexedRealm) => number;
export const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const compareAscii = (one: string, other: string) => Number(one > other) - Number(one < other);

/** For everything that has a time and an id. */
export const newest = (a: { createdAt: string; id: string }, b: { createdAt: string; id: string }) =>
  compareAscii(b.createdAt, a.createdAt) || compareAscii(b.id, a.id);
export const popular: Comparator = (a, b) => b.downloadCount - a.downloadCount || newest(a, b);

type Order = Filters & Pick<ListQuery, 'sort'>;

function sorted<Realm extends IndexedRealm>(realms: Realm[], query: Order, scores: Scores): Realm[] {
  const { sort, search, seqs = [] } = query;
  const score = ({ seq }: IndexedRealm) => scores.get(seq) ?? { recent: 0, trending: 0 };
  const recent: Comparator = (a, b) => score(b).recent - score(a).recent || compareAscii(a.id, b.id);
  const comparators: Record<ListQuery['sort'], Comparator> = {
    seqs: (a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq),
    relevance: search ? (a, b) => rank(a, search.text) - rank(b, search.text) || popular(a, b) : newest,
    newest,
    downloads: popular,
    recent,
    trending: (a, b) => score(b).trending - score(a).trending || recent(a, b),
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => compareAscii(b.updatedAt, a.updatedAt) || compareAscii(b.id, a.id),
    name: (a, b) => compareBytes(a.nameFolded, b.nameFolded) || compareAscii(a.id, b.id),
  };
  return realms.toSorted(comparators[sort]);
}

/** All that a query finds among these realms, in order. */
export function listed<Realm extends IndexedRealm>(
  realms: readonly Realm[],
  query: Order,
  scores: Scores = new Map(),
): Realm[] {
  return sorted(matching(realms, query), query, scores);
}

/** A page of these items, and what the response says of it. */
export function page<Item>(items: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  const shown = items.slice(offset, offset + limit);
  const pagination = { total: items.length, limit, offset, hasMore: offset + shown.length < items.length };
  return { shown, pagination };
}
