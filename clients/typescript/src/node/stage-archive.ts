// Unpacks an archive into a new temporary folder, from where its files can be moved to their place all at once.
import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveType, LIMITS, readArchive, type ArchiveLimits, type FileReceiver } from '@realm-catalog/archive';
import { endedBy } from './ended-by.ts';
import { readListed, type ArchiveListing } from './list-archive.ts';

/** The folder is new and nobody else's, so that nothing can be there. If something is, it is not written to. */
const CREATE_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export interface StagedArchive extends ArchiveListing {
  /** The folder with the realm's files: the one top folder, if the archive has one. */
  root: string;
  /** Removes the temporary folder with what is still in it. */
  remove(): Promise<void>;
}

export interface StageOptions {
  limits?: ArchiveLimits | undefined;
  signal?: AbortSignal | undefined;
}

/** `prefix` is the beginning of the temporary folder's path. Throws a `Refusal`, and writes nothing, if the archive breaks a rule. */
export async function stageArchive(
  file: string,
  prefix: string,
  { limits = LIMITS, signal }: StageOptions = {},
): Promise<StagedArchive> {
  // To its end, before a byte is written: a bomb costs no disk.
  await readArchive(file, await archiveType(file), limits, endedBy(signal));
  const temporary = await mkdtemp(prefix);
  const remove = () => rm(temporary, { recursive: true, force: true });
  const folder = join(temporary, 'files');
  const writer = fileWriter(folder);
  try {
    const listing = await readListed(file, limits, signal, writer);
    return { ...listing, root: join(folder, listing.contents.topFolder), remove };
  } catch (error) {
    writer.end();
    await remove();
    throw error;
  }
}

/** Writes files and folders, and nothing else. Of their permissions only the executable bit counts. */
function fileWriter(folder: string): FileReceiver {
  const CLOSED = -1;
  let fd = CLOSED;
  mkdirSync(folder);
  const made = new Set([folder]);
  const makeFolder = (path: string) => {
    if (!made.has(path)) mkdirSync(path, { recursive: true });
    made.add(path);
  };
  return {
    folder: (path) => makeFolder(join(folder, path)),
    begin(path, mode) {
      const target = join(folder, path);
      makeFolder(dirname(target));
      fd = openSync(target, CREATE_FILE, mode & 0o111 ? 0o755 : 0o644);
    },
    add(bytes) {
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    },
    end() {
      if (fd !== CLOSED) closeSync(fd);
      fd = CLOSED;
    },
  };
}
