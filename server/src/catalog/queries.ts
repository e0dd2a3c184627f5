// Statements of the read model: the realms that it is filled with, the change feed that it follows, and its snapshots.
import { randomInt } from 'node:crypto';
import { GENERATED_VERSION, type Has } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import { StoreUnavailableError, type Database, type Reader } from '../db/database.ts';
import type { SearchColumns, SummaryColumns } from '../realms/columns.ts';
import { fold } from '../realms/search.ts';
import type { IndexedRealm } from '../search-index/indexed-realm.ts';

interface IndexedRealmRow extends Omit<SummaryColumns, 'name' | 'description'>, SearchColumns {
  seq: number;
  author: string;
  author_name: string;
  /** Each with a comma behind it. */
  has: string;
  published_at: string | null;
}

/** A value of the version that a realm shows. A single value, and not `exists`, for which PostgreSQL would read those of all versions. */
const ofShownVersion = (column: Sql) =>
  sql`(select ${column} from versions where versions.realm_id = realms.id and versions.version = realms.version and versions.yanked = 0)`;

/** When a realm has what the query `has` can require. */
const hasConditions: Record<Has, Sql> = {
  demo: sql`realms.demo <> ''`,
  preview: sql`${ofShownVersion(sql`versions.preview`)} <> ''`,
  screenshots: sql`${ofShownVersion(sql`versions.pictures`)} like '%"isScreenshot":true%'`,
};

const hasColumn = join(
  Object.entries(hasConditions).map(
    ([name, condition]) => sql`case when ${condition} then cast(${`${name},`} as text) else '' end`,
  ),
  ' || ',
);

const columns = sql`realms.seq, realms.id, realms.slug, visibility, owner_id, accounts.username as author, accounts.name as author_name,
  category, tags, featured, license, realms.version, realms.deprecated,
  ${hasColumn} as has, ${ofShownVersion(sql`versions.created_at`)} as published_at, name_folded, description_folded, realms.created_at, updated_at, download_count, star_count`;
const realmsWithAuthor = sql`realms join accounts on accounts.id = realms.owner_id`;

/** Realms in the order of their `seq`s, private ones too: each query decides on visibility. */
export async function listIndexedRealms(db: Reader, after: number, limit: number): Promise<IndexedRealm[]> {
  const rows = await db.all<IndexedRealmRow>(
    sql`select ${columns} from ${realmsWithAuthor} where realms.seq > ${after} order by realms.seq limit ${limit}`,
  );
  return rows.map(toIndexedRealm);
}

/** The realms with these numbers; those that were deleted are left out. */
export async function findIndexedRealms(db: Reader, seqs: number[]): Promise<IndexedRealm[]> {
  if (seqs.length === 0) return [];
  return (
    await db.all<IndexedRealmRow>(sql`select ${columns} from ${realmsWithAuthor} where realms.seq in (${join(seqs)})`)
  ).map(toIndexedRealm);
}

function toIndexedRealm(row: IndexedRealmRow): IndexedRealm {
  return {
    seq: row.seq,
    id: row.id,
    slug: row.slug,
    visibility: row.visibility,
    ownerId: row.owner_id,
    author: row.author,
    authorName: fold(row.author_name),
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    featured: row.featured === 1,
    has: row.has.split(',').slice(0, -1) as Has[],
    isDeprecated: row.deprecated === 1,
    isPublished: row.version !== GENERATED_VERSION,
    license: row.license,
    nameFolded: row.name_folded,
    descriptionFolded: row.description_folded,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at ?? '',
    downloadCount: row.download_count,
    starCount: row.star_count,
  };
}

/** A position in the change feed, which is ordered by `revision`, then by `seq`. */
export interface ChangePosition {
  /** Each change of something shown takes the next revision; on PostgreSQL, all changes of one statement share one. Revisions are in the order of the commits. */
  revision: number;
  /** The number of the realm that changed, which it keeps for ever; 0 for something else, such as a collection. */
  seq: number;
}

/** A row of the change feed. */
export interface Change extends ChangePosition {
  /** A random number of the revision. A database that was restored or failed over has another nonce at the same revision. */
  nonce: number;
}

const changeColumns = sql`revision, seq, nonce`;

async function lastRevision(db: Reader): Promise<number> {
  const row = await db.get<{ value: number }>(sql`select value from revisions`);
  return row?.value ?? 0;
}

