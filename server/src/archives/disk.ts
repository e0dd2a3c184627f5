// Archives as files in a folder: `ab/cdef…` by their digest, and `tmp/` for those that are not archives yet.
import { randomUUID } from 'node:crypto';
import { constants, mkdirSync, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressOf, isDigest, ownAddressOf } from './address.ts';
import type { Archives } from './archives.ts';
import { removeOldFiles, sweepOrphans } from './sweep.ts';

export function diskArchives(folder: string): Archives {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });

  const temporaryFile = () => join(temporary, randomUUID());

  function pathOf(digest: string): string | undefined {
    const address = addressOf(digest);
    return address && join(folder, address);
  }

  const ownPathOf = (digest: string) => join(folder, ownAddressOf(digest));

  async function keep(file: string, digest: string): Promise<void> {
    const path = ownPathOf(digest);
    await sync(file);
    await mkdir(dirname(path), { recursive: true });
    await rename(file, path);
    // Also when the file or its folder was there: who put it there may not have come so far yet.
    await sync(dirname(path));
    await sync(folder);
  }

  /**
   * Out of the way first and looked at again there: of an archive that was put in again meanwhile, nothing is lost. Under a name that no
   * other has: of several that sweep at once, each looks at the file that it removes.
   */
  async function removeOld(digest: string, before: number): Promise<boolean> {
    const name = `${digest}.${randomUUID()}`;
    await rename(ownPathOf(digest), join(temporary, name));
    return settle(name, before);
  }

  /** Of an archive that was put aside: back to its place if it is new after all, else gone. Also after a crash in between. */
  async function settle(name: string, before: number): Promise<boolean> {
    const aside = join(temporary, name);
    const digest = digestOf(name);
    const isOld = (await lstat(aside)).mtimeMs < before;
    if (!isOld) await link(aside, ownPathOf(digest)).catch(unless('EEXIST'));
    await rm(aside, { force: true });
    return isOld;
  }

  async function* list(): ReturnType<Archives['list']> & AsyncGenerator {
    for await (const { name: start } of await opendir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(start)) continue;
      for await (const { name: rest } of await opendir(join(folder, start))) {
        const file = isDigest(start + rest) && (await found(join(folder, start, rest)));
        if (file) yield { digest: start + rest, modifiedAt: file.mtimeMs };
      }
    }
  }

  async function sweepTemporary(before: number): Promise<number> {
    let removed = 0;
    for await (const { name } of await opendir(temporary))
      if (isDigest(digestOf(name)) && (await settle(name, before).catch(unless('ENOENT')))) removed += 1;
    return removed + (await removeOldFiles(temporary, before));
  }

  return {
    temporaryFile,
    keep,
    async put(bytes, digest) {
      ownPathOf(digest); // before anything is written
      const file = temporaryFile();
      try {
        await writeFile(file, bytes, { flag: 'wx' });
        await keep(file, digest);
      } finally {
        await rm(file, { force: true });
      }
    },

    async open(digest, range) {
      const path = pathOf(digest);
      if (!path) return undefined;
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unless('ENOENT', 'ELOOP'));
      if (!handle) return undefined;
      const file = await handle.stat();
      if (file.isFile())
        return { stream: handle.createReadStream({ ...range }), size: file.size, edition: editionOf(file) }; // which closes it
      await handle.close();
      return undefined;
    },

    async size(digest) {
      const path = pathOf(digest);
      return path === undefined ? undefined : (await found(path))?.size;
    },

    remove: (digest) => rm(ownPathOf(digest), { force: true }),
    list,

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      const removeIfOld = async (digest: string) => (await removeOld(digest, before).catch(unless('ENOENT'))) ?? false;
      return (await sweepTemporary(before)) + (await sweepOrphans(list(), isReferenced, before, removeIfOld));
    },
  };
}

/** What changes when a file is written to, or another takes its place. */
function editionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Of an archive that was put aside. */
function digestOf(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

/** What is said of a regular file; of anything else, and of nothing, nothing. */
async function found(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  const file = await lstat(path).catch(unless('ENOENT'));
  return file?.isFile() ? file : undefined;
}

/** Of a file its bytes, of a folder its names. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For `catch`: an error of these kinds is no error. */
function unless(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  };
}
