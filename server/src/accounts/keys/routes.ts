// The HTTP routes of API keys: an account creates, lists and revokes its own.
import { defaultScopes } from '@realm-catalog/contract';
import { batchAs } from '../caller-writes.ts';
import { actorOf, newAuditEntry } from '../../audit/entry.ts';
import { delegationError, type AccountCaller } from '../../credentials/caller.ts';
import { ConditionError, type Database } from '../../db/database.ts';
import type { AddHandler } from '../../api/api.ts';
import { problem } from '../../http/problem.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queries.ts';
import { newKey } from './new-key.ts';
import { deleteKey, insertKey, listKeys, MAX_KEYS, type NewKey } from './queries.ts';

interface KeyServices {
  db: Database;
  /** Undefined if the catalog sends no mail. */
  mail: Mail | undefined;
}

export function addKeyHandlers(addHandler: AddHandler, { db, mail }: KeyServices): void {
  addHandler('createKey', async (call) => {
    const { caller, body } = call;
    const { name, scopes = defaultScopes } = body;
    const error = delegationError(caller, scopes);
    if (error) throw problem('forbidden', error);
    const { madeWith, latestExpiry } = parentOf(caller);
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : latestExpiry;
    checkExpiry(expiresAt, latestExpiry);
    const { secret, stored } = newKey({ accountId: caller.account.id, name, scopes, madeWith, expiresAt });
    const entry = newAuditEntry(actorOf(call), 'key.create', stored.id, { scopes: stored.scopes, expiresAt });
    const notice = mail ? [queueMail('new-key', stored.accountId, stored.id)] : [];
    await batchAs(db, caller, [...insertKey(stored, entry), ...notice]).catch(rethrowCreationError);
    mail?.inBackground(() => mail.sendDue()); // before whoever has made it can change the address
    const { id, createdAt } = stored;
    return { body: { id, name, key: secret, scopes: stored.scopes, createdAt, expiresAt } };
  });

  addHandler('listKeys', async ({ caller }) => ({ body: { keys: await listKeys(db, caller.account.id) } }));

  addHandler('revokeKey', async (call) => {
    const { caller, params } = call;
    if (!(await deleteKey(db, caller, params.id, newAuditEntry(actorOf(call), 'key.revoke', params.id))))
      throw problem('not_found', 'You have no key with this id.');
  });
}

/** A new key ends with the key, grant or client that makes it. A key that a person makes, logged in or in a browser, is the account's. */
function parentOf({ kind, source }: AccountCaller): { madeWith: NewKey['madeWith']; latestExpiry: string } {
  if (kind === 'jwt' || kind === 'browser') return { madeWith: {}, latestExpiry: '' };
  const { expiresAt, ...madeWith } = source;
  return { madeWith, latestExpiry: expiresAt };
}

function checkExpiry(expiresAt: string, latest: string): void {
  if (expiresAt && expiresAt <= new Date().toISOString())
    throw invalidExpiry('A key cannot end before it begins.', 'must be in the future');
  if (latest && expiresAt > latest)
    throw invalidExpiry(
      'A key ends at the latest with the credential that makes it.',
      `must not be later than ${latest}`,
    );
}

function invalidExpiry(detail: string, message: string): Error {
  return problem('invalid_request', detail, { errors: [{ field: 'expiresAt', message }] });
}

function rethrowCreationError(error: unknown): never {
  if (error instanceof ConditionError)
    throw problem('conflict', `An account can have at most ${MAX_KEYS} keys. Revoke one first.`);
  throw error;
}
