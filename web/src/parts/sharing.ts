// What other sites show of a page when somebody shares its address: a picture that the server draws.
import { html, type Html } from '../html.ts';
import { OG_HEIGHT, OG_WIDTH } from '../og-image.ts';
import type { Site } from '../site.ts';

/** `path` is that of the page; `alt` says what is in the picture. */
export function sharing({ publicUrl }: Site, path: string, alt: string): Html {
  return html`<meta property="og:type" content="website" />
    <meta property="og:url" content="${publicUrl}${path}" />
    <meta property="og:image" content="${publicUrl}${path}/og.png" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${OG_WIDTH}" />
    <meta property="og:image:height" content="${OG_HEIGHT}" />
    <meta property="og:image:alt" content="${alt}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}
