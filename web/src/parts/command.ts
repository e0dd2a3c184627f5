// A line to type into a terminal, with a button that copies it where scripts run.
import { html, type Html } from '../html.ts';

export const command = (text: string): Html =>
  html`<div class="command">
    <pre><code>${text}</code></pre>
    <copy-button></copy-button>
  </div>`;
