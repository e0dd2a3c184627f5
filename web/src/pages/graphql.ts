// GraphQL: queries to begin with, what they cost, and every type of the schema.
import { docsFrame } from '../docs/frame.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import { exactNumber } from '../numbers.ts';
import { prose } from '../reference/schema.ts';
import type { Site } from '../site.ts';

/** The type is written as in the schema: `[RealmSummary!]!`. */
interface SchemaField {
  name: string;
  type: string;
  description: string;
}

export interface SchemaType {
  name: string;
  description: string;
  fields: (SchemaField & { args: SchemaField[] })[];
  /** Of an enum. */
  values: string[];
}

export interface GraphqlView {
  /** Queries that people begin with. */
  queries: { title: string; query: string }[];
  /** The root comes first. */
  types: SchemaType[];
  limits: { nodes: number; nodesOfRequest: number; depth: number; page: number };
}

export function graphqlPage(site: Site, { queries, types, limits }: GraphqlView): string {
  const names = new Set(types.map(({ name }) => name));
  return layout(site, {
    title: 'GraphQL',
    description: `Ask for the realms of ${site.name} by GraphQL: queries to begin with, and the schema.`,
    path: '/docs/graphql',
    content: docsFrame(
      site,
      '/docs/graphql',
      html`<h1 id="graphql">GraphQL</h1>
        <p class="docs-lead">
          Ask for just the fields that you need, of several things at once: realms, collections, people and statistics.
          Names, filters, and who sees what are those of the <a href="${site.basePath}/docs/api">API</a>.
        </p>
        <section aria-labelledby="queries">
          <h2 id="queries">Queries to begin with</h2>
          <p>
            The address is <code>${site.publicUrl}/v1/graphql</code>. Send a query by <code>POST</code>, or by
            <code>GET</code> as the parameter <code>query</code>.
          </p>
          <query-editor class="stack">
            <form class="stack" action="${site.basePath}/v1/graphql">
              <textarea name="query" rows="9" spellcheck="false" aria-label="Query">
${queries[0]?.query ?? ''}</textarea>
              <div><button class="primary">Run</button></div>
            </form>
            <pre class="answer" role="status" hidden></pre>
            ${queries.map((one) => exampleQuery(site, one))}
          </query-editor>
        </section>
        ${costs(limits)} ${generatedCode}
        <section aria-labelledby="schema">
          <h2 id="schema">Schema</h2>
          <p>
            As a document: <a href="${site.basePath}/v1/graphql/schema.graphql">schema.graphql</a>. Tools can also ask
            for it: introspection is on.
          </p>
          ${types.map((type) => schemaType(type, names))}
        </section>`,
    ),
  });
}

function exampleQuery({ basePath, publicUrl }: Site, { title, query }: GraphqlView['queries'][number]): Html {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ') });
  const curl = `curl '${publicUrl}/v1/graphql' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
  return html`<section class="example-query stack">
    <h3>${title}</h3>
    <pre class="answer" tabindex="0" role="region" aria-label="Query: ${title}"><code>${query}</code></pre>
    <form action="${basePath}/v1/graphql">
      <button class="button" name="query" value="${query}">Try it</button>
    </form>
    ${command(curl)}
  </section>`;
}

function costs({ nodes, nodesOfRequest, depth, page }: GraphqlView['limits']): Html {
  return html`<section aria-labelledby="cost">
    <h2 id="cost">What a query costs</h2>
    <p>
      Queries share the hourly limit of the API. A query costs one request for each ${nodesOfRequest} nodes, and at
      least one. A list counts as many nodes as <code>first</code> says (1 to ${page}; 20 without it), a list in a list
      as many as both multiplied, and a realm, collection or account that you ask for by name counts one. Ask for
      <code>rateLimit</code> to see what a query cost.
    </p>
    <p>
      A query has at most ${exactNumber(nodes)} nodes and ${depth} levels. A larger query is a 400, and a query that
      costs more than you have left is a 429. Neither runs, and each counts as one request.
    </p>
  </section>`;
}

/** No schema can say what a scalar is in a language, so each generator has a setting. */
const generatedCode = html`<section aria-labelledby="generated">
  <h2 id="generated">Generated code</h2>
  <p>
    Large numbers have the type <a href="#type-BigInt"><code>BigInt</code></a
    >, which is a plain number in JSON. Tell your code generator so, or it has no type for them:
  </p>
  <ul class="fields">
    <li>
      <span class="field-name">GraphQL Code Generator</span> <code>config: { scalars: { BigInt: 'number' } }</code>
    </li>
    <li>
      <span class="field-name">gql.tada</span>
      <code>initGraphQLTada&lt;{ introspection: introspection; scalars: { BigInt: number } }&gt;()</code>
    </li>
    <li><span class="field-name">Apollo Kotlin</span> <code>mapScalarToKotlinLong("BigInt")</code></li>
    <li><span class="field-name">genqlient for Go</span> <code>bindings: { BigInt: { type: int64 } }</code></li>
    <li>
      <span class="field-name">ariadne-codegen for Python</span> <code>[tool.ariadne-codegen.scalars.BigInt]</code>,
      <code>type = "int"</code>
    </li>
  </ul>
</section>`;

function schemaType({ name, description, fields, values }: SchemaType, names: Set<string>): Html {
  return html`<section class="operation" aria-labelledby="type-${name}">
    <h3 id="type-${name}"><code>${name}</code></h3>
    ${description !== '' && html`<p>${prose(description)}</p>`}
    ${values.length > 0 && html`<p>One of ${values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}.</p>`}
    ${
      fields.length > 0 &&
      html`<ul class="fields">
        ${fields.map(
          (field) =>
            html`<li>
              ${oneField(field, names)}
              ${
                field.args.length > 0 &&
                html`<ul class="fields">
                  ${field.args.map((argument) => html`<li>${oneField(argument, names)}</li>`)}
                </ul>`
              }
            </li>`,
        )}
      </ul>`
    }
  </section>`;
}

function oneField({ name, type, description }: SchemaField, names: Set<string>): Html {
  const [before = '', inner = '', after = ''] = type.split(/(\w+)/, 3);
  const linked = names.has(inner) ? html`<a href="#type-${inner}">${inner}</a>` : inner;
  return html`<code class="field-name">${name}</code>
    <code class="soft">${before}${linked}${after}</code> ${description !== '' && html`<p>${prose(description)}</p>`}`;
}
