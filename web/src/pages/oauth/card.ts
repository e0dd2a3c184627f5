// The document of every page that asks a person something, to sign in or in an authorization: one card below the name of the site. Passkeys alone
// need a script.
import { html, type Html } from '../../html.ts';
import { accountStylesheet, stylesheet } from '../../parts/stylesheet.ts';
import { wordmark } from '../../parts/wordmark.ts';
import type { Site } from '../../site.ts';

export function cardPage(site: Site, title: string, content: Html, hasScript = false): string {
  return html`<!doctype html>
    <html lang="en" ${site.theme !== '' && html` data-theme="${site.theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${site.name}</title>
        ${stylesheet(site, 'content')} ${accountStylesheet(site)}
        <link rel="icon" href="${site.basePath}/favicon.svg" type="image/svg+xml" />
        ${hasScript && html`<script type="module" src="${site.script}"></script>`}
      </head>
      <body class="ask-page">
        <header class="site-header"><div class="wrap">${wordmark(site)}</div></header>
        <main id="content">
          <div class="ask-card">
            <h1>${title}</h1>
            ${content}
          </div>
        </main>
      </body>
    </html> `.html;
}

/** The fields that an error is about refer to it by its id. */
export const alert = (message: string): Html => html`<p class="notice danger" id="error" role="alert">${message}</p>`;

/** A name that a user chose. `bdi` isolates it, so that a directional mark in the name does not affect the text around it. */
export const userChosenName = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`;

/** Shows who is signed in, with a button to sign out. */
export const sessionForm = ({ basePath }: Site, username: string): Html =>
  html`<form method="post" action="${basePath}/sign-out" class="ask-session">
    <p>Signed in as ${userChosenName(username)}.</p>
    <button class="link">Sign out</button>
  </form>`;
