// The sizes of pictures of an archive, from the first bytes of each, which are read once. Realms take turns.
import type { Readable } from 'node:stream';
import type { ArchiveFiles } from '../files/archive-files.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import type { FileIndex } from '../inspection/file-index.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { PICTURE_HEAD_BYTES, readPictureSize, type PictureSize } from './picture-size.ts';

/** The pictures of a page beyond these have no size before they are loaded. */
const MAX_PICTURES = 32;
const MAX_CACHED = 10_000;

export type FindPictureSizes = (
  version: { archive: ArchiveRef; index: FileIndex },
  paths: Iterable<string>,
) => Promise<Map<string, PictureSize>>;

/** Those that are no files of the archive, or no pictures, are left out. */
export function pictureSizes(files: Pick<ArchiveFiles, 'stream'>): FindPictureSizes {
  const known = lruCache<string, PictureSize | 'no picture'>(MAX_CACHED);
  const share = sharedWork('picture-sizes', { running: 4, waiting: 64 }, known);

  return async ({ archive, index }, paths) => {
    const sizes = new Map<string, PictureSize>();
    for (const path of [...new Set(paths)].slice(0, MAX_PICTURES)) {
      const file = index.find(path);
      if (!file || file.size === 0) continue;
      const read = async () => readPictureSize(await headOf(await files.stream(archive, file))) ?? 'no picture';
      const size = await share(archive.realmId, file.sha256, read);
      if (size !== 'no picture') sizes.set(path, size);
    }
    return sizes;
  };
}

async function headOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= PICTURE_HEAD_BYTES) break; // leaving the loop destroys the stream
  }
  return Buffer.concat(chunks);
}
