// What pages consist of: one stylesheet, one script, the favicon and the logo. Their addresses have a digest of their content.
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { favicon, webFolder } from '@realm-catalog/web';
import type { Config } from '../config.ts';
import type { PageFile } from './page.ts';

export interface Assets {
  stylesheet: Asset;
  script: Asset;
  logo: Asset | undefined;
  favicon: PageFile;
}

export interface Asset {
  path: string;
  file: PageFile;
}

const SVG_TYPE = 'image/svg+xml';

export function openAssets({ name, color, logo }: Config['site']): Assets {
  const files = (pattern: string) =>
    globSync(pattern, { cwd: fileURLToPath(webFolder) })
      .toSorted()
      .map((file) => readFileSync(new URL(file, webFolder), 'utf8'));
  const accent = color === '' ? '' : `@layer tokens{:root{--site-color:${color}}}`;
  // Each island has a block of its own, so that their names cannot collide.
  const script = files('islands/*.js').map((text) => `{\n${text}}\n`);
  return {
    stylesheet: asset(
      'site.css',
      'text/css; charset=utf-8',
      Buffer.from(shorten([...files('styles/*.css'), accent].join('\n'))),
    ),
    script: asset('site.js', 'text/javascript; charset=utf-8', Buffer.from(script.join(''))),
    logo: logo && asset('logo', logo.mediaType, logo.bytes),
    favicon: { bytes: Buffer.from(favicon(name)), mediaType: SVG_TYPE, headers: sandbox },
  };
}

/** A picture with a script in it must not run it when its address is opened. */
const sandbox = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

function asset(name: string, mediaType: string, bytes: Buffer): Asset {
  const digest = hash('sha256', bytes, 'base64url').slice(0, 12);
  const headers = mediaType.startsWith('image/') ? { headers: sandbox } : {};
  return { path: `/assets/${digest}/${name}`, file: { bytes, mediaType, isImmutable: true, ...headers } };
}

/** Comments and indentation are for those who read the source. */
function shorten(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s*\n\s*/g, '\n');
}
