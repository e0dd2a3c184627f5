// What the reading operations are to answer to any query string: which values are refused, and which query of the model the others are.
import { hasNames, sortNames, type Has, type Sort } from '@realm-catalog/contract';
import { isPublic, listed, newest, page, type IndexedRealm } from '../model/lists.ts';
import { folded, seqsOf } from '../model/realms.ts';
import { statisticsOf } from '../model/totals.ts';
import type { aCollection, aRealm } from '../support/harness.ts';

type Realm = ReturnType<typeof aRealm> & IndexedRealm;
export type Collection = ReturnType<typeof aCollection>;
export type Expected<Answer> =
  | { status: 400; fields?: Set<string> }
  | { status: 404 }
  | { status: 200; answer: Answer };

const LARGEST = Number.MAX_SAFE_INTEGER;

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

/** 1 to 200 characters, and 1 to 10 words. */
function broadTermOf(typed: string) {
  const text = folded(typed);
  const { length } = Array.from(typed);
  return {
    text,
    isRightLength: length >= 1 && length <= 200,
    isRightCount: text !== '' && text.split(' ').length <= 10,
  };
}

export function listOf(realms: Realm[], asked: string): Expected<object> {
  const values = parse(asked);
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
  const few = (name: string, found: string[], maxLength = Infinity) => {
    const each = [...new Set(found)];
    if (each.length > 100 || each.some((item) => Array.from(item).length > maxLength)) wrong.add(name);
    return each.length > 0 ? each : undefined;
  };
  const author = few('author', items('author'), 64)?.map((name) => name.toLowerCase());
  const license = few('license', [...values('license'), ...values('license[]')].filter(Boolean), 100);
  const category = few('category', items('category'));
  const has = few('has', items('has'));
  if (has?.some((item) => !hasNames.some((known) => known === item))) wrong.add('has');
  const featured = flag('featured');
  const term = folded(read('search', '', (text) => (Array.from(text).length <= 200 ? text : undefined)));
  const q = values('q').length > 0 ? broadTermOf(read('q', '', (text) => text)) : undefined;
  if (q && !q.isRightLength) wrong.add('q');
  const usual = slugs ? 'seqs' : term === '' && !q ? 'newest' : 'relevance';
  const sort = read<Sort | 'seqs'>('sort', usual, (text) => sortNames.find((known) => known === text));
  const tags = items('tags').map((tag) => tag.toLowerCase());
  // The words are counted when everything else is right.
  if (wrong.size === 0 && q && (!q.isRightCount || values('search').length > 0)) wrong.add('q');
  if (wrong.size > 0) return { status: 400, fields: wrong };

  const query = {
    category,
    author,
    license,
    has: has as Has[] | undefined,
    q,
    seqs: seqsOf(realms, slugs),
    featured,
    tags,
    sort,
    search: term === '' ? undefined : { text: term },
  };
  const { shown, pagination } = page(listed(realms.filter(isPublic), query), { limit, offset });
  return { status: 200, answer: { ids: shown.map(({ id }) => id), pagination } };
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
  const slugs = new Map(realms.filter(isPublic).map(({ id, slug }) => [id, slug]));
  const answer = collections
    .filter((collection) => !featured || collection.featured)
    .toSorted(newest)
    .slice(offset, offset + limit)
    .map(({ id, realmIds }) => ({ id, realms: realmIds.flatMap((realmId) => slugs.get(realmId) ?? []) }));
  return { status: 200, answer };
}

export function statsOf(realms: Realm[], accounts: number, query: string): Expected<object> {
  return parse(query) ? { status: 200, answer: statisticsOf(realms, accounts) } : { status: 400 };
}
