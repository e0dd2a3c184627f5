// The pages around the frame of a live preview: a browser that is drawn around it, with three widths, or the whole window. Both say whose work
// runs in it.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { stylesheet } from '../parts/stylesheet.ts';
import type { Site } from '../site.ts';

interface PreviewFrame {
  /** The address of the preview. */
  src: string;
  /** What the frame allows. */
  sandbox: string;
}

export interface ShownPreview extends PreviewFrame {
  slug: string;
  name: string;
  version: string;
  /** The name of the author. */
  author: string;
  username: string;
}

const widths = [
  ['desk', 'Desk'],
  ['tablet', 'Tablet'],
  ['phone', 'Phone'],
] as const;

export function previewPage(site: Site, realm: RealmDetail, { src, sandbox }: PreviewFrame): string {
  const { slug, name, version, visibility } = realm;
  const { username } = realm.author;
  const author = realm.author.name || username;
  return layout(site, {
    title: `Preview of ${name}`,
    description: `${name} by ${author}, live in the browser.`,
    path: `/realms/${slug}/preview`,
    isIndexed: visibility === 'public',
    content: html`${realmHead(site, realm)}
      <section class="browser" aria-label="Preview">
        <div class="browser-bar">
          ${reload(src)}
          <p class="location">${src.replace(/^https?:\/\//, '')}</p>
          <fieldset class="views">
            <legend class="hidden-text">Width</legend>
            ${widths.map(
              ([value, text], at) =>
                html`<label
                  ><input type="radio" name="width" value="${value}" ${at === 0 && html` checked`} />${text}</label
                >`,
            )}
          </fieldset>
          <a class="button" href="${src}">Open in full</a>
        </div>
        ${frame(name, { src, sandbox })}
        <p class="browser-foot">${whose(site, { author, username, version })}</p>
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
        <header class="browser-bar" id="preview-bar">
          ${reload(view.src)}
          <h1><bdi>${view.name}</bdi></h1>
          <p class="small soft">${whose(site, view)}</p>
          <a class="button" href="${realmPath(site, view.slug)}">Close</a>
        </header>
        <main>${frame(view.name, view)}</main>
      </body>
    </html> `.html;
}

const reload = (src: string): Html =>
  html`<a class="reload" href="${src}" target="preview">${icons.reload}<span class="hidden-text">Reload</span></a>`;

function frame(name: string, { src, sandbox }: PreviewFrame): Html {
  return html`<iframe
    name="preview"
    src="${src}"
    sandbox="${sandbox}"
    referrerpolicy="no-referrer"
    title="Preview of ${name}"
  ></iframe>`;
}

function whose(site: Site, { author, username, version }: Pick<ShownPreview, 'author' | 'username' | 'version'>): Html {
  return html`Version ${version}, made by <a href="${site.basePath}/@${username}"><bdi>${author}</bdi></a
    >. It runs in a box: it sees nothing of ${site.name} and of other sites.`;
}
