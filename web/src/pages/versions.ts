// The versions of a realm, the newest first.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { byteSize, counted, day, exactNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmPath } from '../parts/realm-card.ts';
import { isOwn, realmHead, uploadLink } from '../parts/realm-head.ts';
import { realmStatsPath } from './realm-stats.ts';
import { downloadForm } from '../parts/take.ts';
import type { Site } from '../site.ts';

interface ListedVersion {
  version: string;
  size: number;
  createdAt: string;
  downloadCount: number;
  yanked: boolean;
  reason: string;
  /** The version before this one. */
  before: string | undefined;
}

export interface VersionsView {
  realm: RealmDetail;
  versions: ListedVersion[];
  /** How many versions there are; this page has those from `offset` on. */
  total: number;
  limit: number;
  offset: number;
}

export function versionsPage(site: Site, { realm, versions, ...page }: VersionsView): string {
  const path = `/realms/${realm.slug}/versions`;
  return layout(site, {
    title: `Versions of ${realm.name}`,
    description: `The versions of ${realm.name}.`,
    path,
    isIndexed: realm.visibility === 'public',
    content: html`${realmHead(site, realm, 'versions')}
    ${
      versions.length === 0
        ? empty(
            'No version yet',
            isOwn(site, realm) ? uploadLink(site, realm) : 'A version appears here when the first archive is uploaded.',
          )
        : html`<div class="list-head"><h2>${counted(page.total, 'version')}</h2></div>
            <ol class="rows versions">
              ${versions.map((version) => item(site, realm, version))}
            </ol>`
    }
    ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}

function item(site: Site, realm: RealmDetail, one: ListedVersion): Html {
  const { slug } = realm;
  const path = realmPath(site, slug);
  return html`<li>
    <h3>
      <a class="number" href="${path}/versions/${one.version}">${one.version}</a>
      ${one.yanked && html`<span class="badge danger">yanked</span>`}
    </h3>
    <p class="realm-facts">
      <span>${byteSize(one.size)}</span
      ><span
        ><a class="figure" href="${realmStatsPath(site, slug, { by: '', version: one.version })}"
          >${icons.download}<span class="hidden-text">Downloads </span>${exactNumber(one.downloadCount)} in 90 days</a
        ></span
      ><span>Published ${day(one.createdAt)}</span>
    </p>
    <p class="links">
      <a href="${path}/files/${one.version}">Files</a>
      ${one.before !== undefined && html`<a href="${path}/diff/${one.before}...${one.version}">Changes since ${one.before}</a>`}
      ${isOwn(site, realm) && html`<a href="${path}/versions/${one.version}/yank">${one.yanked ? 'Yanked: change' : 'Yank'}<span class="hidden-text"> ${one.version}</span></a>`}
    </p>
    ${downloadForm(site, slug, { version: one.version, label: html`Download<span class="hidden-text"> ${one.version}</span>`, style: '' })}
    ${one.reason !== '' && html`<p class="reason" dir="auto">${one.reason}</p>`}
  </li>`;
}
