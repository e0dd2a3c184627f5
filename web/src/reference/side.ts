// The links beside the reference: its parts and its chapters. On a narrow screen they come after the content.
import { chapters, specifications } from '@realm-catalog/contract';
import { html, type Html, type Part } from '../html.ts';
import type { Site } from '../site.ts';

export type Chapter = (typeof chapters)[number];

/** The chapter `Tags and categories` is at /docs/api/tags-and-categories. */
export const chapterPath = ({ name }: Pick<Chapter, 'name'>): string =>
  `/docs/api/${name.toLowerCase().replaceAll(' ', '-')}`;

/** The parts of the first page, in their order. */
const guides = [
  ['start', 'Start'],
  ['authentication', 'Authentication'],
  ['limits', 'Rate limits'],
  ['conventions', 'Conventions'],
  ['errors', 'Errors'],
  ['operations', 'All operations'],
] as const;

/** `current` is the chapter that is shown, or another page beside the first one. */
export function referenceSide({ basePath }: Site, current?: Chapter | 'graphql'): Html {
  return html`<nav class="side docs-side" aria-label="API reference">
    <section class="panel">
      <h2>Guide</h2>
      <ul class="docs-links">
        ${guides.map(([id, text]) => html`<li><a href="${current ? `${basePath}/docs` : ''}#${id}">${text}</a></li>`)}
      </ul>
    </section>
    <section class="panel">
      <h2>Chapters</h2>
      <ul class="docs-links">
        ${chapters.map((chapter) => chapterLink(basePath, chapter, current !== 'graphql' && chapter.name === current?.name))}
      </ul>
    </section>
    <section class="panel">
      <h2>More</h2>
      <ul class="docs-links">
        <li>
          <a href="${basePath}/docs/graphql" ${current === 'graphql' && html` aria-current="page"`}>GraphQL</a>
        </li>
        <li><a href="${basePath}/v1/openapi.json">OpenAPI 3.1 document</a></li>
        <li><a href="${basePath}/schemas/realm.json">Schema of realm.json</a></li>
        <li><a href="${basePath}/docs/cli">Command line</a></li>
        <li><a href="${basePath}/docs/clients">Clients for TypeScript, Python and Go</a></li>
        <li><a href="${basePath}/docs/counting">How we count</a></li>
        <li><a href="${basePath}/docs/design">Design</a></li>
      </ul>
    </section>
  </nav>`;
}

function chapterLink(basePath: string, chapter: Chapter, isCurrent: boolean): Html {
  const operations: Part =
    isCurrent &&
    html`<ul class="docs-links">
      ${chapter.ids.map((id) => html`<li><a href="#${id}">${specifications[id].summary}</a></li>`)}
    </ul>`;
  return html`<li>
    <a href="${basePath}${chapterPath(chapter)}" ${isCurrent && html` aria-current="page"`}>${chapter.name}</a>
    ${operations}
  </li>`;
}
