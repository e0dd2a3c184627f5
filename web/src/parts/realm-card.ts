// A realm in a grid of cards, and in a list of rows.
import { GENERATED_VERSION, type RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { icons } from '../icons.ts';
import { day, shortNumber } from '../numbers.ts';
import { cover } from './cover.ts';
import { figureLine, star } from './star.ts';
import type { Site } from '../site.ts';

/** A list shows the first tags alone; the realm's page has all of them. */
const ROW_TAGS = 5;
const CARD_TAGS = 3;

/** The covers of the first cards of a page are loaded at once, those of the others when they come into sight. */
export const FIRST_CARDS = 3;

/** Cards in the columns that there is room for. */
export const realmCards = (site: Site, realms: RealmSummary[], firstCards = 0): Html =>
  html`<ul class="grid">
    ${realms.map((realm, at) => realmCard(site, realm, at < firstCards))}
  </ul>`;

/** The tags appear when the card is pointed at, or one of its links has the focus. */
export function realmCard(site: Site, realm: RealmSummary, isFirst: boolean): Html {
  return html`<li class="card">
    <div class="card-cover">
      ${cover(site, realm, isFirst ? 'first' : 'card')}
      <div class="chips">
        ${categoryChip(site, realm.category)}${realm.tags.slice(0, CARD_TAGS).map((tag) => tagChip(site, tag))}
      </div>
    </div>
    <div class="card-head" dir="auto">${realmTitle(site, realm)}${states(realm)}</div>
    <p class="card-text" dir="auto">${realm.description}</p>
    <div class="card-foot"><bdi>${realm.author.username}</bdi>${realmFigures(site, realm)}</div>
  </li>`;
}

/** `date` is the one of the list: of the creation, or of the last change. */
export function realmRow(site: Site, realm: RealmSummary, date: string): Html {
  const { username } = realm.author;
  return html`<li class="row">
    ${cover(site, realm, 'thumb')}
    <div class="row-head" dir="auto">
      ${realmTitle(site, realm)}${realm.version !== GENERATED_VERSION && html`<span class="badge number">${realm.version}</span>`}${states(realm)}
    </div>
    ${realmFigures(site, realm)}
    <p class="card-text" dir="auto">${realm.description}</p>
    <div class="row-foot">
      <div class="chips">${categoryChip(site, realm.category)}${listedTags(site, realm.tags)}</div>
      <p class="row-by">
        <a href="${site.basePath}/@${username}"><bdi>${username}</bdi></a> ${day(date)}
      </p>
    </div>
  </li>`;
}

/** The name of a realm; its link covers the card or row around it. The element around it takes its direction. */
const realmTitle = (site: Site, { slug, name }: Pick<RealmSummary, 'slug' | 'name'>): Html =>
  html`<h3 class="card-title">
    <a href="${realmPath(site, slug)}"><span>${name}</span></a>
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
  const more = tags.length - ROW_TAGS;
  return html`${tags.slice(0, ROW_TAGS).map((tag) => tagChip(site, tag))}${
    more > 0 && html`<span class="chip">+${more}<span class="hidden-text"> more tags</span></span>`
  }`;
}

const realmFigures = (site: Site, realm: RealmSummary): Html =>
  figureLine(
    site,
    'figures',
    html`<span class="figure"
        >${icons.download}<span class="hidden-text">Downloads </span>${shortNumber(realm.downloadCount)}</span
      >
      ${star(site, realm, shortNumber(realm.starCount))}`,
  );

const states = ({ version, visibility, isDeprecated }: RealmSummary): Html =>
  html`${version === GENERATED_VERSION && html`<span class="badge">no version</span>`}
  ${visibility !== 'public' && html`<span class="badge warning">${visibility}</span>`}
  ${isDeprecated && deprecatedBadge}`;

export const deprecatedBadge = html`<span class="badge danger">deprecated</span>`;
