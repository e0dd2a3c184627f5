// The platform's statistics: totals that every change keeps in its own transaction, so that reading them counts nothing.
import type { Statistics } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';

/** They appear even when no realm is in them. */
const MAIN_CATEGORIES = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
const CATEGORY = 'category ';

/** The same for every caller: public realms are what counts. */
export async function getStats(db: Reader): Promise<Statistics> {
  const rows = await db.all<{ name: string; value: number }>(
    sql`select name, value from totals where value > 0 order by name`,
  );
  const totals = new Map(rows.map(({ name, value }) => [name, value]));
  const categories = rows.flatMap(({ name, value }) =>
    name.startsWith(CATEGORY) ? [[name.slice(CATEGORY.length), value] as const] : [],
  );
  return {
    totalRealms: totals.get('realms') ?? 0,
    totalDownloads: totals.get('downloads') ?? 0,
    totalUsers: totals.get('accounts') ?? 0,
    categories: { ...MAIN_CATEGORIES, ...Object.fromEntries(categories) },
  };
}

const add = sql`on conflict (name) do update set value = totals.value + excluded.value`;

/**
 * The statements that put a realm into the totals (1) or take it out (-1), as it stands at that moment. A change takes it out, changes
 * it, and puts it in again; a realm that is not public counts for nothing either way.
 */
export function countRealm(id: string, sign: 1 | -1): Sql[] {
  const amount = sql`cast(${sign} as bigint)`;
  const counted = sql`realms.id = ${id} and realms.visibility = 'public'`;
  return [
    sql`insert into totals (name, value) select 'realms', ${amount} from realms where ${counted} ${add}`,
    sql`insert into totals (name, value) select ${CATEGORY} || realms.category, ${amount} from realms where ${counted} ${add}`,
    sql`insert into totals (name, value) select 'downloads', ${amount} * download_counts.count
      from realms join download_counts on download_counts.realm_id = realms.id where ${counted} ${add}`,
  ];
}

/** The statement that puts an account into the totals (1) or takes it out (-1), if it stands at that moment. */
export function countAccount(id: string, sign: 1 | -1): Sql {
  return sql`insert into totals (name, value) select 'accounts', cast(${sign} as bigint) from accounts
    where id = ${id} and removed_at = '' ${add}`;
}
