// The HTML document around the content of every page, and the policy that lets a page load its own stylesheet and nothing else.
import { html, type Html } from './html.ts';

interface Layout {
  title: string;
  /** The path of the stylesheet. */
  stylesheet: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  bodyClass: string;
  content: Html;
}

export function layout({ title, stylesheet, isIndexed, bodyClass, content }: Layout): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${!isIndexed && html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" href="data:," />
      </head>
      <body class="${bodyClass}">
        ${content}
      </body>
    </html> `.html;
}

/** `formTargets` are the sources that a form may be sent to, or lead to by a redirect. */
export function contentSecurityPolicy(formTargets = "'none'"): string {
  return `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action ${formTargets}; frame-ancestors 'none'`;
}
