// The one model of what a list means: which realms a query finds, and in which order. Realms are plain objects, and every rule is written in the
// plainest way. Tests compare the search index, the read model and the API with it.
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { ListQuery, ListVisibility } from '../../src/search-index/list-query.ts';

export type { IndexedRealm };
/** What realms must have; nothing of this narrows the list where it is left out. The text of a search is folded. */
export type Filters = Partial<Omit<ListQuery, 'visibility' | 'search' | 'q' | 'sort' | 'limit' | 'offset'>> & {
  search?: { text: string } | undefined;
  q?: { text: string } | undefined;
};
/** The scores of the realms that have any. */
export type Scores = Map<number, { recent: number; trending: number }>;
const NO_SCORE = { recent: 0, trending: 0 };

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
  const { ownerId, author, category, license, tags = [], featured = false, has = [], search, q, seqs } = filters;
  const words = search ? search.text.split(' ') : [];
  const broadWords = q ? q.text.split(' ') : [];
  return realms.filter(
    (realm) =>
      (ownerId === undefined || realm.ownerId === ownerId) &&
      (author === undefined || author.includes(realm.author)) &&
      (category === undefined || category.includes(realm.category)) &&
      (license === undefined || license.some((one) => one.toLowerCase() === realm.license.toLowerCase())) &&
      (seqs === undefined || seqs.includes(realm.seq)) &&
      tags.every((tag) => realm.tags.includes(tag)) &&
      (!featured || realm.featured) &&
      has.every((one) => realm.has.includes(one)) &&
      broadWords.every((word) => hasBroadly(realm, word)) &&
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

const withoutPunctuation = (text: string) => text.replaceAll('.', '').replaceAll('-', '');

/** Whether a broad search finds the realm by this word. */
export function hasBroadly(realm: IndexedRealm, word: string): boolean {
  const { nameFolded, slug, descriptionFolded, tags, category, author, authorName } = realm;
  const texts = [nameFolded, slug, descriptionFolded, ...tags, category, author, authorName];
  if (texts.some((text) => text.includes(word))) return true;
  const plain = withoutPunctuation(word);
  return plain.length >= 2 && tags.some((tag) => withoutPunctuation(tag).includes(plain));
}

/** Whether the word is exactly a tag, the category or the username. */
function isValue({ tags, category, author }: IndexedRealm, word: string): boolean {
  if (category === word || author === word || tags.includes(word)) return true;
  const plain = withoutPunctuation(word);
  return plain.length >= 2 && tags.some((tag) => withoutPunctuation(tag) === plain);
}

/** How good a match of a broad search is, as settled: that of its worst word, unless the whole term is better. */
function broadRank(realm: IndexedRealm, text: string): number {
  const { nameFolded, slug } = realm;
  if (nameFolded === text || slug === text) return 1;
  const rankOf = (word: string) => (isValue(realm, word) ? 2 : nameFolded.includes(word) ? 4 : 5);
  const worst = Math.max(...text.split(' ').map(rankOf));
  return nameFolded.startsWith(text) ? Math.min(3, worst) : worst;
}

const isAhead = ({ isDeprecated, isPublished }: IndexedRealm) => !isDeprecated && isPublished;

type Comparator = (one: IndexedRealm, other: IndexedRealm) => number;
export const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const compareAscii = (one: string, other: string) => Number(one > other) - Number(one < other);

/** For everything that has a time and an id. */
export const newest = (a: { createdAt: string; id: string }, b: { createdAt: string; id: string }) =>
  compareAscii(b.createdAt, a.createdAt) || compareAscii(b.id, a.id);
export const popular: Comparator = (a, b) => b.downloadCount - a.downloadCount || newest(a, b);

type Order = Filters & Pick<ListQuery, 'sort' | 'isUnpublishedLast'>;

function sorted<Realm extends IndexedRealm>(realms: Realm[], query: Order, scores: Scores): Realm[] {
  const { sort, search, q, seqs = [], isUnpublishedLast = false } = query;
  const score = ({ seq }: IndexedRealm) => scores.get(seq) ?? NO_SCORE;
  const recent: Comparator = (a, b) => score(b).recent - score(a).recent || compareAscii(a.id, b.id);
  const relevant: Comparator = (a, b) =>
    Number(isAhead(b)) - Number(isAhead(a)) || score(b).recent - score(a).recent || newest(a, b);
  const byTerm = (): Comparator => {
    if (!search && !q) return newest;
    const rankOf = (realm: IndexedRealm) => (search ? rank(realm, search.text) : broadRank(realm, q?.text ?? ''));
    const ranks = new Map(realms.map((realm) => [realm.seq, rankOf(realm)]));
    const byRank: Comparator = (a, b) => (ranks.get(a.seq) ?? 0) - (ranks.get(b.seq) ?? 0);
    return (a, b) => byRank(a, b) || (search ? popular(a, b) : relevant(a, b));
  };
  const comparators: Record<ListQuery['sort'], Comparator> = {
    seqs: (a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq),
    relevance: sort === 'relevance' ? byTerm() : newest,
    newest,
    downloads: popular,
    recent,
    trending: (a, b) => score(b).trending - score(a).trending || recent(a, b),
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    published: (a, b) => compareAscii(b.publishedAt, a.publishedAt) || compareAscii(b.id, a.id),
    updated: (a, b) => compareAscii(b.updatedAt, a.updatedAt) || compareAscii(b.id, a.id),
    name: (a, b) => compareBytes(a.nameFolded, b.nameFolded) || compareAscii(a.id, b.id),
  };
  const compare = comparators[sort];
  const isKept = !isUnpublishedLast || sort === 'seqs' || (sort === 'relevance' && (search ?? q) !== undefined);
  return realms.toSorted(isKept ? compare : (a, b) => Number(b.isPublished) - Number(a.isPublished) || compare(a, b));
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
