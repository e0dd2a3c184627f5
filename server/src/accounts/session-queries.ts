// The statements of login sessions. Deleting a session ends its tokens and the uploads that it has opened.
import type { LoginSession } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../audit/queries.ts';
import type { Database, Reader } from '../db/database.ts';
import { hasPassword, lockAccount } from './queries.ts';

/** Which program used a session, and from where. */
export interface SessionUse {
  device: string;
  address: string;
}

export interface NewSession extends SessionUse {
  id: string;
  accountId: string;
  familyHash: string;
  refreshHash: string;
  createdAt: string;
  expiresAt: string;
}

/** Each login deletes more sessions than it adds, but so few that the login stays fast. */
const MAX_EXPIRED_DELETED = 100;

/**
 * Inserts a session, and returns false if the account's password is no longer the one that was checked: a new password may have ended all
 * sessions in the meantime. Also deletes some expired sessions.
 */
export async function createSession(
  db: Database,
  session: NewSession,
  passwordHash: string,
  entry: NewAuditEntry,
): Promise<boolean> {
  const { id, accountId, familyHash, refreshHash, device, address, createdAt, expiresAt } = session;
  await db.batch([
    lockAccount(accountId),
    sql`delete from sessions where id in (select id from sessions where expires_at <= ${createdAt}
      order by expires_at limit ${MAX_EXPIRED_DELETED})`,
    sql`insert into sessions (id, account_id, family_hash, refresh_hash, device, address, created_at, last_used_at, expires_at)
      select ${id}, ${accountId}, ${familyHash}, ${refreshHash}, ${device}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt}
      where ${hasPassword(accountId, passwordHash)}`,
    insertAuditEntry(entry, sql`exists (select 1 from sessions where id = ${id})`),
  ]);
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

/** Deletes a session of the account that is the subject of the entry. Returns false if that account has no such session. */
export async function deleteSession(db: Database, id: string, entry: NewAuditEntry): Promise<boolean> {
  const session = sql`sessions where id = ${id} and account_id = ${entry.subject}`;
  await db.batch([
    lockAccount(entry.subject),
    insertAuditEntry(entry, sql`exists (select 1 from ${session})`),
    sql`delete from ${session}`,
  ]);
  return hasAuditEntry(db, entry);
}

/** The session that a refresh token was issued for, whether that token is the newest or not. An expired session is not found. */
export async function findSessionByFamily(
  db: Database,
  familyHash: string,
  now: string,
): Promise<{ id: string; accountId: string } | undefined> {
  const row = await db.get<{ id: string; account_id: string }>(
    sql`select id, account_id from sessions where family_hash = ${familyHash} and expires_at > ${now}`,
  );
  return row && { id: row.id, accountId: row.account_id };
}

interface SessionRow {
  id: string;
  device: string;
  address: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

/** A page of the sessions of an account that have not expired, and how many there are. All live equally long, so the last to end is the newest. */
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
