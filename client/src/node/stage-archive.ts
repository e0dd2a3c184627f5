// Unpacks an archive into a new temporary folder, from where its files can be moved to their place all at once.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  archiveType,
  LIMITS,
  readArchive,
  type ArchiveContents,
  type ArchiveLimits,
  type FileReceiver,
} from '@realm-catalog/archive';

/** The folder is new and nobody else's, so that nothing can be there. If something is, it is not written to. */
const CREATE_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export interface UnpackedFile {
  /** Relative to the realm's root, with `/` between names. */
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface StagedArchive {
  /** The folder with the realm's files: the one top folder, if the archive has one. */
  root: string;
  files: UnpackedFile[];
  contents: ArchiveContents;
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
  const type = await archiveType(file);
  await readArchive(file, type, limits); // to its end, before a byte is written: a bomb costs no disk
  const temporary = await mkdtemp(prefix);
  const remove = () => rm(temporary, { recursive: true, force: true });
  const folder = join(temporary, 'files');
  const writer = fileWriter(folder, signal);
  try {
    const contents = await readArchive(file, type, limits, writer);
    const { topFolder } = contents;
    return { root: join(folder, topFolder), files: inside(writer.files, topFolder), contents, remove };
  } catch (error) {
    writer.close();
    await remove();
    throw error;
  }
}

/** What macOS writes beside the top folder belongs to no realm. */
function inside(files: UnpackedFile[], topFolder: string): UnpackedFile[] {
  const start = topFolder && `${topFolder}/`;
  return files
    .filter(({ path }) => path.startsWith(start))
    .map((file) => ({ ...file, path: file.path.slice(start.length) }));
}

/** Writes files and folders, and nothing else. Of their permissions only the executable bit counts. */
function fileWriter(
  folder: string,
  signal: AbortSignal | undefined,
): FileReceiver & { files: UnpackedFile[]; close(): void } {
  const files: UnpackedFile[] = [];
  let fd = -1;
  let open: { path: string; size: number; hash: Hash } | undefined;
  mkdirSync(folder);
  const made = new Set([folder]);
  const makeFolder = (path: string) => {
    if (!made.has(path)) mkdirSync(path, { recursive: true });
    made.add(path);
  };
  const close = () => {
    if (fd >= 0) closeSync(fd);
    fd = -1;
  };
  return {
    files,
    close,
    folder: (path) => makeFolder(join(folder, path)),
    begin(path, mode) {
      const target = join(folder, path);
      makeFolder(dirname(target));
      fd = openSync(target, CREATE_FILE, mode & 0o111 ? 0o755 : 0o644);
      open = { path, size: 0, hash: createHash('sha256') };
    },
    add(bytes) {
      signal?.throwIfAborted();
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      open!.hash.update(bytes);
      open!.size += bytes.length;
    },
    end() {
      close();
      const { path, size, hash } = open!;
      files.push({ path, size, sha256: hash.digest('hex') });
    },
  };
}
