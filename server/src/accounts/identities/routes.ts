// The HTTP routes of one's identities at another provider.
import { actorOf, newAuditEntry } from '../../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../../audit/queries.ts';
import type { AddHandler } from '../../api/api.ts';
import { ConditionError, type Database } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { deleteIdentity, hasIdentity, listIdentities, requireSignInMethod } from './queries.ts';
import { batchAs } from '../caller-writes.ts';
import { requireRecentSignIn } from '../sign-in/recent-sign-in.ts';

export function addIdentityHandlers(addHandler: AddHandler, { db }: { db: Database }): void {
  addHandler('listIdentities', async ({ caller }) => ({
    body: { identities: await listIdentities(db, caller.account.id) },
  }));

  addHandler('unlinkIdentity', async (call) => {
    const { caller, params } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const entry = newAuditEntry(actorOf(call), 'account.unlink', id);
    await batchAs(db, caller, [
      insertAuditEntry(entry, hasIdentity(id, params.id)),
      deleteIdentity(id, params.id),
      requireSignInMethod(id),
    ]).catch((error: unknown) => {
      if (!(error instanceof ConditionError)) throw error;
      throw problem('conflict', 'This is your only way to sign in. Set a password or add a passkey first.');
    });
    if (!(await hasAuditEntry(db, entry))) throw problem('not_found', 'You have no identity with this id.');
  });
}
