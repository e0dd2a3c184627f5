// Temporary folders that a `get` left behind because it was killed: the next one beside them removes them.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The beginning of their names; six random characters follow. */
export const TEMPORARY_PREFIX = '.realm-get-';
const LEFTOVER = /^\.realm-get-[A-Za-z0-9]{6}$/;
/** A younger one may belong to a `get` that still runs. */
const MIN_AGE_MS = 60 * 60 * 1_000;

export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => LEFTOVER.test(one))) {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > MIN_AGE_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}
