// The downloads of one realm as its pages show them: the last days, by version, and in a chart as it was chosen.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { realmStatsPath, type StatsState } from '@realm-catalog/web/pages/realm-stats';
import type { Point } from '@realm-catalog/web/parts/charts';
import type { Series } from '@realm-catalog/web/parts/series';
import type { Site } from '@realm-catalog/web/site';
import type { Read } from '../../api/in-process.ts';
import { problem } from '../../http/problem.ts';
import { filledIntervals, lastDays, readPeriod, readSeries } from '../intervals.ts';

const RECENT_DAYS = 90;

/** Of each of the last 90 days; none where nobody took it. */
export async function readLastDownloads(read: Read, slug: string): Promise<Point[]> {
  const { days } = await read('getDownloads', { params: { slug }, query: { from: lastDays(RECENT_DAYS) } });
  return days.length > 0 ? filledIntervals('day', days.map(toPoint), RECENT_DAYS) : [];
}

/** The sum of the last 90 days, today among them. Whole days are compared: 90 of them (`now`) with the 90 before. */
export async function readRecentSums(read: Read, slug: string) {
  const [today, firstWhole] = [lastDays(1), lastDays(RECENT_DAYS + 1)];
  const query = { from: lastDays(2 * RECENT_DAYS + 1) };
  const { days } = await read('getDownloads', { params: { slug }, query });
  const sum = (from: string, to: string) =>
    days.reduce((total, { day, downloads }) => total + (day >= from && day < to ? downloads : 0), 0);
  return {
    recent: sum(lastDays(RECENT_DAYS), lastDays(0)),
    now: sum(firstWhole, today),
    before: sum(query.from, firstWhole),
  };
}

/** Of the last 90 days, the most downloaded version first: all of them may be many rows. */
export async function countByVersion(read: Read, slug: string): Promise<{ version: string; count: number }[]> {
  const query = { by: 'version' as const, interval: 'month' as const, from: lastDays(RECENT_DAYS) };
  const { days } = await read('getDownloads', { params: { slug }, query });
  const counts = new Map<string, number>();
  for (const { version = '', downloads } of days) counts.set(version, (counts.get(version) ?? 0) + downloads);
  return Array.from(counts, ([version, count]) => ({ version, count })).toSorted(
    (one, other) => other.count - one.count,
  );
}

/** Of all versions or of one, since the first download or in a period. */
export async function readDownloadSeries(
  read: Read,
  site: Site,
  realm: RealmDetail,
  state: StatsState,
): Promise<Series> {
  const { slug, visibility } = realm;
  const { by, version } = state;
  const { versions } = await read('listVersions', { params: { slug } });
  if (version !== '' && version !== GENERATED_VERSION && !versions.some((one) => one.version === version))
    throw problem('not_found', 'This realm has no such version.');
  const ofVersion = version === '' ? {} : { version };
  const named = {
    id: 'downloads',
    title: version === '' ? 'Downloads' : `Downloads of ${version}`,
    marks: versions.map((one) => ({ day: one.createdAt.slice(0, 10), label: one.version })),
    address: `${site.basePath}/v1/realms/${slug}/downloads?${version && `version=${encodeURIComponent(version)}&`}`,
  };
  const readPoints = async (query: { interval: Series['interval']; from?: string }) =>
    (await read('getDownloads', { params: { slug }, query: { ...query, ...ofVersion } })).days.map(toPoint);
  const series = by === '' ? await readSeries(named, readPoints) : await readPeriod(named, by, readPoints);
  // The API does not know who is signed in to the pages.
  return {
    ...series,
    csv: realmStatsPath(site, slug, state, '.csv'),
    json: visibility === 'private' ? undefined : series.json,
  };
}

const toPoint = ({ day, downloads }: { day: string; downloads: number }): Point => ({ day, value: downloads });
