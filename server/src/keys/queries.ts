// API keys in the database, by their hash alone.
import type { Scope } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { holdAccount } from '../accounts/queries.ts';
import type { Entry } from '../audit/entry.ts';
import { isNoted, noted } from '../audit/queries.ts';
import type { Database } from '../db/database.ts';

export interface NewKey {
  id: string;
  accountId: string;
  hash: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  /** Empty: never. */
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

export function insertKey(key: NewKey): Sql {
  return sql`insert into api_keys (id, account_id, hash, name, scopes, created_at, expires_at, last_used_at)
    values (${key.id}, ${key.accountId}, ${key.hash}, ${key.name}, ${key.scopes.join(' ')}, ${key.createdAt}, ${key.expiresAt}, '')`;
}

/** Puts a key in unless the account has that many, and says whether it did; of many that try at once, no more than fit. */
export async function createKey(db: Database, key: NewKey, most: number, entry: Entry): Promise<boolean> {
  const { id, accountId, hash, name, scopes, createdAt, expiresAt } = key;
  await db.batch([
    holdAccount(accountId),
    sql`insert into api_keys (id, account_id, hash, name, scopes, created_at, expires_at, last_used_at)
      select ${id}, ${accountId}, ${hash}, ${name}, ${scopes.join(' ')}, ${createdAt}, ${expiresAt}, ''
      where (select count(*) from api_keys where account_id = ${accountId}) < ${most}`,
    noted(entry, sql`exists (select 1 from api_keys where id = ${id})`),
  ]);
  return isNoted(db, entry);
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

/** Ends a key of this account, and says whether there was one. */
export async function deleteKey(db: Database, accountId: string, id: string, entry: Entry): Promise<boolean> {
  const key = sql`api_keys where id = ${id} and account_id = ${accountId}`;
  await db.batch([holdAccount(accountId), noted(entry, sql`exists (select 1 from ${key})`), sql`delete from ${key}`]);
  return isNoted(db, entry);
}
