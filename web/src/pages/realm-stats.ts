// The downloads of one realm over time.
import type { RealmDetail } from '@realm-catalog/contract';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { exactNumber } from '../numbers.ts';
import { realmHead } from '../parts/realm-head.ts';
import { seriesFigure, type Series } from '../parts/series.ts';
import type { Site } from '../site.ts';

export interface RealmStatsView {
  realm: RealmDetail;
  downloads: Series;
  byVersion: { version: string; count: number }[];
}

export function realmStatsPage(site: Site, { realm, downloads, byVersion }: RealmStatsView): string {
  const most = Math.max(1, ...byVersion.map(({ count }) => count));
  return layout(site, {
    title: `Statistics of ${realm.name}`,
    description: `Downloads of ${realm.name} over time.`,
    path: `/realms/${realm.slug}/stats`,
    isIndexed: realm.visibility === 'public',
    content: html`${realmHead(site, realm, 'stats')}
      <div class="stack">
        <dl class="totals">
          <div>
            <dt>Downloads</dt>
            <dd class="number">${exactNumber(realm.downloadCount)}</dd>
          </div>
          <div>
            <dt>In the last 90 days</dt>
            <dd class="number">${exactNumber(realm.recentDownloads)}</dd>
          </div>
          <div>
            <dt>Stars</dt>
            <dd class="number">${exactNumber(realm.starCount)}</dd>
          </div>
        </dl>
        ${seriesFigure(downloads)}
        ${
          byVersion.length > 0 &&
          html`<section class="panel">
            <h2>Downloads by version</h2>
            <table class="bars">
              <tbody>
                ${byVersion.map(
                  ({ version, count }) =>
                    html`<tr>
                      <th scope="row" class="number">${version}</th>
                      <td><meter min="0" max="${most}" value="${count}">${count}</meter></td>
                      <td class="number">${exactNumber(count)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </section>`
        }
        <p class="small soft"><a href="${site.basePath}/docs/counting">How we count</a></p>
      </div>`,
  });
}
