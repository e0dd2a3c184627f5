// The stars of a realm: a number; for someone who is signed in, a button that gives a star or takes it back. It is a form, and a script sends it
// without leaving the page. On the page of a realm everyone else is led to sign in, and back.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import type { Site } from '../site.ts';

interface Starred {
  id: string;
  slug: string;
  name: string;
}

/** A line of figures, the stars among them. A form may not stand in a paragraph. */
export const figureLine = ({ viewer }: Site, className: string, figures: Html): Html =>
  viewer ? html`<div class="${className}">${figures}</div>` : html`<p class="${className}">${figures}</p>`;

const figure = (count: Html | string): Html =>
  html`<span class="figure">${icons.star}<span class="hidden-text">Stars </span>${count}</span>`;

/** For the page of the realm. */
export function ownStar(site: Site, realm: Starred, count: Html | string): Html {
  if (site.viewer) return star(site, realm, count);
  return html`<a href="${site.basePath}/sign-in" rel="nofollow" title="Sign in to star it">${figure(count)}</a>`;
}

/** `count` is the number as the page shows numbers. */
export function star({ basePath, viewer }: Site, { id, slug, name }: Starred, count: Html | string): Html {
  if (!viewer) return figure(count);
  const isStarred = viewer.starred.has(id);
  return html`<form class="star" method="post" action="${basePath}/realms/${slug}/star">
    <button class="link" name="star" value="${isStarred ? 'no' : 'yes'}" aria-pressed="${String(isStarred)}">
      ${icons.star}<span class="hidden-text">Star ${name}, stars </span>${count}
    </button>
  </form>`;
}
