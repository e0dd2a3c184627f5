// Serves lists of realms and single realms from the read model: as objects, and as JSON that is ready to be sent.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import type { AccountCaller, Caller } from '../credentials/caller.ts';
import { UnavailableError } from '../errors.ts';
import type { RealmQuery } from '../realms/list-query.ts';
import { belongsTo, listVisibility, ownVisibility, visibleTo } from '../realms/queries.ts';
import { parseRealm, type RealmJson } from '../realms/realm-json.ts';
import { readDetail, readSummaries } from './read-through.ts';
import type { ReadModel } from './read-model.ts';
import type { DatabaseReaders } from './database-readers.ts';

/** One page of a list, and what the whole list has. */
interface ListedPage<Realm> {
  realms: Realm[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

export interface RealmLookup {
  /** The realms of a list or a search that the caller may see. */
  list(caller: Caller, query: RealmQuery): Promise<ListedPage<RealmSummary>>;
  listJson(caller: Caller, query: RealmQuery): Promise<ListedPage<RealmJson>>;
  /** Summaries of these realms, in this order, without those that were deleted meanwhile or that the caller may not list. */
  summariesJson(caller: Caller, seqs: number[]): Promise<RealmJson[]>;
  /** The realms of a list or a search that the caller has a role in, of every visibility. */
  listOwn(caller: AccountCaller, query: RealmQuery): Promise<ListedPage<RealmSummary>>;
  /** The realms with these numbers, in this order, without those that the caller may not see. The caller must know their slugs. */
  listNumbered(caller: AccountCaller, seqs: number[]): Promise<RealmSummary[]>;
  /** One realm; undefined if the caller may not see it, or there is none. */
  get(caller: Caller, slug: string): Promise<RealmDetail | undefined>;
  getJson(caller: Caller, slug: string): Promise<RealmJson | undefined>;
}

export function realmLookup(model: ReadModel, readers: DatabaseReaders): RealmLookup {
  const source = { cache: model.cache, scoresDay: () => model.scoresDay, ...readers };

  async function listJson(
    caller: Caller,
    query: RealmQuery,
    visibility = listVisibility(caller),
    condition?: Sql,
  ): Promise<ListedPage<RealmJson>> {
    readers.refuseWhileAway(caller);
    if (!model.index) throw new UnavailableError('The catalog is still being read');
    const { limit, offset } = query;
    const { seqs, total } = model.index.find({ ...query, visibility });
    const realms = await readSummaries(source, caller, seqs, condition);
    return { realms, pagination: { total, limit, offset, hasMore: offset + realms.length < total } };
  }

  async function getJson(caller: Caller, slug: string): Promise<RealmJson | undefined> {
    readers.refuseWhileAway(caller);
    return readDetail(source, caller, slug);
  }

  return {
    listJson: (caller, query) => listJson(caller, query),
    getJson,
    async summariesJson(caller, seqs) {
      readers.refuseWhileAway(caller);
      return readSummaries(source, caller, seqs);
    },
    async list(caller, query) {
      return parsedPage(await listJson(caller, query));
    },
    async listOwn(caller, query) {
      return parsedPage(await listJson(caller, query, ownVisibility(caller), belongsTo(caller)));
    },
    async listNumbered(caller, seqs) {
      readers.refuseWhileAway(caller);
      return parsed(await readSummaries(source, caller, seqs, visibleTo(caller, 'bySlug')));
    },
    async get(caller, slug) {
      const realm = await getJson(caller, slug);
      return realm && (parseRealm(realm) as RealmDetail);
    },
  };
}

function parsedPage({ realms, pagination }: ListedPage<RealmJson>): ListedPage<RealmSummary> {
  return { realms: parsed(realms), pagination };
}

function parsed(realms: RealmJson[]): RealmSummary[] {
  return realms.map((realm) => parseRealm(realm) as RealmSummary);
}
