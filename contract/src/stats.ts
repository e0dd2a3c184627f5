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
      'Public realms by category: the 200 largest, of equal ones the first by name; saas, blog, api and ecommerce always appear.',
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
    description: 'The intervals that have a value, the oldest first.',
  }),
});

export const statsResource = {
  chapter: 'Statistics',
  description: 'What the whole catalog counts.',
  schemas: { Statistics, StatisticsSeries },
  meanings: {
    Statistics: 'What the whole catalog counts.',
    StatisticsSeries: 'What the whole catalog counts, by day, week or month.',
  },
  details: {
    getStats: {
      clientMethod: 'stats.get',
      summary: 'Read platform statistics',
      description: 'Counts public realms and their downloads, and all accounts.',
      reply: { status: 200, schema: Statistics },
    },
    getSeries: {
      clientMethod: 'stats.series',
      summary: 'Read platform statistics by day',
      description:
        'Of what is public now: downloads by day, realms and accounts by the day of their creation. ' +
        'Without `from` and `to`, the points sum to the total that `/stats` has.',
      query: object(
        {
          metric: oneOf(METRICS, {
            description: 'Downloads by their day, realms or accounts by the day of their creation.',
          }),
        },
        {
          ...seriesQuery,
          interval: oneOf(INTERVALS, {
            description: `Default: the shortest that gives at most ${grouped(MAX_POINTS)} points. A shorter one is a 400.`,
          }),
          category: string({ description: 'Only realms of this category. A 400 with `users`.', examples: ['saas'] }),
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
