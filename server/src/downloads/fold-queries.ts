// Statements that fold downloads: one transaction adds the rows of some realms in `pending_downloads` to all other tables, and deletes them.
import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { isListed } from '../realms/queries.ts';
import { addToDays, categoryOrAll, eachCategoryAndAll } from '../stats/day-writes.ts';
import { fromFolding } from '../stats/pending-downloads.ts';

/** Of the next realms with pending downloads after this `seq`, at most so many: the `seq` of the last. */
export async function findLastOfNext(db: Database, after: number, limit: number): Promise<number | undefined> {
  const row = await db.get<{ last: number | null }>(sql`select max(seq) as last from (select distinct seq
    from pending_downloads where folding = 0 and seq > ${after} order by seq limit ${limit}) next`);
  return row?.last ?? undefined;
}

/**
 * The statements that fold the downloads of the realms between two `seq`s, for one batch. On PostgreSQL other transactions commit rows meanwhile: the
 * first statement marks the rows that all others are about. A second process that would mark the same ones waits, and then finds them deleted. The
 * realms are locked next, as by every batch that changes what of them is in the totals, so their categories and visibilities stay as they are.
 */
export function foldRealms(after: number, last: number): Sql[] {
  return [
    sql`update pending_downloads set folding = 1 where folding = 0 and seq > ${after} and seq <= ${last}`,
    copyToRealms,
    addToCounts,
    addToDaysOfRealms,
    addToTotal,
    addToDaysOfCategories,
    sql`delete from pending_downloads where folding = 1`,
  ];
}

/** Lists are sorted by this copy of the count. A process of an earlier version may have left it behind. */
const copyToRealms = sql`update realms set download_count =
    (select download_counts.count from download_counts where download_counts.realm_id = realms.id)
    + (select cast(sum(added.count) as bigint) from pending_downloads added
      where added.folding = 1 and added.seq = realms.seq and added.realm_id = realms.id)
  where id in (select realm_id from pending_downloads where folding = 1)`;

const addToCounts = sql`insert into download_counts (realm_id, count, last_day)
  select realms.id, sum(pending_downloads.count), max(pending_downloads.day) ${fromFolding()} group by realms.id order by realms.id
  on conflict (realm_id) do update set count = download_counts.count + excluded.count,
    last_day = case when excluded.last_day > download_counts.last_day then excluded.last_day
      else download_counts.last_day end`;

const addToDaysOfRealms = sql`insert into download_days (realm_id, day, version, count)
  select realms.id, pending_downloads.day, pending_downloads.version, sum(pending_downloads.count) ${fromFolding()}
  group by realms.id, pending_downloads.day, pending_downloads.version
  order by realms.id, pending_downloads.day, pending_downloads.version
  on conflict (realm_id, day, version) do update set count = download_days.count + excluded.count`;

/** It comes before the days: its row is the lock of these. */
const addToTotal = sql`insert into totals (name, value) select 'downloads', sum(pending_downloads.count) ${fromFolding(isListed)}
  having count(*) > 0 on conflict (name) do update set value = totals.value + excluded.value`;

const addToDaysOfCategories =
  addToDays(sql`select 'downloads', ${categoryOrAll}, pending_downloads.day, sum(pending_downloads.count)
  ${fromFolding(isListed, sql`cross join ${eachCategoryAndAll}`)} group by ${categoryOrAll}, pending_downloads.day`);
