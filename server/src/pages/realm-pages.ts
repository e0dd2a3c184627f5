// The pages of one realm: README and facts, versions, and statistics.
import { hash } from 'node:crypto';
import type { RealmDetail } from '@realm-catalog/contract';
import { realmPage, realmStatsPage, safeHtml, versionsPage, type Point } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { filledDays, lastDays, today } from './days.ts';
import type { PageHandler } from './page.ts';

const SPARK_DAYS = 90;
const CHART_DAYS = 365;
const MAX_RELATED = 6;

export function realmPages(read: Read, renderer: Renderer, catalog: Pick<Catalog, 'related'>) {
  const getRealm = (params: Record<string, string>) => read('getRealm', { params: { slug: params['slug'] ?? '' } });

  async function downloadsOf(slug: string, days: number): Promise<Point[]> {
    const from = lastDays(days);
    const { days: counted } = await read('getDownloads', { params: { slug }, query: { from } });
    return filledDays(
      from,
      counted.map(({ day, downloads }) => ({ day, value: downloads })),
    );
  }

  async function readme(realm: RealmDetail, base: string) {
    const { longDescription: text, slug, version } = realm;
    if (text.trim() === '') return undefined;
    const links = {
      files: `${base}/realms/${slug}/files/${version}/`,
      images: `${base}/realms/${slug}/raw/${version}/`,
    };
    return safeHtml(await renderer.markdown({ text, digest: hash('sha256', text, 'base64url'), base: links }));
  }

  const realm: PageHandler = async ({ site, params }) => {
    const found = await getRealm(params);
    return realmPage(site, {
      realm: found,
      readme: await readme(found, site.basePath),
      downloads: await downloadsOf(found.slug, SPARK_DAYS),
      related: await catalog.related(anonymous, found.slug, MAX_RELATED),
    });
  };

  async function byVersion(slug: string): Promise<{ version: string; count: number }[]> {
    const { days } = await read('getDownloads', { params: { slug }, query: { by: 'version', interval: 'month' } });
    const counts = new Map<string, number>();
    for (const { version = '', downloads } of days) counts.set(version, (counts.get(version) ?? 0) + downloads);
    return Array.from(counts, ([version, count]) => ({ version, count })).toSorted(
      (one, other) => other.count - one.count,
    );
  }

  const versions: PageHandler = async ({ site, params }) => {
    const realm = await getRealm(params);
    const { versions } = await read('listVersions', { params: { slug: realm.slug } });
    const counts = new Map((await byVersion(realm.slug)).map(({ version, count }) => [version, count]));
    const listed = versions.map((one) => ({ ...one, downloadCount: counts.get(one.version) ?? 0 }));
    return versionsPage(site, { realm, versions: listed });
  };

  const realmStats: PageHandler = async ({ site, params }) => {
    const realm = await getRealm(params);
    const address = `${site.basePath}/v1/realms/${realm.slug}/downloads`;
    const series = {
      title: 'Downloads by day',
      points: await downloadsOf(realm.slug, CHART_DAYS),
      json: address,
      csv: `${address}?format=csv`,
      incompleteDay: today(),
    };
    return realmStatsPage(site, { realm, downloads: series, byVersion: await byVersion(realm.slug) });
  };

  return { realm, versions, realmStats };
}
