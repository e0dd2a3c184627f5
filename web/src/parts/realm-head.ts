// The head of the pages of one realm: on its own page all of it in one screen, on the pages below it one line. Both have the tabs.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { avatar, emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { byteSize, day, exactNumber } from '../numbers.ts';
import { gallery } from './gallery.ts';
import { categoryChip, realmPath, tagChip } from './realm-card.ts';
import { take } from './take.ts';
import type { Site } from '../site.ts';

export type RealmTab = 'readme' | 'files' | 'versions' | 'stats';

/** One line: which realm this is, and the tabs. */
export function realmHead(site: Site, realm: RealmDetail, current: RealmTab): Html {
  return html`<header class="realm-line">
      ${emblem(realm.slug, realm.category, 24)}
      <h1>
        <a href="${realmPath(site, realm.slug)}"><bdi>${realm.name}</bdi></a>
      </h1>
      ${hasUpload(realm) && html`<span class="badge number">${realm.version}</span>`}
      ${realm.visibility !== 'public' && html`<span class="badge warning">${realm.visibility}</span>`}
      ${tabs(site, realm, current)}
    </header>
    ${deprecation(site, realm)}`;
}

/** Pictures, and beside them what it is, what it is built with, and how to take it. `licenseFile` is the path of the license in the archive. */
export function realmTop(site: Site, realm: RealmDetail, licenseFile: string | undefined): Html {
  const { author } = realm;
  return html`<header class="realm-top">
      ${gallery(site, realm)}
      <div class="realm-about">
        <h1><bdi>${realm.name}</bdi></h1>
        <a class="person" href="${site.basePath}/@${author.username}"
          >${avatar(author.username, 24)}<bdi>${author.name || author.username}</bdi></a
        >
        <p class="realm-description"><bdi>${realm.description}</bdi></p>
        <div class="chips">${categoryChip(site, realm.category)}${realm.tags.map((tag) => tagChip(site, tag))}</div>
        ${take(site, realm)} ${actions(realm)}
        <p class="realm-facts">${factLine(site, realm, licenseFile)}</p>
      </div>
    </header>
    ${deprecation(site, realm)} ${tabs(site, realm, 'readme')}`;
}

/** The buttons. */
function actions({ demo, repository }: RealmDetail): Html | false {
  return (
    (demo !== '' || repository !== '') &&
    html`<div class="actions">${linkButton(demo, 'View demo')}${linkButton(repository, 'Repository')}</div>`
  );
}

const linkButton = (address: string, text: string): Html | false =>
  address !== '' && html`<a class="button" href="${address}" rel="nofollow noopener ugc">${icons.link}${text}</a>`;

/** Version, size, license, stars and day, whose words may be shorter than their room. */
function factLine(site: Site, realm: RealmDetail, licenseFile: string | undefined): Html {
  const { version, publishedAt, size, license, starCount, visibility } = realm;
  const text = `${realmPath(site, realm.slug)}/files/${version}/${encodeURIComponent(licenseFile ?? '')}`;
  return html`${hasUpload(realm) ? html`<span class="number version">${version}</span>` : html`<span>no upload yet</span>`}
    ${size > 0 && html`<span>${byteSize(size)}</span>`}
    ${
      licenseFile === undefined
        ? license !== '' && html`<span>${license}</span>`
        : html`<a href="${text}">${license || 'License'}<span class="hidden-text">, its text</span></a>`
    }
    <span class="figure" title="Stars"
      >${icons.star}<span class="hidden-text">Stars </span>${exactNumber(starCount)}</span
    >
    ${publishedAt !== '' && html`<span>${day(publishedAt)}</span>`}
    ${visibility !== 'public' && html`<span class="badge warning">${visibility}</span>`}`;
}

const hasUpload = ({ version }: RealmDetail): boolean => version !== GENERATED_VERSION;

function tabs(site: Site, realm: RealmDetail, current: RealmTab): Html {
  const path = realmPath(site, realm.slug);
  const shown: [RealmTab, string, string][] = [
    ['readme', path, 'README'],
    ['files', `${path}/files/${realm.version}`, 'Files'],
    ['versions', `${path}/versions`, 'Versions'],
    ['stats', `${path}/stats`, 'Statistics'],
  ];
  return html`<nav class="tabs" aria-label="${realm.name}">
    ${shown
      .filter(([tab]) => tab !== 'files' || hasUpload(realm))
      .map(([tab, to, text]) => html`<a href="${to}" ${tab === current && html` aria-current="page"`}>${text}</a>`)}
  </nav>`;
}

function deprecation(site: Site, { deprecated: { isDeprecated, message, successor } }: RealmDetail): Html | false {
  return (
    isDeprecated &&
    html`<p class="notice warning">
      <strong>Deprecated.</strong> ${message}
      ${successor !== '' && html`Use <a href="${realmPath(site, successor)}">${successor}</a> instead.`}
    </p>`
  );
}
