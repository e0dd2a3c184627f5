// Lists of realms as HTML. What shows a realm is cached by the realm's JSON, from its second time on, for all further lists that show the same.
import type { RealmSummary, Sort, specifications, Static } from '@realm-catalog/contract';
import type { Html } from '@realm-catalog/web/html';
import type { ListView } from '@realm-catalog/web/list-state';
import { FIRST_CARDS, realmCard, realmRow, type ShownOrder } from '@realm-catalog/web/parts/realm-card';
import type { Site } from '@realm-catalog/web/site';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../catalog/catalog.ts';
import { realmQuery } from '../../realms/list-query.ts';
import { digestOf, parseRealm, type RealmJson } from '../../realms/realm-json.ts';
import { seenBefore } from '../../concurrency/seen-before.ts';
import type { PageRequest } from '../page.ts';

type ListParameters = Static<(typeof specifications)['listRealms']['query']>;
type ListedRealms = Omit<Awaited<ReturnType<Catalog['listJson']>>, 'realms'> & { items: Html[] };

/** By the address of the visitor, facets are counted in turns. */
export type ListItems = (
  request: Pick<PageRequest, 'site' | 'caller' | 'read' | 'ip' | 'withStars'>,
  view: ListView,
  parameters: ListParameters,
) => Promise<ListedRealms>;

/** An item has some 1,500 characters, of one byte each, or of two where one of them is not in Latin-1. */
const MAX_CHARACTERS = 16 * 1_024 * 1_024;
const MAX_ITEMS = 10_000;

/** How a realm is shown in a list. */
const kinds = {
  firstCard: (site: Site, realm: RealmSummary, order: ShownOrder) => realmCard(site, realm, { order, isFirst: true }),
  card: (site: Site, realm: RealmSummary, order: ShownOrder) => realmCard(site, realm, { order }),
  row: realmRow,
};
type ItemKind = keyof typeof kinds;

const shownOrder = (sort: Sort | undefined): ShownOrder =>
  sort === 'downloads' || sort === 'newest' ? sort : undefined;

export function createItemLists(catalog: Pick<Catalog, 'listJson'>): ListItems {
  const cachedItem = createItems();
  return async ({ site, caller, read, ip, withStars }, view, parameters) => {
    const query = realmQuery(read.query('listRealms', parameters));
    // Realms without an upload are the last, unless somebody asks what is new. To people, only a new version is an update.
    const isUnpublishedLast = query.sort !== 'newest';
    const sort = query.sort === 'updated' ? 'published' : query.sort;
    const { realms, ...rest } = await catalog.listJson(caller, { ...query, sort, isUnpublishedLast }, ip);
    const order = shownOrder(parameters.sort);
    const kindAt = (at: number) => (view === 'rows' ? 'row' : at < FIRST_CARDS ? 'firstCard' : 'card');
    if (caller.kind === 'anonymous')
      return { items: realms.map((realm, at) => cachedItem(site, kindAt(at), realm, order)), ...rest };
    // What is shown to someone who is signed in may be private, and has their stars: it is not cached.
    const parsed = realms.map((realm) => parseRealm(realm) as RealmSummary);
    const starred = await withStars(parsed);
    return { items: parsed.map((realm, at) => kinds[kindAt(at)](starred, realm, order)), ...rest };
  };
}

/** An item shows nothing but its realm, and the addresses of a site, which are the same in every theme. */
export function createItems(): (site: Site, kind: ItemKind, realm: RealmJson, order?: ShownOrder) => Html {
  const items = new LRUCache<string, Html>({
    max: MAX_ITEMS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }) => html.length,
  });
  const wasShownBefore = seenBefore(MAX_ITEMS);
  return (site, kind, realm, order) => {
    const key = `${kind} ${order ?? ''} ${digestOf(realm)}`;
    const known = items.get(key);
    if (known) return known;
    const item = kinds[kind](site, parseRealm(realm) as RealmSummary, order);
    // The text of a template holds all pieces that it was made of; its copy is one piece.
    if (wasShownBefore(key)) items.set(key, { html: Buffer.from(item.html).toString() });
    return item;
  };
}
