// What pages are made of, loaded at the first request for one: the assets, the bundles, and what renders and reads for several pages.
import { errorPage } from '@realm-catalog/web/pages/error';
import type { Site } from '@realm-catalog/web/site';
import type { SignInServices } from '../accounts/sign-in/sign-in.ts';
import type { Viewer } from '../accounts/sign-in/web-sessions.ts';
import type { InProcess, PerformAs, Read } from '../api/in-process.ts';
import type { Archives } from '../archives/archives.ts';
import { openBundles, type Bundles } from '../bundles/bundles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { Reader } from '../db/database.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { indexFinder, type FindIndex } from '../files/find-index.ts';
import { pictureSizes, type FindPictureSizes } from '../pictures/archive-picture-sizes.ts';
import { coverReader, type ReadCover } from '../pictures/public-cover.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import { previewFinder, type FindPreview } from '../previews/find-preview.ts';
import type { PreviewPlace } from '../realms/preview-address.ts';
import type { SvgDrawer } from '../rendering/draw-svg.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { passkeySite } from '../accounts/factors/passkeys.ts';
import { openAssets, type Assets } from './assets.ts';
import { createItemLists, type ListItems } from './reading/item-lists.ts';
import type { PublicLists } from './reading/sitemap-pages.ts';
import { downloadPolicy, type DownloadPolicy } from './realm/download-policy.ts';
import { documentRenderer, type RenderDocument } from './realm/readme.ts';
import { starFinder, type WithStars } from './realm/stars.ts';

interface PageServices extends SignInServices {
  config: Config;
  keyring: Keyring;
  catalog: Pick<Catalog, 'readerFor' | 'related' | 'listJson' | 'completeValue'> & PublicLists;
  archives: Pick<Archives, 'linkOrigin'>;
  files: ArchiveFiles;
  renderer: Renderer;
  svgDrawer: SvgDrawer;
  realmPictures: StoredPictures;
}

export interface PageTools extends PageServices {
  performAs: PerformAs;
  /** What everyone sees, whoever asks. */
  readPublic: Read;
  /** The same of the database. */
  reader: Reader;
  assets: Assets;
  bundles: Bundles;
  listItems: ListItems;
  renderDocument: RenderDocument;
  findIndex: FindIndex;
  findSizes: FindPictureSizes;
  readCover: ReadCover;
  findPreview: FindPreview;
  /** Of live previews; undefined where they are turned off. */
  place: PreviewPlace | undefined;
  policyOfDownloads: DownloadPolicy;
  siteFor: (theme: string, viewer?: Viewer) => Site;
  withStars: WithStars;
  renderError: typeof errorPage;
}

export async function openPageTools(
  { readAs, performAs }: Pick<InProcess, 'readAs' | 'performAs'>,
  services: PageServices,
): Promise<PageTools> {
  const { config, catalog, archives, files, keyring, renderer, realmPictures } = services;
  const { previews: place, cdnSeconds } = config;
  const assets = openAssets(config.site);
  const bundles = await openBundles(config.publicUrl, config.dataDir);
  const reader = catalog.readerFor(anonymous);
  const findIndex: FindIndex = (caller, ...of) => indexFinder(catalog.readerFor(caller), files)(caller, ...of);
  const findSizes = pictureSizes(files);
  return {
    ...services,
    performAs,
    readPublic: readAs(anonymous),
    reader,
    assets,
    bundles,
    listItems: createItemLists(catalog),
    renderDocument: documentRenderer(renderer, findIndex, findSizes),
    findIndex,
    findSizes,
    readCover: coverReader(reader, realmPictures),
    findPreview: previewFinder({ db: reader, keyring, place, cdnSeconds }),
    place,
    policyOfDownloads: downloadPolicy(archives),
    siteFor: sites(config, assets, bundles.cli.url),
    withStars: starFinder(services.db),
    renderError: errorPage,
  };
}

const NO_STARS: ReadonlySet<string> = new Set();

/** The site in each theme. */
function sites(
  config: Config,
  { stylesheet, accountStylesheet, publisherStylesheet, script, logo }: Assets,
  commandLine: string,
): PageTools['siteFor'] {
  const { site, basePath, publicUrl } = config;
  const common = {
    name: site.name,
    basePath,
    publicUrl,
    commandLine,
    logo: logo && basePath + logo.path,
    stylesheet: basePath + stylesheet.path,
    accountStylesheet: basePath + accountStylesheet.path,
    publisherStylesheet: basePath + publisherStylesheet.path,
    script: basePath + script.path,
    signIn: signInMethodsOf(config),
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

function signInMethodsOf({ identityProvider, publicUrl, site, mail, registration }: Config): Site['signIn'] {
  return {
    provider: identityProvider?.name,
    hasPasskeys: passkeySite(publicUrl, site.name) !== undefined,
    hasMail: mail !== undefined,
    registration,
  };
}
