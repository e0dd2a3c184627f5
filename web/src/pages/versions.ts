// The versions of a realm, the newest first.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { byteSize, day, exactNumber } from '../numbers.ts';
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
        : html`<div class="table" tabindex="0" role="region" aria-label="Versions">
            <table class="versions">
              <thead>
                <tr>
                  <th scope="col">Version</th>
                  <th scope="col">Published</th>
                  <th scope="col" class="end">Size</th>
                  <th scope="col" class="end">Downloads in 90 days</th>
                  <th scope="col">Look inside</th>
                  <th scope="col">Get it</th>
                </tr>
              </thead>
              <tbody>
                ${versions.map((version) => row(site, realm.slug, version))}
              </tbody>
            </table>
          </div>`
    }
    ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}

function row(site: Site, slug: string, one: ListedVersion): Html {
  const path = realmPath(site, slug);
  return html`<tr>
    <th scope="row">
      <a class="number" href="${path}/versions/${one.version}">${one.version}</a> ${
        one.yanked &&
        html`<span class="badge danger">yanked</span>${one.reason !== '' && html`<p class="reason">${one.reason}</p>`}`
      }
    </th>
    <td>${day(one.createdAt)}</td>
    <td class="end">${byteSize(one.size)}</td>
    <td class="end">${exactNumber(one.downloadCount)}</td>
    <td class="links">
      <a href="${path}/files/${one.version}">files</a>
      ${one.before !== undefined && html`<a href="${path}/diff/${one.before}...${one.version}">changes since ${one.before}</a>`}
    </td>
    <td>
      ${downloadForm(site, slug, { version: one.version, label: html`Download<span class="hidden-text"> ${one.version}</span>`, style: 'link' })}
    </td>
  </tr>`;
}
