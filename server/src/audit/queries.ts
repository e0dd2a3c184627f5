// The statements of the audit. An entry is inserted in the same batch as the change that it records, and sealed soon after.
import type { AuditAction, AuditEntry } from '@realm-catalog/contract';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Database, Reader } from '../db/database.ts';
import type { ChainHead, SealedEntry } from './chain.ts';
import { minIdAt, type NewAuditEntry } from './entry.ts';

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
type SealedRow = EntryRow & ChainHead;

const columns = sql`id, at, actor_id, how, action, subject_kind, subject, details, request_id, address`;
const sealedColumns = sql`audit.id, at, actor_id, how, action, subject_kind, subject, details, request_id, address, position, hash`;

/** The statement that inserts an entry, for the batch that makes the change. With a condition, it inserts only if the condition is true. */
export function insertAuditEntry(entry: NewAuditEntry, condition?: Sql): Sql {
  const { id, at, actorId, how, action, kind, subject, details, requestId, address } = entry;
  return sql`insert into audit (${columns})
    select ${id}, ${at}, ${actorId}, ${how}, ${action}, ${kind}, ${subject}, ${details}, ${requestId}, ${address}
    ${condition ? sql`where ${condition}` : empty}`;
}

/** Whether the change that an entry records was made. */
export async function hasAuditEntry(db: Reader, { id }: NewAuditEntry): Promise<boolean> {
  return (await db.get(sql`select 1 from audit where id = ${id}`)) !== undefined;
}

export async function findHead(db: Reader): Promise<ChainHead> {
  const head = await db.get<ChainHead>(sql`select position, hash from audit_head`);
  if (!head) throw new Error('the audit has lost its head');
  return { position: head.position, hash: head.hash };
}

/** Unsealed entries, the oldest first. */
export async function listUnsealed(db: Reader, limit: number): Promise<NewAuditEntry[]> {
  const rows = await db.all<EntryRow>(
    sql`select ${columns} from audit where position is null order by id limit ${limit}`,
  );
  return rows.map(toEntry);
}

/**
 * The statements of a batch that seals entries, if the head is still the one that they were chained to. The first statement locks the head,
 * so that other processes wait with their own seals. If another process was faster, the head has changed, and the batch changes nothing.
 */
export function sealEntries(entries: SealedEntry[], head: ChainHead): Sql[] {
  const last = entries.at(-1) ?? head;
  return [
    sql`update audit_head set position = ${last.position}, hash = ${last.hash} where position = ${head.position} and hash = ${head.hash}`,
    ...entries.map(
      ({
        id,
        position,
        hash,
      }) => sql`update audit set position = ${position}, hash = ${hash} where id = ${id} and position is null
        and exists (select 1 from audit_head where hash = ${last.hash})`,
    ),
  ];
}

/** Sealed entries in the order of their positions. */
export async function listSealed(db: Reader, after: number, limit: number): Promise<SealedEntry[]> {
  const rows = await db.all<SealedRow>(
    sql`select ${columns}, position, hash from audit where position > ${after} order by position limit ${limit}`,
  );
  return rows.map((row) => ({ ...toEntry(row), position: row.position, hash: row.hash }));
}

