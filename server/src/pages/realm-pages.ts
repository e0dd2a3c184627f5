// The pages of one realm: README and facts, versions, and statistics.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { offsetOf, realmPage, realmStatsPage, versionsPage } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import { CodedError } from '../errors.ts';
import type { FindIndex } from '../files/find-index.ts';
import { ifAvailable } from './if-available.ts';
import type { DownloadPolicy } from './download-policy.ts';
import type { PageHandler } from './page.ts';
import type { RenderDocument } from './readme.ts';
import { countByVersion, readDownloadSeries, readLastDownloads } from './realm-downloads.ts';

const MAX_RELATED = 6;
const VERSIONS_PER_PAGE = 100;

interface RealmPageServices {
  read: Read;
  renderDocument: RenderDocument;
  catalog: Pick<Catalog, 'related'>;
  findIndex: FindIndex;
  policyOfDownloads: DownloadPolicy;
}

export function createRealmPages({ read, renderDocument, catalog, findIndex, policyOfDownloads }: RealmPageServices) {
  const getRealm = (params: Record<string, string>) => read('getRealm', { params: { slug: params['slug'] ?? '' } });

  /** All versions of a realm, if there are any and none is left. */
  const yankedVersions = async ({ slug, version }: RealmDetail) =>
    version === GENERATED_VERSION ? (await read('listVersions', { params: { slug } })).versions : [];

  /** A realm is in memory. While the database is unavailable, or too many README files wait, the page is made without the rest. */
  const realm: PageHandler = async ({ site, params }) => {
    const found = await getRealm(params);
    const { slug, version, longDescription: text, name: title } = found;
    const [readme, downloads, related, licenseFile, yanked] = await Promise.all([
      renderDocument(site, { slug, version, seen: found, text, title, textPath: `/realms/${slug}.md` }),
      ifAvailable(readLastDownloads(read, slug)),
      ifAvailable(catalog.related(anonymous, slug, MAX_RELATED)),
      ifAvailable(findLicense(findIndex, found)),
      ifAvailable(yankedVersions(found)),
    ]);
    const isPartial = readme.isPartial || [downloads, related, licenseFile, yanked].includes(null);
    const view = { realm: found, readme: readme.html, licenseFile: licenseFile ?? undefined, yanked: yanked ?? [] };
    const html = realmPage(site, { ...view, downloads: downloads ?? [], related: related ?? [] });
    return { html, isPartial, policy: await policyOfDownloads() };
  };

  const versions: PageHandler = async ({ site, params, query }) => {
    const realm = await getRealm(params);
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

  const realmStats: PageHandler = async ({ site, params }) => {
    const realm = await getRealm(params);
    const { slug } = realm;
    const recent = (await readLastDownloads(read, slug)).reduce((sum, { value }) => sum + value, 0);
    const downloads = await readDownloadSeries(read, site, slug);
    return realmStatsPage(site, { realm, recent, downloads, byVersion: await countByVersion(read, slug) });
  };

  return { realm, versions, realmStats };
}

const LICENSE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'LICENCE.md', 'LICENCE.txt', 'COPYING'];

/** The path of the text of the license; undefined without one, or where the files of the archive cannot be read. */
async function findLicense(findIndex: FindIndex, realm: RealmDetail): Promise<string | undefined> {
  if (realm.version === GENERATED_VERSION) return undefined;
  try {
    const { index } = await findIndex(anonymous, realm.slug, realm.version, realm);
    return LICENSE_FILES.find((path) => index.find(path));
  } catch (error) {
    if (error instanceof CodedError && error.public.code === 'not_found') return undefined;
    throw error;
  }
}
