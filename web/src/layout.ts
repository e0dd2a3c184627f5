// The HTML document around the content of every page: head, header with navigation and search, footer.
import { html, type Html } from './html.ts';
import type { ListView } from './list-state.ts';
import { searchForm } from './parts/search-form.ts';
import { accountMenu } from './parts/account-menu.ts';
import { accountStylesheet, stylesheet } from './parts/stylesheet.ts';
import { wordmark } from './parts/wordmark.ts';
import type { Site } from './site.ts';

export interface Page {
  title: string;
  description: string;
  /** The path of this page, for the canonical link and for the navigation. */
  path: string;
  /** Whether search engines may list the page. */
  isIndexed?: boolean;
  /** What stands in the search box of the header; the pages with a box of their own have none there. */
  search?: string | false;
  /** How the list that the header searches is shown. */
  view?: ListView;
  /** Whether it has forms, or is about the viewer's account: it loads the stylesheet of these. */
  isOfAccount?: boolean;
  /** Further elements of the head. */
  head?: Html | false;
  content: Html;
}

const sections = [
  ['/realms', 'Realms'],
  ['/collections', 'Collections'],
  ['/stats', 'Statistics'],
  ['/docs', 'Docs'],
] as const;

export function layout(site: Site, page: Page): string {
  const { title, description, path, isIndexed = true, search = '', view, isOfAccount, head, content } = page;
  const fullTitle = title === site.name ? title : `${title} · ${site.name}`;
  return html`<!doctype html>
    <html lang="en" ${site.theme !== '' && html` data-theme="${site.theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${fullTitle}</title>
        <meta name="description" content="${description}" />
        ${isIndexed ? html`<link rel="canonical" href="${site.publicUrl}${path}" />` : html`<meta name="robots" content="noindex" />`}
        ${stylesheet(site, 'footer')}${isOfAccount === true && accountStylesheet(site)}
        <link rel="icon" href="${site.basePath}/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="${site.basePath}/apple-touch-icon.png" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href="${site.basePath}/opensearch.xml"
          title="${site.name}"
        />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:site_name" content="${site.name}" />
        ${head}
        <script type="module" src="${site.script}"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="site-header">
          <div class="wrap">
            ${wordmark(site)}
            <nav class="site-nav" aria-label="Main">
              ${sections.map(
                ([to, text]) =>
                  html`<a
                    href="${site.basePath}${to}"
                    ${(path === to || path.startsWith(`${to}/`)) && html` aria-current="${path === to ? 'page' : 'true'}"`}
                    >${text}</a
                  >`,
              )}
            </nav>
            ${search !== false && searchForm(site, search, 'header', view)}
            <div class="site-tools">${accountMenu(site)}<theme-switch></theme-switch></div>
          </div>
        </header>
        <main id="content"><div class="wrap">${content}</div></main>
        <footer class="site-footer" id="footer">
          <div class="wrap">
            <p>${site.name}, a catalog of software templates</p>
            <a href="${site.basePath}/docs">Docs</a>
            <a href="${site.basePath}/docs/cli">Command line</a>
            <a href="${site.basePath}/docs/api">API</a>
            <a href="${site.basePath}/docs/counting">How we count</a>
            <keyboard-shortcuts></keyboard-shortcuts>
          </div>
        </footer>
      </body>
    </html> `.html;
}