/** The position of the entry with this hash. */
export async function findPosition(db: Reader, hash: string): Promise<number | undefined> {
  return (await db.get<{ position: number }>(sql`select position from audit where hash = ${hash}`))?.position;
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** The id of an account. */
  actorId?: string | undefined;
  subjects?: Subjects | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

/** Sealed entries, the newest first. */
export async function listAudit(db: Database, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const { action, actorId, subjects, from, to, before } = filter;
  const texts = subjects && [...new Set([...subjects.ids, ...subjects.slugs])];
  // `coalesce` keeps a database from an index by which it would read entries of everyone: that of actions, and that of ids.
  const actionColumn = actorId !== undefined || texts ? sql`coalesce(audit.action, '')` : sql`audit.action`;
  const newestFirst = texts && texts.length > 1 ? sql`coalesce(audit.id, '') desc` : sql`audit.id desc`;
  const conditions = [
    sql`audit.position is not null`,
    action ? sql`${actionColumn} = ${action}` : empty,
    actorId === undefined ? empty : sql`audit.actor_id = ${actorId}`,
    texts ? sql`audit.subject in (${join(texts)})` : empty,
    subjects ? isAbout(subjects) : empty,
    from ? sql`audit.id >= ${minIdAt(Date.parse(from))}` : empty,
    to ? sql`audit.id < ${minIdAt(Date.parse(to) + 1)}` : empty,
    before ? sql`audit.id < ${before.toLowerCase()}` : empty,
  ].filter((condition) => condition !== empty);
  const rows = await db.all<ListedRow>(sql`
    select ${sealedColumns}, coalesce(accounts.username, '') as username, coalesce(${subjectName}, '') as subject_name
    from audit left join accounts on accounts.id = audit.actor_id
    where ${join(conditions, ' and ')} order by ${newestFirst} limit ${limit}`);
  return rows.map(toAuditEntry);
}

interface ListedRow extends SealedRow {
  username: string;
  subject_name: string;
}

/** What people call the subject, if that is not its id and it still has a name. */
const subjectName = sql`case audit.subject_kind
  when 'account' then (select named.username from accounts named where named.id = audit.subject)
  when 'key' then (select name from api_keys where api_keys.id = audit.subject)
  when 'client' then (select name from oauth_clients where oauth_clients.id = audit.subject) end`;

/** Of what is asked for by a text: what it names as an id, and what it names as a slug. Neither is empty. */
interface Subjects {
  ids: string[];
  slugs: string[];
}

/** A slug is compared with slugs alone, and an id with ids. */
function isAbout({ ids, slugs }: Subjects): Sql {
  return sql`case when audit.subject_kind in ('realm', 'collection')
    then audit.subject in (${join(slugs)}) else audit.subject in (${join(ids)}) end`;
}

/** What people ask for: an actor by its username or id; a subject by an id, a slug, or the username of an account. */
export interface AskedAudit extends Omit<AuditFilter, 'actorId' | 'subjects'> {
  actor?: string | undefined;
  subject?: string | undefined;
}

/** Undefined if no account is the actor that is asked for. */
export async function filterOf(db: Reader, asked: AskedAudit): Promise<AuditFilter | undefined> {
  const { actor, subject, ...others } = asked;
  const actorId = actor ? await accountIdOf(db, actor) : undefined;
  if (actor && actorId === undefined) return undefined;
  return { ...others, actorId, subjects: subject ? await subjectsOf(db, subject) : undefined };
}

/** The id of the account that has this id or, where none has it, this name. Removed accounts are found, too. */
async function accountIdOf(db: Reader, text: string): Promise<string | undefined> {
  return (await findAccountId(db, text.toLowerCase())) ?? findAccountIdByName(db, text.toLowerCase());
}

async function findAccountId(db: Reader, id: string): Promise<string | undefined> {
  return (await db.get<{ id: string }>(sql`select id from accounts where id = ${id}`))?.id;
}

async function findAccountIdByName(db: Reader, username: string): Promise<string | undefined> {
  return (await db.get<{ id: string }>(sql`select id from accounts where username = ${username}`))?.id;
}

/** A text can be a slug and a username at once; entries about either match. A realm is found by each slug that it has or had. */
async function subjectsOf(db: Reader, text: string): Promise<Subjects> {
  const realms = sql`select id from realms where slug = ${text} union select realm_id from old_slugs where slug = ${text}`;
  const [accountId, slugs] = await Promise.all([
    accountIdOf(db, text),
    db.all<{ slug: string }>(sql`select slug from realms where id in (${realms})
      union select slug from old_slugs where realm_id in (${realms})`),
  ]);
  return { ids: [accountId ?? text], slugs: [...new Set([text, ...slugs.map(({ slug }) => slug)])] };
}

function toEntry(row: EntryRow): NewAuditEntry {
  const { id, at, how, action, subject, details, address } = row;
  const kind = row.subject_kind;
  return { id, at, actorId: row.actor_id, how, action, kind, subject, details, requestId: row.request_id, address };
}

function toAuditEntry(row: ListedRow): AuditEntry {
  const { id, at, how, action, address, position, hash, username } = row;
  return {
    position,
    id,
    at,
    action,
    actor: { id: row.actor_id, username, how },
    subject: { kind: row.subject_kind, id: row.subject, name: row.subject_name },
    details: JSON.parse(row.details) as Record<string, string>,
    requestId: row.request_id,
    address,
    hash,
  };
}
