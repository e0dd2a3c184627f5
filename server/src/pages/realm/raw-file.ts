// A file of an archive as it is: a picture with its type, and anything else as text, or as bytes to download.
import { pictureHeaders } from '../assets.ts';
import type { PageHandler } from '../page.ts';

/** The pictures that a page may show. */
const pictureTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
]);

/** Of a picture, by the ending of its name; undefined for any other file. */
export function mediaTypeOf(path: string): string | undefined {
  return pictureTypes.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** Its headers keep a browser that opens the address from running anything in it. */
export const rawFile: PageHandler = async ({ params, read }) => {
  const { slug = '', version = '', '*': path = '' } = params;
  const result = await read.raw('getFile', { params: { slug, version, path } });
  const mediaType = mediaTypeOf(path) ?? (('mediaType' in result && result.mediaType) || 'application/octet-stream');
  if ('bytes' in result) return { bytes: result.bytes, mediaType, headers: pictureHeaders };
  if ('open' in result) return { ...result, mediaType, headers: pictureHeaders };
  throw new Error('a file has bytes or a stream');
};
