// What the shelves are filled from, and what has changed since: of every realm, since who may see one is decided when it is shown.
import { randomInt } from 'node:crypto';
import sql, { join, type Sql } from 'sql-template-tag';
import { StoreUnavailableError, type Database, type Reader } from '../db/database.ts';
import type { IndexedRealm } from '../search-index/indexed-realm.ts';

interface FindableRow {
  seq: number;
  id: string;
  visibility: IndexedRealm['visibility'];
  owner_id: string;
  category: string;
  tags: string;
  featured: number;
  name_folded: string;
  description_folded: string;
  created_at: string;
  updated_at: string;
  download_count: number;
  star_count: number;
}

const columns = sql`seq, id, visibility, owner_id, category, tags, featured, name_folded, description_folded,
  created_at, updated_at, download_count, star_count`;

/** Some realms in the order of their numbers. */
export async function listFindables(db: Reader, after: number, limit: number): Promise<IndexedRealm[]> {
  const rows = await db.all<FindableRow>(
    sql`select ${columns} from realms where seq > ${after} order by seq limit ${limit}`,
  );
  return rows.map(toFindable);
}

/** Those of these that are there. */
export async function findFindables(db: Reader, seqs: number[]): Promise<IndexedRealm[]> {
  if (seqs.length === 0) return [];
  return (await db.all<FindableRow>(sql`select ${columns} from realms where seq in (${join(seqs)})`)).map(toFindable);
}

function toFindable(row: FindableRow): IndexedRealm {
  return {
    seq: row.seq,
    id: row.id,
    visibility: row.visibility,
    ownerId: row.owner_id,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    featured: row.featured === 1,
    nameFolded: row.name_folded,
    descriptionFolded: row.description_folded,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    downloadCount: row.download_count,
    starCount: row.star_count,
  };
}

/** A place in the order of the changes. */
export interface Position {
  revision: number;
  seq: number;
}

/** One thing that changed: a realm by its number, or something else (0). The mark of its revision is random: no other history has it. */
export interface Change extends Position {
  mark: number;
}

const changeColumns = sql`revision, seq, mark`;

async function lastRevision(db: Reader): Promise<number> {
  const row = await db.get<{ value: number }>(sql`select value from revisions`);
  return row?.value ?? 0;
}

/** The last of all; undefined where the store was restored without its changes. */
export function lastChange(db: Reader): Promise<Change | undefined> {
  return db.get<Change>(sql`select ${changeColumns} from changes order by revision desc, seq desc limit 1`);
}

/** Marks are below this. */
const MARKS = 2 ** 48 - 1;

/** Commits a change that is about nothing: no store has it but this one, and those that copy this one from now on. */
export async function commitChange(db: Database): Promise<Change> {
  const mark = randomInt(MARKS);
  await db.batch([
    sql`update revisions set value = value + 1, mark = ${mark}`,
    sql`insert into changes (revision, seq, mark) select value, 0, mark from revisions`,
  ]);
  const own = await db.get<Change>(
    sql`select ${changeColumns} from changes where mark = ${mark} order by revision desc limit 1`,
  );
  if (!own) throw new StoreUnavailableError('the store lacks a change that it has committed');
  return own;
}

/** The statement that finds a row where a store has this change, and so everything before it. */
export function findChange({ revision, seq, mark }: Change): Sql {
  return sql`select ${changeColumns} from changes where revision = ${revision} and seq = ${seq} and mark = ${mark}`;
}

/** What changed after that, the oldest first. */
export function listChanges(db: Reader, { revision, seq }: Position, limit: number): Promise<Change[]> {
  return db.all<Change>(sql`select ${changeColumns} from changes
    where revision >= ${revision} and (revision > ${revision} or seq > ${seq}) order by revision, seq limit ${limit}`);
}

/** The same for one who has taken in everything up to `last`; undefined where the store lacks that change, or has another in its place. */
export async function listChangesSince(db: Reader, last: Change, limit: number): Promise<Change[] | undefined> {
  const [first, ...changes] = await listChanges(db, { revision: last.revision, seq: last.seq - 1 }, limit + 1);
  const isSame = first?.revision === last.revision && first.seq === last.seq && first.mark === last.mark;
  return isSame ? changes : undefined;
}

/** The statement that forgets some of the changes which every process has seen long ago: the oldest of all but so many revisions. */
export function forgetChanges(kept: number, together: number): Sql {
  return sql`delete from changes where revision < (select value from revisions) - cast(${kept} as bigint)
    and revision < (select min(revision) from changes) + cast(${together} as bigint)`;
}

/** How many revisions there are beyond so many. */
export async function countForgettable(db: Reader, kept: number): Promise<number> {
  const row = await db.get<{ first: number | null }>(sql`select min(revision) as first from changes`);
  return Math.max(0, (await lastRevision(db)) - kept - (row?.first ?? Infinity));
}

/** About how many realms there are: never fewer. */
export async function highestSeq(db: Reader): Promise<number> {
  return (await db.get<{ highest: number | null }>(sql`select max(seq) as highest from realms`))?.highest ?? 0;
}

export interface Saved {
  token: string;
  revision: number;
}

/** Whether it was saved of this store, is not further behind than so many changes, and all of these are still known. */
export async function isSnapshot(db: Reader, { token, revision }: Saved, behind: number): Promise<boolean> {
  const found = await db.get(sql`select 1 as found from snapshots, revisions
    where snapshots.token = ${token} and snapshots.revision = ${revision}
    and snapshots.migration = (select max(name) from migrations)
    and revisions.value - snapshots.revision <= ${behind}
    and (revisions.value = snapshots.revision
      or exists (select 1 from changes where changes.revision = snapshots.revision + 1))`);
  return found !== undefined;
}

/** Not where the store lacks the last change that was saved: then the file is of another history. */
export function insertSnapshot({ token, revision }: Saved, last: Change): Sql {
  return sql`insert into snapshots (token, revision, migration)
    select cast(${token} as text), cast(${revision} as bigint), max(name) from migrations
    where exists (${findChange(last)}) having count(*) > 0`;
}

/** The statement that forgets this snapshot, and all that are further behind. */
export function deleteSnapshots(token: string, behind: number): Sql {
  return sql`delete from snapshots where token = ${token}
    or revision < (select value from revisions) - cast(${behind} as bigint)`;
}
