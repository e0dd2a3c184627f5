// One operation in the reference: its address, who may call it, what it takes, an example, what it answers, and its errors.
import {
  errors,
  errorsOf,
  openApiPath,
  requestHeaders,
  requestHeadersOf,
  type Specification,
} from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';
import { curlLine, type ExampleRequest } from './curl.ts';
import { fieldList, fieldsOf, type Field } from './fields.ts';
import { jsonHtml } from './json.ts';
import { exampleOf, prose, shortened, type JsonSchema } from './schema.ts';

/** A request, and what this catalog answers to it: JSON, or the text of a file. Without an answer the contract's example is shown. */
export interface Example extends ExampleRequest {
  answer?: unknown;
}

export interface ShownOperation {
  id: string;
  operation: Specification;
  example: Example;
  /** The operation of the same chapter that shows the fields of the same answer already. */
  sameReplyAs: { id: string; summary: string } | undefined;
}

export function operationSection(site: Site, { id, operation, example, sameReplyAs }: ShownOperation): Html {
  const { summary, description } = operation;
  return html`<section class="operation" aria-labelledby="${id}">
    <div class="heading">
      <h2 id="${id}">${summary}</h2>
      <a class="anchor" href="#${id}" aria-label="Link to: ${summary}">#</a>
    </div>
    <p class="address">${methodBadge(operation)} ${pathHtml(operation)}</p>
    <p>${prose(description)}</p>
    <p>${accessText(site, operation)}</p>
    ${places(operation).map(
      ([title, fields]) =>
        html`<h3>${title}</h3>
          ${fieldList(fields, 'request')}`,
    )}
    <h3>Example</h3>
    ${command(curlLine(operation, `${site.publicUrl}/v1`, example))} ${answer(operation, example)}
    ${replyFields(operation, sameReplyAs)}
    <h3>Errors</h3>
    <ul class="chips">
      ${[...new Set(errorsOf(operation))].map(
        (code) =>
          html`<li>
            <a class="chip" href="${site.basePath}/docs/api#${code}">${errors[code].status} <code>${code}</code></a>
          </li>`,
      )}
    </ul>
  </section>`;
}

const methodClasses: Record<string, string> = {
  GET: '',
  POST: ' success',
  PUT: ' warning',
  PATCH: ' warning',
  DELETE: ' danger',
};

export const methodBadge = ({ method }: Pick<Specification, 'method'>): Html =>
  html`<span class="badge method${methodClasses[method] ?? ''}">${method}</span>`;

/** The address may break after its slashes. */
export const pathHtml = (operation: Specification): Html =>
  html`<code
    >${openApiPath(operation)
      .split(/(?<=.\/)/)
      .map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}</code
  >`;

function accessText({ basePath }: Site, { access }: Specification): Html {
  if (access === 'public') return html`Anyone may call it.`;
  if (access === 'upload') return html`It needs the token of the upload.`;
  const credential = html`<a href="${basePath}/docs/api#authentication">credential</a>`;
  return access === 'credential'
    ? html`It needs a ${credential}.`
    : html`It needs a ${credential} with the scope <code>${access.scope}</code>.`;
}

/** What a request takes, by where it is sent. `If-None-Match` is explained once for all reads. */
function places(operation: Specification): [title: string, fields: Field[]][] {
  const { params, query, body, bodyInQuery } = operation;
  const headers = requestHeadersOf(operation)
    .filter((name) => name !== 'If-None-Match')
    .map((name) => ({
      name,
      schema: { type: 'string', description: requestHeaders[name].description },
      isRequired: false,
    }));
  const all: [string, Field[]][] = [
    ['In the path', fieldsOf(params ?? {})],
    ['In the query', fieldsOf(query ?? {})],
    [bodyInQuery ? 'In the body, as JSON, or in the query' : 'In the body, as JSON', fieldsOf(body ?? {})],
    ['In the headers', headers],
  ];
  return all.filter(([, fields]) => fields.length > 0);
}

function answer({ summary, reply }: Specification, example: Example): Html {
  if (!('schema' in reply)) return html`<p>It answers <strong>${reply.status}</strong>, without a body.</p>`;
  const schema: JsonSchema = reply.schema;
  const isReal = example.answer !== undefined;
  const value = isReal ? shortened(example.answer, schema) : exampleOf(schema);
  const isJson = reply.mediaType === undefined;
  const source = isReal ? 'This catalog answers' : 'It answers, for example,';
  return html`<p>
      ${source}
      <strong>${reply.status}</strong
      >${isReal && JSON.stringify(value) !== JSON.stringify(example.answer) && ' (here with shorter lists and texts)'}:
    </p>
    <pre
      class="answer"
      tabindex="0"
      role="region"
      aria-label="Answer: ${summary}"
    ><code>${isJson ? jsonHtml(value) : String(value)}</code></pre>`;
}

function replyFields({ reply }: Specification, sameReplyAs: ShownOperation['sameReplyAs']): Html | false {
  const schema: JsonSchema = 'schema' in reply ? reply.schema : {};
  const fields = fieldsOf(schema);
  if (fields.length === 0) return false;
  if (sameReplyAs) return html`<p>The fields are those of <a href="#${sameReplyAs.id}">${sameReplyAs.summary}</a>.</p>`;
  return html`<details>
    <summary>What the fields of the answer mean</summary>
    ${fieldList(fields, 'response')}
  </details>`;
}
