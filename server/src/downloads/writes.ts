// Downloads in the database, as they are counted: live counts, counts by day and version, totals, and the keys of idempotent requests.
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import { visibleTo } from '../realms/queries.ts';
import { addToDays, categoryOrAll, eachCategoryAndAll } from '../stats/day-writes.ts';

/** A row of `download_keys`, by which a download counts once for all requests with the same `Idempotency-Key`. */
export interface DownloadKey {
  /** Of the key and its owner. */
  hash: string;
  /**
   * The first download with the key, as JSON (`downloads/idempotency.ts`). Later requests are answered from it, so its column is named `answer`. No
   * two rows have the same JSON: it shows which request inserted the row.
   */
  firstDownload: string;
  expiresAt: string;
}

/** Downloads of one version of a realm. With a key, they count only if that key is the first with its hash. */
export interface DownloadCount {
  realmId: string;
  version: string;
  count: number;
  key?: DownloadKey | undefined;
}

/** Statements are cached by their text, so they come in few sizes. Unused places are filled with padding, which names no realm. */
const STATEMENT_SIZES = [1, 8, 64, 512];
const MAX_STATEMENT_SIZE = 512;
const padding: DownloadCount = { realmId: '', version: '', count: 0 };

function sizeFor(count: number): number {
  return STATEMENT_SIZES.find((size) => size >= count) ?? count;
}

/**
 * The statements that count downloads, for one batch. Each locks its rows in the order of the realms' ids, and the totals come last, so that
 * two processes never deadlock. The total of all downloads comes before those of days: its row is the lock of these.
 */
export function countDownloads(counts: DownloadCount[], day: string): Sql[] {
  const groups = inStatementSizes(counts.toSorted((a, b) => compare(a.realmId, b.realmId)));
  const today = sql`cast(${day} as text)`;
  return [addToRealms, addToDaysOfRealms, addToTotal, addToDaysOfCategories].flatMap((add) =>
    groups.map((group) => add(group, today)),
  );
}

function addToRealms(group: DownloadCount[], today: Sql): Sql {
  // `where 1 = 1`: SQLite reads `on conflict` after a query only where the query has a condition (https://sqlite.org/lang_upsert.html).
  return sql`insert into download_counts (realm_id, count, last_day)
    select realm_id, count, ${today} from (${sums(group)}) sums where 1 = 1 order by realm_id
    on conflict (realm_id) do update set count = download_counts.count + excluded.count,
      last_day = case when excluded.last_day > download_counts.last_day then excluded.last_day
        else download_counts.last_day end`;
}

function addToDaysOfRealms(group: DownloadCount[], today: Sql): Sql {
  return sql`insert into download_days (realm_id, day, version, count)
    select realm_id, ${today}, version, count from (${sums(group, sql`, added.version`)}) sums
    where 1 = 1 order by realm_id, version
    on conflict (realm_id, day, version) do update set count = download_days.count + excluded.count`;
}

function addToTotal(group: DownloadCount[]): Sql {
  return sql`insert into totals (name, value) select 'downloads', sum(sums.count) ${ofPublicRealms(group)}
    having count(*) > 0 on conflict (name) do update set value = totals.value + excluded.value`;
}

function addToDaysOfCategories(group: DownloadCount[], today: Sql): Sql {
  return addToDays(sql`select 'downloads', ${categoryOrAll}, ${today}, sum(sums.count)
    ${ofPublicRealms(group, sql`cross join ${eachCategoryAndAll}`)} group by ${categoryOrAll}`);
}

/** The part of a query from `from` on, for the downloads of public realms. */
function ofPublicRealms(group: DownloadCount[], joined = empty): Sql {
  return sql`from (${sums(group)}) sums cross join realms ${joined}
    where realms.id = sums.realm_id and ${visibleTo(anonymous, 'inLists')}`;
}

/** A query for the sum of each realm that still exists, or of each of its versions. */
function sums(group: DownloadCount[], version = empty): Sql {
  const rows = group.map(
    ({ realmId, version, count, key }) => sql`(cast(${realmId} as text), cast(${version} as text),
      cast(${count} as bigint), cast(${key?.hash ?? ''} as text), cast(${key?.firstDownload ?? ''} as text))`,
  );
  return sql`with added (realm_id, version, count, hash, answer) as (values ${join(rows)})
    select realms.id as realm_id, sum(added.count) as count${version} from added cross join realms
    where realms.id = added.realm_id and (added.hash = ''
      or (select download_keys.answer from download_keys where download_keys.hash = added.hash) = added.answer)
    group by realms.id${version} order by realms.id${version}`;
}

function inStatementSizes(counts: DownloadCount[]): DownloadCount[][] {
  return Array.from({ length: Math.ceil(counts.length / MAX_STATEMENT_SIZE) }, (_, at) => {
    const group = counts.slice(at * MAX_STATEMENT_SIZE, (at + 1) * MAX_STATEMENT_SIZE);
    return [...group, ...Array.from({ length: sizeFor(group.length) - group.length }, () => padding)];
  });
}

/** The statements that insert keys whose hash is new or expired, and delete some expired ones. */
export function insertDownloadKeys(keys: DownloadKey[], now: string): Sql[] {
  if (keys.length === 0) return [];
  return [
    // The condition stands twice, because a row may be renewed while this statement waits for its lock.
    sql`delete from download_keys where expires_at <= ${now}
      and hash in (select hash from download_keys where expires_at <= ${now} order by expires_at limit 100)`,
    ...keys
      .toSorted((a, b) => compare(a.hash, b.hash))
      .map(
        ({ hash, firstDownload, expiresAt }) => sql`insert into download_keys (hash, answer, expires_at)
          values (${hash}, ${firstDownload}, ${expiresAt})
          on conflict (hash) do update set answer = excluded.answer, expires_at = excluded.expires_at
          where download_keys.expires_at <= ${now}`,
      ),
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The statement that copies live counts to `realms.download_count`, by which lists are sorted. */
export function copyCounts(realmIds: string[]): Sql {
  const ids = [...realmIds, ...Array.from({ length: sizeFor(realmIds.length) - realmIds.length }, () => '')];
  return sql`update realms set download_count = (select count from download_counts where realm_id = realms.id)
    where id in (${join(ids)}) and download_count < (select count from download_counts where realm_id = realms.id)`;
}