/** The newest change; undefined in a database that was restored without its changes. */
export function lastChange(db: Reader): Promise<Change | undefined> {
  return db.get<Change>(sql`select ${changeColumns} from changes order by revision desc, seq desc limit 1`);
}

/** `randomInt` takes no larger bound. The triggers write nonces of up to 2^53. */
const MAX_RANDOM_NONCE = 2 ** 48 - 1;

/** Commits a change of nothing. Only this database has it, and those that copy this database from now on. */
export async function commitChange(db: Database): Promise<Change> {
  const nonce = randomInt(MAX_RANDOM_NONCE);
  await db.batch([
    sql`update revisions set value = value + 1, nonce = ${nonce}`,
    sql`insert into changes (revision, seq, nonce) select value, 0, nonce from revisions`,
  ]);
  const committed = await db.get<Change>(
    sql`select ${changeColumns} from changes where nonce = ${nonce} order by revision desc limit 1`,
  );
  if (!committed) throw new StoreUnavailableError('the store lacks a change that it has committed');
  return committed;
}

/** The statement that finds a row in a database that has this change, and so every change before it. */
export function findChange({ revision, seq, nonce }: Change): Sql {
  return sql`select ${changeColumns} from changes where revision = ${revision} and seq = ${seq} and nonce = ${nonce}`;
}

/** The changes after a position, the oldest first. */
export function listChanges(db: Reader, { revision, seq }: ChangePosition, limit: number): Promise<Change[]> {
  return db.all<Change>(sql`select ${changeColumns} from changes
    where (revision, seq) > (${revision}, ${seq}) order by revision, seq limit ${limit}`);
}

/** The changes after `last`; undefined where the database lacks `last`, or has another change in its place. */
export async function listChangesSince(db: Reader, last: Change, limit: number): Promise<Change[] | undefined> {
  const [first, ...changes] = await listChanges(db, { revision: last.revision, seq: last.seq - 1 }, limit + 1);
  const isSame = first?.revision === last.revision && first.seq === last.seq && first.nonce === last.nonce;
  return isSame ? changes : undefined;
}

/** The statement that deletes the oldest changes, of at most `batchSize` revisions, and none of the newest `kept` revisions. */
export function deleteChanges(kept: number, batchSize: number): Sql {
  return sql`delete from changes where revision < (select value from revisions) - cast(${kept} as bigint)
    and revision < (select min(revision) from changes) + cast(${batchSize} as bigint)`;
}

/** How many revisions there are beside the newest `kept`. */
export async function countPrunable(db: Reader, kept: number): Promise<number> {
  const row = await db.get<{ first: number | null }>(sql`select min(revision) as first from changes`);
  return Math.max(0, (await lastRevision(db)) - kept - (row?.first ?? Infinity));
}

/** An upper bound of the number of realms. */
export async function highestSeq(db: Reader): Promise<number> {
  return (await db.get<{ highest: number | null }>(sql`select max(seq) as highest from realms`))?.highest ?? 0;
}

/** Identifies a snapshot: the database knows its random token, and the revision up to which it has every change. */
export interface SnapshotId {
  token: string;
  revision: number;
}

/** Whether the snapshot is of this database, lacks at most `maxBehind` revisions, and the feed still has all of these. */
export async function isSnapshot(db: Reader, { token, revision }: SnapshotId, maxBehind: number): Promise<boolean> {
  const found = await db.get(sql`select 1 as found from snapshots, revisions
    where snapshots.token = ${token} and snapshots.revision = ${revision}
    and snapshots.migration = (select max(name) from migrations)
    and revisions.value - snapshots.revision <= ${maxBehind}
    and (revisions.value = snapshots.revision
      or (select count(*) from changes where changes.revision = snapshots.revision + 1) > 0)`);
  return found !== undefined;
}

/** Inserts nothing into a database that lacks the last change in the snapshot: the file is of another history. */
export function insertSnapshot({ token, revision }: SnapshotId, last: Change): Sql {
  return sql`insert into snapshots (token, revision, migration)
    select cast(${token} as text), cast(${revision} as bigint), max(name) from migrations
    where exists (${findChange(last)}) having count(*) > 0`;
}

/** The statement that deletes this snapshot, and all that lack more than `maxBehind` revisions. */
export function deleteSnapshots(token: string, maxBehind: number): Sql {
  return sql`delete from snapshots where token = ${token}
    or revision < (select value from revisions) - cast(${maxBehind} as bigint)`;
}
