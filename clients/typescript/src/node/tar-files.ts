// The bytes of a tar with files of a folder, read one after the other. A link, as a file or on the way to it, and a file that changes meanwhile are errors.
import { closeSync, lstatSync, readSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { END_OF_TAR, tarHeader, tarPadding } from '../packing/tar-header.ts';
import { openRegularFile } from './regular-file.ts';

const CHUNK_BYTES = 64 * 1_024;
/** What is handed to zlib at once: it works in another thread, and each handing over takes as long as compressing some KB. */
const BLOCK_BYTES = 256 * 1_024;

export interface TarFile {
  /** In the folder, with `/` between names. */
  path: string;
  /** Where that is known better than from the disk: Windows has no such bit. */
  isExecutable?: boolean | undefined;
}

export interface TarOptions {
  /** The folder in the archive that all files are in. */
  topFolder: string;
  /** Told of each piece of a file that was read. */
  onRead?: ((bytes: number) => void) | undefined;
}

/** `root` is a path without links. */
export function tarBlocks(root: string, files: TarFile[], options: TarOptions): Iterable<Buffer> {
  return inBlocks(tarPieces(root, files, options));
}

/** The bytes of the pieces, which are copied, so that memory does not grow with their number. */
function* inBlocks(pieces: Iterable<Uint8Array>): Generator<Buffer> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + BLOCK_BYTES - used);
      block.set(part, used);
      at += part.length;
      used += part.length;
      if (used < BLOCK_BYTES) continue;
      yield block;
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      used = 0;
    }
  yield block.subarray(0, used);
}

function* tarPieces(root: string, files: TarFile[], options: TarOptions): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES); // one for all files
  const folders = new Set<string>();
  for (const file of files) {
    const source = join(root, file.path);
    refuseLinks(source, folders);
    yield* filePieces(chunk, source, file, options);
  }
  yield END_OF_TAR;
}

/** `folders` are those that were found to be no links. */
function refuseLinks(source: string, folders: Set<string>): void {
  const parent = dirname(source);
  const isLinked = !folders.has(parent) && realpathSync(parent) !== parent;
  if (isLinked || lstatSync(source).isSymbolicLink())
    throw new Error(`${source} is a link, or in a folder that is one.`);
  folders.add(parent);
}

function* filePieces(chunk: Buffer, source: string, file: TarFile, options: TarOptions): Generator<Uint8Array> {
  const { fd, size, ...disk } = openRegularFile(source);
  try {
    const { path, isExecutable = disk.isExecutable } = file;
    yield tarHeader({ path: `${options.topFolder}/${path}`, size, isExecutable });
    let read = 0;
    for (let count = 1; count > 0 && read <= size; read += count) {
      count = readSync(fd, chunk);
      yield chunk.subarray(0, count);
      if (count > 0) options.onRead?.(count);
    }
    if (read !== size) throw new Error(`${source} changed while it was packed.`);
    yield tarPadding(size);
  } finally {
    closeSync(fd);
  }
}
