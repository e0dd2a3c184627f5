// The platform's statistics.
import { csv, grouped, INTERVALS, seriesDay, seriesQuery, seriesTotal } from './fields.ts';
import type { Resource } from './operation.ts';
import { integer, list, mapOf, object, oneOf, string, type Static } from './schema.ts';

export const Statistics = object({
  totalRealms: integer({ minimum: 0, description: 'Public realms.', examples: [7] }),
  totalDownloads: integer({ minimum: 0, description: 'Downloads of public realms.', examples: [1280] }),
  totalUsers: integer({ minimum: 0, description: 'All accounts.', examples: [1] }),
  categories: mapOf(integer({ minimum: 0 }), {
    description:
      'How many public realms each of the 200 largest categories has; equal ones by name. saas, blog, api and ecommerce always ' +
      'appear.',
    examples: [{ saas: 1, blog: 1, api: 2, ecommerce: 1 }],
  }),
});

const METRICS = ['downloads', 'realms', 'users'] as const;
export type Metric = (typeof METRICS)[number];
/** More points are refused. */
export const MAX_POINTS = 1_000;

const StatisticsSeries = object({
  metric: oneOf(METRICS, { examples: ['downloads'] }),
  interval: oneOf(INTERVALS, { examples: ['day'] }),
  total: seriesTotal,
  points: list(object({ day: seriesDay, value: integer({ minimum: 1, examples: [3] }) }), {
    maxItems: MAX_POINTS,
    description: 'The intervals with a value, oldest first.',
  }),
});

export const statsResource = {
  chapter: 'Statistics',
  description: 'Statistics of the whole catalog.',
  schemas: { Statistics, StatisticsSeries },
  meanings: {
    Statistics: 'Statistics of the whole catalog.',
    StatisticsSeries: 'Statistics of the whole catalog by day, week or month.',
  },
  details: {
    getStats: {
      clientMethod: 'stats.get',
      summary: 'Read platform statistics',
      description: 'How many public realms, downloads and accounts there are.',
      reply: { status: 200, schema: Statistics },
    },
    getSeries: {
      clientMethod: 'stats.series',
      summary: 'Read platform statistics by day',
      description:
        'Counts realms that are public now, and all accounts. Downloads count on their day; realms and accounts count on the day of ' +
        'their creation. Without `from` and `to`, the sum of the points is the total of `/stats`.',
      query: object(
        {
          metric: oneOf(METRICS, {
            description: 'What to count: downloads by their day, or realms or accounts by the day of their creation.',
          }),
        },
        {
          ...seriesQuery,
          interval: oneOf(INTERVALS, {
            description: `Default: the shortest interval that gives at most ${grouped(MAX_POINTS)} points. A shorter interval is a 400.`,
          }),
          category: string({
            description: 'Only realms of this category. With `users`, this is a 400.',
            examples: ['saas'],
          }),
        },
      ),
      reply: {
        status: 200,
        schema: StatisticsSeries,
        alternatives: csv('day,value\r\n2026-11-15,3\r\n'),
      },
    },
  },
} as const satisfies Resource;

export type Statistics = Static<typeof Statistics>;
