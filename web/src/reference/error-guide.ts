// The guide to errors: what an error looks like, and every kind of error.
import { errors, Problem } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { jsonHtml } from './json.ts';
import { exampleOf } from './schema.ts';

export function errorGuide(): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    <p>
      Errors are problems of RFC 9457, as <code>application/problem+json</code>. The <code>code</code> is stable and
      made for programs. Give the <code>requestId</code> to the operator when you ask for help.
    </p>
    <pre
      class="answer"
      tabindex="0"
      role="region"
      aria-label="Example of an error"
    ><code>${jsonHtml(problemExample())}</code></pre>
    <div class="table" tabindex="0" role="region" aria-label="Table of errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(errors).map(
            ([code, { status, title }]) =>
              html`<tr id="${code}">
                <td class="number">${status}</td>
                <th scope="row"><code>${code}</code></th>
                <td>${title}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Only a 400 names wrong fields, and the example is none. */
function problemExample(): unknown {
  const { errors: _fields, ...required } = exampleOf(Problem) as Record<string, unknown>;
  return required;
}
