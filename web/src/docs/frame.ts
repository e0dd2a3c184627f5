// What is around every page of Docs: the menu of all pages beside it, and the pages before and after it. On a phone the menu is closed.
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import { docsGroups, docsPages, type DocsLink } from './contents.ts';

export function docsFrame(site: Site, path: string, content: Html): Html {
  return html`<div class="with-side side-first docs">
    ${menu(site, path)}
    <div class="docs-content" id="docs-content">${content} ${turns(site, path)}</div>
  </div>`;
}

function menu(site: Site, path: string): Html {
  return html`<details class="docs-side fold small">
    <summary>Docs menu</summary>
    <a class="skip" href="#docs-content">Skip the menu</a>
    <nav class="stack" aria-label="Docs">
      ${docsGroups.map(
        ({ name, pages }) =>
          html`<div>
            <p><strong>${name}</strong></p>
            ${links(site, path, pages)}
          </div>`,
      )}
    </nav>
  </details>`;
}

function links(site: Site, current: string, pages: readonly DocsLink[]): Html {
  return html`<ul class="docs-links">
    ${pages.map(
      (page) =>
        html`<li>
          <a href="${site.basePath}${page.path}" ${page.path === current && html` aria-current="page"`}
            >${page.title}</a
          >
          ${page.inner && has(page, current) && links(site, current, page.inner)}
        </li>`,
    )}
  </ul>`;
}

const has = ({ path, inner = [] }: DocsLink, current: string): boolean =>
  path === current || inner.some((page) => has(page, current));

/** The chapters of the API reference have links of their own. */
function turns({ basePath }: Site, path: string): Html | false {
  const at = docsPages.findIndex((page) => page.path === path);
  if (at < 0) return false;
  const turn = (page: DocsLink | undefined, word: string) =>
    page && html`<a href="${basePath}${page.path}">${word}: ${page.title}</a>`;
  return html`<nav class="docs-turn" aria-label="Pages before and after">
    ${turn(docsPages[at - 1], 'Before')} ${turn(docsPages[at + 1], 'Next')}
  </nav>`;
}
