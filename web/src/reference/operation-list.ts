// The operations of a chapter as a list of addresses, with links to what the reference says of each.
import { specifications, type Specification } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { chapterPath, type Chapter } from '../docs/contents.ts';
import type { Site } from '../site.ts';
import { methodBadge, pathHtml } from './operation.ts';

/** On the page of the chapter itself the links stay on the page. Elsewhere the entries bear the ids of their operations. */
export function operationList({ basePath }: Site, chapter: Chapter, place: 'chapter' | 'elsewhere'): Html {
  const page = place === 'chapter' ? '' : basePath + chapterPath(chapter);
  return html`<ul class="operations">
    ${chapter.ids.map((id) => entry(id, specifications[id], page))}
  </ul>`;
}

function entry(id: string, operation: Specification, page: string): Html {
  return html`<li ${page !== '' && html`id="${id}"`}>
    ${methodBadge(operation)} ${pathHtml(operation)}
    <span><a href="${page}#${id}">${operation.summary}</a> ${accessBadge(operation)}</span>
  </li>`;
}

function accessBadge({ access }: Specification): Html {
  if (access === 'public') return html`<span class="badge success">public</span>`;
  return html`<span class="badge">${typeof access === 'string' ? access : access.scope}</span>`;
}
