// Totals by day and category: every change updates them in its own transaction, after it has locked the total that they sum to.
import sql, { type Sql } from 'sql-template-tag';

/** A table to join with realms, which gives each realm twice: once for its category, and once for all categories. */
export const eachCategoryAndAll = sql`(select 0 as is_all union all select 1) kinds`;
export const categoryOrAll = sql`case when kinds.is_all = 1 then '' else realms.category end`;

/** The statement that adds these rows of metric, category, day and value. They are a query with a condition, for the parser of SQLite. */
export function addToDays(rows: Sql): Sql {
  return sql`insert into day_totals (metric, category, day, value) ${rows}
    on conflict (metric, category, day) do update set value = day_totals.value + excluded.value`;
}

/** The statement that adds a realm that meets the condition to the days of realms, `amount` times. */
export function addRealmToDays(condition: Sql, amount: Sql): Sql {
  // Every creation runs this. In the other order, SQLite would store the two rows of `kinds` in a temporary table each time.
  return addToDays(sql`select 'realms', ${categoryOrAll}, substr(realms.created_at, 1, 10), ${amount}
    from ${eachCategoryAndAll} cross join realms where ${condition}`);
}

/** The statement that does the same with its downloads. An old, popular realm has thousands of these rows, and SQLite serves nothing else meanwhile. */
export function addDownloadsToDays(condition: Sql, amount: Sql): Sql {
  return addToDays(sql`select 'downloads', ${categoryOrAll}, download_days.day, ${amount} * sum(download_days.count)
    from realms join download_days on download_days.realm_id = realms.id cross join ${eachCategoryAndAll}
    where ${condition} group by ${categoryOrAll}, download_days.day`);
}

/** The statement that deletes the days that a realm, which was just subtracted, has left at zero. Else they would grow with every change of category. */
export function dropEmptyDays(metric: 'downloads' | 'realms', condition: Sql): Sql {
  return sql`delete from day_totals where value = 0 and metric = ${metric}
    and category in (select ${categoryOrAll} from realms cross join ${eachCategoryAndAll} where ${condition})`;
}
