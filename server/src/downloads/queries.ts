// Downloads in the database: what is to be downloaded, how often it was, and which askings were retries.
import sql, { join, type Sql } from 'sql-template-tag';
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
  const row =
    await db.get<DownloadableRow>(sql`select realms.id, realms.seq, realms.slug, realms.name, realms.description,
      realms.category, realms.tags, realms.license, realms.repository, accounts.username as author, ${newest} as newest,
      versions.version, versions.digest, versions.size, versions.format
    from realms join accounts on accounts.id = realms.owner_id
    left join versions on versions.realm_id = realms.id and ${which}
    where realms.slug = ${slug} and ${visibleTo(caller, 'named')}`);
  return row && toDownloadable(row);
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

/** Downloads of one realm; with a claim, they count only if that claim was the first with its hash. */
export interface Counted {
  realmId: string;
  count: number;
  claim?: Claim | undefined;
}

/** Statements are kept prepared, so they come in few lengths; the places that are left over name no realm. */
const LENGTHS = [1, 8, 64, 512];
const nowhere: Counted = { realmId: '', count: 0 };

/**
 * The statements that count downloads, for one batch. Each takes its rows in the order of the realms' ids, and the total comes last, so
 * that two processes never wait for each other.
 */
export function countDownloads(counted: Counted[], day: string): Sql[] {
  const groups = inLengths(counted.toSorted((a, b) => compare(a.realmId, b.realmId)));
  return [
    ...groups.map(
      (added) => sql`insert into download_counts (realm_id, count) ${summed(added)}
        on conflict (realm_id) do update set count = download_counts.count + excluded.count`,
    ),
    ...groups.map(
      (added) => sql`insert into download_days (realm_id, day, count)
        select realm_id, cast(${day} as text), count from (${summed(added)}) summed where 1 = 1 order by realm_id
        on conflict (realm_id, day) do update set count = download_days.count + excluded.count`,
    ),
    ...groups.map(
      (added) => sql`insert into totals (name, value)
        select 'downloads', sum(summed.count) from (${summed(added)}) summed cross join realms
        where realms.id = summed.realm_id and realms.visibility = 'public' having count(*) > 0
        on conflict (name) do update set value = totals.value + excluded.value`,
    ),
  ];
}

/** What is to be added to each realm that is still there. */
function summed(added: Counted[]): Sql {
  const rows = added.map(
    ({ realmId, count, claim }) => sql`(cast(${realmId} as text), cast(${count} as bigint),
      cast(${claim?.hash ?? ''} as text), cast(${claim?.answer ?? ''} as text))`,
  );
  return sql`with added (realm_id, count, hash, answer) as (values ${join(rows)})
    select realms.id as realm_id, sum(added.count) as count from added cross join realms
    where realms.id = added.realm_id and (added.hash = '' or exists (select 1 from download_keys
      where download_keys.hash = added.hash and download_keys.answer = added.answer))
    group by realms.id order by realms.id`;
}

function inLengths(counted: Counted[]): Counted[][] {
  const most = LENGTHS.at(-1) ?? 1;
  return Array.from({ length: Math.ceil(counted.length / most) }, (_, at) => {
    const group = counted.slice(at * most, (at + 1) * most);
    const length = LENGTHS.find((fits) => fits >= group.length) ?? most;
    return [...group, ...Array.from({ length: length - group.length }, () => nowhere)];
  });
}

/** The statements that make claims where there are none, and forget some that are over. */
export function claimDownloads(claims: Claim[], now: string): Sql[] {
  if (claims.length === 0) return [];
  return [
    // Asked twice: one of them may be claimed again while this waits for its row.
    sql`delete from download_keys where expires_at <= ${now}
      and hash in (select hash from download_keys where expires_at <= ${now} order by expires_at limit 100)`,
    ...claims
      .toSorted((a, b) => compare(a.hash, b.hash))
      .map(
        ({ hash, answer, expiresAt }) => sql`insert into download_keys (hash, answer, expires_at)
          values (${hash}, ${answer}, ${expiresAt})
          on conflict (hash) do update set answer = excluded.answer, expires_at = excluded.expires_at
          where download_keys.expires_at <= ${now}`,
      ),
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The answer of the claim that was the first. */
export async function findClaim(db: Database, hash: string, now: string): Promise<string | undefined> {
  const row = await db.get<{ answer: string }>(
    sql`select answer from download_keys where hash = ${hash} and expires_at > ${now}`,
  );
  return row?.answer;
}

/** The statement that brings realms' places among the most downloaded up to their live counts. */
export function copyCounts(realmIds: string[]): Sql {
  const length = LENGTHS.find((fits) => fits >= realmIds.length) ?? realmIds.length;
  const ids = [...realmIds, ...Array.from({ length: length - realmIds.length }, () => '')];
  return sql`update realms set download_count = (select count from download_counts where realm_id = realms.id)
    where id in (${join(ids)}) and download_count < (select count from download_counts where realm_id = realms.id)`;
}

export interface Place {
  id: string;
  /** 1: behind the live count. */
  behind: number;
}

/** Some realms in the order of their ids, and whether their place is behind their live count. */
export function listPlaces(db: Database, after: string, limit: number): Promise<Place[]> {
  return db.all(sql`select realms.id, case when realms.download_count <> download_counts.count then 1 else 0 end as behind
    from download_counts join realms on realms.id = download_counts.realm_id
    where download_counts.realm_id > ${after} order by download_counts.realm_id limit ${limit}`);
}
