// The realms that one has starred, and what this page has in common with that of one's own realms.
import type { RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { empty } from '../../parts/empty.ts';
import { pageLinks } from '../../parts/page-links.ts';
import { realmCards } from '../../parts/realm-card.ts';
import { publisherStylesheet } from '../../parts/stylesheet.ts';
import type { Site } from '../../site.ts';

export interface MineView {
  total: number;
  limit: number;
  offset: number;
}

export function myStarsPage(site: Site, view: MineView & { realms: RealmSummary[] }): string {
  const linkTo = (offset: number) => `${site.basePath}/me/stars?offset=${offset}`;
  return minePage(
    site,
    '/me/stars',
    'Stars',
    view.total === 0
      ? empty(
          'No starred realms yet',
          html`Star a realm to find it here again. <a href="${site.basePath}/realms">Look at all realms</a>`,
        )
      : html`${realmCards(site, view.realms)} ${pageLinks(view, linkTo)}`,
  );
}

export function minePage(site: Site, path: '/me' | '/me/stars', title: string, content: Html): string {
  return layout(site, {
    title,
    description: `${title} of ${site.viewer?.username ?? ''}.`,
    path,
    isIndexed: false,
    head: path === '/me' && publisherStylesheet(site),
    content: html`<header class="stack page-head">
        <h1>${title}</h1>
        ${tabs(site, path)}
      </header>
      ${content}`,
  });
}

const tabs = ({ basePath }: Site, current: string): Html =>
  html`<nav class="tabs" aria-label="Mine">
    ${[
      ['/me', 'My realms'],
      ['/me/stars', 'Stars'],
    ].map(
      ([path = '', text = '']) =>
        html`<a href="${basePath}${path}" ${path === current && html` aria-current="page"`}>${text}</a>`,
    )}
  </nav>`;
