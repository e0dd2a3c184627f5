// The versions of a realm, the newest first.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { byteSize, counted, day, exactNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
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
        ? empty('No version yet', 'A version appears here when the first archive is uploaded.')
        : html`<div class="list-head"><h2>${counted(page.total, 'version')}</h2></div>
            <ol class="rows versions">
              ${versions.map((version) => item(site, realm.slug, version))}
            </ol>`
    }
    ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}

function item(site: Site, slug: string, one: ListedVersion): Html {
  const path = realmPath(site, slug);
  return html`<li>
    <h3>
      <a class="number" href="${path}/versions/${one.version}">${one.version}</a>
      ${one.yanked && html`<span class="badge danger">yanked</span>`}
    </h3>
    <p class="realm-facts">
      <span>${byteSize(one.size)}</span
      ><span class="figure"
        >${icons.download}<span class="hidden-text">Downloads </span>${exactNumber(one.downloadCount)} in 90 days</span
      >${day(one.createdAt)}
    </p>
    <p class="links">
      <a href="${path}/files/${one.version}">Files</a>
      ${one.before !== undefined && html`<a href="${path}/diff/${one.before}...${one.version}">Changes since ${one.before}</a>`}
    </p>
    ${downloadForm(site, slug, { version: one.version, label: html`Download<span class="hidden-text"> ${one.version}</span>`, style: '' })}
    ${one.reason !== '' && html`<p class="reason" dir="auto">${one.reason}</p>`}
  </li>`;
}
