// The home page: one sentence, a search box over a band of covers, and shelves of realms, each of which stands there once.
import type { RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { siteData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { collectionCard, type ShownCollection } from '../parts/collection-card.ts';
import { cover } from '../parts/cover.ts';
import { empty } from '../parts/empty.ts';
import { categoryChip, realmCards } from '../parts/realm-card.ts';
import { searchForm } from '../parts/search-form.ts';
import type { Site } from '../site.ts';

export interface HomeView {
  /** Undefined while they cannot be read. */
  totals: { realms: number; downloads: number; users: number } | undefined;
  featured: RealmSummary[];
  popular: RealmSummary[];
  newest: RealmSummary[];
  collections: ShownCollection[];
  categories: { value: string; count: number }[];
}

const DESCRIPTION = 'Find a software template, look into its files, and take it with one command.';

export function homePage(site: Site, view: HomeView): string {
  const { totals, categories } = view;
  return layout(site, {
    title: site.name,
    description: DESCRIPTION,
    path: '/',
    search: false,
    head: siteData(site),
    content: html`<div class="stage">
        ${coverBand(site, view)}
        <div class="hero">
          <h1>Start from something that works</h1>
          <p>${DESCRIPTION}</p>
          ${searchForm(site, '', 'main')}
          ${
            categories.length > 0 &&
            html`<nav class="chips" aria-label="Categories">
              ${categories.map(({ value }) => categoryChip(site, value))}
              <a class="chip" href="${site.basePath}/categories">All categories</a>
            </nav>`
          }
        </div>
      </div>
      ${
        totals?.realms === 0
          ? empty('There are no realms yet', html`<a href="${site.basePath}/docs/publish">Publish the first one</a>.`)
          : shelves(site, view)
      }
      ${totals && totalsLine(site, totals)}`,
  });
}

function totalsLine({ basePath }: Site, { realms, downloads, users }: NonNullable<HomeView['totals']>): Html {
  return html`<p class="home-totals number">
    <a href="${basePath}/stats"
      ><span>${counted(realms, 'realm')}</span> <span>${counted(downloads, 'download')}</span>
      <span>${counted(users, 'person', 'people')}</span></a
    >
  </p>`;
}

function shelves(site: Site, { featured, popular, newest, collections }: HomeView): Html {
  const { basePath } = site;
  return html`${featured.length > 0 && shelf('Featured', undefined, realmCards(site, featured))}
  ${popular.length > 0 && shelf('Popular', `${basePath}/realms`, realmCards(site, popular))}
  ${newest.length > 0 && shelf('New', `${basePath}/realms?sort=newest`, realmCards(site, newest, 'newest'))}
  ${
    collections.length > 0 &&
    shelf(
      'Collections',
      `${basePath}/collections`,
      html`<ul class="grid">
        ${collections.map((one) => collectionCard(site, one))}
      </ul>`,
    )
  }`;
}

function shelf(title: string, more: string | undefined, content: Html): Html {
  return html`<section class="section shelf">
    <div class="section-head">
      <h2>${title}</h2>
      ${more !== undefined && html`<a href="${more}">See all<span class="hidden-text"> of ${title}</span></a>`}
    </div>
    ${content}
  </section>`;
}

/** With fewer covers, the band would show the same ones side by side. */
const BAND_LEAST = 6;
const BAND_COVERS = 10;

/** Covers that pass by slowly, those with pictures first. They stand there twice, so that the end of the band meets its beginning. */
function coverBand(site: Site, { featured, popular, newest, collections }: HomeView): Html | false {
  const all = [...featured, ...popular, ...newest, ...collections.flatMap(({ realms }) => realms)];
  const different = [...new Map(all.map((realm) => [realm.slug, realm])).values()];
  const shown = different.toSorted((one, other) => Number(one.coverUrl === '') - Number(other.coverUrl === ''));
  const covers = shown.slice(0, BAND_COVERS).map((realm) => cover(site, realm, 'thumb'));
  return covers.length >= BAND_LEAST && html`<div class="band" aria-hidden="true"><div>${covers}${covers}</div></div>`;
}
