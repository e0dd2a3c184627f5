// Computes `filesSha256` of an archive from the index of its files.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fileLines } from '@realm-catalog/archive/templates';
import type { ArchiveFiles } from './archive-files.ts';
import type { ArchiveRef } from './derived-files.ts';

/** So many lines are made at once, since requests come first. */
const FILES_PER_SLICE = 500;

/** The index is in the order of the lines. Undefined if the files of the archive cannot be read. */
export async function digestOfFiles(
  files: Pick<ArchiveFiles, 'index'>,
  archive: ArchiveRef,
): Promise<string | undefined> {
  const index = await files.index(archive);
  if (!index) return undefined;
  const hash = createHash('sha256');
  for (let position = 0; position < index.count; position += 1) {
    hash.update(fileLines([index.at(position)]));
    if (position % FILES_PER_SLICE === 0) await setImmediate();
  }
  return hash.digest('hex');
}
