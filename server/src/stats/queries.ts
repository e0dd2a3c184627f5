// The platform's statistics: public realms, their downloads, and all accounts.
import type { Statistics } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';

/** They appear even when no realm is in them. */
const MAIN_CATEGORIES = { saas: 0, blog: 0, api: 0, ecommerce: 0 };

interface CategoryRow {
  category: string;
  realms: number;
  downloads: number;
}

/** The same for every caller: what everyone may list is what counts. */
export async function getStats(db: Database): Promise<Statistics> {
  const [rows, accounts] = await Promise.all([
    db.all<CategoryRow>(sql`select category, count(*) as realms, sum(download_count) as downloads
      from realms where ${visibleTo(anonymous, 'listed')} group by category order by category`),
    db.get<{ total: number }>(sql`select count(*) as total from accounts where removed_at = ''`),
  ]);
  return {
    totalRealms: sum(rows.map((row) => row.realms)),
    totalDownloads: sum(rows.map((row) => row.downloads)),
    totalUsers: accounts?.total ?? 0,
    categories: { ...MAIN_CATEGORIES, ...Object.fromEntries(rows.map((row) => [row.category, row.realms])) },
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
