// The downloads of one realm as its pages show them: the last days, by version, and all of them in a chart.
import type { Point, Series, Site } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { filledIntervals, lastDays, readSeries } from './intervals.ts';

const SPARK_DAYS = 90;

/** Of each of the last 90 days; none where nobody took it. */
export async function readLastDownloads(read: Read, slug: string): Promise<Point[]> {
  const { days } = await read('getDownloads', { params: { slug }, query: { from: lastDays(SPARK_DAYS) } });
  return days.length > 0 ? filledIntervals('day', days.map(toPoint), SPARK_DAYS) : [];
}

/** Of the last 90 days, the most downloaded version first: all of them may be many rows. */
export async function countByVersion(read: Read, slug: string): Promise<{ version: string; count: number }[]> {
  const query = { by: 'version' as const, interval: 'month' as const, from: lastDays(SPARK_DAYS) };
  const { days } = await read('getDownloads', { params: { slug }, query });
  const counts = new Map<string, number>();
  for (const { version = '', downloads } of days) counts.set(version, (counts.get(version) ?? 0) + downloads);
  return Array.from(counts, ([version, count]) => ({ version, count })).toSorted(
    (one, other) => other.count - one.count,
  );
}

export async function readDownloadSeries(read: Read, site: Site, slug: string): Promise<Series> {
  const { versions } = await read('listVersions', { params: { slug } });
  const marks = versions.map(({ version, createdAt }) => ({ day: createdAt.slice(0, 10), label: version }));
  const address = `${site.basePath}/v1/realms/${slug}/downloads?`;
  return readSeries({ id: 'downloads', title: 'Downloads', marks, address }, async (query) =>
    (await read('getDownloads', { params: { slug }, query })).days.map(toPoint),
  );
}

const toPoint = ({ day, downloads }: { day: string; downloads: number }): Point => ({ day, value: downloads });
