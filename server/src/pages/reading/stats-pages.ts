// The statistics of the whole catalog.
import { statsPage } from '@realm-catalog/web/pages/stats';
import type { Series } from '@realm-catalog/web/parts/series';
import type { Site } from '@realm-catalog/web/site';
import type { Metric } from '@realm-catalog/contract';
import type { Read } from '../../api/in-process.ts';
import { readSeries } from '../intervals.ts';
import type { PageHandler } from '../page.ts';

const titles: Record<Metric, string> = { downloads: 'Downloads', realms: 'New realms', users: 'New people' };
const SHOWN_CATEGORIES = 20;

function seriesOf(site: Site, read: Read, metric: Metric): Promise<Series> {
  const address = `${site.basePath}/v1/stats/series?metric=${metric}&`;
  return readSeries(
    { id: metric, title: titles[metric], marks: [], address },
    async (query) => (await read('getSeries', { query: { metric, ...query } })).points,
  );
}

export const stats: PageHandler = async ({ site, read }) => {
  const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = await read('getStats');
  const { categories } = await read('listCategories', { query: { limit: SHOWN_CATEGORIES } });
  const metrics = ['downloads', 'realms', 'users'] as const;
  const series = await Promise.all(metrics.map((metric) => seriesOf(site, read, metric)));
  return statsPage(site, { totals: { realms, downloads, users }, series, categories });
};
