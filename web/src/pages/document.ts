// A document of Docs, which the catalog has made of Markdown.
import type { DocsPage } from '../docs/contents.ts';
import { docsFrame } from '../docs/frame.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';

export interface DocumentView {
  page: DocsPage;
  heading: string;
  /** Safe HTML. */
  text: Html;
  /** Only on the page about the command line: the file that this catalog serves. */
  commandLine?: { url: string; sha256: string };
}

export function documentPage(site: Site, { page, heading, text, commandLine }: DocumentView): string {
  return layout(site, {
    title: `${page.title} · Docs`,
    description: page.about,
    path: page.path,
    content: docsFrame(
      site,
      page.path,
      html`<h1>${heading}</h1>
        <article class="readme"><div class="prose">${text} ${commandLine && digest(commandLine)}</div></article>`,
    ),
  });
}

function digest({ url, sha256 }: { url: string; sha256: string }): Html {
  return html`<h2>Check the download</h2>
    <p>The address of the program ends with a hash, so that npx always runs the current one. Its SHA-256:</p>
    ${command(`curl -sO ${url}\necho "${sha256}  realm.tgz" | sha256sum -c`)}`;
}
