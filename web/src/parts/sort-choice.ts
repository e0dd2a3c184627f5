// The choice of an order, for a form with the class `sort`. A script sends the form when something is chosen.
import { html, type Html } from '../html.ts';

export const sortChoice = (sorts: readonly (readonly [value: string, text: string])[], current: string): Html =>
  html`<label for="sort">Sort by</label>
    <select id="sort" name="sort">
      ${sorts.map(([value, text]) => html`<option value="${value}" ${value === current && html` selected`}>${text}</option>`)}
    </select>
    <button>Sort</button>`;
