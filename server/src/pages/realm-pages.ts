// The pages of one realm: README and facts, versions, and statistics.
import { hash } from 'node:crypto';
import type { RealmDetail } from '@realm-catalog/contract';
import {
  bytesAsHtml,
  html,
  offsetOf,
  realmPage,
  realmStatsPage,
  safeHtml,
  versionsPage,
  type Html,
  type Point,
  type Series,
  type Site,
} from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { ifAvailable } from './if-available.ts';
import { chooseInterval, filledIntervals, lastDays } from './intervals.ts';
import { MAX_CONTENT_BYTES, type PageHandler } from './page.ts';

const SPARK_DAYS = 90;
const MAX_RELATED = 6;
const VERSIONS_PER_PAGE = 100;

export function realmPages(read: Read, renderer: Renderer, catalog: Pick<Catalog, 'related'>) {
  const getRealm = (params: Record<string, string>) => read('getRealm', { params: { slug: params['slug'] ?? '' } });

  async function lastDownloads(slug: string): Promise<Point[]> {
    const { days } = await read('getDownloads', { params: { slug }, query: { from: lastDays(SPARK_DAYS) } });
    return filledIntervals('day', days.map(toPoint), SPARK_DAYS);
  }

  async function readme(realm: RealmDetail, base: string) {
    const { longDescription: text, slug, version } = realm;
    if (text.trim() === '') return { isPartial: false, html: undefined };
    const links = {
      files: `${base}/realms/${slug}/files/${version}/`,
      images: `${base}/realms/${slug}/raw/${version}/`,
    };
    const document = { realm: slug, text, digest: hash('sha256', text, 'base64url'), base: links };
    const rendered = await ifAvailable(renderer.markdown(document));
    if (rendered === null) return { isPartial: true, html: plainReadme(realm, base) };
    const isShown = Buffer.byteLength(rendered) <= MAX_CONTENT_BYTES;
    return { isPartial: false, html: isShown ? safeHtml(rendered) : tooLargeReadme(realm, base) };
  }

  /** A realm is in memory. While the database is unavailable, or too many README files wait, the page is made without the rest. */
  const realm: PageHandler = async ({ site, params }) => {
    const found = await getRealm(params);
    const [text, downloads, related] = await Promise.all([
      readme(found, site.basePath),
      ifAvailable(lastDownloads(found.slug)),
      ifAvailable(catalog.related(anonymous, found.slug, MAX_RELATED)),
    ]);
    const page = realmPage(site, {
      realm: found,
      readme: text.html,
      downloads: downloads ?? [],
      related: related ?? [],
    });
    return { html: page, isPartial: text.isPartial || downloads === null || related === null };
  };

  /** Of the last 90 days: all of them may be many rows. */
  async function byVersion(slug: string): Promise<{ version: string; count: number }[]> {
    const query = { by: 'version' as const, interval: 'month' as const, from: lastDays(SPARK_DAYS) };
    const { days } = await read('getDownloads', { params: { slug }, query });
    const counts = new Map<string, number>();
    for (const { version = '', downloads } of days) counts.set(version, (counts.get(version) ?? 0) + downloads);
    return Array.from(counts, ([version, count]) => ({ version, count })).toSorted(
      (one, other) => other.count - one.count,
    );
  }

  const versions: PageHandler = async ({ site, params, query }) => {
    const realm = await getRealm(params);
    const { versions } = await read('listVersions', { params: { slug: realm.slug } });
    const counts = new Map((await byVersion(realm.slug)).map(({ version, count }) => [version, count]));
    const [limit, offset] = [VERSIONS_PER_PAGE, offsetOf(query)];
    const listed = versions.slice(offset, offset + limit).map((one, at) => ({
      ...one,
      downloadCount: counts.get(one.version) ?? 0,
      before: versions[offset + at + 1]?.version,
    }));
    return versionsPage(site, { realm, versions: listed, total: versions.length, limit, offset });
  };

  /** Months tell how far back the downloads go, and so which interval fits. */
  async function series(site: Site, slug: string): Promise<Series> {
    const months = await read('getDownloads', { params: { slug }, query: { interval: 'month' } });
    const { interval, from } = chooseInterval(months.days[0]?.day ?? lastDays(1));
    const { days } = await read('getDownloads', { params: { slug }, query: { interval, from } });
    const { versions } = await read('listVersions', { params: { slug } });
    const address = `${site.basePath}/v1/realms/${slug}/downloads?interval=${interval}&from=${from}`;
    return {
      id: 'downloads',
      title: 'Downloads',
      interval,
      points: days.length > 0 ? filledIntervals(interval, days.map(toPoint)) : [],
      marks: versions.map(({ version, createdAt }) => ({ day: createdAt.slice(0, 10), label: version })),
      json: address,
      csv: `${address}&format=csv`,
    };
  }

  const realmStats: PageHandler = async ({ site, params }) => {
    const realm = await getRealm(params);
    const { slug } = realm;
    const recent = (await lastDownloads(slug)).reduce((sum, { value }) => sum + value, 0);
    const downloads = await series(site, slug);
    return realmStatsPage(site, { realm, recent, downloads, byVersion: await byVersion(slug) });
  };

  return { realm, versions, realmStats };
}

function plainReadme(realm: RealmDetail, base: string): Html {
  const { longDescription: text } = realm;
  if (bytesAsHtml(text) > MAX_CONTENT_BYTES) return tooLargeReadme(realm, base);
  return html`<pre class="readme-plain" tabindex="0" dir="auto">${text}</pre>`;
}

function tooLargeReadme({ slug }: RealmDetail, base: string): Html {
  return html`<p class="soft">
    This README is too large to show here. <a href="${base}/realms/${slug}.md">Read it as text</a>
  </p>`;
}

const toPoint = ({ day, downloads }: { day: string; downloads: number }): Point => ({ day, value: downloads });
