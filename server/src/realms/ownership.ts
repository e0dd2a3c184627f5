// Whose realm it is: what only the owner, or an administrator, may do asks here first.
import { may, type AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { findRealmToChange, type RealmRef } from './queries.ts';

/** The realm, if it is the caller's own. One that the caller may not even see is not there. */
export async function ownRealm(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef> {
  const realm = await findRealmToChange(db, caller, slug);
  if (!realm) throw noRealm();
  if (realm.ownerId !== caller.account.id && !may(caller, 'admin'))
    throw problem('forbidden', 'This needs the ownership of the realm; it belongs to another account.');
  return realm;
}

/** The same words for a realm that is not there and for one that the caller may not see. */
export function noRealm(): Error {
  return problem('not_found', 'No realm has this slug.');
}
