// A table of which each row is about one thing: the first cell says which, the last one has what can be done. On a phone each row is a card.
import { html, type Html, type Part } from '../html.ts';

/** A region that scrolls where there is too little room. On a card, each cell says what it is; what has no name can be done. */
export const cellTable = (name: string, heads: string[], rows: Part[][]): Html =>
  html`<div class="cells">
    <div class="table" tabindex="0" role="region" aria-label="${name}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => cellRow(heads, row))}
        </tbody>
      </table>
    </div>
  </div>`;

const cellRow = (heads: string[], [head, ...cells]: Part[]): Html =>
  html`<tr>
    <th scope="row">${head}</th>
    ${cells.map((cell, at) => {
      const name = heads[at + 1] ?? '';
      return name === '' ? html`<td class="end">${cell}</td>` : html`<td data-name="${name}">${cell}</td>`;
    })}
  </tr>`;
