// API keys over HTTP: an account makes, lists and revokes its own.
import { defaultScopes } from '@realm-catalog/contract';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { scopesBeyond, type AccountCaller } from '../credentials/caller.ts';
import { ConditionError, GoneError, type Database } from '../db/database.ts';
import type { Serve } from '../api/api.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import { newKey } from './new-key.ts';
import { createKey, deleteKey, listKeys, MAX_KEYS, type NewKey } from './queries.ts';

export function keys(serve: Serve, { db }: { db: Database }): void {
  serve('createKey', async (call) => {
    const { caller, body } = call;
    const { name, scopes = defaultScopes } = body;
    const beyond = scopesBeyond(caller, scopes);
    if (beyond) throw problem('forbidden', beyond);
    const { madeWith, endsAt } = makerOf(caller);
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : endsAt;
    checkEnd(expiresAt, endsAt);
    const { secret, kept } = newKey({ accountId: caller.account.id, name, scopes, madeWith, expiresAt });
    const entry = newAuditEntry(actorOf(call), 'key.create', kept.id, { scopes: kept.scopes, expiresAt });
    await createKey(db, kept, entry).catch(notMade);
    const { id, createdAt } = kept;
    return { body: { id, name, key: secret, scopes: kept.scopes, createdAt, expiresAt } };
  });

  serve('listKeys', async ({ caller }) => ({ body: { keys: await listKeys(db, caller.account.id) } }));

  serve('revokeKey', async (call) => {
    const { caller, params } = call;
    if (!(await deleteKey(db, caller.account.id, params.id, newAuditEntry(actorOf(call), 'key.revoke', params.id))))
      throw problem('not_found', 'You have no key with this id.');
  });
}

/** What a new key ends with: the key, grant or client that makes it. One that a login makes is the account's own. */
function makerOf({ kind, source }: AccountCaller): { madeWith: NewKey['madeWith']; endsAt: string } {
  if (kind === 'jwt') return { madeWith: {}, endsAt: '' };
  const { expiresAt, ...madeWith } = source;
  return { madeWith, endsAt: expiresAt };
}

function checkEnd(expiresAt: string, latest: string): void {
  if (expiresAt && expiresAt <= new Date().toISOString())
    throw wrongEnd('A key cannot end before it begins.', 'must be in the future');
  if (latest && expiresAt > latest)
    throw wrongEnd('A key ends at the latest with the credential that makes it.', `must not be later than ${latest}`);
}

function wrongEnd(detail: string, message: string): Error {
  return problem('invalid_request', detail, { errors: [{ field: 'expiresAt', message }] });
}

function notMade(error: unknown): never {
  if (error instanceof GoneError) throw revokedMeanwhile(); // the key, grant or client that makes it
  if (error instanceof ConditionError)
    throw problem('conflict', `An account has at most ${MAX_KEYS} keys; revoke one first.`);
  throw error;
}
