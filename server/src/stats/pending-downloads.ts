// Downloads that are counted, and not yet moved to the tables of counts, days and totals (`downloads/fold.ts`): the parts of queries that add them to sums.
import sql, { type Sql } from 'sql-template-tag';

/** The pending downloads of the realm of the surrounding query. */
export const pendingOfRealm = sql`(select cast(coalesce(sum(pending_downloads.count), 0) as bigint) from pending_downloads
  where pending_downloads.seq = realms.seq and pending_downloads.realm_id = realms.id)`;

/** The pending downloads of a realm, as a table with a condition. */
export function pendingOf(realmId: string): Sql {
  return sql`pending_downloads where seq = (select seq from realms where id = ${realmId}) and realm_id = ${realmId}`;
}

/** The part of a query from `from` on, for the pending downloads of all realms that meet the condition. */
export function fromPending(condition: Sql): Sql {
  return sql`from pending_downloads cross join realms where realms.id = pending_downloads.realm_id and ${condition}`;
}
