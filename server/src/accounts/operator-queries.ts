// The statements by which operators read accounts, and suspend them.
import type { ManagedUser, Plan, Role } from '@realm-catalog/contract';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Reader } from '../db/database.ts';
import { lockAccount } from './queries.ts';

interface UserRow {
  id: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  plan: Plan;
  suspended_at: string;
  created_at: string;
  realms: number;
  bytes: number;
}

const usersWithUsage = sql`select accounts.id, accounts.username, accounts.name, accounts.email, accounts.role, accounts.plan,
    accounts.suspended_at, accounts.created_at, coalesce(usage.realms, 0) as realms, coalesce(usage.bytes, 0) as bytes
  from accounts left join usage on usage.account_id = accounts.id where accounts.removed_at = ''`;

export interface UserFilter {
  search?: string | undefined;
  role?: Role | undefined;
  plan?: Plan | undefined;
  suspended?: boolean | undefined;
  before?: string | undefined;
}

/** Comes after every character that a username can have. */
const LAST = '~';

/**
 * Accounts, the newest first, or by username where `search` is the beginning of one. The filter that fewest accounts meet has an index in that order, so
 * that a page reads little more than it shows: `coalesce` keeps a database from the indexes of the others.
 */
export async function listUsers(db: Reader, filter: UserFilter, limit: number): Promise<ManagedUser[]> {
  const { search = '', role, plan, suspended, before } = filter;
  const beginning = search.toLowerCase();
  const isByRole = !beginning && !suspended && role !== undefined && role !== 'user';
  const isByPlan = !beginning && !suspended && !isByRole && plan === 'premium';
  const conditions = [
    beginning ? sql`accounts.username >= ${beginning} and accounts.username < ${beginning + LAST}` : empty,
    before ? sql`accounts.id < ${before.toLowerCase()}` : empty,
    role ? sql`${isByRole ? sql`accounts.role` : sql`coalesce(accounts.role, '')`} = ${role}` : empty,
    plan ? sql`${isByPlan ? sql`accounts.plan` : sql`coalesce(accounts.plan, '')`} = ${plan}` : empty,
    suspended === undefined ? empty : suspended ? sql`accounts.suspended_at <> ''` : sql`accounts.suspended_at = ''`,
  ].filter((condition) => condition !== empty);
  const order = beginning ? sql`accounts.username` : sql`accounts.id desc`;
  const rows = await db.all<UserRow>(
    sql`${join([usersWithUsage, ...conditions], ' and ')} order by ${order} limit ${limit}`,
  );
  return rows.map(toUser);
}

export async function findManagedUser(db: Reader, username: string): Promise<ManagedUser | undefined> {
  const row = await db.get<UserRow>(sql`${usersWithUsage} and accounts.username = ${username.toLowerCase()}`);
  return row && toUser(row);
}

/** The statements of a batch that suspends an account, or ends that; they insert the entry if that changes anything. */
/** A reason that comes later is in the audit, too. */
export function suspendAccount(id: string, isSuspended: boolean, entry: NewAuditEntry): Sql[] {
  const isChanged = sql`id = ${id} and removed_at = '' and suspended_at ${isSuspended ? sql`=` : sql`<>`} ''`;
  const isLogged = entry.details === '{}' ? isChanged : sql`id = ${id} and removed_at = ''`;
  return [
    lockAccount(id),
    insertAuditEntry(entry, sql`exists (select 1 from accounts where ${isLogged})`),
    sql`update accounts set suspended_at = ${isSuspended ? entry.at : ''} where ${isChanged}`,
  ];
}

function toUser({ suspended_at, created_at, realms, bytes, ...row }: UserRow): ManagedUser {
  return { ...row, suspendedAt: suspended_at, createdAt: created_at, used: { bytes, realms } };
}
