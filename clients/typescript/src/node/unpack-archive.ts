// Unpacks an archive into a folder that is not there yet, or empty: all of it, or nothing.
import { lstat, readdir, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { LIMITS, type ArchiveLimits } from '@realm-catalog/archive';
import type { ArchivedFile } from './list-archive.ts';
import { stageArchive } from './stage-archive.ts';

/** Throws a `Refusal` if the archive breaks a rule, and an error with the code `ENOTEMPTY` if the folder has something in it. */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits = LIMITS,
  signal?: AbortSignal,
): Promise<ArchivedFile[]> {
  const target = await placeOf(folder);
  const staged = await stageArchive(file, join(dirname(target), `.${basename(target)}-`), { limits, signal });
  try {
    const found = await lstat(target).catch(() => undefined);
    if (found) await moveInto(target, staged.root);
    else await rename(staged.root, target);
    return staged.files;
  } finally {
    await staged.remove();
  }
}

/** The folder itself, where the path is a link to it: a rename would replace the link. */
async function placeOf(folder: string): Promise<string> {
  return await realpath(folder).catch(() => resolve(folder));
}

/** Throws if the folder is there and has something in it. */
export async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  if (names.length > 0) throw Object.assign(new Error(`${folder} is not empty.`), { code: 'ENOTEMPTY' });
}

/** The folder itself stays: it may be the current one of a process, and has an owner and a mode. */
async function moveInto(target: string, root: string): Promise<void> {
  await refuseFilled(target);
  const moved: string[] = [];
  try {
    for (const name of await readdir(root)) {
      await rename(join(root, name), join(target, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await rename(join(target, name), join(root, name));
    throw error;
  }
}
