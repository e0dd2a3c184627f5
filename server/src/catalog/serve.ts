// Serves lists of realms and single realms from the read model: as objects, and as JSON that is ready to be sent.
import {
  MAX_SEARCH_LENGTH,
  type Completions,
  type RealmDetail,
  type RealmSummary,
  type ValueCount,
} from '@realm-catalog/contract';
import { anonymous, type Caller } from '../credentials/caller.ts';
import { UnavailableError } from '../errors.ts';
import type { RealmQuery } from '../realms/list-query.ts';
import { findListedSeqs, listVisibility } from '../realms/queries.ts';
import { parseRealm, type RealmJson } from '../realms/realm-json.ts';
import type { Facets } from '../search-index/facets.ts';
import type { ListQuery } from '../search-index/list-query.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { Suggestion } from '../search-index/suggestion.ts';
import { facetCounter } from './facet-counter.ts';
import { readDetail, readSummaries } from './read-through.ts';
import type { ReadModel } from './read-model.ts';
import type { DatabaseReaders } from './database-readers.ts';

/** One page of a list, and what the whole list has. */
interface ListedPage<Realm> {
  realms: Realm[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
  facets?: Facets;
  suggestion?: Suggestion;
}

export interface RealmLookup {
  /** The realms of a list or a search that the caller may see. */
  list(caller: Caller, query: RealmQuery): Promise<ListedPage<RealmSummary>>;
  listJson(caller: Caller, query: RealmQuery): Promise<ListedPage<RealmJson>>;
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
}

type FoundPage = ReturnType<SearchIndex['find']> & { facets?: Facets };
type CacheSource = Parameters<typeof readSummaries>[0];

export function realmLookup(model: ReadModel, readers: DatabaseReaders): RealmLookup {
  const source = { cache: model.cache, ...readers };
  const indexOf = (caller: Caller) => {
    readers.refuseWhileAway(caller);
    if (!model.index) throw new UnavailableError('The catalog is still being read');
    return model.index;
  };
  const listJson = listReader(source, indexOf, model.signal);
  const getJson = async (caller: Caller, slug: string) => {
    readers.refuseWhileAway(caller);
    return readDetail(source, caller, slug);
  };

  return {
    listJson,
    getJson,
    async list(caller, query) {
      const { realms, ...rest } = await listJson(caller, query);
      return { realms: realms.map((realm) => parseRealm(realm) as RealmSummary), ...rest };
    },
    async get(caller, slug) {
      const realm = await getJson(caller, slug);
      return realm && (parseRealm(realm) as RealmDetail);
    },
    listValues: (caller, kind, prefix, page) => indexOf(caller).listValues(kind, prefix, page),
    async complete(caller, text, limit) {
      const { seqs, tags, authors } = indexOf(caller).complete(text, limit);
      const found = await readSummaries(source, anonymous, seqs);
      const realms = found.map((realm) => parseRealm(realm) as RealmSummary).map(({ slug, name }) => ({ slug, name }));
      return { realms, tags, authors };
    },
  };
}

function listReader(
  source: CacheSource,
  indexOf: (caller: Caller) => SearchIndex,
  signal: AbortSignal,
): RealmLookup['listJson'] {
  const findWithFacets = facetCounter(() => indexOf(anonymous), signal);

  return async (caller, { slugs, facets: names, ...query }) => {
    indexOf(caller); // before the database is read
    const seqs = slugs && (await findListedSeqs(source.readerFor(caller), caller, slugs));
    const listed: ListQuery = { ...query, seqs, visibility: listVisibility(caller) };
    const found: FoundPage = names.length > 0 ? await findWithFacets(listed, names) : indexOf(caller).find(listed);
    const suggestion = found.total === 0 && query.search ? indexOf(caller).suggestSearch(listed) : undefined;
    const realms = await readSummaries(source, caller, found.seqs);
    const { limit, offset } = query;
    return {
      realms,
      pagination: { total: found.total, limit, offset, hasMore: offset + realms.length < found.total },
      ...(found.facets && { facets: found.facets }),
      ...(suggestion && suggestion.search.length <= MAX_SEARCH_LENGTH && { suggestion }),
    };
  };
}
