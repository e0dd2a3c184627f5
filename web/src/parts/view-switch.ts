// Changes between a grid of cards and rows.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import type { ListView } from '../list-state.ts';

const views = [
  ['', 'Grid', icons.grid],
  ['rows', 'Rows', icons.rows],
] as const;

export const viewSwitch = (current: ListView, linkTo: (view: ListView) => string): Html =>
  html`<nav class="views" aria-label="View">
    ${views.map(
      ([view, text, icon]) =>
        html`<a href="${linkTo(view)}" ${view === current && html` aria-current="true"`}
          >${icon}<span class="hidden-text">${text}</span></a
        >`,
    )}
  </nav>`;

/** The list of the realms that `realmCard` or `realmRow` made. */
export const realmList = (view: ListView, items: Html[]): Html =>
  html`<ul class="${view === 'rows' ? 'rows' : 'grid'}">
    ${items}
  </ul>`;
