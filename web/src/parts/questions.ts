// What a realm asks of those who take it: each question with what counts without an answer, and the files of parts that can be left out.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';

type Variable = RealmDetail['variables'][string];
type Part = RealmDetail['parts'][string];

/** Nothing if the realm asks nothing. */
export function questions({ variables, parts }: Pick<RealmDetail, 'variables' | 'parts'>): Html {
  const asked = [...Object.values(variables).map(variable), ...Object.values(parts).map(part)];
  return html`${
    asked.length > 0 &&
    html`<section class="panel">
      <h2>Questions</h2>
      <div class="stack small">
        <p class="soft">Asked by <code>realm get</code>.</p>
        <dl class="stack">${asked}</dl>
      </div>
    </section>`
  }`;
}

const variable = ({ ask, choices, default: value }: Variable): Html =>
  html`<div>
    <dt><bdi>${ask}</bdi></dt>
    <dd class="soft">
      ${value === '{folder}' ? 'The name of the folder' : html`<bdi>${value}</bdi>`}${
        choices.length > 1 && html`; or ${choices.filter((choice) => choice !== value).join(', ')}`
      }
    </dd>
  </div>`;

const part = ({ ask, files, default: isWanted }: Part): Html =>
  html`<div>
    <dt><bdi>${ask}</bdi></dt>
    <dd class="soft">${isWanted ? 'Yes' : 'No'}: ${files.map((glob) => html`<code>${glob}</code> `)}</dd>
  </div>`;
