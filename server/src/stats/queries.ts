// The platform's statistics. Every change updates the totals in its own transaction, so reading them needs no counting.
import type { Statistics } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';
import { pendingIf } from './pending-queries.ts';
import { addDownloadsToDays, addRealmToDays, addToDays, dropEmptyDays } from './day-writes.ts';

/** These appear even when no realm is in them. */
const MAIN_CATEGORIES = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
/** Only the largest categories are shown. */
const MAX_CATEGORIES = 200;

interface TotalRow {
  name: string;
  value: number;
  is_category: number;
}

/**
 * The same for every caller, because only realms count that everyone sees listed (`isListed`). It is one statement, so that all totals are of one
 * moment.
 */
export async function getStats(db: Reader, isListed: Sql): Promise<Statistics> {
  const rows = await db.all<TotalRow>(sql`select name, value + case when name = 'downloads'
      then (select cast(coalesce(sum(${pendingIf(isListed)}), 0) as bigint) from pending_downloads) else 0 end as value,
      0 as is_category from totals
    union all select category, count, 1 from category_totals where category in (${join(Object.keys(MAIN_CATEGORIES))})
    union all select category, count, 1 from (
      select category, count from category_totals order by count desc, category limit ${MAX_CATEGORIES}
    ) largest`);
  const [totals, categories] = [0, 1].map((kind) =>
    Object.fromEntries(rows.flatMap(({ name, value, is_category }) => (is_category === kind ? [[name, value]] : []))),
  ) as [Record<string, number>, Record<string, number>];
  return {
    totalRealms: totals['realms'] ?? 0,
    totalDownloads: totals['downloads'] ?? 0,
    totalUsers: totals['accounts'] ?? 0,
    categories: { ...MAIN_CATEGORIES, ...categories },
  };
}

const add = sql`on conflict (name) do update set value = totals.value + excluded.value`;

/**
 * The statements that add a realm to the totals (1) or subtract it (-1), as it is at that moment, without its downloads. An update subtracts the
 * realm, changes it, and adds it again. `isListed` is the condition for realms that count.
 */
export function countRealm(id: string, isListed: Sql, sign: 1 | -1): Sql[] {
  const [counted, amount] = [sql`realms.id = ${id} and ${isListed}`, sql`cast(${sign} as bigint)`];
  return [
    sql`insert into totals (name, value) select 'realms', ${amount} from realms where ${counted} ${add}`,
    sql`insert into category_totals (category, count) select realms.category, ${amount} from realms where ${counted}
      on conflict (category) do update set count = category_totals.count + excluded.count`,
    addRealmToDays(counted, amount),
    ...(sign === -1 ? [dropEmptyCategory(counted), dropEmptyDays('realms', counted)] : []),
  ];
}

/** The statements that add the downloads of a realm to the totals, or subtract them. They come after those of `countRealm`. */
export function countDownloadsOfRealm(id: string, isListed: Sql, sign: 1 | -1): Sql[] {
  const [counted, amount] = [sql`realms.id = ${id} and ${isListed}`, sql`cast(${sign} as bigint)`];
  return [
    sql`insert into totals (name, value) select 'downloads', ${amount} * download_counts.count
      from realms join download_counts on download_counts.realm_id = realms.id where ${counted} ${add}`,
    addDownloadsToDays(counted, amount),
    ...(sign === -1 ? [dropEmptyDays('downloads', counted)] : []),
  ];
}

/**
 * A category without a realm has no row. No other transaction changes the row meanwhile, because each locks the total of all realms first.
 * And if one did, PostgreSQL would check the count once more before it deletes.
 */
function dropEmptyCategory(counted: Sql): Sql {
  return sql`delete from category_totals
    where count = 0 and category in (select realms.category from realms where ${counted})`;
}

/** The statements that add a new account to the totals. */
export function countAccount(id: string): Sql[] {
  return addAccount(sql`id = ${id} and removed_at = ''`, sql`cast(1 as bigint)`);
}

/** The statements that subtract an account from the totals. They follow the statement that has removed the account at this moment. */
export function uncountAccount(id: string, removedAt: string): Sql[] {
  return addAccount(sql`id = ${id} and removed_at = ${removedAt}`, sql`cast(-1 as bigint)`);
}

function addAccount(condition: Sql, amount: Sql): Sql[] {
  return [
    sql`insert into totals (name, value) select 'accounts', ${amount} from accounts where ${condition} ${add}`,
    addToDays(sql`select 'users', '', substr(created_at, 1, 10), ${amount} from accounts where ${condition}`),
  ];
}
