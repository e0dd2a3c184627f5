// The platform's statistics by day. Only the days are read that have a value, whatever the number of realms.
import { INTERVALS, MAX_POINTS, type Interval, type Metric } from '@realm-catalog/contract';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';
import { firstDay, intervalOf } from './interval-queries.ts';
import { pendingIf } from './pending-queries.ts';

export interface SeriesQuery {
  metric: Metric;
  /** The condition for realms that count. */
  isListed: Sql;
  /** Empty for all. */
  category: string;
  from: string;
  to: string;
  /** Undefined for the shortest that gives few enough points. */
  interval: Interval | undefined;
}

interface Series {
  interval: Interval;
  points: { day: string; value: number }[];
}

/** Undefined if there are too many points. It is one statement, so that all points are of one moment. */
export async function getSeries(db: Reader, query: SeriesQuery): Promise<Series | undefined> {
  for (const interval of query.interval ? [query.interval] : INTERVALS) {
    const points = await listPoints(db, query, interval);
    if (points.length <= MAX_POINTS) return { interval, points };
  }
  return undefined;
}

async function listPoints(db: Reader, { metric, isListed, category, from, to }: SeriesQuery, interval: Interval) {
  const within = sql`day >= ${from} and day <= ${to}`;
  const isCounted = category === '' ? isListed : sql`${isListed} and realms.category = ${category}`;
  const pending = sql`union all select ${intervalOf[interval]}, ${pendingIf(isCounted)} from pending_downloads where ${within}`;
  const rows = await db.all<{ period: string | number; value: number }>(sql`
    select period, cast(sum(value) as bigint) as value from (
      select ${intervalOf[interval]} as period, value from day_totals
      where metric = ${metric} and category = ${category} and ${within}
      ${metric === 'downloads' ? pending : empty}
    ) days group by period having sum(value) > 0 order by period limit ${MAX_POINTS + 1}`);
  return rows.map(({ period, value }) => ({ day: firstDay(period), value }));
}
