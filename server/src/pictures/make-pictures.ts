// Makes the pictures of an archive: the screenshots that realm.json names, or else the first large enough picture of the README as the cover.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Refusal, type Screenshot } from '@realm-catalog/archive';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { ShownPicture } from '../realms/shown-pictures.ts';
import { encodePictures } from './picture-file.ts';
import { isPicture } from './picture-format.ts';
import type { PictureFault, PictureVariant, ResizeJob } from './resize.ts';
import type { PictureResizer } from './resizer.ts';
import { hash } from 'node:crypto';
import { MAX_ALT_LENGTH } from '@realm-catalog/contract/manifest';
import { archiveImages } from '../rendering/image-tags.ts';

const MAX_BYTES = 4 * 1_024 ** 2;
const MIN_COVER = { width: 400, height: 200 };

/** The files of an archive, wherever it is. */
export interface PictureSource {
  index: FileIndex;
  open(file: IndexedFile): Promise<Readable>;
}

/** What the pictures of an archive are made with. */
export interface PictureTools {
  resizer: PictureResizer;
  renderer: Pick<Renderer, 'markdown'>;
}

/** For whom: an account or a realm, which take turns. */
export interface Turn {
  key: string;
  signal?: AbortSignal | undefined;
}

export interface MadePictures {
  shown: ShownPicture[];
  /** What is stored beside the archive; undefined if there is no picture. */
  file: Buffer | undefined;
}

interface MadePicture {
  shown: ShownPicture;
  variants: PictureVariant[];
}

/** Throws a `Refusal` for a screenshot that cannot be shown; with `isLenient`, it is left out. */
export async function makeScreenshots(
  tools: PictureTools,
  source: PictureSource,
  screenshots: Screenshot[],
  turn: Turn & { isLenient?: boolean },
): Promise<MadePictures> {
  const made: MadePicture[] = [];
  for (const screenshot of screenshots) {
    const picture = await makePicture(tools, source, { ...screenshot, isScreenshot: true }, turn);
    if (!('fault' in picture)) made.push(picture);
    else if (!turn.isLenient)
      throw new Refusal(`is named in realm.json and cannot be a screenshot: it ${picture.fault}`, screenshot.path);
  }
  return together(made);
}

/** A picture that cannot be read is skipped. One that takes too long ends the search. */
export async function makeCover(
  tools: PictureTools,
  source: PictureSource,
  readme: { realm: string; text: string },
  turn: Turn,
): Promise<MadePictures> {
  for (const { path, alt } of await readmePictures(tools.renderer, readme)) {
    const picture = await makePicture(tools, source, { path, alt, isScreenshot: false }, turn, MIN_COVER);
    if (!('fault' in picture)) return together([picture]);
    if (picture.fault.startsWith('takes')) break;
  }
  return together([]);
}

/** Makes the file again of which a version shows these pictures. Undefined if one of them cannot be made any more. */
export async function remakePictures(
  tools: PictureTools,
  source: PictureSource,
  shown: ShownPicture[],
  turn: Turn,
): Promise<Buffer | undefined> {
  const made: MadePicture[] = [];
  for (const one of shown) {
    const picture = await makePicture(tools, source, one, turn);
    if ('fault' in picture) return undefined;
    made.push(picture);
  }
  return together(made).file;
}

function together(made: MadePicture[]): MadePictures {
  const file = made.length === 0 ? undefined : encodePictures(made.map(({ variants }) => variants));
  return { shown: made.map(({ shown }) => shown), file };
}

async function makePicture(
  { resizer }: PictureTools,
  source: PictureSource,
  { path, alt, isScreenshot }: Omit<ShownPicture, 'width' | 'height'>,
  { key, signal }: Turn,
  min?: ResizeJob['min'],
): Promise<MadePicture | PictureFault> {
  const file = source.index.find(path);
  if (!file) return { fault: 'is not in the archive' };
  if (file.size > MAX_BYTES) return { fault: 'has more than 4 MiB' };
  const bytes = file.size === 0 ? Buffer.alloc(0) : await buffer(await source.open(file));
  if (!isPicture(bytes)) return { fault: 'is not PNG, JPEG, WebP or AVIF' };
  const resized = await resizer.resize(key, { bytes, min }, signal);
  if ('fault' in resized) return resized;
  const { width, height, variants } = resized;
  return { shown: { path, alt, width, height, isScreenshot }, variants };
}

/** How many are looked at, at most. */
const MAX_PICTURES = 16;
const BASE = { files: '/files/', images: '/images/' };

/** In their order. The README is rendered as its page shows it, so that both have the same pictures. */
async function readmePictures(
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
