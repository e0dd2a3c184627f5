// Statements that fold downloads: one transaction adds the pending downloads of some realms to all other tables, and deletes their rows.
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { isListed, padded } from '../realms/queries.ts';
import { addToDays, categoryOrAll, eachCategoryAndAll } from '../stats/day-writes.ts';

/** The condition for the rows of these writers; without any, for all. */
const areOf = (writers?: number[]) => (writers ? sql`and writer in (${join(padded(writers, -1))})` : empty);

/** Of the next realms with such rows after this `seq`, at most so many: the `seq` of the last. */
export async function findLastOfNext(
  db: Database,
  after: number,
  limit: number,
  writers?: number[],
): Promise<number | undefined> {
  const row = await db.get<{ last: number | null }>(sql`select max(seq) as last from (select distinct seq
    from pending_downloads where seq > ${after} ${areOf(writers)} order by seq limit ${limit}) next`);
  return row?.last ?? undefined;
}

/**
 * The statements that fold the downloads of the realms between two `seq`s, for one batch. On PostgreSQL other transactions commit rows meanwhile: the
 * first statement marks the rows that all others are about. A second process that would mark the same ones waits, and then finds them deleted. The
 * realms are locked next, as by every batch that changes what of them is in the totals, so their categories and visibilities stay as they are.
 */
export function foldRealms(after: number, last: number, writers?: number[]): Sql[] {
  const range = sql`pending_downloads.seq > ${after} and pending_downloads.seq <= ${last}`;
  const moving = sql`${range} and pending_downloads.moving = 1`;
  const from = (joined: Sql, condition: Sql) => sql`from pending_downloads cross join realms ${joined}
    where ${moving} and realms.id = pending_downloads.realm_id ${condition}`;
  return [
    sql`update pending_downloads set moving = 1 where ${range} ${areOf(writers)}`,
    addToSortCounts(moving),
    addToCounts(from(empty, empty)),
    correctSortCounts(moving),
    addToDaysOfRealms(from(empty, empty)),
    addToTotal(from(empty, sql`and ${isListed}`)),
    addToDaysOfCategories(from(sql`cross join ${eachCategoryAndAll}`, sql`and ${isListed}`)),
    sql`delete from pending_downloads where ${moving}`,
  ];
}

/** Lists are sorted by this copy of the count. On PostgreSQL, a statement that has waited for the row reads it again, but nothing else: so it adds. */
function addToSortCounts(moving: Sql): Sql {
  return sql`update realms set download_count = download_count
      + (select cast(sum(pending_downloads.count) as bigint) from pending_downloads where pending_downloads.moving = 1
        and pending_downloads.seq = realms.seq and pending_downloads.realm_id = realms.id)
    where id in (select realm_id from pending_downloads where ${moving})`;
}

/** A process of an earlier version may have left the copy behind. */
function correctSortCounts(moving: Sql): Sql {
  return sql`update realms set download_count = (select count from download_counts where realm_id = realms.id)
    where id in (select realm_id from pending_downloads where ${moving})
      and download_count < (select count from download_counts where realm_id = realms.id)`;
}

function addToCounts(from: Sql): Sql {
  return sql`insert into download_counts (realm_id, count, last_day)
    select realms.id, sum(pending_downloads.count), max(pending_downloads.day) ${from} group by realms.id order by realms.id
    on conflict (realm_id) do update set count = download_counts.count + excluded.count,
      last_day = case when excluded.last_day > download_counts.last_day then excluded.last_day
        else download_counts.last_day end`;
}

function addToDaysOfRealms(from: Sql): Sql {
  const [day, version] = [sql`pending_downloads.day`, sql`pending_downloads.version`];
  return sql`insert into download_days (realm_id, day, version, count)
    select realms.id, ${day}, ${version}, sum(pending_downloads.count) ${from}
    group by realms.id, ${day}, ${version} order by realms.id, ${day}, ${version}
    on conflict (realm_id, day, version) do update set count = download_days.count + excluded.count`;
}

/** It comes before the days: its row is the lock of these. */
function addToTotal(from: Sql): Sql {
  return sql`insert into totals (name, value) select 'downloads', sum(pending_downloads.count) ${from}
    having count(*) > 0 on conflict (name) do update set value = totals.value + excluded.value`;
}

function addToDaysOfCategories(from: Sql): Sql {
  return addToDays(sql`select 'downloads', ${categoryOrAll}, pending_downloads.day, sum(pending_downloads.count) ${from}
    group by ${categoryOrAll}, pending_downloads.day`);
}
