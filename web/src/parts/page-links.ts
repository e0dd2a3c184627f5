// Links to the other pages of a list.
import { html, type Html, type Part } from '../html.ts';

interface Pages {
  total: number;
  limit: number;
  offset: number;
}

/**
 * `linkTo` returns the address of the page that begins at an offset. The marks are entities, since a page that is all Latin-1 takes half as
 * long to encode.
 */
export function pageLinks({ total, limit, offset }: Pages, linkTo: (offset: number) => string): Html | false {
  const count = Math.ceil(total / limit);
  if (count < 2) return false;
  const current = Math.min(count, Math.floor(offset / limit) + 1);
  const link = (page: number, text: Part, rel?: string) =>
    html`<a href="${linkTo((page - 1) * limit)}" ${rel !== undefined && html` rel="${rel}"`}>${text}</a>`;
  return html`<nav class="pages" aria-label="Pages">
    ${current > 1 && link(current - 1, html`<span class="hidden-text">Previous page</span><span aria-hidden="true">&lsaquo;</span>`, 'prev')}
    ${shownPages(count, current).map(
      (page, at, all) =>
        html`${at > 0 && page - (all[at - 1] ?? 0) > 1 && html`<span>&hellip;</span>`}${
          page === current ? html`<span aria-current="page">${page}</span>` : link(page, page)
        }`,
    )}
    ${current < count && link(current + 1, html`<span class="hidden-text">Next page</span><span aria-hidden="true">&rsaquo;</span>`, 'next')}
  </nav>`;
}

/** The first, the last, and those around the current one. */
function shownPages(count: number, current: number): number[] {
  const pages = new Set([1, count]);
  for (let page = Math.max(1, current - 2); page <= Math.min(count, current + 2); page += 1) pages.add(page);
  return [...pages].toSorted((a, b) => a - b);
}
