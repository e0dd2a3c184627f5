// A realm in a grid of cards, and in a list of rows.
import { GENERATED_VERSION, type RealmSummary, type Sort } from '@realm-catalog/contract';
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

/** A list that is sorted by one of these shows it; other lists show the downloads of 90 days and the newest version. */
export type ShownOrder = Extract<Sort, 'downloads' | 'newest'> | undefined;

/** Cards in the columns that there is room for. */
export const realmCards = (site: Site, realms: RealmSummary[], order?: ShownOrder): Html =>
  html`<ul class="grid">
    ${realms.map((realm) => realmCard(site, realm, { order }))}
  </ul>`;

interface CardOptions {
  order?: ShownOrder;
  isFirst?: boolean;
}

/** The tags appear when the card is pointed at, or one of its links has the focus. */
export function realmCard(site: Site, realm: RealmSummary, { order, isFirst = false }: CardOptions = {}): Html {
  return html`<li class="card">
    <div class="card-cover">
      ${cover(site, realm, isFirst ? 'first' : 'card')}
      <div class="chips">
        ${categoryChip(site, realm.category)}${realm.tags.slice(0, CARD_TAGS).map((tag) => tagChip(site, tag))}
      </div>
    </div>
    <div class="card-head" dir="auto">${realmTitle(site, realm)}${states(realm)}</div>
    <p class="card-text" dir="auto">${realm.description}</p>
    <div class="card-foot"><bdi>${realm.author.username}</bdi>${shownDate(realm, order)}</div>
    ${realmFigures(site, realm, order)}
  </li>`;
}

export function realmRow(site: Site, realm: RealmSummary, order?: ShownOrder): Html {
  const { username } = realm.author;
  return html`<li class="row">
    ${cover(site, realm, 'thumb')}
    <div class="row-head" dir="auto">${realmTitle(site, realm)}${states(realm)}</div>
    ${realmFigures(site, realm, order)}
    <p class="card-text" dir="auto">${realm.description}</p>
    <div class="row-foot">
      <div class="chips">${categoryChip(site, realm.category)}${listedTags(site, realm.tags)}</div>
      <p class="row-by">
        <a href="${site.basePath}/@${username}"><bdi>${username}</bdi></a> ${shownDate(realm, order)}
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

/** Changes of the description make no old template new: what counts is its version. */
const shownDate = ({ publishedAt, createdAt }: RealmSummary, order: ShownOrder): Html =>
  order === 'newest' || publishedAt === ''
    ? html`<span>Added ${day(createdAt)}</span>`
    : html`<span>Updated ${day(publishedAt)}</span>`;

function realmFigures(site: Site, realm: RealmSummary, order: ShownOrder): Html {
  const [count, period] =
    order === 'downloads' ? [realm.downloadCount, 'in total'] : [realm.recentDownloads, 'in 90 days'];
  return figureLine(
    site,
    'figures',
    html`<span class="figure"
        >${icons.download}<span class="hidden-text">Downloads </span>${shortNumber(count)} ${period}</span
      >
      ${star(site, realm, shortNumber(realm.starCount))}`,
  );
}

/** Its version, and what is particular about it. */
const states = ({ version, visibility, isDeprecated }: RealmSummary): Html =>
  html`${version === GENERATED_VERSION ? html`<span class="badge">no version</span>` : html`<span class="badge number">${version}</span>`}
  ${visibility !== 'public' && html`<span class="badge warning">${visibility}</span>`}
  ${isDeprecated && deprecatedBadge}`;

export const deprecatedBadge = html`<span class="badge danger">deprecated</span>`;
