// A chart of a series with its table and its links to the numbers.
import type { Interval } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { counted, exactNumber } from '../numbers.ts';
import { change } from './change.ts';
import { barChart, type Mark, type Point } from './charts.ts';

export interface Series {
  /** Names the series among those of its page. */
  id: string;
  title: string;
  interval: Interval;
  /** A point for each interval; the last interval is the current one. Without any value there are no points. */
  points: Point[];
  /** What as many whole intervals before had, one for each point but the current one; empty if nothing is compared. */
  before: number[];
  marks: Mark[];
  /** Addresses of the same numbers. The API gives those of a private realm to no page. */
  json: string | undefined;
  csv: string;
}

export function seriesFigure(series: Series): Html {
  const { title, interval, points, before, json, csv } = series;
  return html`<figure class="series panel">
    <figcaption>
      <h2>${title} by ${interval}</h2>
      ${
        points.length > 0 &&
        html`<span class="links"
          ><a href="${csv}">CSV</a>${json !== undefined && html`<a href="${json}">JSON</a>`}</span
        >`
      }
    </figcaption>
    ${before.length > 0 && comparison(series)}
    ${points.length > 0 ? html`${chart(series)}${table(series)}` : html`<p class="soft">There is nothing to draw yet.</p>`}
  </figure>`;
}

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Whole intervals are compared: the current one would seem to be a fall. */
function comparison({ interval, points, before }: Series): Html {
  const now = sumOf(points.slice(0, before.length).map(({ value }) => value));
  const periods = counted(before.length, interval);
  return html`<p class="compared">
    <span class="number">${exactNumber(now)}</span> in the last ${periods}
    ${change(now, sumOf(before), periods) || html`<span class="soft">and none in the ${periods} before</span>`}
  </p>`;
}

function chart({ id, title, interval, points, before, marks }: Series): Html {
  const most = points.reduce((one, other) => (other.value > one.value ? other : one));
  const total = sumOf(points.map(({ value }) => value));
  return html`${barChart({
      id,
      title: `${title} by ${interval}`,
      description: `${exactNumber(total)} since ${points[0]?.day ?? ''}. The most were ${exactNumber(most.value)}, in the ${interval} of ${most.day}.`,
      points,
      before,
      marks,
      hasMonths: interval === 'month',
    })}
    <p class="small soft">
      ${names[interval]} not over yet: its bar is hollow. Days are
      UTC.${marks.length > 0 && html` A dashed line is a new version.`}${
        sumOf(before) > 0 &&
        html` A short line is the ${interval} that was ${counted(before.length, interval)} earlier.`
      }
    </p>`;
}

const names = { day: 'Today is', week: 'This week is', month: 'This month is' };

function table({ title, interval, points, before, marks }: Series): Html {
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
            ${before.length > 0 && html`<th scope="col" class="end">${counted(before.length, interval)} earlier</th>`}
          </tr>
        </thead>
        <tbody>
          ${points.toReversed().map(
            ({ day, value }, at) =>
              html`<tr>
                <th scope="row" class="number">${day}${at === 0 && html` <span class="soft">so far</span>`}</th>
                ${marks.length > 0 && html`<td>${(byPoint.get(day) ?? []).map(({ label }) => label).join(', ')}</td>`}
                <td class="end">${exactNumber(value)}</td>
                ${before.length > 0 && html`<td class="end">${formerValue(before[points.length - 1 - at])}</td>`}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

const formerValue = (value: number | undefined): string => (value === undefined ? '' : exactNumber(value));
