// The README of a realm as HTML; as plain text while too many wait for theirs, and as a link where it is too large for a page.
import { hash } from 'node:crypto';
import type { RealmDetail } from '@realm-catalog/contract';
import { bytesAsHtml, html, safeHtml, type Html } from '@realm-catalog/web';
import type { Renderer } from '../rendering/renderer.ts';
import { ifAvailable } from './if-available.ts';
import { MAX_CONTENT_BYTES } from './page.ts';

interface Readme {
  html: Html | undefined;
  isPartial: boolean;
}

export async function renderReadme(renderer: Renderer, realm: RealmDetail, base: string): Promise<Readme> {
  const { longDescription: text, slug, version } = realm;
  if (text.trim() === '') return { isPartial: false, html: undefined };
  const links = {
    files: `${base}/realms/${slug}/files/${version}/`,
    images: `${base}/realms/${slug}/raw/${version}/`,
  };
  const document = { realm: slug, text, digest: hash('sha256', text, 'base64url'), base: links };
  const rendered = await ifAvailable(renderer.markdown(document));
  if (rendered === null) return { isPartial: true, html: plainReadme(realm, base) };
  const isShown = Buffer.byteLength(rendered) <= MAX_CONTENT_BYTES;
  return { isPartial: false, html: isShown ? safeHtml(rendered) : tooLargeReadme(realm, base) };
}

function plainReadme(realm: RealmDetail, base: string): Html {
  const { longDescription: text } = realm;
  if (bytesAsHtml(text) > MAX_CONTENT_BYTES) return tooLargeReadme(realm, base);
  return html`<pre class="readme-plain" tabindex="0" dir="auto">${text}</pre>`;
}

function tooLargeReadme({ slug }: RealmDetail, base: string): Html {
  return html`<p class="soft">
    This README is too large to show here. <a href="${base}/realms/${slug}.md">Read it as text</a>
  </p>`;
}
