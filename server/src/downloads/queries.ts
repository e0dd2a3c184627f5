// Downloads in the database, as they are read: the archive of a realm, and its downloads by day.
import { MAX_DOWNLOAD_ROWS, type Interval } from '@realm-catalog/contract';
import sql, { empty, join } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import { isNotQuarantined, padded, visibleTo } from '../realms/queries.ts';
import { firstDay, intervalOf } from '../stats/interval-queries.ts';
import { pendingOf, pendingOfRealm } from '../stats/pending-queries.ts';

export interface StoredArchive {
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
}

/** A realm with everything that a generated archive says of it. */
export interface DownloadableRealm {
  id: string;
  seq: number;
  slug: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  license: string;
  repository: string;
  author: string;
}

export interface Downloadable {
  realm: DownloadableRealm;
  /** The requested version, or the newest that is not yanked. */
  archive: StoredArchive | undefined;
  /** Whether there is a version that is not yanked. */
  hasVersions: boolean;
}

interface DownloadableRow extends Omit<DownloadableRealm, 'tags'> {
  tags: string;
  newest: number | null;
  version: string | null;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
}

const newest = sql`(select max(number) from versions where realm_id = realms.id and yanked = 0)`;

/** Not a quarantined realm, which nobody may download. */
export async function findDownloadable(
  db: Database,
  caller: Caller,
  slug: string,
  version?: string,
): Promise<Downloadable | undefined> {
  const isWanted = version === undefined ? sql`versions.number = ${newest}` : sql`versions.version = ${version}`;
  const row =
    await db.get<DownloadableRow>(sql`select realms.id, realms.seq, realms.slug, realms.name, realms.description,
      realms.category, realms.tags, realms.license, realms.repository, accounts.username as author, ${newest} as newest,
      versions.version, versions.digest, versions.size, versions.format
    from realms join accounts on accounts.id = realms.owner_id
    left join versions on versions.realm_id = realms.id and ${isWanted}
    where realms.slug = ${slug} and ${visibleTo(caller, 'bySlug')} and ${isNotQuarantined}`);
  return row && toDownloadable(row);
}

/** For links to archives, which were signed before their realm was quarantined. */
export async function isQuarantined(db: Reader, realmId: string): Promise<boolean> {
  const row = await db.get(sql`select 1 as found from realms where id = ${realmId} and not ${isNotQuarantined}`);
  return row !== undefined;
}

function toDownloadable(row: DownloadableRow): Downloadable {
  const { id, seq, slug, name, description, category, license, repository, author } = row;
  const tags = JSON.parse(row.tags) as string[];
  const { version, digest, size, format } = row;
  return {
    realm: { id, seq, slug, name, description, category, tags, license, repository, author },
    archive: version === null ? undefined : { version, digest, size, format },
    hasVersions: row.newest !== null,
  };
}

interface DownloadPeriod {
  /** Both days are included. */
  from: string;
  to: string;
  interval: Interval;
  isByVersion: boolean;
  /** Of this version alone; of all if it is empty. */
  version: string;
}

/** The intervals that have downloads, of a realm or of each of its versions: one row more than may be shown, at most. */
export async function listDownloads(
  db: Database,
  realmId: string,
  { from, to, interval, isByVersion, version }: DownloadPeriod,
): Promise<{ day: string; version?: string; downloads: number }[]> {
  const column = isByVersion ? sql`, version` : empty;
  const ofVersion = version === '' ? empty : sql`and version = ${version}`;
  const ofRealm = sql`download_days.realm_id = ${realmId}`;
  const within = sql`day >= ${from} and day <= ${to}`;
  // The interval of each day is computed once, and not for each version.
  const rows = await db.all<{ period: number | string; version?: string; downloads: number }>(sql`
    with days as (select day, ${intervalOf[interval]} as period from (
      select distinct day from download_days where ${ofRealm} and ${within}) listed)
    select period${column}, cast(sum(count) as bigint) as downloads from (
      select period, version, count from days cross join download_days where ${ofRealm} and download_days.day = days.day ${ofVersion}
      union all select ${intervalOf[interval]}, version, count from ${pendingOf(realmId)} and ${within} ${ofVersion}) counted
    group by period${column} order by period${column} limit ${MAX_DOWNLOAD_ROWS + 1}`);
  return rows.map(({ period, ...row }) => ({ day: firstDay(period), ...row }));
}

/** How often a version was downloaded. */
export async function countVersionDownloads(db: Reader, realmId: string, version: string): Promise<number> {
  // From day to day: the rows of all versions would be many more.
  const row = await db.get<{ downloads: number }>(sql`with recursive days (day) as (
      select min(day) from download_days where realm_id = ${realmId}
      union all select (select min(later.day) from download_days later where later.realm_id = ${realmId} and later.day > days.day)
      from days where days.day is not null)
    select cast(coalesce(sum(count), 0) as bigint) as downloads from (
      select count from days cross join download_days
      where download_days.realm_id = ${realmId} and download_days.day = days.day and download_days.version = ${version}
      union all select count from ${pendingOf(realmId)} and version = ${version}) counted`);
  return row?.downloads ?? 0;
}

/** How often a realm was downloaded, pending downloads included. */
export interface LiveCount {
  id: string;
  seq: number;
  count: number;
}

/** The counts of those of these realms that still exist. */
export function listLiveCounts(db: Database, ids: string[]): Promise<LiveCount[]> {
  return db.all(sql`select realms.id, realms.seq, download_counts.count + ${pendingOfRealm} as count
    from realms join download_counts on download_counts.realm_id = realms.id where realms.id in (${join(padded(ids, ''))})`);
}
