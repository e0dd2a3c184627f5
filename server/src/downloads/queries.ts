// Downloads in the database: what is to be downloaded, how often it was, and which askings were retries.
import sql, { type Sql } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';

export interface StoredArchive {
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
}

/** What a realm without a version of its own says of itself. */
export interface DownloadableRealm {
  id: string;
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
  /** The version that was asked for, or the newest that stands. */
  archive: StoredArchive | undefined;
  /** Whether there is a version to serve when none is asked for. */
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

export async function findDownloadable(
  db: Database,
  caller: Caller,
  slug: string,
  version?: string,
): Promise<Downloadable | undefined> {
  const which = version === undefined ? sql`versions.number = ${newest}` : sql`versions.version = ${version}`;
  const row = await db.get<DownloadableRow>(sql`select realms.id, realms.slug, realms.name, realms.description,
      realms.category, realms.tags, realms.license, realms.repository, accounts.username as author, ${newest} as newest,
      versions.version, versions.digest, versions.size, versions.format
    from realms join accounts on accounts.id = realms.owner_id
    left join versions on versions.realm_id = realms.id and ${which}
    where realms.slug = ${slug} and ${visibleTo(caller, 'named')}`);
  return row && toDownloadable(row);
}

function toDownloadable(row: DownloadableRow): Downloadable {
  const { id, slug, name, description, category, tags, license, repository, author } = row;
  const { version, digest, size, format } = row;
  return {
    realm: { id, slug, name, description, category, tags: JSON.parse(tags) as string[], license, repository, author },
    archive: version === null ? undefined : { version, digest, size, format },
    hasVersions: row.newest !== null,
  };
}

/** The days from the one to the other that have downloads. */
export function listDownloadDays(
  db: Database,
  realmId: string,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; downloads: number }[]> {
  return db.all(sql`select day, count as downloads from download_days
    where realm_id = ${realmId} and day >= ${from} and day <= ${to} order by day`);
}

/** A download that is counted once for all that bear the same hash. */
export interface Claim {
  hash: string;
  /** JSON that no other claim has, so that the row tells whose it is. */
  answer: string;
  expiresAt: string;
}

/** The statements that count downloads of one realm, for one batch; with a claim, only if that claim was the first. */
export function countDownloads(realmId: string, count: number, day: string, claim?: Claim): Sql[] {
  const counts = claim
    ? sql`exists (select 1 from download_keys where hash = ${claim.hash} and answer = ${claim.answer})`
    : sql`1 = 1`;
  const realm = sql`realms where id = ${realmId} and ${counts}`; // which may be gone by now
  return [
    sql`insert into download_counts (realm_id, count) select id, download_count + ${count} from ${realm}
      on conflict (realm_id) do update set count = download_counts.count + ${count}`,
    sql`insert into download_days (realm_id, day, count) select id, cast(${day} as text), cast(${count} as integer) from ${realm}
      on conflict (realm_id, day) do update set count = download_days.count + ${count}`,
    sql`insert into totals (name, value) select 'downloads', cast(${count} as integer) from ${realm} and visibility = 'public'
      on conflict (name) do update set value = totals.value + ${count}`,
  ];
}

/** The statements that make a claim unless there is one, and forget some that are over. */
export function claimDownload({ hash, answer, expiresAt }: Claim, now: string): Sql[] {
  return [
    sql`delete from download_keys
      where hash in (select hash from download_keys where expires_at <= ${now} order by expires_at limit 10)`,
    sql`insert into download_keys (hash, answer, expires_at) values (${hash}, ${answer}, ${expiresAt})
      on conflict (hash) do update set answer = excluded.answer, expires_at = excluded.expires_at
      where download_keys.expires_at <= ${now}`,
  ];
}

/** The answer of the claim that was the first. */
export async function findClaim(db: Database, hash: string, now: string): Promise<string | undefined> {
  const row = await db.get<{ answer: string }>(
    sql`select answer from download_keys where hash = ${hash} and expires_at > ${now}`,
  );
  return row?.answer;
}

/** The statement that brings a realm's place among the most downloaded up to its live count. */
export function copyCount(realmId: string): Sql {
  return sql`update realms set download_count = (select count from download_counts where realm_id = realms.id)
    where id = ${realmId} and exists (select 1 from download_counts where realm_id = realms.id)`;
}

/** Some realms in the order of their ids, and whether their place is behind their live count. */
export function listPlaces(db: Database, after: string, limit: number): Promise<{ id: string; behind: number }[]> {
  return db.all(sql`select realms.id, realms.download_count <> download_counts.count as behind
    from download_counts join realms on realms.id = download_counts.realm_id
    where download_counts.realm_id > ${after} order by download_counts.realm_id limit ${limit}`);
}
