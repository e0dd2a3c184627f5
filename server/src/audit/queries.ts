// The audit in the database: entries are put in with what they tell of, and sealed soon after.
import type { AuditAction, AuditEntry } from '@realm-catalog/contract';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Database, Reader } from '../db/database.ts';
import type { Head, Sealed } from './chain.ts';
import { idsSince, type NewAuditEntry } from './entry.ts';

interface EntryRow {
  id: string;
  at: string;
  actor_id: string;
  how: NewAuditEntry['how'];
  action: AuditAction;
  subject_kind: NewAuditEntry['kind'];
  subject: string;
  details: string;
  request_id: string;
  address: string;
}
type SealedRow = EntryRow & Head;

const columns = sql`id, at, actor_id, how, action, subject_kind, subject, details, request_id, address`;
const sealedColumns = sql`audit.id, at, actor_id, how, action, subject_kind, subject, details, request_id, address, place, hash`;

/** The statement that notes an entry, for the batch that does what it tells of. With a condition: if that holds, there in the batch. */
export function insertAuditEntry(entry: NewAuditEntry, condition?: Sql): Sql {
  const { id, at, actorId, how, action, kind, subject, details, requestId, address } = entry;
  return sql`insert into audit (${columns})
    select ${id}, ${at}, ${actorId}, ${how}, ${action}, ${kind}, ${subject}, ${details}, ${requestId}, ${address}
    ${condition ? sql`where ${condition}` : empty}`;
}

/** Whether what an entry tells of was done. */
export async function hasAuditEntry(db: Reader, { id }: NewAuditEntry): Promise<boolean> {
  return (await db.get(sql`select 1 from audit where id = ${id}`)) !== undefined;
}

export async function findHead(db: Reader): Promise<Head> {
  const head = await db.get<Head>(sql`select place, hash from audit_head`);
  if (!head) throw new Error('the audit has lost its head');
  return { place: head.place, hash: head.hash };
}

/** The oldest first. */
export async function listUnsealed(db: Reader, most: number): Promise<NewAuditEntry[]> {
  const rows = await db.all<EntryRow>(sql`select ${columns} from audit where place is null order by id limit ${most}`);
  return rows.map(toEntry);
}

/**
 * The statements that seal entries, for one batch, if the head is still the one that they were chained to. The first makes others that
 * seal wait; when they were faster, the head is another one, and nothing is done.
 */
export function sealEntries(entries: Sealed[], onto: Head): Sql[] {
  const last = entries.at(-1) ?? onto;
  return [
    sql`update audit_head set place = ${last.place}, hash = ${last.hash} where place = ${onto.place} and hash = ${onto.hash}`,
    ...entries.map(
      ({ id, place, hash }) => sql`update audit set place = ${place}, hash = ${hash} where id = ${id} and place is null
        and exists (select 1 from audit_head where hash = ${last.hash})`,
    ),
  ];
}

/** Sealed entries by their places. */
export async function listSealed(db: Reader, after: number, most: number): Promise<Sealed[]> {
  const rows = await db.all<SealedRow>(
    sql`select ${columns}, place, hash from audit where place > ${after} order by place limit ${most}`,
  );
  return rows.map((row) => ({ ...toEntry(row), place: row.place, hash: row.hash }));
}

/** Where the entry with this hash is, if one has it. */
export async function findPlace(db: Reader, hash: string): Promise<number | undefined> {
  return (await db.get<{ place: number }>(sql`select place from audit where hash = ${hash}`))?.place;
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

/** Those that are sealed, the newest first. */
export async function listAudit(db: Database, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const { action, actor, subject, from, to, before } = filter;
  const conditions = [
    sql`audit.place is not null`,
    action ? sql`audit.action = ${action}` : empty,
    actor ? sql`audit.actor_id = ${(await findAccountId(db, actor)) ?? actor}` : empty,
    subject ? isSubject(subject, await findAccountId(db, subject)) : empty,
    from ? sql`audit.id >= ${idsSince(Date.parse(from))}` : empty,
    to ? sql`audit.id < ${idsSince(Date.parse(to) + 1)}` : empty,
    before ? sql`audit.id < ${before.toLowerCase()}` : empty,
  ].filter((condition) => condition !== empty);
  const rows = await db.all<SealedRow & { username: string }>(sql`
    select ${sealedColumns}, coalesce(accounts.username, '') as username
    from audit left join accounts on accounts.id = audit.actor_id
    where ${join(conditions, ' and ')} order by audit.id desc limit ${limit}`);
  return rows.map(toAuditEntry);
}

/** Also of an account that was removed. */
async function findAccountId(db: Reader, username: string): Promise<string | undefined> {
  return (await db.get<{ id: string }>(sql`select id from accounts where username = ${username.toLowerCase()}`))?.id;
}

/** A username may be a slug as well. */
function isSubject(named: string, accountId: string | undefined): Sql {
  return accountId ? sql`audit.subject in (${named}, ${accountId})` : sql`audit.subject = ${named}`;
}

function toEntry(row: EntryRow): NewAuditEntry {
  const { id, at, how, action, subject, details, address } = row;
  const kind = row.subject_kind;
  return { id, at, actorId: row.actor_id, how, action, kind, subject, details, requestId: row.request_id, address };
}

function toAuditEntry(row: SealedRow & { username: string }): AuditEntry {
  const { id, at, how, action, address, place, hash, username } = row;
  return {
    place,
    id,
    at,
    action,
    actor: { id: row.actor_id, username, how },
    subject: { kind: row.subject_kind, id: row.subject },
    details: JSON.parse(row.details) as Record<string, string>,
    requestId: row.request_id,
    address,
    hash,
  };
}
