// The front page of Docs: every page with a sentence about it.
import { docsGroups } from '../docs/contents.ts';
import { docsFrame } from '../docs/frame.ts';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';

export function docsPage(site: Site): string {
  return layout(site, {
    title: 'Docs',
    description: `How to start a project from a realm of ${site.name}, keep it up to date, and publish your own.`,
    path: '/docs',
    content: docsFrame(
      site,
      '/docs',
      html`<h1>Docs</h1>
        <p class="docs-lead">
          A realm is a software template. One command makes a project of it, under your own name. Later,
          <code>realm update</code> takes over what the template has improved, and keeps your changes.
        </p>
        ${command(`npx ${site.commandLine} new`)}
        ${docsGroups.map(
          ({ name, pages }, at) =>
            html`<section aria-labelledby="group-${at}">
              <h2 id="group-${at}">${name}</h2>
              <dl class="meanings">
                ${pages.map(
                  ({ path, title, about }) =>
                    html`<dt><a href="${site.basePath}${path}">${title}</a></dt>
                      <dd>${about}</dd>`,
                )}
              </dl>
            </section>`,
        )}`,
    ),
  });
}
