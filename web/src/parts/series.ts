// A chart of a series with its table and its links to the numbers.
import { html, type Html } from '../html.ts';
import { exactNumber } from '../numbers.ts';
import { areaChart, type Point } from './charts.ts';

export interface Series {
  title: string;
  points: Point[];
  /** Addresses of the same numbers. */
  json: string;
  csv: string;
  /** The interval that is not over yet: its value still grows. */
  incompleteDay: string | undefined;
}

export function seriesFigure({ title, points, json, csv, incompleteDay }: Series): Html {
  return html`<figure class="series panel">
    <figcaption>
      <h2>${title}</h2>
      <span class="small"><a href="${csv}">CSV</a> <a href="${json}">JSON</a></span>
    </figcaption>
    ${points.length > 1 ? areaChart(title, points) : html`<p class="soft">There is nothing to draw yet.</p>`}
    ${incompleteDay !== undefined && html`<p class="small soft">${incompleteDay} is not over yet. Days are UTC.</p>`}
    <details>
      <summary>As a table</summary>
      <div class="table" tabindex="0" role="region" aria-label="${title}">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="end">${title}</th>
            </tr>
          </thead>
          <tbody>
            ${points.toReversed().map(
              ({ day, value }) =>
                html`<tr>
                  <th scope="row" class="number">${day}</th>
                  <td class="end">${exactNumber(value)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
}
