// Numbers set large, and numbers beside bars.
import { html, type Html, type Part } from '../html.ts';
import { exactNumber } from '../numbers.ts';

/** Totals in a row of tiles, each with what is said beside the number. */
export function totals(shown: readonly (readonly [name: string, value: number, beside?: Part])[]): Html {
  return html`<dl class="totals">
    ${shown.map(
      ([name, value, beside]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="number">${exactNumber(value)} ${beside}</dd>
        </div>`,
    )}
  </dl>`;
}

interface Bar {
  label: Part;
  /** The class of its hue; empty for the accent. */
  hue: string;
  count: number;
}

/** A table with a bar for each number. The bars say nothing that the numbers do not say. */
export function barTable(id: string, title: string, bars: Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return html`<section class="panel">
    <h2 id="${id}">${title}</h2>
    <table class="bars" aria-labelledby="${id}">
      <tbody>
        ${bars.map(
          ({ label, hue, count }) =>
            html`<tr class="${hue}">
              <th scope="row">${label}</th>
              <td>
                <svg class="bar-line" aria-hidden="true"><rect width="${(count / most) * 100}%" height="100%" /></svg>
              </td>
              <td class="number">${exactNumber(count)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
