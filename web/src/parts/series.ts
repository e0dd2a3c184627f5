// A chart of a series with its table and its links to the numbers.
import type { Interval } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { exactNumber } from '../numbers.ts';
import { barChart, type Mark, type Point } from './charts.ts';

export interface Series {
  /** Names the series among those of its page. */
  id: string;
  title: string;
  interval: Interval;
  /** A point for each interval; the last interval is the current one. Without any value there are no points. */
  points: Point[];
  marks: Mark[];
  /** Addresses of the same numbers. */
  json: string;
  csv: string;
}

export function seriesFigure(series: Series): Html {
  const { title, interval, points, json, csv } = series;
  return html`<figure class="series panel">
    <figcaption>
      <h2>${title} by ${interval}</h2>
      ${points.length > 0 && html`<span class="links"><a href="${csv}">CSV</a><a href="${json}">JSON</a></span>`}
    </figcaption>
    ${points.length > 0 ? html`${chart(series)}${table(series)}` : html`<p class="soft">There is nothing to draw yet.</p>`}
  </figure>`;
}

function chart({ id, title, interval, points, marks }: Series): Html {
  const most = points.reduce((one, other) => (other.value > one.value ? other : one));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  return html`${barChart({
      id,
      title: `${title} by ${interval}`,
      description: `${exactNumber(total)} since ${points[0]?.day ?? ''}. The most were ${exactNumber(most.value)}, in the ${interval} of ${most.day}.`,
      points,
      marks,
      hasMonths: interval === 'month',
    })}
    <p class="small soft">
      ${names[interval]} not over yet: its bar is hollow. Days are
      UTC.${marks.length > 0 && html` A dashed line is a new version.`}
    </p>`;
}

const names = { day: 'Today is', week: 'This week is', month: 'This month is' };

function table({ title, interval, points, marks }: Series): Html {
  const byPoint = Map.groupBy(marks, ({ day }) => points.findLast((point) => point.day <= day)?.day);
  return html`<details>
    <summary>As a table</summary>
    <div class="table" tabindex="0" role="region" aria-label="${title} by ${interval}">
      <table>
        <thead>
          <tr>
            <th scope="col">${interval === 'day' ? 'Day' : `First day of the ${interval}`}</th>
            ${marks.length > 0 && html`<th scope="col">New versions</th>`}
            <th scope="col" class="end">${title}</th>
          </tr>
        </thead>
        <tbody>
          ${points.toReversed().map(
            ({ day, value }, at) =>
              html`<tr>
                <th scope="row" class="number">${day}${at === 0 && html` <span class="soft">so far</span>`}</th>
                ${marks.length > 0 && html`<td>${(byPoint.get(day) ?? []).map(({ label }) => label).join(', ')}</td>`}
                <td class="end">${exactNumber(value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
