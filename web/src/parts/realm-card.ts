// A realm in a grid of cards, and in a list of rows.
import { GENERATED_VERSION, type RealmSummary } from '@realm-catalog/contract';
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { icons } from '../icons.ts';
import { day, shortNumber } from '../numbers.ts';
import type { Site } from '../site.ts';

/** A list shows the first tags alone; the realm's page has all of them. */
const LISTED_TAGS = 5;

export function realmCard(site: Site, realm: RealmSummary): Html {
  return html`<li class="card">
    <div class="card-head">
      ${emblem(realm.slug, realm.category, 40)}
      <div>
        ${realmTitle(site, realm)}
        <p class="small soft"><bdi>${realm.author.username}</bdi></p>
      </div>
    </div>
    <p class="card-text"><bdi>${realm.description}</bdi></p>
    <div class="card-foot">${categoryChip(site, realm.category)}${realmFigures(realm)}</div>
  </li>`;
}

export function realmRow(site: Site, realm: RealmSummary): Html {
  const { username } = realm.author;
  return html`<li class="row">
    ${emblem(realm.slug, realm.category, 40)}
    <div class="row-head">${realmTitle(site, realm)}${badges(realm)}</div>
    ${realmFigures(realm)}
    <p class="card-text"><bdi>${realm.description}</bdi></p>
    <div class="row-foot">
      <div class="chips">${categoryChip(site, realm.category)}${listedTags(site, realm.tags)}</div>
      <p class="row-by">
        <a href="${site.basePath}/@${username}"><bdi>${username}</bdi></a> ${day(realm.updatedAt)}
      </p>
    </div>
  </li>`;
}

/** The name of a realm; its link covers the card or row around it. */
export const realmTitle = (site: Site, { slug, name }: Pick<RealmSummary, 'slug' | 'name'>): Html =>
  html`<h3 class="card-title">
    <a href="${realmPath(site, slug)}"><bdi>${name}</bdi></a>
  </h3>`;

export const realmPath = (site: Site, slug: string): string => `${site.basePath}/realms/${slug}`;

export const categoryChip = (site: Site, category: string): Html =>
  html`<a
    class="chip category ${hueClass(category)}"
    href="${site.basePath}/realms?category=${encodeURIComponent(category)}"
    >${category}</a
  >`;

export const tagChip = (site: Site, tag: string): Html =>
  html`<a class="chip" href="${site.basePath}/realms?tags=${encodeURIComponent(tag)}">${tag}</a>`;

function listedTags(site: Site, tags: string[]): Html {
  const more = tags.length - LISTED_TAGS;
  return html`${tags.slice(0, LISTED_TAGS).map((tag) => tagChip(site, tag))}${
    more > 0 && html`<span class="chip">+${more}<span class="hidden-text"> more tags</span></span>`
  }`;
}

const realmFigures = ({ downloadCount, starCount }: RealmSummary): Html =>
  html`<p class="figures">
    <span class="figure"
      >${icons.download}<span class="hidden-text">Downloads </span>${shortNumber(downloadCount)}</span
    >
    <span class="figure">${icons.star}<span class="hidden-text">Stars </span>${shortNumber(starCount)}</span>
  </p>`;

const badges = ({ version, visibility, isDeprecated }: RealmSummary): Html =>
  html`${version !== GENERATED_VERSION && html`<span class="badge number">${version}</span>`}
  ${visibility !== 'public' && html`<span class="badge warning">${visibility}</span>`}
  ${isDeprecated && html`<span class="badge danger">deprecated</span>`}`;
