// Lists the files of an archive with their digests, without unpacking it.
import { createHash, type Hash } from 'node:crypto';
import {
  archiveType,
  LIMITS,
  readArchive,
  type ArchiveContents,
  type ArchiveLimits,
  type FileReceiver,
} from '@realm-catalog/archive';

export interface ArchivedFile {
  /** Relative to the realm's root, with `/` between names. */
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  isExecutable: boolean;
}

export interface ArchiveListing {
  /** In the order of the archive. */
  files: ArchivedFile[];
  contents: ArchiveContents;
}

/** Throws a `Refusal` if the archive breaks a rule. */
export async function listArchive(
  file: string,
  limits: ArchiveLimits = LIMITS,
  signal?: AbortSignal,
): Promise<ArchiveListing> {
  return readListed(file, limits, signal);
}

/** The receiver gets the files as well. */
export async function readListed(
  file: string,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
  receiver?: FileReceiver,
): Promise<ArchiveListing> {
  const files: ArchivedFile[] = [];
  let open: { path: string; size: number; isExecutable: boolean; hash: Hash };
  const contents = await readArchive(file, await archiveType(file), limits, {
    folder: (path) => receiver?.folder?.(path),
    begin(path, mode, place) {
      signal?.throwIfAborted();
      open = { path, size: 0, isExecutable: (mode & 0o111) !== 0, hash: createHash('sha256') };
      receiver?.begin(path, mode, place);
    },
    add(bytes) {
      signal?.throwIfAborted();
      open.size += bytes.length;
      open.hash.update(bytes);
      receiver?.add(bytes);
    },
    end() {
      const { hash, path, size, isExecutable } = open;
      files.push({ path, size, sha256: hash.digest('hex'), isExecutable });
      receiver?.end();
    },
  });
  return { files: inside(files, contents.topFolder), contents };
}

/** What macOS writes beside the top folder belongs to no realm. */
function inside(files: ArchivedFile[], topFolder: string): ArchivedFile[] {
  const start = topFolder && `${topFolder}/`;
  return files
    .filter(({ path }) => path.startsWith(start))
    .map((file) => ({ ...file, path: file.path.slice(start.length) }));
}
