// What is loaded at the first request for a page: the assets, and the views and handlers of the pages that everyone reads.
import { errorPage, type Site } from '@realm-catalog/web';
import type { InProcess } from '../api/in-process.ts';
import type { Archives } from '../archives/archives.ts';
import { openBundles } from '../bundles/bundles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config.ts';
import { anonymous } from '../credentials/caller.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { indexFinder, type FindIndex } from '../files/find-index.ts';
import { loadOnce } from '../load-once.ts';
import { pictureSizes } from '../pictures/archive-picture-sizes.ts';
import { coverReader } from '../pictures/public-cover.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import { previewFinder } from '../previews/find-preview.ts';
import type { Pictures } from '../rendering/pictures.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { passkeySite } from '../second-factors/passkeys.ts';
import { openAssets, type Assets } from './assets.ts';
import { createBundlePages } from './bundle-pages.ts';
import { createPackagePages } from './package-pages.ts';
import { collection, collections } from './collection-pages.ts';
import { createDiffPages } from './diff-pages.ts';
import { documentPages } from './document-pages.ts';
import { downloadPolicy } from './download-policy.ts';
import { createFilePages } from './file-pages.ts';
import { createGraphqlPage } from './graphql-page.ts';
import { home } from './home-page.ts';
import { createItemLists } from './item-lists.ts';
import { createDesignPage, createListPages } from './list-pages.ts';
import type { AccountPageServices } from './load-account-pages.ts';
import type { LoadedPages, PageHandler } from './page.ts';
import { createPicturePages } from './picture-pages.ts';
import { createPreviewPages } from './preview-pages.ts';
import { documentRenderer } from './readme.ts';
import { createRealmPages } from './realm-pages.ts';
import { createReferencePages } from './reference-pages.ts';
import { createSitemapPages, type PublicLists } from './sitemap-pages.ts';
import { stats } from './stats-pages.ts';
import { starFinder } from './stars.ts';
import { createSuggestions } from './suggestions.ts';
import { createVersionPages } from './version-pages.ts';

interface PageServices extends AccountPageServices {
  catalog: Pick<Catalog, 'readerFor' | 'related' | 'listJson' | 'completeValue'> & PublicLists;
  archives: Pick<Archives, 'linkOrigin'>;
  files: ArchiveFiles;
  renderer: Renderer;
  pictures: Pictures;
  realmPictures: StoredPictures;
}

export async function loadPages(
  { readAs, performAs }: Pick<InProcess, 'readAs' | 'performAs'>,
  services: PageServices,
): Promise<LoadedPages> {
  const { config, catalog, archives, files, keyring, renderer, pictures, realmPictures } = services;
  const { previews: place, cdnSeconds } = config;
  const assets = openAssets(config.site);
  const bundles = await openBundles(config.publicUrl, config.dataDir);
  const reader = catalog.readerFor(anonymous);
  const findPreview = previewFinder({ db: reader, keyring, place, cdnSeconds });
  const findIndex: FindIndex = (caller, ...place) => indexFinder(catalog.readerFor(caller), files)(caller, ...place);
  const findSizes = pictureSizes(files);
  const policyOfDownloads = downloadPolicy(archives);
  const renderDocument = documentRenderer(renderer, findIndex, findSizes);
  return {
    handlers: {
      home,
      ...createListPages(createItemLists(catalog)),
      collections,
      collection,
      ...createRealmPages({ renderDocument, catalog, findIndex, policyOfDownloads }),
      ...createFilePages({ renderer, renderDocument, findIndex, findSizes }),
      ...createVersionPages({ renderDocument, findIndex, files, policyOfDownloads }),
      ...createDiffPages(renderer),
      ...createPreviewPages({ findPreview, files, place }),
      stats,
      design: createDesignPage(readAs(anonymous)),
      ...createReferencePages(readAs(anonymous), config),
      docsGraphql: createGraphqlPage(readAs(anonymous)),
      ...documentPages,
      suggestions: createSuggestions(catalog),
      ...createSitemapPages(catalog, reader),
      ...createBundlePages(bundles),
      ...createPackagePages(bundles),
      ...createPicturePages({ pictures, readCover: coverReader(reader, realmPictures) }, config.site),
      ...assetPages(assets),
    },
    loadAccountPages: loadOnce(async () =>
      (await import('./load-account-pages.ts')).loadAccountPages({ performAs }, services, bundles.publish.path),
    ),
    withStars: starFinder(services.db),
    siteFor: sites(config, assets, bundles.cli.url),
    renderError: errorPage,
  };
}

const NO_STARS: ReadonlySet<string> = new Set();

/** The site in each theme. */
function sites(
  config: Config,
  { stylesheet, accountStylesheet, makerStylesheet, script, logo }: Assets,
  commandLine: string,
): LoadedPages['siteFor'] {
  const { site, basePath, publicUrl } = config;
  const common = {
    name: site.name,
    basePath,
    publicUrl,
    commandLine,
    logo: logo && basePath + logo.path,
    stylesheet: basePath + stylesheet.path,
    accountStylesheet: basePath + accountStylesheet.path,
    makerStylesheet: basePath + makerStylesheet.path,
    script: basePath + script.path,
    ways: waysOf(config),
    viewer: undefined,
  };
  const themes = new Map<string, Site>(['', 'light', 'dark'].map((theme) => [theme, { ...common, theme }]));
  return (theme, viewer) => {
    const site = themes.get(theme) ?? { ...common, theme: '' };
    if (!viewer) return site;
    const { username, role } = viewer.caller.account;
    return { ...site, viewer: { username, image: viewer.image, role, starred: NO_STARS } };
  };
}

function waysOf({ identityProvider, publicUrl, site, mail, registration }: Config): Site['ways'] {
  return {
    provider: identityProvider?.name,
    hasPasskeys: passkeySite(publicUrl, site.name) !== undefined,
    hasMail: mail !== undefined,
    registration,
  };
}

function assetPages({ stylesheet, accountStylesheet, makerStylesheet, script, logo, favicon }: Assets) {
  const faviconPage: PageHandler = async () => favicon;
  return {
    stylesheet: stylesheet.handler,
    accountStylesheet: accountStylesheet.handler,
    makerStylesheet: makerStylesheet.handler,
    script: script.handler,
    logo: logo?.handler ?? faviconPage,
    favicon: faviconPage,
  };
}
