// The statements of idempotency keys. Neither the key nor the request nor the upload token is stored, only their hashes.
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';

/** The claim of one request to do what a key stands for. */
export interface KeyClaim {
  keyHash: string;
  requestHash: string;
  /** Unique to the request. */
  claim: string;
  claimedUntil: string;
  expiresAt: string;
}

/** Claims a key that is new, has expired, or whose last claim has ended without a result. Of many requests at once, one gets true. */
export async function claimKey(db: Database, claimed: KeyClaim, now: string): Promise<boolean> {
  const { keyHash, requestHash, claim, claimedUntil, expiresAt } = claimed;
  const row =
    await db.get(sql`insert into idempotency_keys (hash, request_hash, claim, claimed_until, realm_id, token_hash, expires_at)
      values (${keyHash}, ${requestHash}, ${claim}, ${claimedUntil}, '', '', ${expiresAt})
      on conflict (hash) do update set request_hash = excluded.request_hash, claim = excluded.claim,
        claimed_until = excluded.claimed_until, realm_id = '', token_hash = '', expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= ${now}
        or (idempotency_keys.realm_id = '' and idempotency_keys.claimed_until <= ${now})
      returning hash`);
  return row !== undefined;
}

/** The statements that store the result of a key, for the batch that does the work. The batch fails if the claim was taken over. */
export function completeKey({ keyHash, claim }: KeyClaim, realmId: string, tokenHash: string): Sql[] {
  const own = sql`hash = ${keyHash} and claim = ${claim}`;
  return [
    sql`update idempotency_keys set realm_id = ${realmId}, token_hash = ${tokenHash} where ${own} and realm_id = ''`,
    onlyIf(sql`exists (select 1 from idempotency_keys where ${own} and token_hash = ${tokenHash})`),
  ];
}

/** Deletes the key of a request that has failed, unless it has a result after all. */
export async function releaseKey(db: Database, { keyHash, claim }: KeyClaim): Promise<void> {
  await db.batch([sql`delete from idempotency_keys where hash = ${keyHash} and claim = ${claim} and realm_id = ''`]);
}

/** What the first request with a key was, and its realm; empty while that request is running. */
export async function findKeyResult(
  db: Database,
  keyHash: string,
): Promise<{ requestHash: string; realmId: string } | undefined> {
  const row = await db.get<{ request_hash: string; realm_id: string }>(
    sql`select request_hash, realm_id from idempotency_keys where hash = ${keyHash}`,
  );
  return row && { requestHash: row.request_hash, realmId: row.realm_id };
}

/** The statements that end the upload token which was given last for a key, and name the next. The first one locks the row of the key. */
export function replaceToken(keyHash: string, tokenHash: string): Sql[] {
  const ofKey = sql`idempotency_keys where hash = ${keyHash}`;
  return [
    sql`update idempotency_keys set claim = claim where hash = ${keyHash}`,
    sql`delete from upload_tokens where hash = (select token_hash from ${ofKey})`,
    sql`update idempotency_keys set token_hash = ${tokenHash} where hash = ${keyHash}`,
  ];
}

/** Deletes keys that have expired. */
export function sweepIdempotencyKeys(db: Database, now: string): Promise<void> {
  return sweep(
    db,
    (rows) => sql`delete from idempotency_keys where hash in
      (select hash from idempotency_keys where expires_at <= ${now} order by expires_at limit ${rows}) returning hash`,
  );
}
