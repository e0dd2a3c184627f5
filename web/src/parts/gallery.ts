// The pictures of a realm: one large, and the others as thumbs that lead to them. The row of large pictures scrolls, so that it works without a script.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { drawnCover, pathOf } from './cover.ts';
import type { Site } from '../site.ts';

interface Picture {
  /** 960 wide. */
  url: string;
  alt: string;
  /** Whether all of it is shown, in its own size: a picture in portrait would lose most of itself, and a small one would be blurred. */
  isWhole: boolean;
}

const LARGE_WIDTH = 720;
const MAX_RATIO = 0.8;

export function gallery(site: Site, realm: RealmDetail): Html {
  const pictures = picturesOf(realm);
  if (pictures.length === 0) return html`<div class="gallery">${drawnCover(realm, true)}</div>`;
  return html`<section class="gallery" aria-label="Pictures">
    <div class="slides">${pictures.map((picture, at) => slide(site, picture, at))}</div>
    ${
      pictures.length > 1 &&
      html`<ol class="thumbs">
        ${pictures.map(
          ({ url }, at) =>
            html`<li>
              <a href="#picture-${at + 1}" ${at === 0 && html` aria-current="true"`}
                ><img
                  class="cover"
                  src="${ofWidth(site, url, 480)}"
                  width="480"
                  height="300"
                  alt="Picture ${at + 1}"
                  loading="lazy"
              /></a>
            </li>`,
        )}
      </ol>`
    }
  </section>`;
}

/** Of a cover that comes from the README, the size is not known. */
function picturesOf({ screenshots, coverUrl, name }: RealmDetail): Picture[] {
  if (screenshots.length === 0)
    return coverUrl === '' ? [] : [{ url: coverUrl, alt: `The cover of ${name}`, isWhole: false }];
  return screenshots.map(({ url, width, height, alt }, at) => ({
    url,
    alt: alt || `Screenshot ${at + 1} of ${name}`,
    isWhole: height > width * MAX_RATIO || width < LARGE_WIDTH,
  }));
}

/** It leads to the picture in its full size. */
function slide(site: Site, { url, alt, isWhole }: Picture, at: number): Html {
  const [medium, large] = [ofWidth(site, url, 960), ofWidth(site, url, 1_920)];
  return html`<a id="picture-${at + 1}" href="${large}"
    ><img
      class="cover ${isWhole && 'whole'}"
      src="${medium}"
      ${!isWhole && html` srcset="${medium} 960w, ${large} 1920w" sizes="(min-width: 60rem) 48rem, 100vw"`}
      width="960"
      height="600"
      alt="${alt}"
      ${at === 0 ? html` fetchpriority="high"` : html` loading="lazy"`}
  /></a>`;
}

const ofWidth = (site: Site, url: string, width: 480 | 960 | 1_920): string =>
  pathOf(site, url).replace(/-(?:480|960)\.webp/, `-${width}.webp`);
