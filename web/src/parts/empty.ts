// What stands where nothing was found: what was looked for, and one thing to try.
import { html, type Html, type Part } from '../html.ts';

export const empty = (title: string, hint: Part): Html =>
  html`<div class="empty">
    <h2>${title}</h2>
    <p>${hint}</p>
  </div>`;
