// Everything of the pages that is loaded at the first request for one: the views, the assets and the handlers.
import { errorPage, type Site } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config.ts';
import { anonymous } from '../credentials/caller.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { indexFinder } from '../files/find-index.ts';
import type { Pictures } from '../rendering/pictures.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { openAssets, type Assets } from './assets.ts';
import { documentPages } from './document-pages.ts';
import { filePages } from './file-pages.ts';
import { listPages } from './list-pages.ts';
import type { PageHandler } from './page.ts';
import type { LoadedPages } from './pages.ts';
import { picturePages } from './picture-pages.ts';
import { realmPages } from './realm-pages.ts';
import { referencePages } from './reference-pages.ts';
import { sitemapPages, type PublicLists } from './sitemap-pages.ts';
import { statsPages } from './stats-pages.ts';

interface PageServices {
  config: Config;
  catalog: Pick<Catalog, 'readerFor' | 'related'> & PublicLists;
  files: ArchiveFiles;
  renderer: Renderer;
  pictures: Pictures;
}

export function loadPages(read: Read, services: PageServices): LoadedPages {
  const { config, catalog, files, renderer, pictures } = services;
  const assets = openAssets(config.site);
  return {
    handlers: {
      ...listPages(read),
      ...realmPages(read, renderer, catalog),
      ...filePages(read, renderer, indexFinder(catalog.readerFor(anonymous), files)),
      ...statsPages(read),
      ...referencePages(read, config),
      ...documentPages(read),
      ...sitemapPages(catalog, catalog.readerFor(anonymous)),
      ...picturePages(read, pictures, config.site),
      ...assetPages(assets),
    },
    siteFor: sites(config, assets),
    renderError: errorPage,
  };
}

/** The site in each theme. */
function sites({ site, basePath, publicUrl }: Config, { stylesheet, script, logo }: Assets): (theme: string) => Site {
  const common = {
    name: site.name,
    basePath,
    publicUrl,
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
