// Finds the pictures that a README shows from its own archive.
import { hash } from 'node:crypto';
import type { Screenshot } from '@realm-catalog/archive';
import { MAX_ALT_LENGTH } from '@realm-catalog/contract/manifest';
import { archiveImages } from '../rendering/image-tags.ts';
import type { Renderer } from '../rendering/renderer.ts';

/** How many are looked at, at most. */
const MAX_PICTURES = 16;
const BASE = { files: '/files/', images: '/images/' };

/** In their order. The README is rendered as its page shows it, so that both have the same pictures. */
export async function readmePictures(
  renderer: Pick<Renderer, 'markdown'>,
  { realm, text }: { realm: string; text: string },
): Promise<Screenshot[]> {
  if (!/!\[|<img\b/i.test(text)) return [];
  const html = await renderer.markdown({ realm, text, digest: hash('sha256', text), base: BASE });
  return archiveImages(html, BASE.images)
    .take(MAX_PICTURES)
    .map(({ path, alt }) => ({ path, alt: alt.slice(0, MAX_ALT_LENGTH) }))
    .toArray();
}
