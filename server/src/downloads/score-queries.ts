// Statements of the job that scores realms by their downloads: who writes which day, the scores of some realms, and the step to a new day.
import sql, { join, type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from '../db/database.ts';
import type { KeepLease } from '../db/lease.ts';

export interface ScoreRun {
  /** The day whose scores are shown; empty before the first. */
  day: string;
  next_day: string;
  /** All realms up to this one are written, in the order of the days of their last downloads. */
  after_day: string;
  after_realm: string;
}

export async function findRun(db: Reader): Promise<ScoreRun> {
  const run = await db.get<ScoreRun>(sql`select day, next_day, after_day, after_realm from score_run`);
  if (!run) throw new Error('score_run has no row');
  return run;
}

/** Begins to write the scores of a day, unless they are shown. If another process has begun the same day, this one goes on where it stopped. */
export function beginDay(db: Database, keepLease: KeepLease, day: string): Promise<void> {
  const keptIfSameDay = (column: Sql) => sql`case when next_day = ${day} then ${column} else '' end`;
  return db.batch([
    ...keepLease(),
    sql`update score_run set next_day = ${day}, after_day = ${keptIfSameDay(sql`after_day`)},
      after_realm = ${keptIfSameDay(sql`after_realm`)} where day <> ${day}`,
  ]);
}

/** The realms with downloads on this day or later, after those that are written: the days of last downloads only grow. */
export function listDownloaded(
  db: Reader,
  since: string,
  after: { realm_id: string; last_day: string },
  limit: number,
): Promise<{ realm_id: string; last_day: string }[]> {
  const [day, realm] = after.last_day < since ? [since, ''] : [after.last_day, after.realm_id]; // every id is after the empty text
  return db.all(sql`select realm_id, last_day from download_counts
    where (last_day, realm_id) > (${day}, ${realm}) order by last_day, realm_id limit ${limit}`);
}

/** The days on which the periods begin whose downloads make the scores of a day. */
export interface ScorePeriods {
  /** The day of the scores. It is in no period. */
  day: string;
  /** The week: the 7 days before. */
  weekStart: string;
  /** The baseline: the 28 days before the week, with which the week is compared. */
  baselineStart: string;
  /** The 90 days before, for the recent downloads. */
  recentStart: string;
}

/** The square of a larger whole number is above 2⁵³, so not every program that reads a score would have it exactly. */
const MAX_GROWTH = 94_906_265;

/**
 * The statements that write the scores of these realms, if this process still has the lease. `recent` are the downloads of the last 90 days, and
 * `trending` is growth² / (baseline + 100), rounded towards 0 and with the sign of the growth. The growth is 4 · week − baseline: how far the
 * last 7 days, four times, are above the 28 days before. The 100 keep a realm with few downloads from leaping to the top.
 */
export function writeScores(
  keepLease: KeepLease,
  periods: ScorePeriods,
  realms: { realm_id: string; last_day: string }[],
): Sql[] {
  const { day } = periods;
  const last = realms.at(-1);
  const size = sql`growth * growth / (baseline + 100)`;
  return [
    ...keepLease(),
    sql`update score_run set after_day = ${last?.last_day}, after_realm = ${last?.realm_id} where next_day = ${day}`,
    onlyIf(sql`exists (select 1 from score_run where next_day = ${day})`), // a process of release 0.2.0 has leases of its own
    sql`insert into download_scores (seq, day, recent, trending)
      select seq, cast(${day} as text), recent, case when growth < 0 then -(${size}) else ${size} end
      from (select seq, recent, baseline, ${clamped(sql`(4 * week - baseline)`)} as growth
        from (${downloadsIn(periods, realms)}) sums) trends
      where recent > 0
      on conflict (seq, day) do update set recent = excluded.recent, trending = excluded.trending`,
  ];
}

function clamped(growth: Sql): Sql {
  const [max, min] = [sql`cast(${MAX_GROWTH} as bigint)`, sql`cast(${-MAX_GROWTH} as bigint)`];
  return sql`case when ${growth} > ${max} then ${max} when ${growth} < ${min} then ${min} else ${growth} end`;
}

const sumIf = (condition: Sql) => sql`cast(sum(case when ${condition} then download_days.count else 0 end) as bigint)`;

/** The query for the downloads of each realm in each period. */
function downloadsIn(periods: ScorePeriods, realms: { realm_id: string }[]): Sql {
  const { day, weekStart, baselineStart, recentStart } = periods;
  const days = sql`download_days.day`;
  return sql`select realms.seq, cast(sum(download_days.count) as bigint) as recent,
      ${sumIf(sql`${days} >= ${weekStart}`)} as week,
      ${sumIf(sql`${days} >= ${baselineStart} and ${days} < ${weekStart}`)} as baseline
    from realms join download_days on download_days.realm_id = realms.id
    where realms.id in (${join(realms.map(({ realm_id }) => realm_id))}) and ${days} >= ${recentStart} and ${days} < ${day}
    group by realms.seq`;
}

/** Shows the scores of the day that this process has written, all at once, if it still has the lease. */
export function showScores(db: Database, keepLease: KeepLease, day: string): Promise<void> {
  return db.batch([
    ...keepLease(),
    sql`update score_run set day = next_day, next_day = '', after_day = '', after_realm = '' where next_day = ${day}`,
  ]);
}

/** Deletes the scores of some realms that are of neither day. Returns the last of these realms; undefined after the last of all. */
export async function deleteFormerScores(
  db: Database,
  { day, next_day }: ScoreRun,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const row = await db.get<{ last: number | null }>(sql`select max(seq) as last from
    (select distinct seq from download_scores where seq > ${after} order by seq limit ${limit}) scored`);
  if (!row?.last) return undefined;
  await db.batch([
    sql`delete from download_scores where seq > ${after} and seq <= ${row.last} and day <> ${day} and day <> ${next_day}`,
  ]);
  return row.last;
}
