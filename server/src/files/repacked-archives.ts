// Archives with one top folder, for programs that drop the first folder of every path: one without it is packed again, once, and stored beside.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import { DamagedArchiveError, type Archives } from '../archives/archives.ts';
import type { Presence } from '../archives/presence.ts';
import { derivedName } from '../archives/storage-key.ts';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { zipName, type ArchiveFiles } from './archive-files.ts';
import { temporaryFile, type ArchiveRef } from './derived-files.ts';
import { inflatedStream } from './inflated-stream.ts';

const TOP_FOLDER = 'realm';
/** For archives that say nothing of permissions. */
const DEFAULT_MODE = 0o644;
const SOURCES_PER_TURN = 250;
/** An archive has 512 MiB of files at most, which takes some seconds. Meanwhile another realm has the second place. */
const PLACES = { running: 2, runningOfOne: 1, waiting: 16 };

/**
 * The name, in the store, of a .tar.gz that has the files of this archive in one top folder; undefined if there is none. Packing ends when all
 * who wait for it have left.
 */
export type FindRepacked = (archive: ArchiveRef, signal: AbortSignal) => Promise<string | undefined>;

export function repackedArchives(
  archives: Archives,
  files: ArchiveFiles,
  { isThere }: Pick<Presence, 'isThere'>,
): FindRepacked {
  const share = sharedWork<unknown>('repacked-archives', PLACES, { get: isThere, set: () => undefined });

  return async (archive, clientSignal) => {
    const { digest, format, realmId } = archive;
    const index = await files.index(archive);
    if (format === 'tar.gz' && (!index || index.hasTopFolder)) return digest;
    if (!index) return undefined;
    const name = derivedName(digest, 'repacked');
    await share(realmId, name, (signal) => repack(archives, archive, index, signal), clientSignal);
    return name;
  };
}

/** The zip is copied first, because one file after the other would be as many requests to the store. */
async function repack(archives: Archives, archive: ArchiveRef, index: FileIndex, signal: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const [zip, repacked] = [temporaryFile(archives, stack), temporaryFile(archives, stack)];
  const found = await archives.open(zipName(archive));
  if (!found) throw new DamagedArchiveError(archive.digest);
  const options = { flags: 'wx', mode: 0o600 };
  await pipeline(found.stream, createWriteStream(zip, options), { signal });
  const sources: TarSource[] = [];
  for (let at = 0; at < index.count; at += 1) {
    if (at % SOURCES_PER_TURN === 0) await setImmediate(); // a stream takes some microseconds to make, and there may be 10,000
    sources.push(tarSource(zip, index.at(at), archive.digest));
  }
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(packTar(sources), gzip, createWriteStream(repacked, options), { signal });
  await archives.putFile(repacked, derivedName(archive.digest, 'repacked'));
}

function tarSource(zip: string, file: IndexedFile, digest: string): TarSource {
  const { path, size, mode } = file;
  const entry = { target: `${TOP_FOLDER}/${path}`, mode: mode || DEFAULT_MODE, mtime: new Date(0) };
  if (size === 0) return { ...entry, type: 'content', content: '' };
  return { ...entry, type: 'stream', size, content: Readable.from(bytesOf(zip, file, digest)) };
}

/** Opens the file when its first byte is read. */
async function* bytesOf(zip: string, file: IndexedFile, digest: string): AsyncGenerator<Buffer> {
  const { from, packedSize } = file;
  const packed = createReadStream(zip, { start: from, end: from + packedSize - 1 });
  yield* inflatedStream(packed, file, () => new DamagedArchiveError(digest)) as AsyncIterable<Buffer>;
}
