// A chapter of the API reference: the operations of one resource.
import { specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { chapterPath, type Chapter } from '../docs/contents.ts';
import { docsFrame } from '../docs/frame.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { operationSection, type Example, type ShownOperation } from '../reference/operation.ts';
import { operationList } from '../reference/operation-list.ts';
import type { Site } from '../site.ts';

export interface ChapterView {
  chapter: Chapter;
  /** The chapters before and after it. */
  previous: Chapter | undefined;
  next: Chapter | undefined;
  examples: Map<OperationId, Example>;
}

export function chapterPage(site: Site, { chapter, previous, next, examples }: ChapterView): string {
  return layout(site, {
    title: `${chapter.name} · API`,
    description: chapter.description,
    path: chapterPath(chapter),
    content: docsFrame(
      site,
      chapterPath(chapter),
      html`<h1>${chapter.name}</h1>
        <p class="docs-lead">${chapter.description}</p>
        ${operationList(site, chapter, 'chapter')}
        ${shownOperations(chapter, examples).map((shown) => operationSection(site, shown))}
        <nav class="docs-turn" aria-label="Chapters before and after">
          ${turn(site, previous, 'Before')} ${turn(site, next, 'Next')}
        </nav>`,
    ),
  });
}

const turn = (site: Site, chapter: Chapter | undefined, word: string): Html =>
  html`${chapter && html`<a href="${site.basePath}${chapterPath(chapter)}">${word}: ${chapter.name}</a>`}`;

/** The fields of an answer are listed with the first operation that has it. */
function shownOperations({ ids }: Chapter, examples: ChapterView['examples']): ShownOperation[] {
  const firsts = new Map<object, { id: string; summary: string }>();
  return ids.map((id) => {
    const operation: Specification = specifications[id];
    const schema = 'schema' in operation.reply ? operation.reply.schema : {};
    const sameReplyAs = firsts.get(schema);
    if (!sameReplyAs) firsts.set(schema, { id, summary: operation.summary });
    return { id, operation, example: examples.get(id) ?? {}, sameReplyAs };
  });
}
