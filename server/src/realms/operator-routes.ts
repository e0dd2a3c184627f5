// The HTTP routes of realms for administrators: they feature realms, quarantine them, and list those that are quarantined.
import { DEFAULT_LIMIT, MAX_LIMIT } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import type { AddHandler } from '../api/api.ts';
import { actorOf, newAuditEntry, type Actor } from '../audit/entry.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { nextPageLink } from '../http/paging.ts';
import { invalidParameters } from '../http/problem.ts';
import { featureRealm, listQuarantined, quarantineRealm, releaseRealm } from './operator-writes.ts';
import { noRealm } from './ownership.ts';
import { findRealm, getRealm } from './queries.ts';
import type { PictureAddressing } from './shown-pictures.ts';

interface OperatorServices {
  db: Database;
  config: Pick<Config, 'publicUrl'>;
  addressing: PictureAddressing;
}

interface RealmState {
  featured?: boolean;
  quarantined?: boolean;
  reason?: string;
}

export function addRealmOperatorHandlers(addHandler: AddHandler, { db, config, addressing }: OperatorServices): void {
  addHandler('moderateRealm', async (call) => {
    const { caller, body, params } = call;
    const realm = await findRealm(db, caller, params.slug); // administrators see every realm
    if (!realm) throw noRealm();
    if (body.quarantined && body.reason === undefined)
      throw invalidParameters({ field: 'reason', message: 'is required, and shown to the owner of the realm' });
    if (!body.quarantined && body.reason !== undefined)
      throw invalidParameters({ field: 'reason', message: 'can be sent only to quarantine a realm' });
    await db.batch(statementsFor(realm, body, actorOf(call)));
    const found = await getRealm(db, caller, realm.slug, { addressing });
    if (!found) throw noRealm();
    return { body: found.realm };
  });

  addHandler('listQuarantined', async ({ query }) => {
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const found = await listQuarantined(db, query.before, limit + 1);
    const realms = found.slice(0, limit);
    const hasMore = found.length > limit;
    const next = hasMore ? (realms.at(-1)?.id ?? '') : '';
    return {
      body: { realms, pagination: { limit, hasMore, next } },
      headers: hasMore ? nextPageLink(`${config.publicUrl}/v1/api/admin/realms`, { limit, before: next }) : {},
    };
  });
}

function statementsFor({ id, slug }: { id: string; slug: string }, state: RealmState, actor: Actor): Sql[] {
  const { featured, quarantined, reason = '' } = state;
  return [
    ...(featured === undefined
      ? []
      : featureRealm(id, featured, newAuditEntry(actor, featured ? 'realm.feature' : 'realm.unfeature', slug))),
    ...(quarantined === true ? quarantineRealm(id, reason, newAuditEntry(actor, 'realm.quarantine', slug)) : []),
    ...(quarantined === false ? releaseRealm(id, newAuditEntry(actor, 'realm.release', slug)) : []),
  ];
}
