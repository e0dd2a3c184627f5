// Realms over HTTP: list, read, delete and star them; creation and updates have files of their own.
import type { AddHandler } from '../api/api.ts';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { pageLinks } from '../http/paging.ts';
import { addCreationHandler } from './creation-routes.ts';
import { linkedQuery, realmQuery } from './list-query.ts';
import { findRealmToDelete, noRealm, requireNotQuarantined } from './ownership.ts';
import { findRealm } from './queries.ts';
import { oneRealm, realmPage } from './realm-json.ts';
import type { PictureAddressing } from './shown-pictures.ts';
import { addUpdateHandler } from './update-routes.ts';
import { auditRealm, deleteRealm, starRealm } from './writes.ts';

interface RealmServices {
  db: Database;
  catalog: Catalog;
  config: Config;
  addressing: PictureAddressing;
}

export function addRealmHandlers(addHandler: AddHandler, services: RealmServices): void {
  addReadHandlers(addHandler, services);
  addCreationHandler(addHandler, services);
  addUpdateHandler(addHandler, services.db, services.addressing);
  addDeletionHandler(addHandler, services);
  addStarHandlers(addHandler, services);
}

function addReadHandlers(addHandler: AddHandler, { catalog, config }: RealmServices): void {
  addHandler('listRealms', async ({ caller, ip, query }) => {
    const listQuery = realmQuery(query);
    const { realms, ...rest } = await catalog.listJson(caller, listQuery, ip);
    return {
      ...realmPage('{"realms":[', realms, `],${JSON.stringify(rest).slice(1)}`),
      headers: pageLinks(`${config.publicUrl}/v1/api/realms`, linkedQuery(query, listQuery), rest.pagination),
    };
  });

  addHandler('getRealm', async ({ caller, params }) => {
    const realm = await catalog.getJson(caller, params.slug);
    if (!realm) throw noRealm();
    return oneRealm(realm);
  });
}

function addDeletionHandler(addHandler: AddHandler, { db }: RealmServices): void {
  addHandler('deleteRealm', async (call) => {
    const { id, slug } = await findRealmToDelete(db, call.caller, call.params.slug);
    await db.batch(deleteRealm(id, [auditRealm(id, newAuditEntry(actorOf(call), 'realm.delete', slug))]));
  });
}

function addStarHandlers(addHandler: AddHandler, { db }: RealmServices): void {
  for (const [id, isStarred] of [
    ['starRealm', true],
    ['unstarRealm', false],
  ] as const)
    addHandler(id, async ({ caller, params }) => {
      const realm = await findRealm(db, caller, params.slug);
      if (!realm) throw noRealm();
      requireNotQuarantined(realm);
      await db.batch(starRealm(caller.account.id, realm.id, isStarred));
    });
}
