// Makes the pictures of an archive that was inspected, from the temporary files of the inspection: at its publication, or later.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Refusal, type ArchiveFacts } from '@realm-catalog/archive';
import type { ArchiveRef } from '../files/derived-files.ts';
import { inflatedStream } from '../files/inflated-stream.ts';
import { openIndex } from '../inspection/file-index.ts';
import type { DerivedPaths } from '../inspection/inspect.ts';
import { makeCover, makeScreenshots } from './make-pictures.ts';
import type { MadePictures, PictureSource, PictureTools, Turn } from './make-pictures.ts';

/** An archive, and what its inspection has written. */
interface InspectedFiles {
  file: string;
  format: ArchiveRef['format'];
  derivedPaths: DerivedPaths;
  inspection: Pick<ArchiveFacts, 'manifest' | 'readme'>;
}

/** Throws a `Refusal` for a screenshot that cannot be shown; with `isLenient`, it is left out. */
export async function makePictures(
  tools: PictureTools,
  { file, format, derivedPaths, inspection: { manifest, readme } }: InspectedFiles,
  realmId: string,
  turn: Turn & { isLenient?: boolean },
): Promise<MadePictures> {
  // The files of a zip are read from the zip itself.
  const source = await openSource(derivedPaths.index, format === 'zip' ? file : derivedPaths.zip);
  const { screenshots = [] } = manifest;
  return screenshots.length > 0
    ? makeScreenshots(tools, source, screenshots, turn)
    : makeCover(tools, source, { realm: realmId, text: readme }, turn);
}

async function openSource(indexFile: string, zip: string): Promise<PictureSource> {
  const index = await openIndex(await readFile(indexFile));
  if (!index) throw new Error('the index of an inspected archive cannot be read');
  return {
    index,
    async open(file) {
      const range = { start: file.from, end: file.from + file.packedSize - 1 };
      return inflatedStream(createReadStream(zip, range), file, () => new Refusal('changed while it was read'));
    },
  };
}
