// Lists of realms as rows of HTML. A row is made once for the JSON of its realm, and cached for the next list that shows the same.
import type { RealmSummary, specifications, Static } from '@realm-catalog/contract';
import { realmRow, type Html, type Site } from '@realm-catalog/web';
import { LRUCache } from 'lru-cache';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import { realmQuery } from '../realms/list-query.ts';
import { digestOf, parseRealm, type RealmJson } from '../realms/realm-json.ts';

type ListParameters = Static<(typeof specifications)['listRealms']['query']>;
type ListedRows = Omit<Awaited<ReturnType<Catalog['listJson']>>, 'realms'> & { rows: Html[] };

/** `ip` is the address of the visitor: facets are counted in turns. */
export type ListRows = (site: Site, parameters: ListParameters, ip: string) => Promise<ListedRows>;

/** A row has some 1,500 characters, of one byte each, or of two where one of them is not in Latin-1. */
const MAX_CHARACTERS = 24 * 1_024 * 1_024;
const ENTRY_CHARACTERS = 200;

export function createRowLists(read: Read, catalog: Pick<Catalog, 'listJson'>): ListRows {
  const rowOf = createRows();
  return async (site, parameters, ip) => {
    const query = realmQuery(read.query('listRealms', parameters));
    const { realms, ...rest } = await catalog.listJson(anonymous, query, ip);
    return { rows: realms.map((realm) => rowOf(site, realm)), ...rest };
  };
}

/** A row shows nothing but its realm, and the addresses of a site, which are the same in every theme. */
export function createRows(): (site: Site, realm: RealmJson) => Html {
  const rows = new LRUCache<string, Html>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }) => html.length + ENTRY_CHARACTERS,
  });
  return (site, realm) => {
    const key = digestOf(realm);
    const known = rows.get(key);
    if (known) return known;
    const { html } = realmRow(site, parseRealm(realm) as RealmSummary);
    const row = { html: Buffer.from(html).toString() }; // one string, where `html` holds all that it was made of
    rows.set(key, row);
    return row;
  };
}
