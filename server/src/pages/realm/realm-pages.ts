// The pages of one realm: README and facts, versions, and statistics.
import { GENERATED_VERSION, INTERVALS, type RealmDetail } from '@realm-catalog/contract';
import { offsetOf } from '@realm-catalog/web/list-state';
import { realmPage } from '@realm-catalog/web/pages/realm';
import { realmStatsPage, type StatsState } from '@realm-catalog/web/pages/realm-stats';
import { versionsPage } from '@realm-catalog/web/pages/versions';
import type { Read } from '../../api/in-process.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { isRemoved } from '../../accounts/user-queries.ts';
import type { Caller } from '../../credentials/caller.ts';
import type { Reader } from '../../db/database.ts';
import { CodedError } from '../../errors.ts';
import type { FindIndex } from '../../files/find-index.ts';
import { csvBody } from '../../http/csv.ts';
import { ifAvailable } from '../optional-part.ts';
import type { DownloadPolicy } from './download-policy.ts';
import type { PageHandler, PageRequest } from '../page.ts';
import type { RenderDocument } from './readme.ts';
import { countByVersion, readDownloadSeries, readLastDownloads, readRecentSums } from './realm-downloads.ts';

const MAX_RELATED = 6;
const VERSIONS_PER_PAGE = 100;

interface RealmPageServices {
  renderDocument: RenderDocument;
  catalog: Pick<Catalog, 'related'>;
  findIndex: FindIndex;
  policyOfDownloads: DownloadPolicy;
  reader: Reader;
}

const getRealm = ({ read, params }: PageRequest) => read('getRealm', { params: { slug: params['slug'] ?? '' } });

/** All versions of a realm, if there are any and none is left. */
const yankedVersions = async (read: Read, { slug, version }: RealmDetail) =>
  version === GENERATED_VERSION ? (await read('listVersions', { params: { slug } })).versions : [];

/** What of the numbers was chosen. The router knows no other value of `by`. */
const statsState = (query: URLSearchParams): StatsState => ({
  by: INTERVALS.find((one) => one === query.get('by')) ?? '',
  version: query.get('version') ?? '',
});
/** Whether the owner comes from publishing. The cache of pages knows no such parameter, and stores nothing for someone who is signed in. */
const isPublisher = ({ viewer, url }: PageRequest, { author }: RealmDetail): boolean =>
  viewer?.caller.account.username === author.username && url.endsWith('?done=published');

const realmStats: PageHandler = async (request) => {
  const { site, read, query } = request;
  const realm = await getRealm(request);
  const state = statsState(query);
  const downloads = await readDownloadSeries(read, site, realm, state);
  const sums = await readRecentSums(read, realm.slug);
  return realmStatsPage(site, { realm, state, sums, downloads, byVersion: await countByVersion(read, realm.slug) });
};

/** The numbers of the chart, as its table has them. */
const realmStatsTable: PageHandler = async (request) => {
  const { site, read, query } = request;
  const { points, before } = await readDownloadSeries(read, site, await getRealm(request), statsState(query));
  const hasBefore = before.length > 0;
  return csvBody(
    ['day', 'downloads', ...(hasBefore ? ['before'] : [])],
    points.map(({ day, value }, at) => [day, value, ...(hasBefore ? [before[at] ?? ''] : [])]),
  );
};

export function createRealmPages(services: RealmPageServices) {
  const { renderDocument, catalog, findIndex, policyOfDownloads, reader } = services;

  /** A realm is in memory. While the database is unavailable, or too many README files wait, the page is made without the rest. */
  const realm: PageHandler = async (request) => {
    const { caller, read } = request;
    const found = await getRealm(request);
    const site = await request.withStars([found]);
    const { slug, version, longDescription: text, name: title } = found;
    const [readme, downloads, related, licenseFile, yanked, isAuthorRemoved] = await Promise.all([
      renderDocument(site, { caller, slug, version, seen: found, text, title, textPath: `/realms/${slug}.md` }),
      ifAvailable(readLastDownloads(read, slug)),
      ifAvailable(catalog.related(caller, slug, MAX_RELATED)),
      ifAvailable(findLicense(findIndex, caller, found)),
      ifAvailable(yankedVersions(read, found)),
      ifAvailable(isRemoved(reader, found.author.username)),
    ]);
    const isPartial = readme.isPartial || [downloads, related, licenseFile, yanked, isAuthorRemoved].includes(null);
    const view = {
      realm: found,
      readme: readme.html,
      licenseFile: licenseFile ?? undefined,
      yanked: yanked ?? [],
      isAuthorRemoved: isAuthorRemoved ?? false,
    };
    const isJustPublished = isPublisher(request, found);
    const html = realmPage(site, { ...view, isJustPublished, downloads: downloads ?? [], related: related ?? [] });
    return { html, isPartial, policy: await policyOfDownloads() };
  };

  const versions: PageHandler = async (request) => {
    const { site, query, read } = request;
    const realm = await getRealm(request);
    const { versions } = await read('listVersions', { params: { slug: realm.slug } });
    const counts = new Map((await countByVersion(read, realm.slug)).map(({ version, count }) => [version, count]));
    const [limit, offset] = [VERSIONS_PER_PAGE, offsetOf(query)];
    const listed = versions.slice(offset, offset + limit).map((one, at) => ({
      ...one,
      downloadCount: counts.get(one.version) ?? 0,
      before: versions[offset + at + 1]?.version,
    }));
    const html = versionsPage(site, { realm, versions: listed, total: versions.length, limit, offset });
    return { html, isPartial: false, policy: await policyOfDownloads() };
  };

  return { realm, versions, realmStats, realmStatsTable };
}

const LICENSE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'LICENCE.md', 'LICENCE.txt', 'COPYING'];

/** The path of the text of the license; undefined without one, or where the files of the archive cannot be read. */
async function findLicense(findIndex: FindIndex, caller: Caller, realm: RealmDetail): Promise<string | undefined> {
  if (realm.version === GENERATED_VERSION) return undefined;
  try {
    const { index } = await findIndex(caller, realm.slug, realm.version, realm);
    return LICENSE_FILES.find((path) => index.find(path));
  } catch (error) {
    if (error instanceof CodedError && error.public.code === 'not_found') return undefined;
    throw error;
  }
}
