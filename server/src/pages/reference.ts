// The reference of the API at /docs: one page made from the contract, without scripts and without content from other hosts.
import { readFileSync } from 'node:fs';
import { chapters, errors, errorsOf, openApiPath, specifications, type Specification } from '@realm-catalog/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { lazyCacheable, sendCacheable } from '../http/caching.ts';
import { html, type Html } from './html.ts';
import { contentSecurityPolicy, layout } from './layout.ts';

interface JsonSchema {
  type?: string;
  description?: string;
  default?: string | number;
  enum?: readonly string[];
  examples?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

export function reference(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'basePath'>): void {
  const css = lazyCacheable(() => readFileSync(new URL('reference.css', import.meta.url), 'utf8'));
  const body = lazyCacheable(() =>
    layout({
      title: 'Realm Catalog API',
      stylesheet: `${config.basePath}/docs/reference.css`,
      isIndexed: true,
      bodyClass: 'reference',
      content: content(`${config.publicUrl}/v1`, config.basePath),
    }),
  );
  app.get('/docs', (request, reply) =>
    sendCacheable(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy()),
      body(),
    ),
  );
  app.get('/docs/reference.css', (request, reply) =>
    sendCacheable(request, reply.type('text/css; charset=utf-8'), css()),
  );
}

const all = Object.entries<Specification>(specifications);

function content(baseUrl: string, basePath: string): Html {
  return html`<a class="skip" href="#content">Skip to the content</a>
    <nav aria-label="Operations">
      <p class="brand">Realm Catalog</p>
      <ul>
        <li><a href="#start">Start here</a></li>
        ${chapters.map(
          ({ name, ids }) =>
            html`<li>
              ${name}
              <ul>
                ${ids.map((id) => html`<li><a href="#${id}">${specifications[id].summary}</a></li>`)}
              </ul>
            </li>`,
        )}
        <li><a href="#errors">Errors</a></li>
      </ul>
      <p><a href="${basePath}/v1/openapi.json">OpenAPI 3.1 document</a></p>
    </nav>
    <main id="content">
      <h1 id="start">Realm Catalog API</h1>
      <p>
        A catalog of realms: software templates to list, search, read, download and publish. The base address is
        <code>${baseUrl}</code>; responses are JSON, times are RFC 3339 in UTC, and reading needs no account.
      </p>
      <pre><code>curl '${baseUrl}/api/realms?search=starter'</code></pre>
      <p>
        Every operation also answers without the segment <code>/api</code>: <code>/v1/realms</code> is
        <code>/v1/api/realms</code>. Send the <code>ETag</code> of a response in <code>If-None-Match</code>, and a
        response that has not changed is a 304 without a body.
      </p>
      <p>
        Operations that need a credential take <code>Authorization: Bearer …</code> with an API key, the JWT of a login
        or an OAuth 2.0 access token; an upload takes its upload token. The headers <code>X-RateLimit-*</code> of every
        response say what is left of your hourly limit.
      </p>
      ${all.map(([id, operation]) => section(id, operation, baseUrl))} ${errorSection()}
    </main>`;
}

function section(id: string, operation: Specification, baseUrl: string): Html {
  const { params, query, body } = operation;
  const parameters = Object.entries<JsonSchema>({ ...params?.properties, ...query?.properties, ...body?.properties });
  const path = openApiPath(operation);
  const reply: JsonSchema | undefined = 'schema' in operation.reply ? operation.reply.schema : undefined;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${operation.summary}</h2>
    <p class="address"><span class="method">${operation.method}</span> <code>${path}</code></p>
    <p>${prose(operation.description)}</p>
    <p class="access">${accessOf(operation)}</p>
    ${
      parameters.length > 0 &&
      html`<h3>Parameters</h3>
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              ${parameters.map(([name, schema]) => parameter(name, schema))}
            </tbody>
          </table>
        </div>`
    }
    <h3>Example</h3>
    <pre><code>${curl(operation, baseUrl + path)}</code></pre>
    ${
      reply
        ? html`<pre
              aria-label="Answer ${operation.reply.status}"
            ><code>${JSON.stringify(exampleOf(reply), null, 2)}</code></pre>
            <h3>Fields</h3>
            ${fields(reply)}`
        : html`<p>Answers 204, without a body.</p>`
    }
    <p>Errors: ${errorsOf(operation).map((code) => html`<code>${errors[code].status} ${code}</code> `)}</p>
  </section>`;
}

function accessOf({ access }: Specification): Html {
  if (access === 'public') return html`Anyone may call it.`;
  if (access === 'upload') return html`Needs the token of the upload.`;
  return access === 'credential'
    ? html`Needs a credential.`
    : html`Needs a credential with the scope <code>${access.scope}</code>.`;
}

function curl({ method, access, params, body, bodyInQuery }: Specification, address: string): string {
  const url = address.replace(/\{(\w+)\}/, (_, name: string) => String(exampleOf(params?.properties[name] ?? {})));
  const needed =
    body && Object.fromEntries(body.required.map((name) => [name, exampleOf(body.properties[String(name)] ?? {})]));
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(access === 'public' ? [] : ["-H 'Authorization: Bearer rlm_key_…'"]),
    ...(body && (bodyInQuery || body.required.length > 0)
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(needed)}'`]
      : []),
  ].join(' \\\n  ');
}

function parameter(name: string, schema: JsonSchema): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${typeOf(schema)}</td>
    <td>
      ${prose(schema.description ?? '')}${schema.enum && html` One of ${schema.enum.map((value) => html`<code>${value}</code> `)}`}${
        schema.default !== undefined && html` Default <code>${schema.default}</code>.`
      }
    </td>
  </tr>`;
}

function fields(schema: JsonSchema): Html | false {
  const properties = schema.properties ?? schema.items?.properties;
  if (!properties) return false;
  return html`<ul class="fields">
    ${Object.entries(properties).map(
      ([name, field]) =>
        html`<li>
          <code>${name}</code> <span class="type">${typeOf(field)}</span> ${prose(field.description ?? '')}
          ${fields(field)}
        </li>`,
    )}
  </ul>`;
}

function errorSection(): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    <p>
      Errors are RFC 9457 problems, as <code>application/problem+json</code>. The <code>code</code> is stable and made
      for programs; give the <code>requestId</code> to the operator when you ask for help.
    </p>
    <div class="wide">
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
              html`<tr>
                <td>${status}</td>
                <td><code>${code}</code></td>
                <td>${title}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function typeOf({ type = 'object', items }: JsonSchema): string {
  return items ? `list of ${items.type ?? 'object'}` : type;
}

/** Text in which `code` may stand between backticks. */
function prose(text: string): Html[] {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}

function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field)]));
  return schema.items ? [exampleOf(schema.items)] : null;
}
