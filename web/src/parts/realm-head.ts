// The head of every page of one realm: emblem, name, figures and tabs.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { exactNumber } from '../numbers.ts';
import { categoryChip, realmPath, tagChip } from './realm-card.ts';
import type { Site } from '../site.ts';

export type RealmTab = 'readme' | 'files' | 'versions' | 'stats';

export function realmHead(site: Site, realm: RealmDetail, current: RealmTab): Html {
  const path = realmPath(site, realm.slug);
  const tabs: [RealmTab, string, string][] = [
    ['readme', path, 'README'],
    ...(realm.version === GENERATED_VERSION
      ? []
      : [['files', `${path}/files/${realm.version}`, 'Files'] as [RealmTab, string, string]]),
    ['versions', `${path}/versions`, 'Versions'],
    ['stats', `${path}/stats`, 'Statistics'],
  ];
  return html`<header class="realm-head ${current !== 'readme' && 'brief'}">
      ${emblem(realm.slug, realm.category, 64)}
      <div>
        <h1><bdi>${realm.name}</bdi></h1>
        <p class="realm-facts">
          ${realm.version !== GENERATED_VERSION && html`<span class="badge number">${realm.version}</span>`}
          ${realm.license !== '' && html`<span class="badge">${realm.license}</span>`}
          ${realm.visibility !== 'public' && html`<span class="badge warning">${realm.visibility}</span>`}
          <span class="figure" title="Stars"
            >${icons.star}<span class="hidden-text">Stars </span>${exactNumber(realm.starCount)}</span
          >
          <span
            >by
            <a href="${site.basePath}/@${realm.author.username}"
              ><bdi>${realm.author.name || realm.author.username}</bdi></a
            ></span
          >
        </p>
        <p class="realm-description"><bdi>${realm.description}</bdi></p>
        <div class="chips">${categoryChip(site, realm.category)}${realm.tags.map((tag) => tagChip(site, tag))}</div>
      </div>
      <a class="button primary ${current === 'readme' && 'wide-only'}" href="${path}#get-it">${icons.download}Get it</a>
    </header>
    ${realm.deprecated.isDeprecated && deprecation(site, realm)}
    <nav class="tabs" aria-label="${realm.name}">
      ${tabs.map(
        ([tab, to, text]) => html`<a href="${to}" ${tab === current && html` aria-current="page"`}>${text}</a>`,
      )}
    </nav>`;
}

function deprecation(site: Site, { deprecated: { message, successor } }: RealmDetail): Html {
  return html`<p class="notice warning">
    <strong>Deprecated.</strong> ${message}
    ${successor !== '' && html`Use <a href="${realmPath(site, successor)}">${successor}</a> instead.`}
  </p>`;
}
