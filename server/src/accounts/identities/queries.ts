// The statements of identities: who an account is at another provider.
import type { Identity } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from '../../db/database.ts';

/** A person as the provider knows them. */
export interface ProviderSubject {
  issuer: string;
  subject: string;
}

export interface NewIdentity extends ProviderSubject {
  id: string;
  accountId: string;
  name: string;
  createdAt: string;
}

/** The statement of a batch that links an identity. One that is linked already raises a `UniqueError`. */
export function insertIdentity({ id, issuer, subject, accountId, name, createdAt }: NewIdentity): Sql {
  return sql`insert into identities (id, issuer, subject, account_id, name, created_at, last_used_at)
    values (${id}, ${issuer}, ${subject}, ${accountId}, ${name}, ${createdAt}, '')`;
}

/** The account of an identity, and notes that it is used now. */
export async function useIdentity(
  db: Database,
  { issuer, subject }: ProviderSubject,
  now: string,
): Promise<{ id: string; accountId: string } | undefined> {
  const row = await db.get<{ id: string; account_id: string }>(sql`update identities set last_used_at = ${now}
    where issuer = ${issuer} and subject = ${subject} returning id, account_id`);
  return row && { id: row.id, accountId: row.account_id };
}

/** A condition: the identity is still linked to the account. */
export function hasIdentity(accountId: string, id: string): Sql {
  return sql`exists (select 1 from identities where id = ${id} and account_id = ${accountId})`;
}

export async function listIdentities(db: Reader, accountId: string): Promise<Identity[]> {
  const rows = await db.all<{ id: string; issuer: string; name: string; created_at: string; last_used_at: string }>(
    sql`select id, issuer, name, created_at, last_used_at from identities where account_id = ${accountId} order by id`,
  );
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

export function deleteIdentity(accountId: string, id: string): Sql {
  return sql`delete from identities where id = ${id} and account_id = ${accountId}`;
}

/** The statement of a batch, after one that removes a sign-in method of an account: unless another method is left, nothing is done. */
export function requireSignInMethod(accountId: string): Sql {
  return onlyIf(sql`exists (select 1 from accounts where id = ${accountId} and password_hash <> '')
    or exists (select 1 from identities where account_id = ${accountId})
    or exists (select 1 from passkeys where account_id = ${accountId})`);
}
