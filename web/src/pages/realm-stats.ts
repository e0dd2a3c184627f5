// The downloads of one realm over time.
import type { RealmDetail } from '@realm-catalog/contract';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { barTable, totals } from '../parts/figures.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { seriesFigure, type Series } from '../parts/series.ts';
import type { Site } from '../site.ts';

export interface RealmStatsView {
  realm: RealmDetail;
  /** Downloads of the last 90 days. */
  recent: number;
  downloads: Series;
  /** The most downloaded first. */
  byVersion: { version: string; count: number }[];
}

const SHOWN_VERSIONS = 12;

export function realmStatsPage(site: Site, { realm, recent, downloads, byVersion }: RealmStatsView): string {
  const more = byVersion.length - SHOWN_VERSIONS;
  return layout(site, {
    title: `Statistics of ${realm.name}`,
    description: `Downloads of ${realm.name} over time.`,
    path: `/realms/${realm.slug}/stats`,
    isIndexed: realm.visibility === 'public',
    content: html`${realmHead(site, realm, 'stats')}
      <div class="stack">
        ${totals([
          ['Downloads', realm.downloadCount],
          ['In the last 90 days', recent],
          ['Stars', realm.starCount],
        ])}
        ${seriesFigure(downloads)}
        ${
          byVersion.length > 0 &&
          barTable(
            'by-version',
            'Downloads by version in 90 days',
            byVersion
              .slice(0, SHOWN_VERSIONS)
              .map(({ version, count }) => ({ label: html`<span class="number">${version}</span>`, hue: '', count })),
          )
        }
        ${
          more > 0 &&
          html`<p class="small">
            <a href="${realmPath(site, realm.slug)}/versions">${counted(more, 'more version')}</a>
          </p>`
        }
        <p class="small soft"><a href="${site.basePath}/docs/counting">How we count</a></p>
      </div>`,
  });
}
