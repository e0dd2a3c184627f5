// What each caller is to find in lists, collections and statistics, worked out in the plainest way from all realms there are.
import type { Collection, FacetName, RealmSummary, Sort, Statistics } from '@realm-catalog/contract';
import type { NewAccount } from '../../src/accounts/queries.ts';
import type { NewCollection } from '../../src/collections/queries.ts';
import type { NewRealm } from '../../src/realms/writes.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import {
  expectedCompletions,
  expectedFacets,
  expectedSuggestion,
  expectedValues,
} from '../search-index/values-model.ts';
import { mayList, maySee, type Asker } from './callers.ts';

export interface Question {
  author?: string;
  license?: string;
  slugs?: string;
  facets?: string;
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

export function pageOf(world: World, asker: Asker, question: Question) {
  return pageAmong(
    world,
    world.realms.filter((realm) => mayList(asker, realm)),
    question,
  );
}

/** The page of a list of these realms. */
function pageAmong({ realms, authors }: World, listed: NewRealm[], question: Question) {
  const { slugs, limit = slugs?.split(',').length ?? 20, offset = 0 } = question;
  const matching = (asked: Question) => listed.filter((realm) => fits(realm, asked, authors));
  const found = matching(question).toSorted(orderOf(question));
  const page = found.slice(offset, offset + limit).map((realm) => summaryOf(realm, authors));
  const pagination = { total: found.length, limit, offset, hasMore: offset + page.length < found.length };
  const facets = facetsOf(listed, question, authors);
  const suggestion =
    found.length > 0 || !question.search
      ? undefined
      : expectedSuggestion(
          indexed(realms, authors),
          question.search,
          (words) => matching({ ...question, search: words.join(' ') }).length,
        );
  return { realms: page, pagination, ...(facets && { facets }), ...(suggestion && { suggestion }) };
}

function facetsOf(listed: NewRealm[], { facets, ...question }: Question, authors: NewAccount[]) {
  if (!facets) return undefined;
  const names = facets.split(',') as FacetName[];
  const withoutSingles = { ...question };
  for (const name of ['author', 'category', 'license'] as const) delete withoutSingles[name];
  const { author, category, license } = question;
  const others = listed.filter((realm) => fits(realm, withoutSingles, authors));
  const seen = others.map((realm) => ({ ...realm, visibility: 'public' as const }));
  const filters = { visibility: { kind: 'public' as const }, tags: [], featured: false, author, category, license };
  return expectedFacets(indexed(seen, authors), filters, names);
}

/** The realms as the model of the search index has them. */
function indexed(realms: NewRealm[], authors: NewAccount[]): IndexedRealm[] {
  return realms.map((realm, at) => ({
    ...realm,
    seq: at + 1,
    author: authors.find(({ id }) => id === realm.ownerId)?.username ?? '',
    nameFolded: realm.name.toLowerCase(),
    descriptionFolded: realm.description.toLowerCase(),
  }));
}

/** The same for everyone. */
export function completionsOf({ realms, authors }: World, text: string) {
  const { seqs, ...values } = expectedCompletions(indexed(realms, authors), text, 8);
  return { realms: seqs.flatMap((seq) => realms[seq - 1] ?? []).map(({ slug, name }) => ({ slug, name })), ...values };
}

/** The same for everyone. */
export function valuesOf({ realms, authors }: World, kind: 'tag' | 'category', prefix: string) {
  const values = expectedValues(indexed(realms, authors), kind, prefix);
  return { values, pagination: { total: values.length, limit: 20, offset: 0, hasMore: false } };
}

/** The caller's own realms, of every visibility; undefined without the scope to read them. */
export function ownPageOf(world: World, asker: Asker, question: Question) {
  if (!asker.scopes.includes('realms:read')) return undefined;
  const own = world.realms.filter(({ ownerId }) => ownerId === asker.accountId);
  const { realms, ...rest } = pageAmong(world, own, question);
  return { realms: realms.map((realm) => ({ ...realm, role: 'owner' })), ...rest };
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

function fits(realm: NewRealm, question: Question, authors: NewAccount[]): boolean {
  const { author, category, license, slugs, tags, search = '', featured } = question;
  const text = [realm.name, realm.description].map((part) => part.toLowerCase());
  return (
    (author === undefined || authors.find(({ id }) => id === realm.ownerId)?.username === author) &&
    (category === undefined || realm.category === category) &&
    (license === undefined || realm.license.toLowerCase() === license.toLowerCase()) &&
    (slugs === undefined || slugs.split(',').includes(realm.slug)) &&
    (tags === undefined || tags.split(',').every((tag) => realm.tags.includes(tag))) &&
    (!featured || realm.featured) &&
    wordsOf(search).every((word) => text.some((part) => part.includes(word)))
  );
}

type Order = (a: NewRealm, b: NewRealm) => number;

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const newest: Order = (a, b) => compare(b.createdAt, a.createdAt);
const popular: Order = (a, b) => b.downloadCount - a.downloadCount || newest(a, b);

const byId: Order = (a, b) => compare(a.id, b.id);

/** No two realms of a world have the same name or the same times, so that no order comes down to the id. */
function orderOf({ search, slugs, sort }: Question): Order {
  const places = slugs?.split(',');
  if (places && !sort) return (a, b) => places.indexOf(a.slug) - places.indexOf(b.slug);
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
  return orders[sort ?? (search ? 'relevance' : 'newest')];
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
  const { version, license, visibility, featured } = realm;
  const { username = '', name: authorName = '', image = '' } = authors.find((one) => one.id === realm.ownerId) ?? {};
  const author = { username, name: authorName, image };
  const counts = { downloadCount, recentDownloads: 0, starCount };
  const said = { version, license, visibility, featured, isDeprecated: false };
  return { id, name, slug, description, category, tags, ...counts, ...said, author, createdAt, updatedAt };
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
