// Statistics of the whole catalog, with charts.
import { html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { layout } from '../layout.ts';
import { exactNumber } from '../numbers.ts';
import { barTable, totals } from '../parts/figures.ts';
import { categoryChip } from '../parts/realm-card.ts';
import { seriesFigure, type Series } from '../parts/series.ts';
import type { Site } from '../site.ts';

export interface StatsView {
  totals: { realms: number; downloads: number; users: number };
  /** The first is shown larger than the others. */
  series: Series[];
  categories: { value: string; count: number }[];
}

export function statsPage(site: Site, view: StatsView): string {
  const { realms, downloads, users } = view.totals;
  return layout(site, {
    title: 'Statistics',
    description: `${exactNumber(realms)} realms and ${exactNumber(downloads)} downloads.`,
    path: '/stats',
    content: html`<div class="section-head">
        <h1>Statistics</h1>
        <a href="${site.basePath}/docs/counting">How we count</a>
      </div>
      <div class="stack">
        ${totals([
          ['Realms', realms],
          ['Downloads', downloads],
          ['People', users],
        ])}
        ${view.series.slice(0, 1).map(seriesFigure)}
        <div class="halves">${view.series.slice(1).map(seriesFigure)}</div>
        ${
          view.categories.length > 0 &&
          barTable(
            'by-category',
            'Realms by category',
            view.categories.map(({ value, count }) => ({
              label: categoryChip(site, value),
              hue: hueClass(value),
              count,
            })),
          )
        }
      </div>`,
  });
}
