// Issues an upload token: the credential by which one archive is uploaded to a realm.
import type { Sql } from 'sql-template-tag';
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { insertUploadToken } from '../credentials/queries.ts';
import { newUploadToken } from '../credentials/upload-token.ts';
import { ConditionError, GoneError, type Database } from '../db/database.ts';
import { revokedMeanwhile } from '../http/problem.ts';
import { stillRunning } from '../api/with-idempotency-key.ts';
import { findRealmById, type RealmRef } from './queries.ts';

type UploadCall = RequestOrigin & { caller: AccountCaller };

/** The token is stored in one batch with the statements of an idempotency key: see `withIdempotencyKey`. */
export async function issueUploadToken(
  db: Database,
  call: UploadCall,
  { id, slug }: RealmRef,
  keyStatements: (tokenHash: string) => Sql[],
): Promise<{ uploadToken: string; expiresAt: string }> {
  const { uploadToken, stored } = newUploadToken(id, call.caller, new Date());
  const entry = newAuditEntry(actorOf(call), 'upload.open', slug);
  await db
    .batch([...keyStatements(stored.hash), insertUploadToken(stored), insertAuditEntry(entry)])
    .catch(async (error: unknown) => {
      if (error instanceof ConditionError) throw stillRunning(); // another request has taken over the idempotency key
      // The token refers to the realm and to the source of the credential. If the realm exists, the source is gone.
      throw error instanceof GoneError && (await findRealmById(db, id)) ? revokedMeanwhile() : error;
    });
  return { uploadToken, expiresAt: stored.expiresAt };
}
