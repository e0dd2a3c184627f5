// Statements of the job that scores realms by their downloads: who writes which day, the scores of some realms, and the step to a new day.
import sql, { join, type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from '../db/database.ts';

export interface ScoreRun {
  /** The day whose scores are shown; empty before the first. */
  day: string;
  next_day: string;
  /** All realms up to this one are written, in the order of the days of their last downloads. */
  after_day: string;
  after_realm: string;
  holder: string;
}

export async function findRun(db: Reader): Promise<ScoreRun> {
  const run = await db.get<ScoreRun>(sql`select day, next_day, after_day, after_realm, holder from score_run`);
  if (!run) throw new Error('score_run has no row');
  return run;
}

/** The process that writes the scores of a day, and until when it alone does, unless it goes on. */
export interface Lease {
  day: string;
  holder: string;
  now: string;
  until: string;
}

/** The statement that lets this process write the scores of a day, where the last one left off. It changes nothing while another one does. */
export function leaseRun({ day, holder, now, until }: Lease): Sql {
  const isSame = sql`case when next_day = ${day} then`;
  // An end that is later than any that is set now comes from a clock that was wrong.
  return sql`update score_run set after_day = ${isSame} after_day else '' end,
      after_realm = ${isSame} after_realm else '' end, next_day = ${day}, holder = ${holder}, leased_until = ${until}
    where day <> ${day} and (leased_until < ${now} or leased_until > ${until} or holder = ${holder})`;
}

/** The statement that lets any process go on at once. */
export function releaseRun({ holder }: Pick<Lease, 'holder'>): Sql {
  return sql`update score_run set holder = '', leased_until = '' where holder = ${holder}`;
}

/** The realms with downloads on this day or later, after those that are written: the days of last downloads only grow. */
export function listDownloaded(
  db: Reader,
  since: string,
  after: { realm_id: string; last_day: string },
  limit: number,
): Promise<{ realm_id: string; last_day: string }[]> {
  return db.all(sql`select realm_id, last_day from download_counts
    where last_day >= ${since} and (last_day, realm_id) > (${after.last_day}, ${after.realm_id})
    order by last_day, realm_id limit ${limit}`);
}

/** The days at which the windows of a score begin. All end before the day of the score. */
export interface Windows {
  day: string;
  /** 7, 35 and 90 days before. */
  week: string;
  before: string;
  recent: string;
}

/** Above this, x² would not be exact in every number that has a fraction of 53 bits. */
const MAX_TREND = 94_906_265;

/** The statements that write the scores of these realms, if this process still holds the run. */
export function writeScores(lease: Lease, windows: Windows, realms: { realm_id: string; last_day: string }[]): Sql[] {
  const last = realms.at(-1);
  return [
    sql`update score_run set after_day = ${last?.last_day}, after_realm = ${last?.realm_id}, leased_until = ${lease.until}
      where holder = ${lease.holder} and next_day = ${lease.day}`,
    onlyIf(sql`exists (select 1 from score_run where holder = ${lease.holder} and next_day = ${lease.day})`),
    sql`insert into download_scores (seq, day, recent, trending)
      select seq, cast(${lease.day} as text), recent, case when x < 0 then -(x * x / (b + 100)) else x * x / (b + 100) end
      from (select seq, recent, b, ${clamped(sql`(4 * r - b)`)} as x from (${summed(windows, realms)}) summed) trends
      where recent > 0
      on conflict (seq, day) do update set recent = excluded.recent, trending = excluded.trending`,
  ];
}

function clamped(x: Sql): Sql {
  const [max, min] = [sql`cast(${MAX_TREND} as bigint)`, sql`cast(${-MAX_TREND} as bigint)`];
  return sql`case when ${x} > ${max} then ${max} when ${x} < ${min} then ${min} else ${x} end`;
}

const sumIf = (condition: Sql) => sql`cast(sum(case when ${condition} then download_days.count else 0 end) as bigint)`;

/** The downloads of each realm in each window. */
function summed({ day, week, before, recent }: Windows, realms: { realm_id: string }[]): Sql {
  const days = sql`download_days.day`;
  return sql`select realms.seq, cast(sum(download_days.count) as bigint) as recent,
      ${sumIf(sql`${days} >= ${week}`)} as r, ${sumIf(sql`${days} >= ${before} and ${days} < ${week}`)} as b
    from realms join download_days on download_days.realm_id = realms.id
    where realms.id in (${join(realms.map(({ realm_id }) => realm_id))}) and ${days} >= ${recent} and ${days} < ${day}
    group by realms.seq`;
}

/** Shows the scores of the day that this process has written, all at once, if it still has the lease. */
export function showScores(db: Database, { day, holder }: Lease): Promise<void> {
  return db.batch([
    sql`update score_run set day = next_day, next_day = '', after_day = '', after_realm = '', holder = '', leased_until = ''
      where holder = ${holder} and next_day = ${day}`,
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
    (select distinct seq from download_scores where seq > ${after} order by seq limit ${limit}) numbers`);
  if (!row?.last) return undefined;
  await db.batch([
    sql`delete from download_scores where seq > ${after} and seq <= ${row.last} and day <> ${day} and day <> ${next_day}`,
  ]);
  return row.last;
}
