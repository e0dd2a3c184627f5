// The statistics of the whole catalog.
import { statsPage, type Series, type Site } from '@realm-catalog/web';
import type { Metric } from '@realm-catalog/contract';
import type { Read } from '../api/in-process.ts';
import { filledDays, lastDays, today } from './days.ts';
import type { PageHandler } from './page.ts';

const CHART_DAYS = 365;
const titles: Record<Metric, string> = {
  downloads: 'Downloads by day',
  realms: 'New realms by day',
  users: 'New people by day',
};

export function statsPages(read: Read) {
  async function series(site: Site, metric: Metric): Promise<Series> {
    const from = lastDays(CHART_DAYS);
    const { points } = await read('getSeries', { query: { metric, from, interval: 'day' } });
    const address = `${site.basePath}/v1/stats/series?metric=${metric}`;
    return {
      title: titles[metric],
      points: filledDays(from, points),
      json: address,
      csv: `${address}&format=csv`,
      incompleteDay: today(),
    };
  }

  const stats: PageHandler = async ({ site }) => {
    const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = await read('getStats');
    const { categories } = await read('listCategories', { query: { limit: 20 } });
    const shown = await Promise.all((['downloads', 'realms', 'users'] as const).map((metric) => series(site, metric)));
    return statsPage(site, { totals: { realms, downloads, users }, series: shown, categories });
  };

  return { stats };
}
