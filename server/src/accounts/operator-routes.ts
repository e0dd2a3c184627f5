// The HTTP routes of accounts and storage for administrators.
import { DEFAULT_LIMIT, MAX_LIMIT, type ManagedUser } from '@realm-catalog/contract';
import type { AddHandler } from '../api/api.ts';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { nextPageLink } from '../http/paging.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import { readStorage } from '../quotas/storage-queries.ts';
import { findManagedUser, listUsers, suspendAccount } from './operator-queries.ts';
import { suspensionEntry } from './suspension-entry.ts';
import { auditAccount, updateAccount } from './queries.ts';

interface OperatorServices {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'quotas'>;
}

export function addUserOperatorHandlers(addHandler: AddHandler, { db, config }: OperatorServices): void {
  addHandler('listUsers', async ({ query }) => {
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const found = await listUsers(db, query, limit + 1);
    const users = found.slice(0, limit);
    const hasMore = found.length > limit && !query.search; // who searches types more letters
    const next = hasMore ? (users.at(-1)?.id ?? '') : '';
    return {
      body: { users, pagination: { limit, hasMore, next } },
      headers: hasMore ? nextPageLink(`${config.publicUrl}/v1/api/admin/users`, { ...query, limit, before: next }) : {},
    };
  });

  addHandler('updateUser', async (call) => {
    const { plan, role, suspended, reason } = call.body;
    if (!suspended && reason !== undefined)
      throw invalidParameters({ field: 'reason', message: 'is for an account that is to be suspended' });
    const { id, username } = await requireUser(db, call.params.username);
    if (id === call.caller.account.id && (role !== undefined || suspended !== undefined))
      throw problem('conflict', 'You cannot suspend yourself or change your own role. Ask another administrator.');
    const actor = actorOf(call);
    const changes = { ...(plan && { plan }), ...(role && { role }) };
    const fields = Object.keys(changes);
    const entries = fields.length > 0 ? [newAuditEntry(actor, 'account.update', id, { fields, ...changes })] : [];
    await db.batch([
      ...auditAccount(id, entries),
      ...updateAccount(id, changes),
      ...(suspended === undefined ? [] : suspendAccount(id, suspended, suspensionEntry(actor, id, suspended, reason))),
    ]);
    return { body: await requireUser(db, username) };
  });

  addHandler('getStorage', async () => ({ body: await readStorage(db, config.quotas) }));
}

async function requireUser(db: Database, username: string): Promise<ManagedUser> {
  const user = await findManagedUser(db, username);
  if (!user) throw problem('not_found', 'No account has this name.');
  return user;
}
