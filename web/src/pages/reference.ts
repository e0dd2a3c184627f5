// The first page of the API reference: a first call, what holds for all operations, and the list of them.
import { chapters, specifications } from '@realm-catalog/contract';
import { chapterPath } from '../docs/contents.ts';
import { docsFrame } from '../docs/frame.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import { curlLine } from '../reference/curl.ts';
import { errorGuide } from '../reference/error-guide.ts';
import { authentication, conventions, rateLimits, type RateLimits } from '../reference/guides.ts';
import { jsonHtml } from '../reference/json.ts';
import type { Example } from '../reference/operation.ts';
import { operationList } from '../reference/operation-list.ts';
import { exampleOf, shortened } from '../reference/schema.ts';
import type { Site } from '../site.ts';

export interface ReferenceView {
  limits: RateLimits;
  /** A list of realms. */
  first: Example;
}

export function referencePage(site: Site, { limits, first }: ReferenceView): string {
  return layout(site, {
    title: 'API',
    description: `How programs list, search, read, download and publish the realms of ${site.name}.`,
    path: '/docs/api',
    content: docsFrame(
      site,
      '/docs/api',
      html`${start(site, first)} ${authentication(site)} ${rateLimits(site, limits)} ${conventions(site)}
        ${errorGuide()}
        <section aria-labelledby="operations">
          <h2 id="operations">All operations</h2>
          ${chapters.map(
            (chapter) =>
              html`<h3><a href="${site.basePath}${chapterPath(chapter)}">${chapter.name}</a></h3>
                <p>${chapter.description}</p>
                ${operationList(site, chapter, 'elsewhere')}`,
          )}
        </section>`,
    ),
  });
}

function start(site: Site, first: Example): Html {
  const { listRealms } = specifications;
  const { schema } = listRealms.reply;
  return html`<h1 id="start">API</h1>
    <p class="docs-lead">
      List, search, read, download and publish realms from your programs. The base address is
      <code>${site.publicUrl}/v1</code>, and answers are JSON. Realms, collections, people and statistics can also be
      read by <a href="${site.basePath}/docs/graphql">GraphQL</a>.
    </p>
    ${command(curlLine(listRealms, `${site.publicUrl}/v1`, first))}
    <pre
      class="answer"
      tabindex="0"
      role="region"
      aria-label="Answer to the first call"
    ><code>${jsonHtml(first.answer === undefined ? exampleOf(schema) : shortened(first.answer, schema))}</code></pre>`;
}
