// Deletes old archives of a folder. Each is moved into `tmp/` first and its age checked again there, so that an archive which is uploaded
// again meanwhile is not lost.
import { randomUUID } from 'node:crypto';
import { link, lstat, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isName } from './storage-key.ts';
import { removeOldFiles } from './sweep.ts';

export function diskSweeps(temporary: string, pathOf: (name: string) => string) {
  /** Deletes a moved archive, or moves it back if it is new after all. A later sweep does the same after a crash in between. */
  async function deleteOrRestore(movedName: string, before: number): Promise<boolean> {
    const moved = join(temporary, movedName);
    const isOld = (await lstat(moved)).mtimeMs < before;
    if (!isOld) await link(moved, pathOf(originalName(movedName))).catch(ignoring('EEXIST'));
    await rm(moved, { force: true });
    return isOld;
  }

  /** The name in `tmp/` is unique, so that of several sweeps at once each checks the file that it deletes. */
  async function moveAndDelete(name: string, before: number): Promise<boolean> {
    const moved = `${name}.${randomUUID()}`;
    await rename(pathOf(name), join(temporary, moved));
    return deleteOrRestore(moved, before);
  }

  return {
    removeOld: async (name: string, before: number): Promise<boolean> =>
      (await moveAndDelete(name, before).catch(ignoring('ENOENT'))) ?? false,

    async sweepTemporary(before: number): Promise<number> {
      let removed = 0;
      for await (const { name } of await opendir(temporary))
        if (isName(originalName(name)) && (await deleteOrRestore(name, before).catch(ignoring('ENOENT')))) removed += 1;
      return removed + (await removeOldFiles(temporary, before));
    },
  };
}

/** The name that an archive had before a sweep moved it into `tmp/`. */
function originalName(movedName: string): string {
  return movedName.replace(/\.[0-9a-f-]{36}$/, '');
}

/** For `catch`: turns errors with these codes into undefined. */
export function ignoring(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  };
}
