// Finds a realm for a change, which only its owner or an administrator may make.
import { may, type AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { CodedError } from '../errors.ts';
import { problem } from '../http/problem.ts';
import { findRealmToChange, type RealmRef } from './queries.ts';

/** Throws 403 unless the caller owns the realm or is an administrator. A realm that the caller may not see is a 404, like one that does not exist. */
export async function findManagedRealm(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef> {
  const realm = await findRealmToChange(db, caller, slug);
  if (!realm) throw new NoRealmError(true);
  requireManager(caller, realm);
  return realm;
}

/** Throws 403 unless the caller may manage a realm that is known to the caller. No other place decides this for a request. */
export function requireManager(caller: AccountCaller, { ownerId }: RealmRef): void {
  if (ownerId !== caller.account.id && !may(caller, 'admin'))
    throw problem('forbidden', 'This needs the ownership of the realm; it belongs to another account.');
}

/** The same 404 for a realm that does not exist and for one that the caller may not see. */
export class NoRealmError extends CodedError {
  /** Whether the realm was to be changed: an owner finds a private realm then also without the scope that reads it. */
  readonly isForChange: boolean;

  constructor(isForChange = false) {
    super({ code: 'not_found', detail: 'No realm has this slug.' });
    this.isForChange = isForChange;
  }
}

export function noRealm(): Error {
  return new NoRealmError();
}
