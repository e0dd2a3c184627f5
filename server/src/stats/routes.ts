// The platform's statistics over HTTP: the totals, and the same by day.
import type { Sql } from 'sql-template-tag';
import type { AddHandler } from '../api/api.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { csvBody } from '../http/csv.ts';
import { invalidParameters } from '../http/problem.ts';
import { getSeries } from './series-queries.ts';
import { getStats } from './queries.ts';

/** `isListed` is the condition for realms that count. */
export function addStatsHandlers(
  addHandler: AddHandler,
  { readerFor }: { readerFor: (caller: Caller) => Reader },
  isListed: Sql,
): void {
  addHandler('getStats', async ({ caller }) => ({ body: await getStats(readerFor(caller), isListed) }));

  addHandler('getSeries', async ({ caller, query }) => {
    const { metric, category = '', from = '0000-01-01', to = '9999-12-31', interval, format } = query;
    if (metric === 'users' && category !== '')
      throw invalidParameters({ field: 'category', message: 'cannot be sent with the metric users' });
    const series = await getSeries(readerFor(caller), { metric, isListed, category, from, to, interval });
    if (!series)
      throw invalidParameters({
        field: 'interval',
        message: 'gives more than 1,000 points: send a longer interval or fewer days',
      });
    const { points } = series;
    if (format === 'csv')
      return csvBody(
        ['day', 'value'],
        points.map(({ day, value }) => [day, value]),
      );
    const total = points.reduce((sum, { value }) => sum + value, 0);
    return { body: { metric, interval: series.interval, total, points } };
  });
}
