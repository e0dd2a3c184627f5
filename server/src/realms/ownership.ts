// Finds a realm for a change, which only its owner or an administrator may make.
import { may, type AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { CodedError } from '../errors.ts';
import { problem } from '../http/problem.ts';
import { findRealmToChange, type RealmRef } from './queries.ts';

/** Throws 403 unless the caller owns the realm or is an administrator. A realm that the caller may not see is a 404, like one that does not exist. */
export async function findManagedRealm(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef> {
  const realm = await findRealmToDelete(db, caller, slug);
  requireNotQuarantined(realm);
  return realm;
}

/** The same for a deletion, which is all that can be done to a quarantined realm. */
export async function findRealmToDelete(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef> {
  const realm = await findRealmToChange(db, caller, slug);
  if (!realm) throw new NoRealmError(true);
  requireManager(caller, realm);
  return realm;
}

/** Throws 403 for a realm that is quarantined, and known to the caller: it does not change until an operator ends that. */
export function requireNotQuarantined({ isQuarantined }: RealmRef): void {
  if (isQuarantined) throw problem('forbidden', 'This realm is quarantined. Its owner can only read and delete it.');
}

/** Throws 403 unless the caller may manage a realm that is known to the caller. No other place decides this for a request. */
export function requireManager(caller: AccountCaller, { ownerId }: RealmRef): void {
  if (ownerId !== caller.account.id && !may(caller, 'admin'))
    throw problem('forbidden', 'Only the owner of this realm can do this.');
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

/** The 404 for everyone else, of a realm that was public. */
export function quarantinedRealm(): Error {
  return problem('quarantined', 'The operator of this catalog has quarantined this realm.');
}

export function noRealm(): Error {
  return new NoRealmError();
}
