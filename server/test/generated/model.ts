// What the reading operations are to answer, from the specification and what was settled beyond it, worked out in the plainest way.
import assert from 'node:assert/strict';
import type { aCollection, aRealm } from '../support/harness.ts';

type Realm = ReturnType<typeof aRealm>;
export type Collection = ReturnType<typeof aCollection>;
export type Expected<Answer> =
  | { status: 400; fields?: Set<string> }
  | { status: 404 }
  | { status: 200; answer: Answer };

export const SORTS = ['relevance', 'downloads', 'recent', 'trending', 'stars', 'newest', 'updated', 'name'];
const LARGEST = Number.MAX_SAFE_INTEGER;

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .split(/\s+/u)
    .filter(Boolean)
    .join(' ');

const ascending = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const newest = (a: Realm | Collection, b: Realm | Collection) =>
  ascending(b.createdAt, a.createdAt) || ascending(b.id, a.id);

function rankOf(realm: Realm, term: string): number {
  const name = folded(realm.name);
  if (name === term) return 0;
  if (name.startsWith(term)) return 1;
  return term.split(' ').every((word) => name.includes(word)) ? 2 : 3;
}

function compare(sort: string, term: string): (a: Realm, b: Realm) => number {
  const downloads = (a: Realm, b: Realm) => b.downloadCount - a.downloadCount || newest(a, b);
  const orders: Record<string, (a: Realm, b: Realm) => number> = {
    newest,
    downloads,
    relevance: term === '' ? newest : (a, b) => rankOf(a, term) - rankOf(b, term) || downloads(a, b),
    // Nothing was downloaded on a day, so that all scores are equal.
    recent: (a, b) => ascending(a.id, b.id),
    trending: (a, b) => ascending(a.id, b.id),
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => ascending(b.updatedAt, a.updatedAt) || ascending(b.id, a.id),
    name: (a, b) => ascending(folded(a.name), folded(b.name)) || ascending(a.id, b.id),
  };
  return orders[sort] ?? assert.fail(sort);
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** The values of each parameter, or undefined when they cannot be decoded. */
function parse(query: string): ((name: string) => string[]) | undefined {
  try {
    const pairs = query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
        return { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) };
      });
    return (name) => pairs.filter((pair) => pair.name === name).map((pair) => pair.value);
  } catch {
    return undefined;
  }
}

/** Reads single values, and remembers the fields that are wrong. */
function reader(values: (name: string) => string[]) {
  const wrong = new Set<string>();
  function read<Value>(name: string, fallback: Value, convert: (text: string) => Value | undefined): Value {
    const [text, ...more] = values(name);
    if (text === undefined) return fallback;
    const value = more.length > 0 ? undefined : convert(text);
    if (value === undefined) wrong.add(name);
    return value ?? fallback;
  }
  const integer = (name: string, fallback: number, least: number) =>
    read(name, fallback, (text) => (/^[0-9]+$/.test(text) && Number(text) >= least ? Number(text) : undefined));
  const flag = (name: string) =>
    read(name, false, (text) =>
      ['', '1', 'true'].includes(text) ? true : ['0', 'false'].includes(text) ? false : undefined,
    );
  return { wrong, read, integer, flag };
}

const bySlug = (slugs: string[]) => (a: Realm, b: Realm) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug);

/** All realms are of one author. */
export function listOf(realms: Realm[], onlyAuthor: string, query: string): Expected<object> {
  const values = parse(query);
  if (!values) return { status: 400 };
  const { wrong, read, integer, flag } = reader(values);
  const items = (name: string) =>
    [...values(name), ...values(`${name}[]`)].flatMap((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );
  const slugs = values('slugs').length > 0 ? [...new Set(items('slugs'))] : undefined;
  if (slugs && slugs.length > 100) wrong.add('slugs');
  const limit = Math.min(integer('limit', slugs?.length || 20, 1), 100);
  const offset = Math.min(integer('offset', 0, 0), LARGEST);
  const author = read('author', '', (text) => (Array.from(text).length <= 64 ? text : undefined)).toLowerCase();
  const license = read('license', '', (text) => (Array.from(text).length <= 100 ? text : undefined)).toLowerCase();
  const category = read('category', '', (text) => text);
  const featured = flag('featured');
  const term = folded(read('search', '', (text) => (Array.from(text).length <= 200 ? text : undefined)));
  const sort = read('sort', slugs ? 'slugs' : term === '' ? 'newest' : 'relevance', (text) =>
    SORTS.find((known) => known === text),
  );
  const tags = items('tags').map((tag) => tag.toLowerCase());
  if (wrong.size > 0) return { status: 400, fields: wrong };

  const matches = realms.filter((realm) => {
    const texts = [folded(realm.name), folded(realm.description)];
    return (
      realm.visibility === 'public' &&
      (category === '' || realm.category === category) &&
      (author === '' || author === onlyAuthor) &&
      (license === '' || realm.license.toLowerCase() === license) &&
      (!slugs || slugs.includes(realm.slug)) &&
      (!featured || realm.featured) &&
      tags.every((tag) => realm.tags.includes(tag)) &&
      (term === '' || term.split(' ').every((word) => texts.some((text) => text.includes(word))))
    );
  });
  const order = sort === 'slugs' ? bySlug(slugs ?? []) : compare(sort, term);
  const page = matches.toSorted(order).slice(offset, offset + limit);
  const pagination = { total: matches.length, limit, offset, hasMore: offset + page.length < matches.length };
  return { status: 200, answer: { ids: page.map(({ id }) => id), pagination } };
}

export function detailOf(realms: Realm[], path: string, query: string): Expected<object> {
  try {
    const slug = decodeURIComponent(path);
    if (!parse(query)) return { status: 400 };
    const realm = realms.find((candidate) => candidate.slug === slug && candidate.visibility !== 'private');
    return realm ? { status: 200, answer: { id: realm.id, name: realm.name } } : { status: 404 };
  } catch {
    return { status: 400 };
  }
}

export function collectionsOf(collections: Collection[], realms: Realm[], query: string): Expected<object> {
  const values = parse(query);
  if (!values) return { status: 400 };
  const { wrong, flag, integer } = reader(values);
  const featured = flag('featured');
  const offset = Math.min(integer('offset', 0, 0), LARGEST);
  const limit = values('limit').length > 0 ? Math.min(integer('limit', 1, 1), 100) : Infinity;
  if (wrong.size > 0) return { status: 400, fields: wrong };
  const slugs = new Map(realms.filter((realm) => realm.visibility === 'public').map(({ id, slug }) => [id, slug]));
  const answer = collections
    .filter((collection) => !featured || collection.featured)
    .toSorted(newest)
    .slice(offset, offset + limit)
    .map(({ id, realmIds }) => ({ id, realms: realmIds.flatMap((realmId) => slugs.get(realmId) ?? []) }));
  return { status: 200, answer };
}

export function statsOf(realms: Realm[], accounts: number, query: string): Expected<object> {
  if (!parse(query)) return { status: 400 };
  const listed = realms.filter((realm) => realm.visibility === 'public');
  const categories: Record<string, number> = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
  for (const { category } of listed) categories[category] = (categories[category] ?? 0) + 1;
  const totalDownloads = listed.reduce((sum, { downloadCount }) => sum + downloadCount, 0);
  return { status: 200, answer: { totalRealms: listed.length, totalDownloads, totalUsers: accounts, categories } };
}
