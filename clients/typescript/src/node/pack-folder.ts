// Packs files of a folder into a `.tar.gz`. The same files give the same tar, on any machine and at any time.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import { archiveOrder } from '../packing/archive-order.ts';
import { PackingError } from '../packing/packing-error.ts';
import { tarBlocks, type TarFile } from './tar-files.ts';

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
  /** Told again and again how many bytes of the files are packed. */
  onProgress?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * `files` are those of `listFiles`, or paths in the folder with `/` between names, in any order. A link, as a file or on the way to it, and a file
 * that changes meanwhile are errors.
 */
export async function packFolder(
  folder: string,
  files: readonly (string | TarFile)[],
  options: PackOptions,
): Promise<PackedFolder> {
  const temporary = await mkdtemp(join(tmpdir(), 'realm-pack-'));
  const remove = () => rm(temporary, { recursive: true, force: true });
  const file = join(temporary, 'archive.tar.gz');
  try {
    const tarFiles = files.map((one) => (typeof one === 'string' ? { path: one } : one));
    const written = await writeArchive(file, await realpath(folder), archiveOrder(tarFiles), options);
    const open = () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return { file, ...written, fileCount: files.length, open, remove };
  } catch (error) {
    await remove();
    options.signal?.throwIfAborted(); // not what the abort has made fail
    throw error;
  }
}

/** Enough to read on while a block is compressed; 1 MiB. */
const READ_AHEAD_BLOCKS = 4;
const OUTPUT_BYTES = 64 * 1_024;

async function writeArchive(
  file: string,
  root: string,
  files: TarFile[],
  { topFolder, onProgress, signal }: PackOptions,
): Promise<Pick<PackedFolder, 'size' | 'sha256' | 'unpackedSize'>> {
  const hash = createHash('sha256');
  let size = 0;
  let unpackedSize = 0;
  const onRead = (bytes: number) => {
    unpackedSize += bytes;
    onProgress?.(unpackedSize);
  };
  await pipeline(
    Readable.from(tarBlocks(root, files, { topFolder, onRead }), { highWaterMark: READ_AHEAD_BLOCKS }),
    createGzip({ chunkSize: OUTPUT_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        if (size > MAX_ARCHIVE_BYTES) throw tooLarge();
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o644 }),
    { ...(signal && { signal }) },
  );
  return { size, unpackedSize, sha256: hash.digest('hex') };
}

const tooLarge = () =>
  new PackingError(
    'too_large',
    `An archive has at most ${MAX_ARCHIVE_BYTES / 1_024 ** 2} MiB, and this one would have more.`,
  );
