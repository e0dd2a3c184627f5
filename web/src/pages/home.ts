// The home page: what this is, a search box, and ways into the catalog.
import type { RealmSummary } from '@realm-catalog/contract';
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { siteData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { counted, day, exactNumber, shortNumber } from '../numbers.ts';
import { collectionCard, type ShownCollection } from '../parts/collection-card.ts';
import { empty } from '../parts/empty.ts';
import { realmCard, realmTitle } from '../parts/realm-card.ts';
import { searchForm } from '../parts/search-form.ts';
import type { Site } from '../site.ts';

export interface HomeView {
  totals: { realms: number; downloads: number; users: number };
  featured: RealmSummary[];
  trending: RealmSummary[];
  newest: RealmSummary[];
  collections: ShownCollection[];
  categories: { value: string; count: number }[];
}

export function homePage(site: Site, view: HomeView): string {
  const { totals, featured, trending, newest, collections, categories } = view;
  return layout(site, {
    title: site.name,
    description: 'Find a software template, look into its files, and take it with one command.',
    path: '/',
    search: false,
    head: siteData(site),
    content: html`<div class="hero with-mosaic">
        <div>
          <h1>Start from something that works</h1>
          <p>Find a software template, look into its files, and take it with one command.</p>
          ${searchForm(site, '', 'main')}
          <p class="hero-figures number">
            <span>${counted(totals.realms, 'realm')}</span><span>${counted(totals.downloads, 'download')}</span
            ><span>${counted(totals.users, 'person', 'people')}</span>
          </p>
        </div>
        ${mosaic([...trending, ...newest, ...collections.flatMap(({ realms }) => realms)])}
      </div>
      ${
        totals.realms === 0
          ? empty(
              'There are no realms yet',
              html`Publish the first one <a href="${site.basePath}/docs">over the API</a>.`,
            )
          : html`${featured.length > 0 && section('Featured', undefined, cards(site, featured))}
              ${section('Trending', `${site.basePath}/realms?sort=trending`, cards(site, trending))}
              ${
                collections.length > 0 &&
                section(
                  'Collections',
                  `${site.basePath}/collections`,
                  html`<ul class="grid">
                    ${collections.map((one) => collectionCard(site, one))}
                  </ul>`,
                )
              }
              <div class="home-columns">
                ${section(
                  'Newest',
                  `${site.basePath}/realms?sort=newest`,
                  html`<ul class="rows">
                    ${newest.map((realm) => compactRow(site, realm))}
                  </ul>`,
                )}
                ${section(
                  'Categories',
                  undefined,
                  html`<ul class="tiles">
                    ${categories.map((one) => categoryTile(site, one))}
                  </ul>`,
                )}
              </div>`
      }`,
  });
}

/** The emblems of some realms. They say nothing that the lists below them do not say. */
function mosaic(realms: Pick<RealmSummary, 'slug' | 'category'>[]): Html | false {
  const different = [...new Map(realms.map((realm) => [realm.slug, realm])).values()];
  const shown = different.slice(0, different.length >= 12 ? 12 : different.length >= 8 ? 8 : 6);
  return (
    shown.length >= 6 &&
    html`<div class="mosaic" aria-hidden="true">${shown.map(({ slug, category }) => emblem(slug, category, 64))}</div>`
  );
}

const cards = (site: Site, realms: RealmSummary[]): Html =>
  html`<ul class="grid">
    ${realms.map((realm) => realmCard(site, realm))}
  </ul>`;

function section(title: string, more: string | undefined, content: Html): Html {
  return html`<section class="section">
    <div class="section-head">
      <h2>${title}</h2>
      ${more !== undefined && html`<a href="${more}">See all<span class="hidden-text"> of ${title}</span></a>`}
    </div>
    ${content}
  </section>`;
}

function compactRow(site: Site, realm: RealmSummary): Html {
  return html`<li class="row compact">
    ${emblem(realm.slug, realm.category, 24)} ${realmTitle(site, realm)}
    <span class="small soft">${day(realm.createdAt)}</span>
  </li>`;
}

function categoryTile(site: Site, { value, count }: { value: string; count: number }): Html {
  return html`<li>
    <a class="tile ${hueClass(value)}" href="${site.basePath}/realms?category=${encodeURIComponent(value)}">
      <span>${value}</span><span class="number" title="${exactNumber(count)}">${shortNumber(count)}</span></a
    >
  </li>`;
}
