// Looks up lists of realms and single realms in the read model: as objects, and as JSON that is ready to be sent.
import {
  MAX_SEARCH_LENGTH,
  type Completions,
  type RealmDetail,
  type RealmSummary,
  type ValueCount,
} from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import { clientAddress } from '../http/client-address.ts';
import { anonymous, type AccountCaller, type Caller } from '../credentials/caller.ts';
import { UnavailableError } from '../errors.ts';
import type { RealmQuery } from '../realms/list-query.ts';
import { findSeqs } from '../realms/old-slug-queries.ts';
import { belongsTo, listVisibility, ownVisibility, visibleTo } from '../realms/queries.ts';
import { parseRealm, type RealmJson } from '../realms/realm-json.ts';
import type { Facets } from '../search-index/values/facets.ts';
import type { ValueKind } from '../search-index/values/filter-names.ts';
import type { ListQuery, ListVisibility } from '../search-index/list-query.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { facetCounter } from './facet-counter.ts';
import { readDetail, readSummaries, type CacheSource } from './read-through.ts';
import type { ReadModel } from './read-model.ts';
import type { DatabaseReaders } from './database-readers.ts';

/** One page of a list, and what the whole list has. */
interface ListedPage<Realm> {
  realms: Realm[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
  facets?: Facets;
  suggestion?: Suggested;
}

/** Another text in the parameter that was searched by. */
type Suggested = { search: string; total: number } | { q: string; total: number };

export interface RealmLookup {
  /** The realms of a list or a search that the caller may see. */
  list(caller: Caller, query: RealmQuery): Promise<ListedPage<RealmSummary>>;
  /** Facets are counted in turns: of accounts, and of the addresses of all who have none. */
  listJson(caller: Caller, query: RealmQuery, ip: string): Promise<ListedPage<RealmJson>>;
  /** Summaries of these realms, in this order, without those that were deleted meanwhile or that the caller may not list. */
  summariesJson(caller: Caller, seqs: number[]): Promise<RealmJson[]>;
  /** The realms of a list or a search that the caller owns, of every visibility. */
  listOwn(caller: AccountCaller, query: RealmQuery): Promise<ListedPage<RealmSummary>>;
  /** The realms with these `seq`s, in this order, without those that the caller may not see. Unlisted ones are included: the caller knows their slugs. */
  listBySeqs(caller: AccountCaller, seqs: number[]): Promise<RealmSummary[]>;
  /** One realm; undefined if the caller may not see it, or there is none. */
  get(caller: Caller, slug: string): Promise<RealmDetail | undefined>;
  getJson(caller: Caller, slug: string): Promise<RealmJson | undefined>;
  /** A page of the tags or the categories of public realms, and how many there are; the same for every caller. */
  listValues(
    caller: Caller,
    kind: 'tag' | 'category',
    prefix: string,
    page: { limit: number; offset: number },
  ): { values: ValueCount[]; total: number };
  /** What of public realms begins with this folded text; the same for every caller. */
  complete(caller: Caller, text: string, limit: number): Promise<Completions>;
  /** Values of public realms that begin with this text, in lower case; the same for every caller. */
  completeValue(caller: Caller, kind: ValueKind, text: string, limit: number): string[];
  /** Public realms that are like the realm with this slug; the same for every caller. None if the caller may not see that realm. */
  related(caller: Caller, slug: string, limit: number): Promise<RealmSummary[]>;
  /** A page of the `seq`s of all public realms, the oldest first, and how many there are. */
  listPublicSeqs(page: { limit: number; offset: number }): { seqs: number[]; total: number };
  /** A page of the authors of public realms, by name, and how many there are. */
  listAuthors(page: { limit: number; offset: number }): { values: string[]; total: number };
}

type FoundPage = ReturnType<SearchIndex['find']> & { facets?: Facets };

export function realmLookup(model: ReadModel, readers: DatabaseReaders, source: CacheSource): RealmLookup {
  /** Throws while this caller gets nothing from memory, or the index is not filled yet. */
  const requireIndex = (caller: Caller) => {
    readers.refuseWhileUnavailable(caller);
    if (!model.index) throw new UnavailableError('The catalog is still loading');
    return model.index;
  };
  const listJson = listReader(source, requireIndex, model.signal);
  const getJson = async (caller: Caller, slug: string) => {
    readers.refuseWhileUnavailable(caller);
    return readDetail(source, caller, slug);
  };

  return {
    listJson,
    getJson,
    async summariesJson(caller, seqs) {
      readers.refuseWhileUnavailable(caller);
      return readSummaries(source, caller, seqs);
    },
    async list(caller, query) {
      return parsedPage(await listJson(caller, query, ''));
    },
    async listOwn(caller, query) {
      return parsedPage(await listJson(caller, query, '', ownedBy(caller)));
    },
    async listBySeqs(caller, seqs) {
      readers.refuseWhileUnavailable(caller);
      return parsed(await readSummaries(source, caller, seqs, visibleTo(caller, 'bySlug')));
    },
    async get(caller, slug) {
      const realm = await getJson(caller, slug);
      return realm && (parseRealm(realm) as RealmDetail);
    },
    listValues: (caller, kind, prefix, page) => requireIndex(caller).listValues(kind, prefix, page),
    async complete(caller, text, limit) {
      const { seqs, tags, authors } = requireIndex(caller).complete(text, limit);
      const found = await readSummaries(source, anonymous, seqs);
      return { realms: parsed(found).map(({ slug, name }) => ({ slug, name })), tags, authors };
    },
    completeValue: (caller, kind, text, limit) => requireIndex(caller).completeValue(kind, text, limit),
    async related(caller, slug, limit) {
      requireIndex(caller); // before the database is read
      const [seq] = await findSeqs(source.readerFor(caller), visibleTo(caller, 'bySlug'), [slug]);
      if (seq === undefined) return [];
      return parsed(await readSummaries(source, anonymous, requireIndex(caller).related(seq, limit)));
    },
    listPublicSeqs: (page) => oldestFirst(requireIndex(anonymous), page),
    listAuthors: (page) => requireIndex(anonymous).listAuthors(page),
  };
}

/** The newest come first in the index, so the page is counted from the end. New realms then change the last page alone. */
function oldestFirst(index: SearchIndex, { limit, offset }: { limit: number; offset: number }) {
  const query = { visibility: listVisibility(anonymous), tags: [], featured: false, sort: 'newest' as const };
  const { total } = index.find({ ...query, limit: 1, offset: 0 });
  const from = Math.max(0, total - offset - limit);
  const to = Math.max(0, total - offset);
  const { seqs } = index.find({ ...query, limit: to - from, offset: from });
  return { seqs: seqs.toReversed(), total };
}

/** The realms that a list is about, for the search index and for the database. */
interface ListScope {
  visibility: ListVisibility;
  condition: Sql;
}

const visibleInLists = (caller: Caller): ListScope => ({
  visibility: listVisibility(caller),
  condition: visibleTo(caller, 'inLists'),
});

const ownedBy = (caller: AccountCaller): ListScope => ({
  visibility: ownVisibility(caller),
  condition: belongsTo(caller),
});

type ListReader = (caller: Caller, query: RealmQuery, ip: string, scope?: ListScope) => Promise<ListedPage<RealmJson>>;

function listReader(
  source: CacheSource,
  requireIndex: (caller: Caller) => SearchIndex,
  signal: AbortSignal,
): ListReader {
  const findWithFacets = facetCounter(() => requireIndex(anonymous), signal);

  return async (caller, query, ip, scope = visibleInLists(caller)) => {
    requireIndex(caller); // before the database is read
    const { slugs, facets: names = [] } = query;
    const { visibility, condition } = scope;
    const seqs = slugs && (await findSeqs(source.readerFor(caller), condition, slugs));
    const listed: ListQuery = { ...query, seqs, visibility };
    const found: FoundPage =
      names.length > 0 ? await findWithFacets(askerOf(caller, ip), listed, names) : requireIndex(caller).find(listed);
    const suggestion = found.total === 0 ? suggested(requireIndex(caller), listed) : undefined;
    const realms = await readSummaries(source, caller, found.seqs, condition);
    const { limit, offset } = query;
    return {
      realms,
      pagination: { total: found.total, limit, offset, hasMore: offset + realms.length < found.total },
      ...(found.facets && { facets: found.facets }),
      ...(suggestion && { suggestion }),
    };
  };
}

/** Undefined where it would be too long for a search. */
function suggested(index: SearchIndex, query: ListQuery): Suggested | undefined {
  const found = query.search || query.q ? index.suggestSearch(query) : undefined;
  if (!found || found.text.length > MAX_SEARCH_LENGTH) return undefined;
  const { text, total } = found;
  return query.q ? { q: text, total } : { search: text, total };
}

const askerOf = (caller: Caller, ip: string) => ('account' in caller ? caller.account.id : clientAddress(ip));

function parsedPage({ realms, ...rest }: ListedPage<RealmJson>): ListedPage<RealmSummary> {
  return { realms: parsed(realms), ...rest };
}

function parsed(realms: RealmJson[]): RealmSummary[] {
  return realms.map((realm) => parseRealm(realm) as RealmSummary);
}
