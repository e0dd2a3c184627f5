// What the shelves are filled from, and what has changed since: of every realm, since who may see one is decided when it is shown.
import sql, { join, type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';
import type { Findable } from '../finding/finder.ts';

interface FindableRow {
  seq: number;
  id: string;
  visibility: Findable['visibility'];
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
export async function listFindables(db: Reader, after: number, limit: number): Promise<Findable[]> {
  const rows = await db.all<FindableRow>(
    sql`select ${columns} from realms where seq > ${after} order by seq limit ${limit}`,
  );
  return rows.map(toFindable);
}

/** Those of these that are there. */
export async function findFindables(db: Reader, seqs: number[]): Promise<Findable[]> {
  if (seqs.length === 0) return [];
  return (await db.all<FindableRow>(sql`select ${columns} from realms where seq in (${join(seqs)})`)).map(toFindable);
}

function toFindable(row: FindableRow): Findable {
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

/** One thing that changed: a realm by its number, or something else (0). */
export interface Change {
  revision: number;
  seq: number;
}

export async function lastRevision(db: Reader): Promise<number> {
  const row = await db.get<{ value: number }>(sql`select value from revisions`);
  return row?.value ?? 0;
}

/** What changed after that, the oldest first. */
export function listChanges(db: Reader, { revision, seq }: Change, limit: number): Promise<Change[]> {
  return db.all<Change>(sql`select revision, seq from changes
    where revision >= ${revision} and (revision > ${revision} or seq > ${seq}) order by revision, seq limit ${limit}`);
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

export function insertSnapshot({ token, revision }: Saved): Sql {
  return sql`insert into snapshots (token, revision, migration)
    select cast(${token} as text), cast(${revision} as bigint), max(name) from migrations`;
}

/** The statement that forgets this snapshot, and all that are further behind. */
export function deleteSnapshots(token: string, behind: number): Sql {
  return sql`delete from snapshots where token = ${token}
    or revision < (select value from revisions) - cast(${behind} as bigint)`;
}
