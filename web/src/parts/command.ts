// A line to type into a terminal, with a button that copies it where scripts run.
import { html, type Html } from '../html.ts';

export const command = (text: string, label = 'Command'): Html =>
  html`<div class="command">
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
    <copy-button></copy-button>
  </div>`;
