// The statistics of the whole catalog.
import { statsPage, type Series, type Site } from '@realm-catalog/web';
import type { Metric } from '@realm-catalog/contract';
import type { Read } from '../api/in-process.ts';
import { readSeries } from './intervals.ts';
import type { PageHandler } from './page.ts';

const titles: Record<Metric, string> = { downloads: 'Downloads', realms: 'New realms', users: 'New people' };
const SHOWN_CATEGORIES = 20;

export function createStatsPages(read: Read) {
  const series = (site: Site, metric: Metric): Promise<Series> => {
    const address = `${site.basePath}/v1/stats/series?metric=${metric}&`;
    return readSeries(
      { id: metric, title: titles[metric], marks: [], address },
      async (query) => (await read('getSeries', { query: { metric, ...query } })).points,
    );
  };

  const stats: PageHandler = async ({ site }) => {
    const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = await read('getStats');
    const { categories } = await read('listCategories', { query: { limit: SHOWN_CATEGORIES } });
    const shown = await Promise.all((['downloads', 'realms', 'users'] as const).map((metric) => series(site, metric)));
    return statsPage(site, { totals: { realms, downloads, users }, series: shown, categories });
  };

  return { stats };
}
