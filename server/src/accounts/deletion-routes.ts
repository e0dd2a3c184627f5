// Deletes an account, as its owner wishes: what only its owner can see goes, and what is public stays under an author without a name.
import type { AccountCaller } from '../credentials/caller.ts';
import { actorOf, newAuditEntry, type Actor } from '../audit/entry.ts';
import type { AddHandler } from '../api/api.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { ConditionError, onlyIf, type Database } from '../db/database.ts';
import { UnavailableError } from '../errors.ts';
import { invalidParameters } from '../http/problem.ts';
import { auditRealm, deleteRealm } from '../realms/writes.ts';
import { batchAs, type Proof } from './caller-writes.ts';
import { hasNoHiddenRealm, listHiddenRealms } from './deletion-queries.ts';
import { checkLogin, hasLogin, type LoginServices } from './sign-in/login.ts';
import { findPasswordHash, hasPassword, removeAccount } from './queries.ts';
import { requireRecentSignIn } from './sign-in/recent-sign-in.ts';

export function addDeletionHandler(addHandler: AddHandler, services: LoginServices): void {
  addHandler('deleteMe', async (call) => {
    const actor = actorOf(call);
    const proof = await requireOwner(services, call.caller, call.body, actor);
    await deleteAccount(services.db, call.caller, actor, proof);
  });
}

/** By the password, and the second factor where the account has one. One without a password shows by a new sign-in in the browser who asks. */
async function requireOwner(
  services: LoginServices,
  caller: AccountCaller,
  { password, code = '' }: { password: string; code?: string },
  actor: Actor,
): Promise<Proof> {
  const { id, username } = caller.account;
  if ((await findPasswordHash(services.db, id)) === '') {
    if (caller.kind !== 'browser')
      throw invalidParameters({
        field: 'password',
        message: 'is not set: delete this account on its settings page',
      });
    await requireRecentSignIn(services.db, caller);
    return { condition: hasPassword(id, ''), refusal: wrongPassword };
  }
  const login = await checkLogin(services, { username, password, code, actor, at: 'deletion' });
  if (!login) throw wrongPassword();
  return { condition: hasLogin(login), refusal: wrongPassword };
}

function wrongPassword(): Error {
  return invalidParameters({ field: 'password', message: 'is not the password of this account' });
}

/** An attempt fails only if another credential of the account has made a realm meanwhile. */
const MAX_ATTEMPTS = 10;

/**
 * Whoever calls this has checked that the owner wishes it. Realms are deleted one by one, since each may have many rows, and the account last: if the
 * process ends meanwhile, its owner can go on.
 */
async function deleteAccount(db: Database, caller: AccountCaller, actor: Actor, proof: Proof): Promise<void> {
  const { id } = caller.account;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    for (let realms = await listHiddenRealms(db, id); realms.length > 0; realms = await listHiddenRealms(db, id))
      for (const realm of realms) {
        const entry = newAuditEntry(actor, 'realm.delete', realm.slug);
        await batchAs(db, caller, deleteRealm(realm.id, [auditRealm(realm.id, entry)]), [proof]);
      }
    if (await removeWithoutRealms(db, caller, actor, proof)) return;
  }
  throw new UnavailableError('Realms of this account are being created');
}

async function removeWithoutRealms(db: Database, caller: AccountCaller, actor: Actor, proof: Proof): Promise<boolean> {
  const { id } = caller.account;
  const statements = [
    insertAuditEntry(newAuditEntry(actor, 'account.remove', id)),
    onlyIf(hasNoHiddenRealm(id)),
    ...removeAccount(id, new Date().toISOString()),
  ];
  try {
    await batchAs(db, caller, statements, [proof]);
    return true;
  } catch (error) {
    if (error instanceof ConditionError) return false;
    throw error;
  }
}
