// The statements that find the realms which go with their owner's account.
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';

const BATCH_SIZE = 50;

/** Those that are private or unlisted. A public realm that is quarantined is private now, and stays as it is. */
function hiddenRealms(ownerId: string): Sql {
  return sql`realms where owner_id = ${ownerId} and visibility in ('private', 'unlisted') and quarantined_from <> 'public'`;
}

export function listHiddenRealms(db: Reader, ownerId: string): Promise<{ id: string; slug: string }[]> {
  return db.all(sql`select id, slug from ${hiddenRealms(ownerId)} limit ${BATCH_SIZE}`);
}

/** An account has as many realms as its quota allows. */
export async function countHiddenRealms(db: Reader, ownerId: string): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from ${hiddenRealms(ownerId)}`);
  return row?.count ?? 0;
}

/** A condition for `onlyIf`. */
export function hasNoHiddenRealm(ownerId: string): Sql {
  return sql`not exists (select 1 from ${hiddenRealms(ownerId)})`;
}
