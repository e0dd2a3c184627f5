// The statistics of the whole catalog.
import { statsPage, type Series, type Site } from '@realm-catalog/web';
import type { Metric } from '@realm-catalog/contract';
import type { Read } from '../api/in-process.ts';
import { chooseInterval, filledIntervals, lastDays } from './intervals.ts';
import type { PageHandler } from './page.ts';

const titles: Record<Metric, string> = { downloads: 'Downloads', realms: 'New realms', users: 'New people' };
const SHOWN_CATEGORIES = 20;

export function createStatsPages(read: Read) {
  /** Months tell how far back the values go, and so which interval fits. */
  async function series(site: Site, metric: Metric): Promise<Series> {
    const months = await read('getSeries', { query: { metric, interval: 'month' } });
    const { interval, from } = chooseInterval(months.points[0]?.day ?? lastDays(1));
    const { points } = await read('getSeries', { query: { metric, interval, from } });
    const address = `${site.basePath}/v1/stats/series?metric=${metric}&interval=${interval}&from=${from}`;
    return {
      id: metric,
      title: titles[metric],
      interval,
      points: points.length > 0 ? filledIntervals(interval, points) : [],
      marks: [],
      json: address,
      csv: `${address}&format=csv`,
    };
  }

  const stats: PageHandler = async ({ site }) => {
    const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = await read('getStats');
    const { categories } = await read('listCategories', { query: { limit: SHOWN_CATEGORIES } });
    const shown = await Promise.all((['downloads', 'realms', 'users'] as const).map((metric) => series(site, metric)));
    return statsPage(site, { totals: { realms, downloads, users }, series: shown, categories });
  };

  return { stats };
}
