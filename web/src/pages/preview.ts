// The pages around the frame of a live preview: a browser that is drawn around it, with three widths, or the whole window. In both, the frame begins
// with a page that says whose program the preview runs, and with a link that starts it.
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
          ${reload(`${realmPath(site, slug)}/preview`)}
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
        ${frame(site, { name, author, src, sandbox })}
        <p class="browser-foot small soft">${madeBy(site, { author, username, version })}</p>
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
          <h1 class="small"><bdi>${view.name}</bdi></h1>
          <p class="small soft">${madeBy(site, view)}</p>
          <a class="button" href="${realmPath(site, view.slug)}">Close</a>
        </header>
        <main>${frame(site, view)}</main>
      </body>
    </html> `.html;
}

/** Leads to the page again, and not into the frame: only the link in the frame starts the preview. */
const reload = (page: string): Html =>
  html`<a class="button reload" href="${page}">${icons.reload}<span class="hidden-text">Reload</span></a>`;

function frame(site: Site, view: PreviewFrame & Pick<ShownPreview, 'name' | 'author'>): Html {
  return html`<iframe
    name="preview"
    srcdoc="${startPage(site, view)}"
    sandbox="${view.sandbox}"
    title="Preview of ${view.name}"
  ></iframe>`;
}

/** What the frame shows first. A link starts the preview, so it works without a script, and no address leads past it. */
function startPage(site: Site, { name, author, src }: Parameters<typeof frame>[1]): string {
  return html`<!doctype html>
    <html lang="en" ${site.theme !== '' && html` data-theme="${site.theme}"`}>
      <head>
        <meta charset="utf-8" />
        <title>Start the preview of ${name}</title>
        ${stylesheet(site, 'start')}
      </head>
      <body class="hero wrap">
        <h2>This preview runs a program by <bdi>${author}</bdi></h2>
        <p>The program cannot see your data on ${site.name} or on other sites.</p>
        <p>
          Current versions of Chrome and Edge block its connections to other servers. Other browsers may not: in those,
          the program can learn your IP address.
        </p>
        <a class="button primary" id="start" href="${src}" referrerpolicy="no-referrer">Start preview</a>
      </body>
    </html> `.html;
}

function madeBy(
  site: Site,
  { author, username, version }: Pick<ShownPreview, 'author' | 'username' | 'version'>,
): Html {
  return html`Version ${version}, made by <a href="${site.basePath}/@${username}"><bdi>${author}</bdi></a>`;
}
