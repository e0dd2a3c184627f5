// The head of the pages of one realm: on its own page all of it in one screen, on the pages below it one line. Both have the tabs.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { byteSize, calendarDay, day, exactNumber } from '../numbers.ts';
import { gallery } from './gallery.ts';
import { portrait } from './portrait.ts';
import { categoryChip, realmPath, tagChip } from './realm-card.ts';
import { figureLine, ownStar } from './star.ts';
import { take } from './take.ts';
import { allYankedNotice, type VersionState } from './version-notice.ts';
import type { Site } from '../site.ts';

export type RealmTab = 'readme' | 'files' | 'versions' | 'stats' | 'manage' | 'administer';

/** One line: which realm this is, and the tabs, one of which may be the page. */
export function realmHead(site: Site, realm: RealmDetail, current?: RealmTab): Html {
  return html`<header class="realm-line">
      ${emblem(realm.slug, realm.category, 24)}
      <h1>
        <a href="${realmPath(site, realm.slug)}"><bdi>${realm.name}</bdi></a>
      </h1>
      ${hasUpload(realm) && html`<span class="badge number">${realm.version}</span>`} ${visibilityBadge(realm)}
      ${tabs(site, realm, current)}
    </header>
    ${quarantined(realm)} ${deprecation(site, realm)}`;
}

/** What the page of a realm knows beside the realm. */
export interface RealmFindings {
  /** The path of the license in the archive; undefined if there is none. */
  licenseFile: string | undefined;
  /** All versions, the newest first, if all were yanked; else none. */
  yanked: VersionState[];
  isAuthorRemoved: boolean;
}

/** What stands against it; then pictures, and beside them what it is, what it is built with, and how to take it. */
export function realmTop(site: Site, realm: RealmDetail, found: RealmFindings): Html {
  const { name, author, description } = realm;
  return html`${quarantined(realm)} ${deprecation(site, realm)} ${found.isAuthorRemoved && authorRemoved}
    ${found.yanked.length > 0 && allYankedNotice(site, realm, found.yanked)}
    <header class="realm-top">
      ${gallery(site, realm)}
      <div class="realm-about">
        <h1 dir="auto" class="${name.length > LONG_NAME && 'long'}">${name} ${visibilityBadge(realm)}</h1>
        <a class="person" href="${site.basePath}/@${author.username}"
          >${portrait(site, author, 24)}<bdi>${author.name || author.username}</bdi></a
        >
        ${description.length > LONG_DESCRIPTION ? longDescription(description) : html`<p class="realm-description" dir="auto">${description}</p>`}
        <div class="chips">${categoryChip(site, realm.category)}${tagChips(site, realm.tags)}</div>
        ${hasUpload(realm) ? take(site, realm) : planned(site, realm, found)} ${links(realm)}
        ${figureLine(site, 'realm-facts', factLine(site, realm, found))}
      </div>
    </header>
    ${tabs(site, realm, 'readme')}`;
}

/** So many letters fill the lines that one screen has room for. */
const LONG_NAME = 40;
const LONG_DESCRIPTION = 160;
const SHOWN_TAGS = 8;

/** Cut after some lines, until it is opened. */
const longDescription = (text: string): Html =>
  html`<details class="realm-description">
    <summary><span dir="auto">${text}</span></summary>
  </details>`;

function tagChips(site: Site, tags: string[]): Html {
  const chips = tags.map((tag) => tagChip(site, tag));
  return html`${chips.slice(0, SHOWN_TAGS)}${
    tags.length > SHOWN_TAGS &&
    html`<details>
      <summary class="chip">${tags.length - SHOWN_TAGS} more<span class="hidden-text"> tags</span></summary>
      <div class="chips">${chips.slice(SHOWN_TAGS)}</div>
    </details>`
  }`;
}

/** Where there is nothing to take: the API would give what this page says, as an archive. */
function planned(site: Site, realm: RealmDetail, { yanked }: RealmFindings): Html {
  const { author, createdAt, quarantine } = realm;
  return html`${
    yanked.length === 0 &&
    html`<p class="notice">
      <strong>Planned: there is nothing to download yet.</strong> <bdi>${author.username}</bdi> described this realm on
      ${calendarDay(createdAt)}, and has not uploaded its files.
    </p>`
  }
  ${isOwn(site, realm) && quarantine === undefined && uploadLink(site, realm)}`;
}

