// Lists of realms as rows of HTML. A row that is shown again is cached by the JSON of its realm, for all further lists that show the same.
import type { RealmSummary, specifications, Static } from '@realm-catalog/contract';
import { realmRow, type Html, type Site } from '@realm-catalog/web';
import { LRUCache } from 'lru-cache';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import { realmQuery } from '../realms/list-query.ts';
import { digestOf, parseRealm, type RealmJson } from '../realms/realm-json.ts';
import { seenBefore } from '../seen-before.ts';

type ListParameters = Static<(typeof specifications)['listRealms']['query']>;
type ListedRows = Omit<Awaited<ReturnType<Catalog['listJson']>>, 'realms'> & { rows: Html[] };

/** `ip` is the address of the visitor: facets are counted in turns. */
export type ListRows = (site: Site, parameters: ListParameters, ip: string) => Promise<ListedRows>;

/** A row has some 1,500 characters, of one byte each, or of two where one of them is not in Latin-1. */
const MAX_CHARACTERS = 16 * 1_024 * 1_024;
const MAX_ROWS = 10_000;

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
    max: MAX_ROWS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }) => html.length,
  });
  const wasShownBefore = seenBefore(MAX_ROWS);
  return (site, realm) => {
    const key = digestOf(realm);
    const known = rows.get(key);
    if (known) return known;
    const row = realmRow(site, parseRealm(realm) as RealmSummary);
    // The text of a template holds all pieces that it was made of; its copy is one piece.
    if (wasShownBefore(key)) rows.set(key, { html: Buffer.from(row.html).toString() });
    return row;
  };
}
