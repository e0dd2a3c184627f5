// The statements that read and write accounts.
import type { Account, Plan, Role } from '@realm-catalog/contract';
import { looksLikeId } from '@realm-catalog/contract/validate';
import sql, { join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { UniqueError, type Database } from '../db/database.ts';
import { endOneTimeTokens } from '../credentials/one-time-queries.ts';
import { revokeAccountGrants } from '../credentials/queries.ts';
import { removeSecondFactors } from './factors/queries.ts';
import { countAccount, uncountAccount } from '../stats/queries.ts';

export interface NewAccount {
  id: string;
  username: string;
  name: string;
  image: string;
  bio: string;
  email: string;
  /** If empty, nobody can log in to the account. */
  passwordHash: string;
  role: Role;
  plan: Plan;
  createdAt: string;
}

interface AccountRow {
  id: string;
  username: string;
  name: string;
  email: string;
  bio: string;
  image: string;
  plan: Plan;
  role: Role;
  created_at: string;
}

const accountColumns = sql`id, username, name, email, bio, image, plan, role, created_at`;

/** The statements of a batch that insert an account. A name that is taken, even by a removed account, raises a `UniqueError`. */
export function insertAccount(account: NewAccount): Sql[] {
  return [
    sql`insert into accounts (id, username, name, image, bio, email, password_hash, role, plan, created_at)
      values (${account.id}, ${account.username}, ${account.name}, ${account.image}, ${account.bio}, ${account.email},
        ${account.passwordHash}, ${account.role}, ${account.plan}, ${account.createdAt})`,
    ...countAccount(account.id),
  ];
}

/** Inserts an account after `others`, in one batch, and returns false if its name is taken. */
export async function createAccount(
  db: Database,
  account: NewAccount,
  entry: NewAuditEntry,
  others: Sql[] = [],
): Promise<boolean> {
  try {
    await db.batch([...others, ...insertAccount(account), insertAuditEntry(entry)]);
    return true;
  } catch (error) {
    if (error instanceof UniqueError) return false;
    throw error;
  }
}

export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(
    sql`select ${accountColumns} from accounts where id = ${id} and removed_at = ''`,
  );
  return row && toAccount(row);
}

export async function findAccountByName(db: Database, username: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(
    sql`select ${accountColumns} from accounts where username = ${username} and removed_at = ''`,
  );
  return row && toAccount(row);
}

/** How many names are tried. */
const MAX_PROPOSALS = 20;

/** A name like this one that no account has or had; undefined if all that were tried are taken. */
export async function findFreeName(db: Database, username: string): Promise<string | undefined> {
  const names = Array.from({ length: MAX_PROPOSALS }, (_, at) => `${username.toLowerCase().slice(0, 60)}${at + 2}`);
  return findFirstFree(
    db,
    names.filter((name) => !looksLikeId(name)),
  );
}

/** The first of these names that no account has, or had. */
export async function findFirstFree(db: Database, names: string[]): Promise<string | undefined> {
  const rows = await db.all<{ username: string }>(
    sql`select username from accounts where username in (${join(names)})`,
  );
  const taken = new Set(rows.map((row) => row.username));
  return names.find((name) => !taken.has(name));
}

export async function findPasswordHash(db: Database, accountId: string): Promise<string | undefined> {
  const row = await db.get<{ password_hash: string }>(sql`select password_hash from accounts where id = ${accountId}`);
  return row?.password_hash;
}

/** When the account was suspended; empty if it is not. */
export async function findSuspendedAt(db: Database, accountId: string): Promise<string> {
  const row = await db.get<{ suspended_at: string }>(sql`select suspended_at from accounts where id = ${accountId}`);
  return row?.suspended_at ?? '';
}

export interface AccountUpdate {
  name?: string;
  bio?: string;
  image?: string;
  email?: string;
  passwordHash?: string;
  plan?: Plan;
  role?: Role;
}

/** The statements of a batch that change an account. A new password ends every session except `currentSessionId`. */
export function updateAccount(id: string, changes: AccountUpdate, currentSessionId = ''): Sql[] {
  const columns: [column: Sql, value: string | undefined][] = [
    [sql`name`, changes.name],
    [sql`bio`, changes.bio],
    [sql`image`, changes.image],
    [sql`email`, changes.email],
    [sql`password_hash`, changes.passwordHash],
    [sql`plan`, changes.plan],
    [sql`role`, changes.role],
  ];
  const assignments = columns.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
  return [
    ...(assignments.length > 0
      ? [sql`update accounts set ${join(assignments)} where id = ${id} and removed_at = ''`]
      : []),
    ...(changes.passwordHash === undefined
      ? []
      : [...endOtherAccess(id, currentSessionId), endOneTimeTokens(id, 'reset')]),
  ];
}

/** The statements of a batch that ends every session except one, and all that applications were allowed, if the condition is true. */
export function endOtherAccess(id: string, currentSessionId = '', condition = sql`1 = 1`): Sql[] {
  return [
    sql`delete from sessions where account_id = ${id} and id <> ${currentSessionId} and ${condition}`,
    revokeAccountGrants(id, condition),
  ];
}

/**
 * The statement that locks the row of an account until the batch ends. It goes first in the batch and changes no value. It takes no revision
 * either, since no response shows `email`.
 */
export function lockAccount(id: string): Sql {
  return sql`update accounts set email = email where id = ${id}`;
}

/** The first statements of a batch that changes an account: they lock it, and insert the entries if the account is active. */
export function auditAccount(id: string, entries: NewAuditEntry[]): Sql[] {
  return entries.length > 0 ? [lockAccount(id), ...entries.map((entry) => insertAuditEntry(entry, isActive(id)))] : [];
}

/** A condition: the account was not removed. */
function isActive(id: string): Sql {
  return sql`exists (select 1 from accounts where id = ${id} and removed_at = '')`;
}

/**
 * The statements of a batch that removes an account and ends all its credentials. Its name stays taken, and its realms stay. The total is
 * counted after the account has changed, as for a new account: every batch locks the row of the revisions before the rows of the totals.
 */
export function removeAccount(id: string, now: string): Sql[] {
  return [
    lockAccount(id),
    sql`update accounts set name = '', email = '', bio = '', image = '', password_hash = '', removed_at = ${now}
      where id = ${id} and removed_at = ''`,
    ...uncountAccount(id, now),
    sql`delete from avatars where account_id = ${id}`,
    sql`delete from sessions where account_id = ${id}`,
    sql`delete from api_keys where account_id = ${id}`,
    ...removeSecondFactors(id),
    sql`delete from identities where account_id = ${id}`,
    sql`delete from one_time_tokens where account_id = ${id}`,
    sql`delete from mail_queue where account_id = ${id}`,
    sql`delete from verified_emails where account_id = ${id}`,
    sql`delete from oauth_clients where owner_id = ${id}`,
    revokeAccountGrants(id),
  ];
}

/** A condition: the account's password is still the one that was checked. */
export function hasPassword(accountId: string, passwordHash: string): Sql {
  return sql`exists (select 1 from accounts where id = ${accountId} and password_hash = ${passwordHash})`;
}

/** A condition: the account still has the address that a link was sent to. */
export function hasEmail(accountId: string, email: string): Sql {
  return sql`exists (select 1 from accounts where id = ${accountId} and email = ${email})`;
}

function toAccount({ created_at, ...row }: AccountRow): Account {
  return { ...row, createdAt: created_at };
}