/** The buttons to other sites. */
function links({ demo, repository }: RealmDetail): Html | false {
  return (
    (demo !== '' || repository !== '') &&
    html`<div class="buttons">${linkButton(demo, 'View demo')}${linkButton(repository, 'Repository')}</div>`
  );
}

const linkButton = (address: string, text: string): Html | false =>
  address !== '' && html`<a class="button" href="${address}" rel="nofollow noopener ugc">${icons.link}${text}</a>`;

/** Version, size, license, stars and day, whose words may be shorter than their room. */
function factLine(site: Site, realm: RealmDetail, { licenseFile, yanked }: RealmFindings): Html {
  const { version, publishedAt, size, license, starCount } = realm;
  const stars = html`<span class="number">${exactNumber(starCount)}</span>`;
  const text = `${realmPath(site, realm.slug)}/files/${version}/${encodeURIComponent(licenseFile ?? '')}`;
  return html`<span class="number version"
      >${hasUpload(realm) ? version : yanked.length > 0 ? 'no version left' : 'no upload yet'}</span
    >
    ${size > 0 && html`<span>${byteSize(size)}</span>`}
    ${
      licenseFile === undefined
        ? license !== '' && html`<span>${license}</span>`
        : html`<a href="${text}">${license || 'License'}<span class="hidden-text">, its text</span></a>`
    }
    ${ownStar(site, realm, stars)} ${publishedAt !== '' && html`<span>Published ${day(publishedAt)}</span>`}`;
}

/** Who sees it, if that is not everyone. Of one that is quarantined, more is said above. */
const visibilityBadge = ({ visibility, quarantine }: RealmDetail): Html | false =>
  visibility !== 'public' && quarantine === undefined && html`<span class="badge warning">${visibility}</span>`;

/** Whether the viewer owns the realm. */
export const isOwn = ({ viewer }: Site, { author }: RealmDetail): boolean => viewer?.username === author.username;

/** For the owner of a realm without an upload. */
export const uploadLink = (site: Site, { slug }: RealmDetail): Html =>
  html`<a class="button primary" href="${realmPath(site, slug)}/upload">Upload its files</a>`;

const hasUpload = ({ version }: RealmDetail): boolean => version !== GENERATED_VERSION;

function tabs(site: Site, realm: RealmDetail, current: RealmTab | undefined): Html {
  const path = realmPath(site, realm.slug);
  const shown: [RealmTab, string, string][] = [
    ['readme', path, 'README'],
    ['files', `${path}/files/${realm.version}`, 'Files'],
    ['versions', `${path}/versions`, 'Versions'],
    ['stats', `${path}/stats`, 'Statistics'],
    ['manage', `${path}/${realm.quarantine === undefined ? 'edit' : 'settings'}`, 'Manage'],
    ['administer', `${site.basePath}/admin/realms?slug=${realm.slug}`, 'Administer'],
  ];
  const isShown: Partial<Record<RealmTab, boolean>> = {
    files: hasUpload(realm),
    manage: isOwn(site, realm),
    administer: site.viewer?.role === 'admin',
  };
  return html`<nav class="tabs" aria-label="${realm.name}">
    ${shown
      .filter(([tab]) => isShown[tab] ?? true)
      .map(([tab, to, text]) => html`<a href="${to}" ${tab === current && html` aria-current="page"`}>${text}</a>`)}
  </nav>`;
}

/** Only the owner and administrators get to see such a page. */
function quarantined({ quarantine }: RealmDetail): Html | false {
  return (
    quarantine !== undefined &&
    html`<p class="notice danger">
      <strong>Quarantined since ${calendarDay(quarantine.since)}.</strong> <bdi>${quarantine.reason}</bdi> Its owner may
      read and delete it; nobody else finds it, and nobody downloads it.
    </p>`
  );
}

const authorRemoved = html`<p class="notice warning">
  <strong>Its author has deleted their account.</strong> You can still use the realm, but nobody maintains it.
</p>`;

function deprecation(site: Site, { deprecated: { isDeprecated, message, successor } }: RealmDetail): Html | false {
  return (
    isDeprecated &&
    html`<p class="notice warning">
      <strong>Deprecated.</strong> <bdi>${message}</bdi>
      ${successor !== '' && html`Use <a href="${realmPath(site, successor)}">${successor}</a> instead.`}
    </p>`
  );
}
