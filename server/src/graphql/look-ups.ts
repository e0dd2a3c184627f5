// What one query looks up: by the handlers that answer the same over HTTP, each thing once, and the summaries of all collections of a level together.
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Collection, RealmDetail, RealmSummary, Statistics, User } from '@realm-catalog/contract';
import type { Api } from '../api/api.ts';
import { MovedError } from '../api/moved.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { listCollections, type CollectionWithMembers } from '../collections/queries.ts';
import { findCollection } from '../collections/routes.ts';
import type { Caller } from '../credentials/caller.ts';
import { problem } from '../http/problem.ts';
import { noRealm } from '../realms/ownership.ts';
import { parseRealm } from '../realms/realm-json.ts';
import { isSlug } from '../realms/slug.ts';
import { pageOf, type Connection, type PageArguments } from './cursors.ts';

/** A collection as a type of the schema: its fields, and the realms of which `items` shows a page. */
export type CollectionNode = Collection & Pick<CollectionWithMembers, 'members'>;
export type RealmArguments = PageArguments & Record<string, unknown>;

export type CollectionArguments = PageArguments & { featured?: boolean | null };

export interface LookUps {
  realm(slug: string): Promise<RealmDetail>;
  realms(filters: RealmArguments): Promise<Connection<RealmSummary>>;
  collection(slug: string): Promise<CollectionNode>;
  collections(filters: CollectionArguments): Promise<Connection<CollectionNode>>;
  items(collection: CollectionNode, page: PageArguments): Promise<Connection<RealmSummary>>;
  user(username: string): Promise<User>;
  me(): Promise<object>;
  stats(): Promise<Statistics>;
}

export interface QueryOrigin {
  caller: Caller;
  ip: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** Is aborted when nobody waits for the answer any more: what waits for its turn then is not looked up. */
  signal: AbortSignal;
}

interface Sources {
  inProcess: Api['inProcess'];
  catalog: Pick<Catalog, 'readerFor' | 'summariesJson'>;
}

export function lookUps({ inProcess, catalog }: Sources, origin: QueryOrigin): LookUps {
  const { caller, ip } = origin;
  const read = inProcess.readAs(caller);
  const once = eachOnce(origin.signal);
  const findSummaries = summaryBatches(catalog, caller);

  async function findRealm(slug: string): Promise<RealmDetail> {
    if (!isSlug(slug)) throw noRealm();
    try {
      return await read('getRealm', { params: { slug } });
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
      return read('getRealm', { params: { slug: error.slug } }); // it was renamed: over HTTP that is a redirect
    }
  }

  async function listRealms({ first, after, ...filters }: RealmArguments): Promise<Connection<RealmSummary>> {
    const page = pageOf({ first, after });
    const query = { ...withoutNulls(filters), ...page };
    const { realms, pagination } = await read('listRealms', { query, ip });
    return { items: realms, offset: page.offset, totalCount: pagination.total };
  }

  async function listCollectionNodes({ featured, ...page }: CollectionArguments): Promise<Connection<CollectionNode>> {
    const { limit, offset } = pageOf(page);
    const query = { featured: featured ?? false, limit, offset };
    const { collections, total } = await listCollections(catalog.readerFor(caller), caller, query);
    return { items: collections.map(nodeOf), offset, totalCount: total };
  }

  return {
    realm: (slug) => once(`realm ${slug}`, () => findRealm(slug)),
    realms: (filters) => once(`realms ${JSON.stringify(filters)}`, () => listRealms(filters)),
    collection: (slug) =>
      once(`collection ${slug}`, async () => nodeOf(await findCollection(catalog.readerFor(caller), caller, slug))),
    collections: (filters) => once(`collections ${JSON.stringify(filters)}`, () => listCollectionNodes(filters)),
    async items({ members }, page) {
      const { limit, offset } = pageOf(page);
      const items = await findSummaries(members.slice(offset, offset + limit));
      return { items, offset, totalCount: members.length };
    },
    user: (username) => once(`user ${username}`, () => read('getUser', { params: { username } })),
    me: () =>
      once('me', async () => {
        if (caller.kind === 'anonymous')
          throw problem('unauthorized', 'This needs a credential: send Authorization: Bearer with a key or a token.');
        return inProcess.performAs(caller, origin)('getMe');
      }),
    stats: () => once('stats', () => read('getStats')),
  };
}

const nodeOf = ({ collection, members }: CollectionWithMembers): CollectionNode => ({ ...collection, members });

/** Each thing is looked up once for a query, however often the query names it; one after the other, and everything else runs in between. */
function eachOnce(signal: AbortSignal) {
  const found = new Map<string, Promise<unknown>>();
  let turn: Promise<unknown> = Promise.resolve();
  return <Found>(key: string, lookUp: () => Promise<Found>): Promise<Found> => {
    const known = found.get(key) as Promise<Found> | undefined;
    if (known) return known;
    const made = turn.then(() => {
      signal.throwIfAborted();
      return lookUp();
    });
    turn = made.then(
      () => setImmediate(),
      () => setImmediate(),
    );
    found.set(key, made);
    return made;
  };
}

type Members = CollectionWithMembers['members'];

/** All that is asked for at once is read together: the items of every collection of a list. */
function summaryBatches(catalog: Sources['catalog'], caller: Caller) {
  let batch: { members: Members; found: Promise<Map<string, RealmSummary>> } | undefined;

  async function read(members: Members): Promise<Map<string, RealmSummary>> {
    batch = undefined;
    const seqs = [...new Set(members.map(({ seq }) => seq))];
    const realms = (await catalog.summariesJson(caller, seqs)).map((realm) => parseRealm(realm) as RealmSummary);
    return new Map(realms.map((realm) => [realm.id, realm]));
  }

  function begin() {
    const members: Members = [];
    const whenAllHaveAsked = Promise.resolve();
    return { members, found: whenAllHaveAsked.then(() => read(members)) };
  }

  /** Without those that were deleted meanwhile, or that the caller may not list any more. */
  return async (members: Members): Promise<RealmSummary[]> => {
    batch ??= begin();
    batch.members.push(...members);
    const found = await batch.found;
    return members.flatMap(({ id }) => found.get(id) ?? []);
  };
}

const withoutNulls = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));
