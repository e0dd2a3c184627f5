// The statements of sessions: logins of programs, and browsers at the web pages. Deleting a session ends its tokens and the uploads that it has
// opened.
import type { LoginSession } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../../audit/queries.ts';
import type { Database, Reader } from '../../db/database.ts';
import type { Mail } from '../../mail/mail.ts';
import { isNewDevice, queueMail } from '../../mail/queries.ts';
import { lockAccount } from '../queries.ts';

/** Which program used a session, and from where. */
export interface SessionUse {
  device: string;
  address: string;
}

export interface NewSession extends SessionUse {
  id: string;
  accountId: string;
  kind: 'login' | 'web';
  /** Of the part that all refresh tokens of a login share, or of the cookie of a browser. */
  familyHash: string;
  /** Empty for a browser. */
  refreshHash: string;
  createdAt: string;
  expiresAt: string;
}

export interface SessionStore {
  db: Database;
  /** Undefined if the catalog sends no mail. */
  mail: Mail | undefined;
}

/** A login lives so long; the session of a browser so long after its last use. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

/** Each login deletes more sessions than it adds, but so few that the login stays fast. */
const MAX_EXPIRED_DELETED = 100;

/**
 * Inserts a session, and returns false if `condition` does not hold: for example that the password is still the one that was checked, since a
 * new one may have ended all sessions in the meantime. Also deletes some expired sessions, and tells of a sign-in from a new device by mail.
 */
export async function createSession(
  { db, mail }: SessionStore,
  session: NewSession,
  condition: Sql,
  entry: NewAuditEntry,
): Promise<boolean> {
  const { id, accountId, kind, familyHash, refreshHash, device, address, createdAt, expiresAt } = session;
  await db.batch([
    lockAccount(accountId),
    sql`delete from sessions where id in (select id from sessions where expires_at <= ${createdAt}
      order by expires_at limit ${MAX_EXPIRED_DELETED})`,
    sql`insert into sessions
        (id, account_id, kind, family_hash, refresh_hash, device, address, created_at, last_used_at, expires_at)
      select ${id}, ${accountId}, ${kind}, ${familyHash}, ${refreshHash}, ${device}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt}
      where ${condition}`,
    insertAuditEntry(entry, sql`exists (select 1 from sessions where id = ${id})`),
    ...(mail ? [queueMail('new-device', accountId, id, isNewDevice(accountId, id, device))] : []),
  ]);
  mail?.inBackground(() => mail.sendDue()); // before whoever has signed in can change the address
  return hasAuditEntry(db, entry);
}

/** Replaces a session's refresh token if `usedHash` belongs to the newest one. Of two requests at once, one succeeds. */
export async function rotateSession(
  db: Database,
  { usedHash, refreshHash, now }: { usedHash: string; refreshHash: string; now: string },
  { device, address }: SessionUse,
): Promise<{ accountId: string; sessionId: string } | undefined> {
  const row = await db.get<{ id: string; account_id: string }>(sql`update sessions
    set refresh_hash = ${refreshHash}, device = ${device}, address = ${address}, last_used_at = ${now}
    where refresh_hash = ${usedHash} and expires_at > ${now} returning id, account_id`);
  return row && { accountId: row.account_id, sessionId: row.id };
}

/** Lets the session of a browser live on from this use, unless it was used after `before`. */
export async function renewWebSession(
  db: Database,
  id: string,
  { device, address }: SessionUse,
  { now, before, expiresAt }: { now: string; before: string; expiresAt: string },
): Promise<void> {
  await db.batch([
    sql`update sessions set device = ${device}, address = ${address}, last_used_at = ${now}, expires_at = ${expiresAt}
      where id = ${id} and last_used_at < ${before}`,
  ]);
}

/** The statements of a batch that deletes a session of the account that is the subject of the entry, and inserts the entry if there is one. */
export function deleteSession(id: string, entry: NewAuditEntry): Sql[] {
  const session = sql`sessions where id = ${id} and account_id = ${entry.subject}`;
  return [
    lockAccount(entry.subject),
    insertAuditEntry(entry, sql`exists (select 1 from ${session})`),
    sql`delete from ${session}`,
  ];
}

/** The statements of a batch that deletes all sessions of the account that is the subject of the entry, but for one. */
export function deleteOtherSessions(currentId: string, entry: NewAuditEntry): Sql[] {
  return [
    insertAuditEntry(entry),
    sql`delete from sessions where account_id = ${entry.subject} and id <> ${currentId}`,
  ];
}

/** The session that a refresh token was issued for, whether that token is the newest or not. An expired session is not found. */
export async function findSessionByFamily(
  db: Database,
  familyHash: string,
  now: string,
): Promise<{ id: string; accountId: string; suspendedAt: string } | undefined> {
  const row = await db.get<{ id: string; account_id: string; suspended_at: string }>(
    sql`select sessions.id, sessions.account_id, accounts.suspended_at
      from sessions join accounts on accounts.id = sessions.account_id
      where sessions.family_hash = ${familyHash} and sessions.expires_at > ${now}`,
  );
  return row && { id: row.id, accountId: row.account_id, suspendedAt: row.suspended_at };
}

/** When a session began, with a password and all else that the account asks for. */
export async function findSessionStart(db: Reader, id: string): Promise<string | undefined> {
  return (await db.get<{ created_at: string }>(sql`select created_at from sessions where id = ${id}`))?.created_at;
}

interface SessionRow {
  id: string;
  device: string;
  address: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

/** A page of the sessions of an account that have not expired, and how many there are; those that end last come first. */
export async function listSessions(
  db: Reader,
  accountId: string,
  { limit, offset, now }: { limit: number; offset: number; now: string },
): Promise<{ sessions: Omit<LoginSession, 'isCurrent'>[]; total: number }> {
  const current = sql`sessions where account_id = ${accountId} and expires_at > ${now}`;
  const rows = await db.all<SessionRow>(sql`select id, device, address, created_at, last_used_at, expires_at
    from ${current} order by expires_at desc, id desc limit ${limit} offset ${offset}`);
  const counted = await db.get<{ total: number }>(sql`select count(*) as total from ${current}`);
  return { sessions: rows.map(toSession), total: counted?.total ?? 0 };
}

function toSession({ id, device, address, created_at, last_used_at, expires_at }: SessionRow) {
  return { id, device, address, createdAt: created_at, lastUsedAt: last_used_at, expiresAt: expires_at };
}
