// The statements of mail: the queue, and which addresses are verified.
import { randomUUIDv7 } from 'node:crypto';
import type { Scope } from '@realm-catalog/contract';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Database, Reader } from '../db/database.ts';

/** `verify` goes to an address that is not verified yet. All others go to a verified one alone. */
export type MailKind = 'verify' | 'reset' | 'new-key' | 'new-device';

export interface QueuedMail {
  id: string;
  kind: MailKind;
  accountId: string;
  /** The key or the session that a notice is about; else empty. */
  subjectId: string;
  createdAt: string;
  attempts: number;
}

/** How many accounts of one address are sent a mail to reset their passwords. */
const MAX_ACCOUNTS = 5;

/** How many mails of a kind wait for an account. They are sent as one mail, which then says that there are at least so many. */
export const MAX_WAITING = 100;

/** The accounts whose own address is verified. */
const verifiedAccounts = sql`verified_emails join accounts on accounts.id = verified_emails.account_id
  and lower(accounts.email) = verified_emails.email and accounts.removed_at = ''`;

/**
 * The statement of a batch that puts a mail into the queue, if the account has an address that it may go to, fewer than `MAX_WAITING` wait for it,
 * and `condition` is true.
 */
export function queueMail(kind: MailKind, accountId: string, subjectId = '', condition: Sql = empty): Sql {
  const now = new Date().toISOString();
  const recipient =
    kind === 'verify'
      ? sql`accounts where accounts.id = ${accountId} and accounts.email <> ''`
      : sql`${verifiedAccounts} where accounts.id = ${accountId}`;
  return sql`insert into mail_queue (id, kind, account_id, subject_id, created_at, next_at)
    select ${randomUUIDv7()}, ${kind}, accounts.id, ${subjectId}, ${now}, ${now} from ${recipient}
      and (select count(*) from mail_queue where account_id = ${accountId} and kind = ${kind}) < ${MAX_WAITING} ${condition}`;
}

/** A condition for `queueMail`: the session has begun, and no other of the account is of this device. */
export function isNewDevice(accountId: string, sessionId: string, device: string): Sql {
  return sql`and exists (select 1 from sessions where id = ${sessionId}) and not exists
    (select 1 from sessions where account_id = ${accountId} and id <> ${sessionId} and device = ${device})`;
}

/** The ids of the accounts that have verified this address. */
export async function findVerifiedAccounts(db: Reader, email: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select accounts.id from ${verifiedAccounts}
    where verified_emails.email = ${email.toLowerCase()} order by accounts.id limit ${MAX_ACCOUNTS}`);
  return rows.map(({ id }) => id);
}

export async function isEmailVerified(db: Reader, accountId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from ${verifiedAccounts} where accounts.id = ${accountId}`)) !== undefined;
}

/** A condition: the account has not verified the address that it has. */
export function isUnverified(accountId: string): Sql {
  return sql`not exists (select 1 from ${verifiedAccounts} where accounts.id = ${accountId})`;
}

/** The statements of a batch that notes that an account has shown that it reads mails to this address. */
export function saveVerifiedEmail(accountId: string, email: string, now: string): Sql {
  return sql`insert into verified_emails (account_id, email, verified_at) values (${accountId}, ${email.toLowerCase()}, ${now})
    on conflict (account_id) do update set email = excluded.email, verified_at = excluded.verified_at`;
}

/**
 * Takes all mails of a kind and an account that are due out of the queue until `leasedUntil`, the oldest first: no other process sends them
 * meanwhile, and if this one stops, they are due again then. The accounts take turns: whose mail has waited the longest is next.
 */
export async function leaseMails(
  db: Database,
  { kind, now, leasedUntil }: { kind: MailKind; now: string; leasedUntil: string },
): Promise<QueuedMail[]> {
  const isDue = sql`kind = ${kind} and next_at <= ${now}`;
  const next = sql`select account_id from mail_queue where ${isDue} order by next_at limit 1`;
  // On PostgreSQL, several that choose the same account at once wait for the first of them, and find nothing of it any more.
  while (await db.get(next)) {
    const rows = await db.all<{
      id: string;
      account_id: string;
      subject_id: string;
      created_at: string;
      attempts: number;
    }>(
      sql`update mail_queue set next_at = ${leasedUntil}, attempts = attempts + 1
        where account_id = (${next}) and ${isDue}
        returning id, account_id, subject_id, created_at, attempts`,
    );
    const mails = rows.map(({ id, account_id, subject_id, created_at, attempts }) => {
      return { id, kind, accountId: account_id, subjectId: subject_id, createdAt: created_at, attempts };
    });
    if (mails.length > 0) return mails.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
  return [];
}

export function removeMail(id: string): Sql {
  return sql`delete from mail_queue where id = ${id}`;
}

export function delayMail(id: string, nextAt: string): Sql {
  return sql`update mail_queue set next_at = ${nextAt} where id = ${id}`;
}

/** The same for a mail that was not tried. */
export function holdMail(id: string, nextAt: string): Sql {
  return sql`update mail_queue set next_at = ${nextAt}, attempts = attempts - 1 where id = ${id}`;
}

export interface Recipient {
  username: string;
  email: string;
  isVerified: boolean;
}

export async function findRecipient(db: Reader, accountId: string): Promise<Recipient | undefined> {
  const row = await db.get<{ username: string; email: string }>(
    sql`select username, email from accounts where id = ${accountId} and removed_at = '' and email <> ''`,
  );
  return row && { ...row, isVerified: await isEmailVerified(db, accountId) };
}

export interface KeyNotice {
  name: string;
  scopes: Scope[];
  createdAt: string;
}

/** Undefined if the key was revoked meanwhile. */
export async function findKeyNotice(db: Reader, id: string): Promise<KeyNotice | undefined> {
  const row = await db.get<{ name: string; scopes: string; created_at: string }>(
    sql`select name, scopes, created_at from api_keys where id = ${id}`,
  );
  return row && { name: row.name, scopes: row.scopes.split(' ') as Scope[], createdAt: row.created_at };
}

export interface DeviceNotice {
  device: string;
  address: string;
  createdAt: string;
}

/** Undefined if the session has ended meanwhile. */
export async function findDeviceNotice(db: Reader, sessionId: string): Promise<DeviceNotice | undefined> {
  const row = await db.get<{ device: string; address: string; created_at: string }>(
    sql`select device, address, created_at from sessions where id = ${sessionId}`,
  );
  return row && { device: row.device, address: row.address, createdAt: row.created_at };
}
