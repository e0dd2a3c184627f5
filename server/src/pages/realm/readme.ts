// A document of an archive as HTML, such as its README: with the sizes of its pictures; as plain text while too many wait for theirs, and as a
// link where it is too large for a page.
import { hash } from 'node:crypto';
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { bytesAsHtml, html, safeHtml, type Html } from '@realm-catalog/web/html';
import type { Site } from '@realm-catalog/web/site';
import type { Caller } from '../../credentials/caller.ts';
import { UnavailableError } from '../../errors.ts';
import type { FindIndex, SeenRealm } from '../../files/find-index.ts';
import type { FindPictureSizes } from '../../pictures/archive-picture-sizes.ts';
import { archiveImages, withImageSizes } from '../../rendering/image-tags.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { ifAvailable } from '../optional-part.ts';
import { MAX_CONTENT_BYTES } from '../page.ts';

/** Markdown of a version of a realm. */
interface MarkdownSource {
  caller: Caller;
  slug: string;
  version: string;
  /** If the page has read the realm, and the version is its own. */
  seen?: SeenRealm;
  text: string;
  /** Where the text can be read as it is: the address, below the site. */
  textPath: string;
  /** What the page calls it: a first heading of the same words is left out. */
  title?: string;
  /** The folder of the document, with a slash at its end. */
  folder?: string;
  /** Where a page shows two documents, what the ids of this one begin with. */
  idPrefix?: string;
  /** How much of the page it may take. */
  maxBytes?: number;
}

interface RenderedDocument {
  /** Undefined for an empty text. */
  html: Html | undefined;
  isPartial: boolean;
}

export type RenderDocument = (site: Site, source: MarkdownSource) => Promise<RenderedDocument>;

export function documentRenderer(
  renderer: Renderer,
  findIndex: FindIndex,
  findSizes: FindPictureSizes,
): RenderDocument {
  /** A picture without its size is shown all the same. */
  async function withSizes(rendered: string, images: string, { caller, slug, version, seen }: MarkdownSource) {
    const paths = archiveImages(rendered, images)
      .map(({ path }) => path)
      .toArray();
    if (paths.length === 0 || version === GENERATED_VERSION) return { text: rendered, isPartial: false };
    try {
      const sizes = await findSizes(await findIndex(caller, slug, version, seen), paths);
      return { text: withImageSizes(rendered, images, sizes), isPartial: false };
    } catch (error) {
      return { text: rendered, isPartial: error instanceof UnavailableError };
    }
  }

  return async (site, source) => {
    const { slug, version, text, title, folder, idPrefix, maxBytes = MAX_CONTENT_BYTES } = source;
    if (text.trim() === '') return { isPartial: false, html: undefined };
    const ofVersion = (kind: string) => `${site.basePath}/realms/${slug}/${kind}/${version}/`;
    const base = { files: ofVersion('files'), images: ofVersion('raw'), title, folder, idPrefix };
    const document = { realm: slug, text, digest: hash('sha256', text, 'base64url'), base };
    const rendered = await ifAvailable(renderer.markdown(document));
    if (rendered === null) return { isPartial: true, html: plainDocument(site, source, maxBytes) };
    const sized = await withSizes(rendered, base.images, source);
    const isShown = Buffer.byteLength(sized.text) <= maxBytes;
    return { isPartial: sized.isPartial, html: isShown ? safeHtml(sized.text) : tooLarge(site, source) };
  };
}

function plainDocument(site: Site, source: MarkdownSource, maxBytes: number): Html {
  if (bytesAsHtml(source.text) > maxBytes) return tooLarge(site, source);
  return html`<pre class="readme-plain" tabindex="0" dir="auto">${source.text}</pre>`;
}

function tooLarge(site: Site, { textPath }: MarkdownSource): Html {
  return html`<p class="soft">
    This text is too large to show here. <a href="${site.basePath}${textPath}">Read it as text</a>
  </p>`;
}
