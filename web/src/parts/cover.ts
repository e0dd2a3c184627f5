// The cover of a realm, 16 by 10: the first picture of its archive, or one that is drawn from its category, name and tags.
import type { RealmSummary } from '@realm-catalog/contract';
import { emblemShapes } from '../emblem.ts';
import { html, safeHtml, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { hashOf } from '../name-hash.ts';
import type { Site } from '../site.ts';

export type Covered = Pick<RealmSummary, 'slug' | 'name' | 'category' | 'tags' | 'coverUrl'>;

/** Where it is shown: with the name in it if it is drawn; large, as the first things of a page; or as small as an icon. */
export type CoverUse = 'card' | 'first' | 'thumb';

/** It says nothing that the name beside it does not say. */
export function cover(site: Site, realm: Covered, use: CoverUse): Html {
  if (realm.coverUrl === '') return drawnCover(realm, use !== 'thumb');
  return html`<img
    class="cover"
    src="${pathOf(site, realm.coverUrl)}"
    width="480"
    height="300"
    alt=""
    ${use !== 'first' && html` loading="lazy"`}
    decoding="async"
  />`;
}

/** Pages name their pictures by path: whoever reaches them at another address than the public one gets the pictures from there, too. */
export const pathOf = ({ publicUrl, basePath }: Site, url: string): string =>
  url.startsWith(publicUrl) ? basePath + url.slice(publicUrl.length) : url;

const GROUNDS = 3;
const SHOWN_TAGS = 2;

/** The emblem large and cropped, with the name and two tags where there is room for them. */
export function drawnCover({ slug, name, category, tags }: Omit<Covered, 'coverUrl'>, hasText: boolean): Html {
  const classes = `cover drawn ${hueClass(category)} ground-${hashOf(slug) % GROUNDS}`;
  const figure = safeHtml(`<svg viewBox="0 0 64 64">${emblemShapes(slug)}</svg>`);
  return html`<span class="${classes}" aria-hidden="true"
    >${figure}${
      hasText &&
      html`<b class="${sizeOf(name)}"><bdi>${name}</bdi></b
        >${tags.length > 0 && html`<i><bdi>${tags.slice(0, SHOWN_TAGS).join(' · ')}</bdi></i>`}`
    }</span
  >`;
}

/** A short name is set larger. Signs of Chinese and Japanese are about twice as wide as letters. */
function sizeOf(name: string): Html | false {
  const width = name.length + (name.match(/[\u3000-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
  return width <= 12 ? safeHtml('short') : width > 30 && safeHtml('long');
}
