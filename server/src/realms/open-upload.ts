// Opens an upload to a realm: stores a new token, in one batch with the statements of an idempotency key.
import type { Sql } from 'sql-template-tag';
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { insertUploadToken } from '../credentials/queries.ts';
import { newUploadToken } from '../credentials/upload-token.ts';
import { ConditionError, GoneError, type Database } from '../db/database.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import { stillRunning } from '../idempotency/with-idempotency-key.ts';
import { requireManager } from './ownership.ts';
import { findRealmById, type RealmRef } from './queries.ts';

type UploadCall = RequestOrigin & { caller: AccountCaller };

export async function openUpload(
  db: Database,
  call: UploadCall,
  { id, slug }: RealmRef,
  also: (tokenHash: string) => Sql[],
): Promise<{ uploadToken: string; expiresAt: string }> {
  const { uploadToken, stored } = newUploadToken(id, call.caller, new Date());
  const entry = newAuditEntry(actorOf(call), 'upload.open', slug);
  await db
    .batch([...also(stored.hash), insertUploadToken(stored), insertAuditEntry(entry)])
    .catch(async (error: unknown) => {
      if (error instanceof ConditionError) throw stillRunning(); // another request has taken over the idempotency key
      // The token refers to the realm and to the source of the credential. If the realm exists, the source is gone.
      throw error instanceof GoneError && (await findRealmById(db, id)) ? revokedMeanwhile() : error;
    });
  return { uploadToken, expiresAt: stored.expiresAt };
}

/** The realm of an earlier request with the same idempotency key. */
export async function realmOfKey(db: Database, caller: AccountCaller, realmId: string): Promise<RealmRef> {
  const realm = await findRealmById(db, realmId);
  if (!realm) throw problem('conflict', 'The realm of this Idempotency-Key was deleted. Send a new key.');
  requireManager(caller, realm);
  return realm;
}
