// What pages consist of: the stylesheets, one script, the favicon and the logo. Their addresses have a digest of their content.
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { favicon } from '@realm-catalog/web/emblem';
import { webFolder } from '@realm-catalog/web/folder';
import type { Config } from '../config/config.ts';
import { cacheable } from '../http/caching.ts';
import { cacheableResponse } from '../http/response.ts';
import type { PageFile, PageHandler } from './page.ts';

export interface Assets {
  stylesheet: Asset;
  /** Of forms, and of pages about one's account. */
  accountStylesheet: Asset;
  /** Of the pages on which people see and publish their realms, and of those of operators. */
  publisherStylesheet: Asset;
  script: Asset;
  logo: Asset | undefined;
  /** Of all of them, by their names. */
  handlers: Record<
    'stylesheet' | 'accountStylesheet' | 'publisherStylesheet' | 'script' | 'logo' | 'favicon',
    PageHandler
  >;
}

/** Its compressed forms are kept with it. */
interface Asset {
  path: string;
  handler: PageHandler;
}

const SVG_TYPE = 'image/svg+xml';

export function openAssets({ name, color, logo }: Config['site']): Assets {
  const accent = color === '' ? '' : `@layer tokens{:root{--site-color:${color}}}`;
  // Each island has a block of its own, so that their names cannot collide.
  const script = files('islands/*.js').map((text) => `{\n${text}}\n`);
  const assets = {
    stylesheet: stylesheet('site.css', [...files('styles/*.css'), accent]),
    accountStylesheet: stylesheet('account.css', files('styles/account/*.css')),
    publisherStylesheet: stylesheet('publisher.css', files('styles/publisher/*.css')),
    script: asset('site.js', 'text/javascript; charset=utf-8', Buffer.from(script.join(''))),
    logo: logo && asset('logo', logo.mediaType, logo.bytes),
  };
  const icon: PageFile = { bytes: Buffer.from(favicon(name)), mediaType: SVG_TYPE, headers: pictureHeaders };
  const faviconHandler: PageHandler = async () => icon;
  return {
    ...assets,
    handlers: {
      stylesheet: assets.stylesheet.handler,
      accountStylesheet: assets.accountStylesheet.handler,
      publisherStylesheet: assets.publisherStylesheet.handler,
      script: assets.script.handler,
      logo: assets.logo?.handler ?? faviconHandler,
      favicon: faviconHandler,
    },
  };
}

const stylesheet = (name: string, texts: string[]): Asset =>
  asset(name, 'text/css; charset=utf-8', Buffer.from(shorten(texts.join('\n'))));

/** The content of these files, in the order of their names. */
function files(pattern: string): string[] {
  return globSync(pattern, { cwd: fileURLToPath(webFolder) })
    .toSorted()
    .map((file) => readFileSync(new URL(file, webFolder), 'utf8'));
}

/** A picture with a script in it must not run it when its address is opened. */
export const pictureHeaders = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

/**
 * At an address with another digest, too, the current content is found: while processes are upgraded one after the other, one that is older
 * or newer made the page. It must not be stored there.
 */
function asset(name: string, mediaType: string, bytes: Buffer): Asset {
  const digest = hash('sha256', bytes, 'base64url').slice(0, 12);
  const headers = {
    'content-type': mediaType,
    vary: 'accept-encoding',
    ...(mediaType.startsWith('image/') && pictureHeaders),
  };
  const content = cacheable(bytes);
  const current = cacheableResponse(content, headers, 'public, max-age=31536000, immutable');
  const other = cacheableResponse(content, headers, 'no-cache');
  return {
    path: `/assets/${digest}/${name}`,
    handler: async ({ params }) => (params['hash'] === digest ? current : other),
  };
}

/** Comments and blanks are for those who read the source. No text in quotation marks has the signs around which blanks are removed. */
function shorten(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(': ', ':')
    .replaceAll(/ ([>~]) /g, '$1')
    .replaceAll(/(?<=[ :,(])0\./g, '.')
    .replaceAll(';}', '}');
}
