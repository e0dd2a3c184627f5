// Statistics of the whole catalog, with charts.
import { html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { layout } from '../layout.ts';
import { exactNumber } from '../numbers.ts';
import { seriesFigure, type Series } from '../parts/series.ts';
import type { Site } from '../site.ts';

export interface StatsView {
  totals: { realms: number; downloads: number; users: number };
  series: Series[];
  categories: { value: string; count: number }[];
}

export function statsPage(site: Site, { totals, series, categories }: StatsView): string {
  const most = Math.max(1, ...categories.map(({ count }) => count));
  return layout(site, {
    title: 'Statistics',
    description: `${exactNumber(totals.realms)} realms and ${exactNumber(totals.downloads)} downloads.`,
    path: '/stats',
    content: html`<div class="section-head">
        <h1>Statistics</h1>
        <a href="${site.basePath}/docs/counting">How we count</a>
      </div>
      <div class="stack">
        <dl class="totals">
          <div>
            <dt>Realms</dt>
            <dd class="number">${exactNumber(totals.realms)}</dd>
          </div>
          <div>
            <dt>Downloads</dt>
            <dd class="number">${exactNumber(totals.downloads)}</dd>
          </div>
          <div>
            <dt>People</dt>
            <dd class="number">${exactNumber(totals.users)}</dd>
          </div>
        </dl>
        ${series.map(seriesFigure)}
        <section class="panel">
          <h2>Realms by category</h2>
          <table class="bars">
            <tbody>
              ${categories.map(
                ({ value, count }) =>
                  html`<tr>
                    <th scope="row">
                      <a
                        class="chip category ${hueClass(value)}"
                        href="${site.basePath}/realms?category=${encodeURIComponent(value)}"
                        >${value}</a
                      >
                    </th>
                    <td><meter min="0" max="${most}" value="${count}">${count}</meter></td>
                    <td class="number">${exactNumber(count)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </section>
      </div>`,
  });
}
