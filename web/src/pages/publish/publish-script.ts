// The script that the pages have which publish, and no other page. Nothing is shown before it has run, so that nothing moves when it replaces the form.
import { html, type Html } from '../../html.ts';

export const publishScript = (path: string): Html =>
  html`<script type="module" blocking="render" src="${path}"></script>`;
