// The statements of the dashboard: sums over all realms of an account, and what the realms of one page had on which day.
import { setImmediate } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import type { AccountCaller } from '../../credentials/caller.ts';
import type { Reader } from '../../db/database.ts';
import { belongsTo, padded } from '../../realms/queries.ts';
import { pendingOfRealm } from '../../stats/pending-queries.ts';

interface OwnRealmRow {
  id: string;
  visibility: string;
  downloads: number;
  recent: number;
  stars: number;
  is_draft: number;
}

export interface OwnSums {
  /** Realms that nothing was ever uploaded to. */
  drafts: number;
  downloads: number;
  /** Of the last 90 whole days, as lists are sorted by. */
  recent: number;
  stars: number;
}

/** On SQLite a statement blocks the whole process: so many realms take a few milliseconds. */
const SLICE_SIZE = 250;

/** Adds up the realms that the caller owns, of every visibility. */
export async function sumOwnRealms(db: Reader, caller: AccountCaller): Promise<OwnSums> {
  const sums = { drafts: 0, downloads: 0, recent: 0, stars: 0 };
  let last = { visibility: '', id: '' };
  for (;;) {
    const slice = await db.all<OwnRealmRow>(sql`select realms.id, realms.visibility, realms.star_count as stars,
        download_counts.count + ${pendingOfRealm} as downloads, coalesce(download_scores.recent, 0) as recent,
        case when exists (select 1 from versions where versions.realm_id = realms.id) then 0 else 1 end as is_draft
      from realms join download_counts on download_counts.realm_id = realms.id
      left join download_scores on download_scores.seq = realms.seq and download_scores.day = (select day from score_run)
      where ${belongsTo(caller)} and (realms.visibility, realms.id) > (${last.visibility}, ${last.id})
      order by realms.visibility, realms.id limit ${SLICE_SIZE}`);
    for (const { downloads, recent, stars, is_draft } of slice) {
      sums.drafts += is_draft;
      sums.downloads += downloads;
      sums.recent += recent;
      sums.stars += stars;
    }
    const end = slice.at(-1);
    if (!end || slice.length < SLICE_SIZE) return sums;
    last = end;
    await setImmediate();
  }
}

interface OwnState {
  versionCount: number;
  isQuarantined: boolean;
}

/** What summaries do not say of these realms of the caller, by id. */
export async function findOwnStates(db: Reader, caller: AccountCaller, ids: string[]): Promise<Map<string, OwnState>> {
  const rows = await db.all<{ id: string; versions: number; quarantined_from: string }>(sql`
    select realms.id, realms.quarantined_from,
      (select count(*) from versions where versions.realm_id = realms.id) as versions
    from realms where realms.id in (${join(padded(ids, ''))}) and ${belongsTo(caller)}`);
  return new Map(
    rows.map(({ id, versions, quarantined_from }) => [
      id,
      { versionCount: versions, isQuarantined: quarantined_from !== '' },
    ]),
  );
}

/** Whole days: the period begins at `middle` and ends before `to`, and the one before it begins at `from`. */
export interface TrendDays {
  from: string;
  middle: string;
  to: string;
}

interface DayCount {
  id: string;
  /** Empty for the sum of the period before. */
  day: string;
  downloads: number;
}

/** Twenty realms of which a dozen versions are downloaded every day have fewer. The statement reads no more. */
const MAX_READ_ROWS = 50_000;

/** The downloads of these realms of the caller; undefined if they are too many rows, since each version has one for each day. */
export async function listTrendDays(
  db: Reader,
  caller: AccountCaller,
  ids: string[],
  { from, middle, to }: TrendDays,
  maxRows = MAX_READ_ROWS,
): Promise<DayCount[] | undefined> {
  const rows = await db.all<DayCount & { row_count: number }>(sql`
    select id, day, cast(sum(count) as bigint) as downloads, count(*) as row_count from (
      select realms.id, case when download_days.day < ${middle} then '' else download_days.day end as day, download_days.count
      from realms cross join download_days
      where realms.id in (${join(padded(ids, ''))}) and ${belongsTo(caller)}
        and download_days.realm_id = realms.id and download_days.day >= ${from} and download_days.day < ${to}
      limit ${maxRows + 1}) counted
    group by id, day`);
  const readRows = rows.reduce((sum, { row_count }) => sum + row_count, 0);
  return readRows > maxRows ? undefined : rows;
}
