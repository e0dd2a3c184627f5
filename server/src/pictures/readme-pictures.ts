// Finds the pictures that a README shows from its own archive.
import { hash } from 'node:crypto';
import type { Screenshot } from '@realm-catalog/archive';
import { MAX_ALT_LENGTH } from '@realm-catalog/contract/manifest';
import type { Renderer } from '../rendering/renderer.ts';

/** How many are looked at, at most. */
const MAX_PICTURES = 16;
const BASE = { files: '/files/', images: '/images/' };
/** As the renderer writes them: text has no `<`, and a value no quotation mark. */
const IMAGE = /<img((?: [\w-]+="[^"]*")*)>/g;
const escapes: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&nbsp;': ' ', '&lt;': '<', '&gt;': '>' };

/** In their order. The README is rendered as its page shows it, so that both have the same pictures. */
export async function readmePictures(
  renderer: Pick<Renderer, 'markdown'>,
  { realm, text }: { realm: string; text: string },
): Promise<Screenshot[]> {
  if (!/!\[|<img\b/i.test(text)) return [];
  const html = await renderer.markdown({ realm, text, digest: hash('sha256', text), base: BASE });
  return html
    .matchAll(IMAGE)
    .map(([, attributes = '']) => ({
      src: valueOf(attributes, 'src'),
      alt: valueOf(attributes, 'alt').slice(0, MAX_ALT_LENGTH),
    }))
    .filter(({ src }) => src.startsWith(BASE.images))
    .take(MAX_PICTURES)
    .map(({ src, alt }) => ({ path: decodeURIComponent(src.slice(BASE.images.length)), alt }))
    .toArray();
}

function valueOf(attributes: string, name: 'src' | 'alt'): string {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll(/&(?:amp|quot|nbsp|lt|gt);/g, (escape) => escapes[escape] ?? '');
}
