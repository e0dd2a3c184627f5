// The realms of the caller over HTTP: those that the account owns, and those that it has starred.
import type { AddHandler } from '../api/api.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { pageLinks, pageOf } from '../http/paging.ts';
import { problem } from '../http/problem.ts';
import { linkedQuery, realmQuery } from './list-query.ts';
import { noRealm } from './ownership.ts';
import { findRealm } from './queries.ts';
import { isStarred, listStarred } from './star-queries.ts';

interface MyRealmServices {
  db: Database;
  catalog: Catalog;
  config: Pick<Config, 'publicUrl'>;
}

export function addMyRealmHandlers(addHandler: AddHandler, { db, catalog, config }: MyRealmServices): void {
  addHandler('listMyRealms', async ({ caller, query }) => {
    const listQuery = realmQuery(query);
    const { realms, pagination, ...rest } = await catalog.listOwn(caller, listQuery);
    return {
      body: { realms: realms.map((realm) => ({ ...realm, role: 'owner' as const })), pagination, ...rest },
      headers: pageLinks(`${config.publicUrl}/v1/api/me/realms`, linkedQuery(query, listQuery), pagination),
    };
  });

  addHandler('listMyStars', async ({ caller, query }) => {
    const { limit, offset } = pageOf(query);
    const starred = await listStarred(db, caller);
    const realms = await catalog.listBySeqs(caller, starred.slice(offset, offset + limit));
    const total = starred.length;
    const pagination = { total, limit, offset, hasMore: offset + realms.length < total };
    return {
      body: { realms, pagination },
      headers: pageLinks(`${config.publicUrl}/v1/api/me/stars`, query, pagination),
    };
  });

  addHandler('getStar', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    if (!(await isStarred(db, caller.account.id, realm.id)))
      throw problem('not_found', 'You have not starred this realm.');
  });
}
