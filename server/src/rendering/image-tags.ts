// The pictures of an archive in rendered Markdown: which they are, and their sizes, so that nothing moves when they are loaded.

/** As the renderer writes them: text has no `<`, and a value no quotation mark. */
const IMAGE = /<img((?: [\w-]+="[^"]*")*)>/g;
const escapes: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&nbsp;': '\u{a0}', '&lt;': '<', '&gt;': '>' };
/** A width in percent is one of the column of GitHub's pages, for which READMEs are written. */
const COLUMN_PX = 800;

interface ImageSize {
  width: number;
  height: number;
}

interface ArchiveImage {
  path: string;
  alt: string;
}

/** In their order; `images` is the address that those of the archive begin with. */
export function archiveImages(html: string, images: string): IteratorObject<ArchiveImage> {
  return html
    .matchAll(IMAGE)
    .map(([, attributes = '']) => ({ src: valueOf(attributes, 'src'), alt: valueOf(attributes, 'alt') }))
    .filter(({ src }) => src.startsWith(images))
    .map(({ src, alt }) => ({ path: pathOf(src, images), alt }));
}

/** Gives each picture whose size is known its width and height. Where the author has set one of the two, the other follows. */
export function withImageSizes(html: string, images: string, sizes: ReadonlyMap<string, ImageSize>): string {
  return html.replaceAll(IMAGE, (tag, attributes: string) => {
    const src = valueOf(attributes, 'src');
    const size = src.startsWith(images) ? sizes.get(pathOf(src, images)) : undefined;
    if (!size) return tag;
    const { width, height } = shownSize(size, valueOf(attributes, 'width'), valueOf(attributes, 'height'));
    return `<img${attributes.replaceAll(/ (?:width|height)="[^"]*"/g, '')} width="${width}" height="${height}">`;
  });
}

function shownSize({ width, height }: ImageSize, wantedWidth: string, wantedHeight: string): ImageSize {
  const [givenWidth, givenHeight] = [pixelsOf(wantedWidth), wantedHeight.endsWith('%') ? 0 : pixelsOf(wantedHeight)];
  if (givenWidth > 0)
    return { width: givenWidth, height: givenHeight || Math.max(1, Math.round((givenWidth * height) / width)) };
  if (givenHeight > 0) return { width: Math.max(1, Math.round((givenHeight * width) / height)), height: givenHeight };
  return { width, height };
}

function pixelsOf(length: string): number {
  const value = Number.parseInt(length, 10) || 0;
  return length.endsWith('%') ? Math.round((Math.min(value, 100) / 100) * COLUMN_PX) : value;
}

const pathOf = (src: string, images: string): string => decodeURIComponent(src.slice(images.length));

function valueOf(attributes: string, name: 'src' | 'alt' | 'width' | 'height'): string {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll(/&(?:amp|quot|nbsp|lt|gt);/g, (escape) => escapes[escape] ?? '');
}
