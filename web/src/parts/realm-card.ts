// A realm in a grid of cards, and in a list of rows.
import type { RealmSummary } from '@realm-catalog/contract';
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { icons } from '../icons.ts';
import { day, shortNumber } from '../numbers.ts';
import type { Site } from '../site.ts';

export function realmCard(site: Site, realm: RealmSummary): Html {
  return html`<li class="card">
    <div class="card-head">
      ${emblem(realm.slug, realm.category, 40)}
      <div>
        <h3 class="card-title">
          <a href="${realmPath(site, realm.slug)}"><bdi>${realm.name}</bdi></a>
        </h3>
        <p class="small soft"><bdi>${realm.author.username}</bdi></p>
      </div>
    </div>
    <p class="card-text">${realm.description}</p>
    <div class="card-foot">${categoryChip(site, realm.category)}${downloads(realm)}${stars(realm)}</div>
  </li>`;
}

export function realmRow(site: Site, realm: RealmSummary): Html {
  return html`<li class="row">
    ${emblem(realm.slug, realm.category, 40)}
    <div>
      <h3 class="card-title">
        <a href="${realmPath(site, realm.slug)}"><bdi>${realm.name}</bdi></a> ${badges(realm)}
      </h3>
      <p class="card-text">${realm.description}</p>
      <div class="chips">${categoryChip(site, realm.category)}${realm.tags.map((tag) => tagChip(site, tag))}</div>
    </div>
    <div class="figures">${downloads(realm)}${stars(realm)}<span>${day(realm.updatedAt)}</span></div>
  </li>`;
}

export const realmPath = (site: Site, slug: string): string => `${site.basePath}/realms/${slug}`;

export const categoryChip = (site: Site, category: string): Html =>
  html`<a
    class="chip category ${hueClass(category)}"
    href="${site.basePath}/realms?category=${encodeURIComponent(category)}"
    >${category}</a
  >`;

export const tagChip = (site: Site, tag: string): Html =>
  html`<a class="chip" href="${site.basePath}/realms?tags=${encodeURIComponent(tag)}">${tag}</a>`;

const downloads = ({ downloadCount }: RealmSummary): Html =>
  html`<span class="figure"
    >${icons.download}<span class="hidden-text">Downloads </span>${shortNumber(downloadCount)}</span
  >`;

const stars = ({ starCount }: RealmSummary): Html =>
  html`<span class="figure">${icons.star}<span class="hidden-text">Stars </span>${shortNumber(starCount)}</span>`;

const badges = ({ version, visibility, isDeprecated }: RealmSummary): Html =>
  html`${version !== '0.0.0' && html`<span class="badge number">${version}</span>`}
  ${visibility !== 'public' && html`<span class="badge warning">${visibility}</span>`}
  ${isDeprecated && html`<span class="badge danger">deprecated</span>`}`;
