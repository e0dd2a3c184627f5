// Stores archives and their derived files as files in a folder: `ab/cdef…` by their names. Temporary files lie in `tmp/`.
import { randomUUID } from 'node:crypto';
import { constants, mkdirSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Archives } from './archives.ts';
import { diskSweeps, ignoring } from './disk-sweeps.ts';
import { putBytes } from './put-bytes.ts';
import { isDigest, isName, requireStorageKey, storageKey } from './storage-key.ts';
import { sweepOrphans } from './sweep.ts';

export function diskArchives(folder: string): Archives {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });

  const temporaryFile = () => join(temporary, randomUUID());

  function pathOf(name: string): string | undefined {
    const key = storageKey(name);
    return key && join(folder, key);
  }

  const requirePathOf = (name: string) => join(folder, requireStorageKey(name));
  const sweeps = diskSweeps(temporary, requirePathOf);

  async function putFile(file: string, name: string): Promise<void> {
    const path = requirePathOf(name);
    await sync(file);
    await mkdir(dirname(path), { recursive: true });
    await rename(file, path);
    // Also when the file or its folder was there already: the upload that made them may not have synced them yet.
    await sync(dirname(path));
    await sync(folder);
  }

  async function* listNames(): AsyncGenerator<{ name: string; modifiedAt: number }> {
    for await (const { name: start } of await opendir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(start)) continue;
      for await (const { name: rest } of await opendir(join(folder, start))) {
        const file = isName(start + rest) && (await regularFile(join(folder, start, rest)));
        if (file) yield { name: start + rest, modifiedAt: file.mtimeMs };
      }
    }
  }

  async function* list(): ReturnType<Archives['list']> & AsyncGenerator {
    for await (const { name, modifiedAt } of listNames()) if (isDigest(name)) yield { digest: name, modifiedAt };
  }

  return {
    temporaryFile,
    putFile,
    put: (bytes, digest) => putBytes({ temporaryFile, putFile }, bytes, digest),

    async open(name, range) {
      const path = pathOf(name);
      if (!path) return undefined;
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoring('ENOENT', 'ELOOP'));
      if (!handle) return undefined;
      const file = await handle.stat();
      if (!file.isFile()) {
        await handle.close();
        return undefined;
      }
      const stream = handle.createReadStream({ ...range }); // closes the handle at its end
      return { stream, size: file.size, fingerprint: fingerprintOf(file) };
    },

    async size(name) {
      const path = pathOf(name);
      return path === undefined ? undefined : (await regularFile(path))?.size;
    },

    remove: (name) => rm(requirePathOf(name), { force: true }),
    list,

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      const removeOld = (name: string) => sweeps.removeOld(name, before);
      return (await sweeps.sweepTemporary(before)) + (await sweepOrphans(listNames(), isReferenced, before, removeOld));
    },
  };
}

/** Changes when the file is written to or replaced. */
function fingerprintOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Undefined where the path is missing or anything else than a regular file. */
async function regularFile(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  const file = await lstat(path).catch(ignoring('ENOENT'));
  return file?.isFile() ? file : undefined;
}

/** Writes the bytes of a file, or the names in a folder, to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
