// Operations that are for the owner of a realm, or an administrator, find the realm here.
import { may, type AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { findRealmToChange, type RealmRef } from './queries.ts';

/** The realm, if the caller owns it or is an administrator. A realm that the caller may not see is answered as one that does not exist. */
export async function ownRealm(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef> {
  const realm = await findRealmToChange(db, caller, slug);
  if (!realm) throw noRealm();
  if (realm.ownerId !== caller.account.id && !may(caller, 'admin'))
    throw problem('forbidden', 'This needs the ownership of the realm; it belongs to another account.');
  return realm;
}

/** The same problem for a realm that does not exist and for one that the caller may not see. */
export function noRealm(): Error {
  return problem('not_found', 'No realm has this slug.');
}
