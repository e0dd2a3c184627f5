// The statements of idempotency keys: what was done for the first request with a key. Of keys, bodies and upload tokens only hashes are stored.
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';

/** The key of one request, and what was done for it. */
export interface IdempotencyKey {
  /** Of the key and its owner. */
  hash: string;
  /** The same text for the same request: its hash, or what was requested if that is no secret. */
  request: string;
  /** Unique to each request with the key. */
  claim: string;
  claimedUntil: string;
  /** Empty until the work is done. */
  realmId: string;
  /** Of a download, JSON. */
  result: string;
  now: string;
  expiresAt: string;
}

/** Inserts a key that is new, has expired, or whose last claim has ended without a result. Of many requests at once, one does. */
export function insertKey(key: IdempotencyKey): Sql {
  const { hash, request, claim, claimedUntil, realmId, result, now, expiresAt } = key;
  return sql`insert into idempotency_keys (hash, request_hash, claim, claimed_until, realm_id, token_hash, result, expires_at)
    values (${hash}, ${request}, ${claim}, ${claimedUntil}, ${realmId}, '', ${result}, ${expiresAt})
    on conflict (hash) do update set request_hash = excluded.request_hash, claim = excluded.claim,
      claimed_until = excluded.claimed_until, realm_id = excluded.realm_id, token_hash = '', result = excluded.result,
      expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${now}
      or (idempotency_keys.realm_id = '' and idempotency_keys.claimed_until <= ${now})`;
}

/** Inserts a key whose work is yet to do. */
export async function claimKey(db: Database, key: IdempotencyKey): Promise<boolean> {
  return (await db.get(sql`${insertKey(key)} returning hash`)) !== undefined;
}

/** Whether the key in the database is that of this request. */
export function holdsKey({ hash, claim }: IdempotencyKey): Sql {
  return sql`exists (select 1 from idempotency_keys where hash = ${hash} and claim = ${claim})`;
}

/** The statements that store the result of a claimed key, for the batch that does the work. The batch fails if the claim was taken over. */
export function completeKey(key: IdempotencyKey, realmId: string, tokenHash: string): Sql[] {
  return [
    sql`update idempotency_keys set realm_id = ${realmId}, token_hash = ${tokenHash}
      where hash = ${key.hash} and claim = ${key.claim} and realm_id = ''`,
    onlyIf(holdsKey(key)),
  ];
}

/** Deletes the key of a request that has failed, unless it has a result after all. */
export async function releaseKey(db: Database, { hash, claim }: IdempotencyKey): Promise<void> {
  await db.batch([sql`delete from idempotency_keys where hash = ${hash} and claim = ${claim} and realm_id = ''`]);
}

/** The first request with this key, and what was done. */
export async function findKey(
  db: Database,
  { hash, now }: IdempotencyKey,
): Promise<Pick<IdempotencyKey, 'request' | 'realmId' | 'result'> | undefined> {
  const row = await db.get<{ request_hash: string; realm_id: string; result: string }>(
    sql`select request_hash, realm_id, result from idempotency_keys where hash = ${hash} and expires_at > ${now}`,
  );
  return row && { request: row.request_hash, realmId: row.realm_id, result: row.result };
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

/** Deletes keys that have expired. The condition stands twice, because a key may be claimed anew while this statement waits for its lock. */
export function sweepIdempotencyKeys(db: Database, now: string): Promise<void> {
  return sweep(
    db,
    (rows) => sql`delete from idempotency_keys where expires_at <= ${now} and hash in
      (select hash from idempotency_keys where expires_at <= ${now} order by expires_at limit ${rows}) returning hash`,
  );
}
