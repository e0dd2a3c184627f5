// Packs files of a folder into a `.tar.gz`. The same files give the same bytes, on any machine and at any time.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Compressor } from './deflate.ts';
import { gzip } from './gzip.ts';
import { END_OF_TAR, padding, tarHeader } from './tar-header.ts';

const CHUNK_BYTES = 64 * 1_024;
/** Both are not defined on Windows. Without `O_NONBLOCK`, opening a named pipe would wait for a writer. */
const READ_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface PackedFolder {
  /** The archive, in a temporary folder. */
  file: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  fileCount: number;
  unpackedSize: number;
  /** The bytes of the archive, from the first on, as often as needed. */
  open(): ReadableStream<Uint8Array>;
  /** Removes the temporary folder. */
  remove(): Promise<void>;
}

export interface PackOptions {
  /** The folder in the archive that all files are in. */
  topFolder: string;
  /** Whether a file can be executed, where that is known better than from the disk: Windows has no such bit. Undefined leaves it to the disk. */
  isExecutable?: ((path: string) => boolean | undefined) | undefined;
  signal?: AbortSignal | undefined;
}

/** `files` are paths in the folder with `/` between names, in any order. A link, as a file or on the way to it, and a file that changes meanwhile are errors. */
export async function packFolder(folder: string, files: string[], options: PackOptions): Promise<PackedFolder> {
  const temporary = await mkdtemp(join(tmpdir(), 'realm-pack-'));
  const remove = () => rm(temporary, { recursive: true, force: true });
  const file = join(temporary, 'archive.tar.gz');
  try {
    const written = await writeArchive(file, folder, files, options);
    const open = () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return { file, ...written, fileCount: files.length, open, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeArchive(file: string, folder: string, files: string[], options: PackOptions) {
  const { topFolder, isExecutable, signal } = options;
  const hash = createHash('sha256');
  let size = 0;
  let unpackedSize = 0;
  const fd = openSync(file, 'wx', 0o600);
  try {
    const archive = gzip((bytes) => {
      hash.update(bytes);
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at); // a disk may take less than it is given
      size += bytes.length;
    });
    const chunk = Buffer.alloc(CHUNK_BYTES); // one for all files, so that memory does not grow with their number
    const root = await realpath(folder);
    for (const path of sortedByBytes(files)) {
      refuseLinks(join(root, path));
      const entry = { path: `${topFolder}/${path}`, isExecutable: isExecutable?.(path) };
      for (const count of addFile(archive, chunk, join(root, path), entry)) {
        unpackedSize += count;
        await setImmediate(); // lets others have their turn, and a signal come through
        signal?.throwIfAborted();
      }
    }
    archive.add(END_OF_TAR);
    archive.end();
  } finally {
    closeSync(fd);
  }
  return { size, unpackedSize, sha256: hash.digest('hex') };
}

/** Not by the order of UTF-16 that JavaScript has, nor by one that depends on a language. */
function sortedByBytes(files: string[]): string[] {
  return files
    .map((path) => Buffer.from(path))
    .toSorted((one, other) => Buffer.compare(one, other))
    .map(String);
}

/** Of a path whose beginning, the folder that is packed, has no link. */
function refuseLinks(source: string): void {
  const parent = dirname(source);
  if (realpathSync(parent) !== parent || lstatSync(source).isSymbolicLink())
    throw new Error(`${source} is a link, or in a folder that is one.`);
}

interface Entry {
  /** In the archive. */
  path: string;
  isExecutable: boolean | undefined;
}

/** Yields after each chunk how many bytes it had. */
function* addFile(archive: Compressor, chunk: Buffer, source: string, entry: Entry): Generator<number> {
  const fd = openSync(source, READ_FILE);
  try {
    const { size, mode } = fstatSync(fd);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new Error(`${source} is no file.`);
    archive.add(tarHeader({ path: entry.path, size, isExecutable: entry.isExecutable ?? (mode & 0o111) !== 0 }));
    let read = 0;
    for (let count = 1; count > 0; read += count) {
      count = readSync(fd, chunk);
      archive.add(chunk.subarray(0, count));
      yield count;
    }
    if (read !== size) throw new Error(`${source} changed while it was packed.`);
    archive.add(padding(size));
  } finally {
    closeSync(fd);
  }
}
