// What each caller is to find in lists, collections and statistics, worked out in the plainest way from all realms there are.
import type { Collection, RealmSummary, Sort, Statistics } from '@realm-catalog/contract';
import type { NewAccount } from '../../src/accounts/queries.ts';
import type { NewCollection } from '../../src/collections/queries.ts';
import type { NewRealm } from '../../src/realms/writes.ts';
import { mayList, maySee, type Asker } from './callers.ts';

export interface Question {
  category?: string;
  tags?: string;
  search?: string;
  featured?: true;
  sort?: Sort;
  limit?: number;
  offset?: number;
}

export interface World {
  authors: NewAccount[];
  realms: NewRealm[];
  collections: NewCollection[];
}

export function pageOf({ realms, authors }: World, asker: Asker, question: Question) {
  const { limit = 20, offset = 0 } = question;
  const found = realms.filter((realm) => mayList(asker, realm) && fits(realm, question)).toSorted(orderOf(question));
  const page = found.slice(offset, offset + limit).map((realm) => summaryOf(realm, authors));
  const pagination = { total: found.length, limit, offset, hasMore: offset + page.length < found.length };
  return { realms: page, pagination };
}

/** The caller's own realms, of every visibility; undefined without the scope to read them. */
export function ownPageOf({ realms, authors }: World, asker: Asker, question: Question) {
  if (!asker.scopes.includes('realms:read')) return undefined;
  const { limit = 20, offset = 0 } = question;
  const own = realms.filter(({ ownerId }) => ownerId === asker.accountId);
  const found = own.filter((realm) => fits(realm, question)).toSorted(orderOf(question));
  const page = found.slice(offset, offset + limit).map((realm) => ({ ...summaryOf(realm, authors), role: 'owner' }));
  const pagination = { total: found.length, limit, offset, hasMore: offset + page.length < found.length };
  return { realms: page, pagination };
}

/** The realms of a caller who has starred all of them, the last one first. */
export function starredOf({ realms, authors }: World, asker: Asker) {
  const found = realms.filter((realm) => maySee(asker, realm)).toReversed();
  const pagination = { total: found.length, limit: 100, offset: 0, hasMore: false };
  return { realms: found.map((realm) => summaryOf(realm, authors)), pagination };
}

/** What a profile says of the realms of its account, to everyone. */
export function sumsOf({ realms }: World, accountId: string) {
  const counted = realms.filter(({ ownerId, visibility }) => ownerId === accountId && visibility === 'public');
  const sum = (of: 'downloadCount' | 'starCount') => counted.reduce((total, realm) => total + realm[of], 0);
  return { realmCount: counted.length, downloadCount: sum('downloadCount'), starCount: sum('starCount') };
}

/** Where the header Link says that the last page begins; nothing where there is none. */
export function lastOffset({ total, limit }: { total: number; limit: number }): number | undefined {
  return total === 0 ? undefined : total - 1 - ((total - 1) % limit);
}

function fits(realm: NewRealm, { category, tags, search = '', featured }: Question): boolean {
  const text = [realm.name, realm.description].map((part) => part.toLowerCase());
  return (
    (category === undefined || realm.category === category) &&
    (tags === undefined || tags.split(',').every((tag) => realm.tags.includes(tag))) &&
    (!featured || realm.featured) &&
    wordsOf(search).every((word) => text.some((part) => part.includes(word)))
  );
}

type Order = (a: NewRealm, b: NewRealm) => number;

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const newest: Order = (a, b) => compare(b.createdAt, a.createdAt);
const popular: Order = (a, b) => b.downloadCount - a.downloadCount || newest(a, b);

/** No two realms of a world have the same name or the same times, so that no order comes down to the id. */
function orderOf({ search, sort = search ? 'relevance' : 'newest' }: Question): Order {
  const byId: Order = (a, b) => compare(a.id, b.id);
  const orders: Record<Sort, Order> = {
    recent: byId, // no day is over yet
    trending: byId,
    newest,
    downloads: popular,
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => compare(b.updatedAt, a.updatedAt),
    name: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
    relevance: search ? (a, b) => rankOf(a, search) - rankOf(b, search) || popular(a, b) : newest,
  };
  return orders[sort];
}

function rankOf({ name }: NewRealm, search: string): number {
  const [own, asked] = [name.toLowerCase(), search.toLowerCase()];
  if (own === asked) return 0;
  if (own.startsWith(asked)) return 1;
  return wordsOf(search).every((word) => own.includes(word)) ? 2 : 3;
}

const wordsOf = (search: string) => search.toLowerCase().split(' ');

function summaryOf(realm: NewRealm, authors: NewAccount[]): RealmSummary {
  const { id, name, slug, description, category, tags, downloadCount, starCount, createdAt, updatedAt } = realm;
  const { username = '', name: authorName = '', image = '' } = authors.find((one) => one.id === realm.ownerId) ?? {};
  const author = { username, name: authorName, image };
  const counts = { downloadCount, recentDownloads: 0, starCount };
  const isDeprecated = false;
  return { id, name, slug, description, category, tags, ...counts, isDeprecated, author, createdAt, updatedAt };
}

export function collectionsOf({ collections, realms, authors }: World, asker: Asker, onlyFeatured: boolean) {
  return collections
    .filter(({ featured }) => featured || !onlyFeatured)
    .toSorted((a, b) => compare(b.createdAt, a.createdAt))
    .map(({ id, slug, name, description, featured, createdBy, createdAt, realmIds }): Collection => {
      const members = realmIds.flatMap((realmId) => realms.filter((realm) => realm.id === realmId));
      const slugs = members.filter((realm) => mayList(asker, realm)).map(({ slug }) => slug);
      const curator = authors.find((author) => author.id === createdBy)?.username ?? '';
      const times = { createdAt, updatedAt: createdAt };
      return { id, slug, name, description, realms: slugs, createdBy: curator, featured, ...times };
    });
}

/** The same for everyone. */
export function statisticsOf({ realms, authors }: World): Statistics {
  const counted = realms.filter(({ visibility }) => visibility === 'public');
  const categories: Record<string, number> = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
  for (const { category } of counted) categories[category] = (categories[category] ?? 0) + 1;
  return {
    totalRealms: counted.length,
    totalDownloads: counted.reduce((total, { downloadCount }) => total + downloadCount, 0),
    totalUsers: authors.length,
    categories,
  };
}

/** What the points of a series sum to. */
export function seriesTotal({ realms }: World, metric: 'downloads' | 'realms', category?: string): number {
  return realms
    .filter((realm) => realm.visibility === 'public' && (category === undefined || realm.category === category))
    .reduce((sum, { downloadCount }) => sum + (metric === 'realms' ? 1 : downloadCount), 0);
}
