// The pages around the frame of a live preview: with three widths, or over the whole window. Both say whose work runs in it.
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { realmPath } from '../parts/realm-card.ts';
import { stylesheet } from '../parts/stylesheet.ts';
import type { Site } from '../site.ts';

export interface ShownPreview {
  slug: string;
  name: string;
  version: string;
  /** The name of the author. */
  author: string;
  username: string;
  /** The address of the preview. */
  src: string;
  /** What the frame allows. */
  sandbox: string;
}

const widths = [
  ['desk', 'Desk'],
  ['tablet', 'Tablet'],
  ['phone', 'Phone'],
] as const;

export function previewPage(site: Site, view: ShownPreview, isIndexed: boolean): string {
  return layout(site, {
    title: `Preview of ${view.name}`,
    description: `${view.name} by ${view.author}, live in the browser.`,
    path: `/realms/${view.slug}/preview`,
    isIndexed,
    content: html`<h1 class="preview-title">
        <a href="${realmPath(site, view.slug)}"><bdi>${view.name}</bdi></a>
      </h1>
      <section class="preview panel" aria-label="Preview">
        <div class="preview-bar">
          <fieldset>
            <legend class="hidden-text">Width</legend>
            ${widths.map(
              ([value, text], at) =>
                html`<label
                  ><input type="radio" name="width" value="${value}" ${at === 0 && html` checked`} />${text}</label
                >`,
            )}
          </fieldset>
          <a href="${view.src}" target="preview">Reload</a>
          <a href="${view.src}">Open in full</a>
        </div>
        ${frame(view)}
        <p class="small soft">${whose(site, view)}</p>
      </section>`,
  });
}

/** For a visit to the address of the preview itself. */
export function fullPreviewPage(site: Site, view: ShownPreview): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Preview of ${view.name} · ${site.name}</title>
        <meta name="robots" content="noindex" />
        ${stylesheet(site, 'preview-bar')}
        <link rel="icon" href="${site.basePath}/favicon.svg" type="image/svg+xml" />
      </head>
      <body class="full-preview">
        <header class="preview-bar" id="preview-bar">
          <h1><bdi>${view.name}</bdi></h1>
          <p class="small soft">${whose(site, view)}</p>
          <a href="${view.src}" target="preview">Reload</a>
          <a href="${realmPath(site, view.slug)}">Close</a>
        </header>
        <main>${frame(view)}</main>
      </body>
    </html> `.html;
}

function frame({ name, src, sandbox }: ShownPreview): Html {
  return html`<iframe
    name="preview"
    src="${src}"
    sandbox="${sandbox}"
    referrerpolicy="no-referrer"
    title="Preview of ${name}"
  ></iframe>`;
}

function whose(site: Site, { author, username, version }: ShownPreview): Html {
  return html`Version ${version}, made by <a href="${site.basePath}/@${username}"><bdi>${author}</bdi></a
    >. It runs in a box: it sees nothing of ${site.name} and of other sites.`;
}
