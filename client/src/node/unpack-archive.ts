// Unpacks an archive into a folder that is not there yet, or empty: all of it, or nothing.
import { lstat, realpath, rename, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { LIMITS, type ArchiveLimits } from '@realm-catalog/archive';
import type { ArchivedFile } from './list-archive.ts';
import { stageArchive } from './stage-archive.ts';

/** Throws a `Refusal` if the archive breaks a rule, and an error with the code `ENOTEMPTY` if the folder has something in it. */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits = LIMITS,
): Promise<ArchivedFile[]> {
  const target = await placeOf(folder);
  const staged = await stageArchive(file, join(dirname(target), `.${basename(target)}-`), { limits });
  try {
    await removeEmptyFolder(target);
    await rename(staged.root, target);
    return staged.files;
  } finally {
    await staged.remove();
  }
}

/** The folder itself, where the path is a link to it: a rename would replace the link. */
async function placeOf(folder: string): Promise<string> {
  return await realpath(folder).catch(() => resolve(folder));
}

/** Windows does not rename over a folder, even an empty one. */
async function removeEmptyFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found) await rmdir(path);
}
