// Everything of the pages that is loaded at the first request for one: the views, the assets and the handlers.
import { errorPage, type Site } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Archives } from '../archives/archives.ts';
import { openBundles } from '../bundles/bundles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { indexFinder } from '../files/find-index.ts';
import { pictureSizes } from '../pictures/archive-picture-sizes.ts';
import { coverReader } from '../pictures/public-cover.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import { previewFinder } from '../previews/find-preview.ts';
import type { Pictures } from '../rendering/pictures.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { openAssets, type Assets } from './assets.ts';
import { createBundlePages } from './bundle-pages.ts';
import { createCollectionPages } from './collection-pages.ts';
import { createDiffPages } from './diff-pages.ts';
import { createDocumentPages } from './document-pages.ts';
import { downloadPolicy } from './download-policy.ts';
import { createFilePages } from './file-pages.ts';
import { createHomePage } from './home-page.ts';
import { createItemLists } from './item-lists.ts';
import { createListPages } from './list-pages.ts';
import type { LoadedPages, PageHandler } from './page.ts';
import { createPicturePages } from './picture-pages.ts';
import { createPreviewPages } from './preview-pages.ts';
import { documentRenderer } from './readme.ts';
import { createRealmPages } from './realm-pages.ts';
import { createReferencePages } from './reference-pages.ts';
import { createSitemapPages, type PublicLists } from './sitemap-pages.ts';
import { createStatsPages } from './stats-pages.ts';
import { createSuggestions } from './suggestions.ts';
import { createVersionPages } from './version-pages.ts';

interface PageServices {
  config: Config;
  catalog: Pick<Catalog, 'readerFor' | 'related' | 'listJson' | 'completeValue'> & PublicLists;
  archives: Pick<Archives, 'linkOrigin'>;
  files: ArchiveFiles;
  keyring: Keyring;
  renderer: Renderer;
  pictures: Pictures;
  realmPictures: StoredPictures;
}

export async function loadPages(read: Read, services: PageServices): Promise<LoadedPages> {
  const { config, catalog, archives, files, keyring, renderer, pictures, realmPictures } = services;
  const { previews: place, cdnSeconds } = config;
  const assets = openAssets(config.site);
  const bundles = await openBundles(config.publicUrl, config.dataDir);
  const reader = catalog.readerFor(anonymous);
  const findPreview = previewFinder({ db: reader, keyring, place, cdnSeconds });
  const findIndex = indexFinder(reader, files);
  const findSizes = pictureSizes(files);
  const policyOfDownloads = downloadPolicy(archives);
  const renderDocument = documentRenderer(renderer, findIndex, findSizes);
  return {
    handlers: {
      home: createHomePage(read),
      ...createListPages(read, createItemLists(read, catalog)),
      ...createCollectionPages(read),
      ...createRealmPages({ read, renderDocument, catalog, findIndex, policyOfDownloads }),
      ...createFilePages({ read, renderer, renderDocument, findIndex, findSizes }),
      ...createVersionPages({ read, renderDocument, findIndex, files, policyOfDownloads }),
      ...createDiffPages(read, renderer),
      ...createPreviewPages({ read, findPreview, files, place }),
      ...createStatsPages(read),
      ...createReferencePages(read, config),
      ...createDocumentPages(read),
      suggestions: createSuggestions(read, catalog),
      ...createSitemapPages(catalog, reader),
      ...createBundlePages(bundles),
      ...createPicturePages(read, { pictures, readCover: coverReader(reader, realmPictures) }, config.site),
      ...assetPages(assets),
    },
    siteFor: sites(config, assets, bundles.cli.url),
    renderError: errorPage,
  };
}

/** The site in each theme. */
function sites(
  { site, basePath, publicUrl }: Config,
  { stylesheet, script, logo }: Assets,
  commandLine: string,
): (theme: string) => Site {
  const common = {
    name: site.name,
    basePath,
    publicUrl,
    commandLine,
    logo: logo && basePath + logo.path,
    stylesheet: basePath + stylesheet.path,
    script: basePath + script.path,
  };
  const themes = new Map(['', 'light', 'dark'].map((theme) => [theme, { ...common, theme }]));
  return (theme) => themes.get(theme) ?? { ...common, theme: '' };
}

function assetPages({ stylesheet, script, logo, favicon }: Assets) {
  const faviconPage: PageHandler = async () => favicon;
  return {
    stylesheet: stylesheet.handler,
    script: script.handler,
    logo: logo?.handler ?? faviconPage,
    favicon: faviconPage,
  };
}
