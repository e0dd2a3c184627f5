// The statements of API keys. Only the hash of a key is stored.
import type { Scope } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { batchAs } from '../caller-writes.ts';
import { lockAccount } from '../queries.ts';
import type { NewAuditEntry } from '../../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../../audit/queries.ts';
import type { AccountCaller, CredentialSource } from '../../credentials/caller.ts';
import { onlyIf, type Database } from '../../db/database.ts';

export interface NewKey {
  id: string;
  accountId: string;
  hash: string;
  name: string;
  scopes: Scope[];
  /** The key, grant or client that the new key was made with, and ends with. Empty if a login or the operator made it. */
  madeWith: Pick<CredentialSource, 'keyId' | 'grantHash' | 'clientId'>;
  createdAt: string;
  /** Empty if the key never expires. */
  expiresAt: string;
}

interface KeyRow {
  id: string;
  name: string;
  scopes: string;
  created_at: string;
  expires_at: string;
  last_used_at: string;
}

/** How many keys an account may have. */
export const MAX_KEYS = 100;

/**
 * The statements of a batch that inserts a key. It throws a `ConditionError` if the account already has `MAX_KEYS`, also when many requests arrive
 * at once.
 */
export function insertKey(key: NewKey, entry: NewAuditEntry): Sql[] {
  const { id, accountId, hash, name, scopes, madeWith, createdAt, expiresAt } = key;
  const { keyId = null, grantHash = null, clientId = null } = madeWith;
  return [
    lockAccount(accountId),
    sql`insert into api_keys (id, account_id, hash, name, scopes, made_with_key, grant_hash, client_id,
        created_at, expires_at, last_used_at)
      values (${id}, ${accountId}, ${hash}, ${name}, ${scopes.join(' ')}, ${keyId}, ${grantHash}, ${clientId},
        ${createdAt}, ${expiresAt}, '')`,
    onlyIf(sql`(select count(*) from api_keys where account_id = ${accountId}) <= ${MAX_KEYS}`),
    insertAuditEntry(entry),
  ];
}

export async function listKeys(db: Database, accountId: string) {
  const rows = await db.all<KeyRow>(sql`select id, name, scopes, created_at, expires_at, last_used_at
    from api_keys where account_id = ${accountId} order by created_at desc, id desc`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes.split(' ') as Scope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Deletes a key of the caller's account. Returns false if there is none. */
export async function deleteKey(
  db: Database,
  caller: AccountCaller,
  id: string,
  entry: NewAuditEntry,
): Promise<boolean> {
  const key = sql`api_keys where id = ${id} and account_id = ${caller.account.id}`;
  await batchAs(db, caller, [insertAuditEntry(entry, sql`exists (select 1 from ${key})`), sql`delete from ${key}`]);
  return hasAuditEntry(db, entry);
}
