// The statements that read the public profile of an account, and the sums over its public realms.
import { setImmediate } from 'node:timers/promises';
import type { User } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';
import { pendingOfRealm } from '../stats/pending-queries.ts';

type Sums = Pick<User, 'realmCount' | 'downloadCount' | 'starCount'>;

/** The profile of an account; undefined if there is none of this name, or it was removed. */
export async function getUser(db: Reader, username: string): Promise<User | undefined> {
  const row = await db.get<Pick<User, 'username' | 'name' | 'image' | 'bio'> & { id: string; created_at: string }>(
    sql`select id, username, name, image, bio, created_at from accounts
      where username = ${username.toLowerCase()} and removed_at = ''`,
  );
  if (!row) return undefined;
  const { id, created_at, ...profile } = row;
  return { ...profile, kind: 'user', createdAt: created_at, ...(await sumRealms(db, id)) };
}

/** Whether an account had this name, and was removed. */
export async function isRemoved(db: Reader, username: string): Promise<boolean> {
  const row = await db.get(sql`select 1 as found from accounts where username = ${username} and removed_at <> ''`);
  return row !== undefined;
}

interface SumRow {
  realms: number;
  downloads: number;
  stars: number;
  last: string | null;
}

/** On SQLite a statement blocks the whole process: so many realms take a few milliseconds. */
const SLICE_SIZE = 250;

/** Adds up the realms that everyone sees listed, from an index that has all that is needed of each. */
async function sumRealms(db: Reader, ownerId: string): Promise<Sums> {
  const sums = { realmCount: 0, downloadCount: 0, starCount: 0 };
  let last = '';
  for (;;) {
    const slice =
      await db.get<SumRow>(sql`select count(*) as realms, cast(coalesce(sum(count), 0) as bigint) as downloads,
        cast(coalesce(sum(star_count), 0) as bigint) as stars, max(id) as last
      from (select realms.id, realms.star_count, download_counts.count + ${pendingOfRealm} as count
        from realms join download_counts on download_counts.realm_id = realms.id
        where realms.owner_id = ${ownerId} and ${visibleTo(anonymous, 'inLists')} and realms.id > ${last}
        order by realms.id limit ${SLICE_SIZE}) slice`);
    sums.realmCount += slice?.realms ?? 0;
    sums.downloadCount += slice?.downloads ?? 0;
    sums.starCount += slice?.stars ?? 0;
    if (!slice?.last || slice.realms < SLICE_SIZE) return sums;
    last = slice.last;
    await setImmediate();
  }
}
