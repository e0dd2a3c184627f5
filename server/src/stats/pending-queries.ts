// Downloads that are counted, and not yet moved to the tables of counts, days and totals (`downloads/fold.ts`): the parts of queries that add them to sums.
import sql, { type Sql } from 'sql-template-tag';

/** The pending downloads of the realm of the surrounding query. */
export const pendingOfRealm = sql`(select cast(coalesce(sum(pending_downloads.count), 0) as bigint) from pending_downloads
  where pending_downloads.seq = realms.seq and pending_downloads.realm_id = realms.id)`;

/** The pending downloads of a realm, as a table with a condition. */
export function pendingOf(realmId: string): Sql {
  return sql`pending_downloads where seq = (select seq from realms where id = ${realmId}) and realm_id = ${realmId}`;
}

/**
 * The count of a pending download if its realm meets the condition, else 0. It is no join, so that both databases look for the realm of each row by its id;
 * PostgreSQL would rather begin with all public realms.
 */
export function pendingIf(condition: Sql): Sql {
  return sql`pending_downloads.count * (select count(*) from realms where realms.id = pending_downloads.realm_id and ${condition})`;
}
