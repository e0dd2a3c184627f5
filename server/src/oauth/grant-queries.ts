// The statements with which an account reads and revokes what it has allowed applications.
import type { Grant, Scope } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { batchAs } from '../accounts/caller-writes.ts';
import type { NewAuditEntry } from '../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../audit/queries.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';

interface GrantRow {
  public_id: string;
  client_id: string;
  client_name: string;
  scopes: string;
  payload: string;
  last_used_at: string;
  expires_at: string;
}

/** A page of the grants of an account, and how many there are. All live equally long, so the last to end is the newest. */
export async function listGrants(
  db: Reader,
  accountId: string,
  { limit, offset, now }: { limit: number; offset: number; now: string },
): Promise<{ grants: Grant[]; total: number }> {
  const current = sql`oauth_records.account_id = ${accountId} and oauth_records.kind = 'Grant' and oauth_records.expires_at > ${now}`;
  const rows =
    await db.all<GrantRow>(sql`select oauth_records.public_id, oauth_records.client_id, oauth_clients.name as client_name,
      oauth_records.scopes, oauth_records.payload, oauth_records.last_used_at, oauth_records.expires_at
    from oauth_records join oauth_clients on oauth_clients.id = oauth_records.client_id where ${current}
    order by oauth_records.expires_at desc, oauth_records.public_id desc limit ${limit} offset ${offset}`);
  const counted = await db.get<{ total: number }>(sql`select count(*) as total from oauth_records where ${current}`);
  return { grants: rows.map(toGrant), total: counted?.total ?? 0 };
}

function toGrant(row: GrantRow): Grant {
  const { iat } = JSON.parse(row.payload) as { iat: number };
  return {
    id: row.public_id,
    client: { id: row.client_id, name: row.client_name },
    scopes: row.scopes.split(' ').filter(Boolean) as Scope[],
    createdAt: new Date(iat * 1_000).toISOString(),
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

/** Whether this account has a grant for this client that has not ended. */
export async function hasGrant(db: Reader, accountId: string, clientId: string): Promise<boolean> {
  const row = await db.get(sql`select public_id from oauth_records where account_id = ${accountId} and kind = 'Grant'
    and expires_at > ${new Date().toISOString()} and client_id = ${clientId} limit 1`);
  return row !== undefined;
}

/** The client of a grant that this account has given. */
export async function findGrantClient(db: Reader, accountId: string, id: string): Promise<string | undefined> {
  const row = await db.get<{ client_id: string }>(sql`select client_id from oauth_records
    where account_id = ${accountId} and kind = 'Grant' and public_id = ${id}`);
  return row?.client_id;
}

/** Deletes a grant of the caller's account, and so all that was issued for it. Returns false if there is none. */
export async function deleteGrant(
  db: Database,
  caller: AccountCaller,
  id: string,
  entry: NewAuditEntry,
): Promise<boolean> {
  const grant = sql`oauth_records where account_id = ${caller.account.id} and kind = 'Grant' and public_id = ${id}`;
  await batchAs(db, caller, [insertAuditEntry(entry, sql`exists (select 1 from ${grant})`), sql`delete from ${grant}`]);
  return hasAuditEntry(db, entry);
}
