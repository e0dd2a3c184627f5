// Downloads that are counted, and not yet in the tables of counts, days and totals (`downloads/fold.ts`): the parts of queries that add them to each sum.
import sql, { empty, type Sql } from 'sql-template-tag';

/** The pending downloads of the realm of the surrounding query. */
export const pendingOfRealm = sql`(select cast(coalesce(sum(pending_downloads.count), 0) as bigint) from pending_downloads
  where pending_downloads.folding = 0 and pending_downloads.seq = realms.seq and pending_downloads.realm_id = realms.id)`;

/** The pending downloads of a realm, as a table with a condition. */
export function pendingOf(realmId: string): Sql {
  return sql`pending_downloads where folding = 0 and seq = (select seq from realms where id = ${realmId}) and realm_id = ${realmId}`;
}

/** The part of a query from `from` on, for the pending downloads of all realms that meet the condition. */
export function fromPending(condition: Sql, joined = empty): Sql {
  return fromRows(sql`pending_downloads.folding = 0`, condition, joined);
}

/** The same for those that this transaction moves to the other tables. */
export function fromFolding(condition = sql`1 = 1`, joined = empty): Sql {
  return fromRows(sql`pending_downloads.folding = 1`, condition, joined);
}

function fromRows(rows: Sql, condition: Sql, joined: Sql): Sql {
  return sql`from pending_downloads cross join realms ${joined}
    where ${rows} and realms.id = pending_downloads.realm_id and ${condition}`;
}
