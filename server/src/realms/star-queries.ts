// The statements that read the stars of an account.
import { setImmediate } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import type { AccountCaller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { visibleTo } from './queries.ts';

interface StarRow {
  created_at: string;
  realm_id: string;
  seq: number;
  is_visible: number;
}

/** On SQLite a statement blocks the whole process: so many rows take a few milliseconds. */
const SLICE_SIZE = 250;

/** An account may have any number of stars, but a list has a bound in time and memory. */
const MAX_LISTED = 10_000;

/** The numbers of the realms that the caller has starred and may see, of the last `max` stars; the star that was given last comes first. */
export async function listStarred(db: Reader, caller: AccountCaller, max = MAX_LISTED): Promise<number[]> {
  const seqs: number[] = [];
  let last = { created_at: '9999', realm_id: '' };
  for (let read = 0; ; read += SLICE_SIZE) {
    const rows = await db.all<StarRow>(sql`select stars.created_at, stars.realm_id, realms.seq,
        case when ${visibleTo(caller, 'bySlug')} then 1 else 0 end as is_visible
      from stars join realms on realms.id = stars.realm_id where stars.account_id = ${caller.account.id}
        and (stars.created_at, stars.realm_id) < (${last.created_at}, ${last.realm_id})
      order by stars.created_at desc, stars.realm_id desc limit ${Math.min(SLICE_SIZE, max - read)}`);
    for (const { seq, is_visible } of rows) if (is_visible === 1) seqs.push(seq);
    const end = rows.at(-1);
    if (!end || rows.length < SLICE_SIZE || read + SLICE_SIZE >= max) return seqs;
    last = end;
    await setImmediate();
  }
}

/** The ids of those of these realms that an account has starred. A page shows at most some hundred. */
export async function starredAmong(db: Reader, accountId: string, realmIds: string[]): Promise<Set<string>> {
  const rows = await db.all<{ realm_id: string }>(
    sql`select realm_id from stars where account_id = ${accountId} and realm_id in (${join(realmIds)})`,
  );
  return new Set(rows.map((row) => row.realm_id));
}

export async function isStarred(db: Reader, accountId: string, realmId: string): Promise<boolean> {
  return (
    (await db.get(sql`select 1 from stars where account_id = ${accountId} and realm_id = ${realmId}`)) !== undefined
  );
}
