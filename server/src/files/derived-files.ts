// Stores what an inspection makes from an archive beside it: the index of its files and, for a tar, a zip of them. Like the third derived file, the
// repacked archive (`repacked-archives.ts`), they can be made again.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Archives } from '../archives/archives.ts';
import { MAX_HELD_BYTES } from '../archives/held-files.ts';
import { derivedName } from '../archives/storage-key.ts';
import { diskError, StoreError } from '../errors.ts';
import type { DerivedPaths, Inspector } from '../inspection/inspect.ts';

/** An archive that a version refers to. */
export interface ArchiveRef {
  digest: string;
  format: 'tar.gz' | 'zip';
  /** The realm whose files are asked for. Realms take turns where reading them is expensive. */
  realmId: string;
}

/** 10,000 records, with paths of 1,024 bytes. */
export const MAX_INDEX_BYTES = 11 * 1_024 ** 2;
/** A zip is held together with its index. */
const MAX_HELD_ZIP_BYTES = MAX_HELD_BYTES - MAX_INDEX_BYTES;

/** The accounts that upload archives take turns with all archives that are inspected again. */
const REBUILDS = 'rebuilds';

/** Temporary files for the index and the zip, which are removed with the stack. */
export function temporaryDerivedPaths(archives: Archives, stack: AsyncDisposableStack): DerivedPaths {
  return { index: temporaryFile(archives, stack), zip: temporaryFile(archives, stack) };
}

export function temporaryFile(archives: Archives, stack: AsyncDisposableStack): string {
  const file = archives.temporaryFile();
  stack.defer(() => rm(file, { force: true }));
  return file;
}

/** The zip comes first, so that an index never refers to a zip that is not there. The files of a zip are read from the zip itself. */
export async function storeDerivedFiles(
  archives: Archives,
  { digest, format }: Pick<ArchiveRef, 'digest' | 'format'>,
  derivedPaths: DerivedPaths,
): Promise<void> {
  if (format === 'tar.gz') await archives.putFile(derivedPaths.zip, derivedName(digest, 'zip'));
  await archives.putFile(derivedPaths.index, derivedName(digest, 'files'));
}

/** A disk takes no files, and the files of this archive are too many bytes to hold in memory. Its index is held. */
export class NotHeldError extends StoreError {}

/** Makes the derived files of an archive that was stored without them, or lost them. Returns false if the inspection refuses the archive. */
export async function rebuildDerivedFiles(
  archives: Archives,
  inspector: Inspector,
  archive: ArchiveRef,
): Promise<boolean> {
  try {
    await using stack = new AsyncDisposableStack();
    const found = await inspectStored(archives, inspector, archive, stack);
    if (!found?.inspection.accepted) return false;
    await storeDerivedFiles(archives, archive, found.derivedPaths);
    return true;
  } catch (error) {
    if (!diskError(error)) throw error;
    return rebuildInMemory(archives, inspector, archive);
  }
}

async function rebuildInMemory(
  archives: Archives,
  inspector: Inspector,
  { digest, format }: ArchiveRef,
): Promise<boolean> {
  const found = await archives.open(digest);
  if (!found) return false;
  const job = { ...found, type: typeOf(format) } as const;
  const { inspection, index, zip } = await inspector.stream(REBUILDS, job, MAX_HELD_ZIP_BYTES);
  if (!inspection.accepted || !index) return false;
  if (zip) await archives.put(zip, derivedName(digest, 'zip'));
  await archives.put(index, derivedName(digest, 'files'));
  if (format === 'tar.gz' && !zip) throw new NotHeldError('the files of a large archive need room on the disk');
  return true;
}

const typeOf = (format: ArchiveRef['format']) => (format === 'zip' ? 'application/zip' : 'application/gzip');

/** Inspects an archive of the store once more. Undefined if it is not there. Its temporary files are removed with the stack. */
export async function inspectStored(
  archives: Archives,
  inspector: Inspector,
  archive: ArchiveRef,
  stack: AsyncDisposableStack,
) {
  const file = temporaryFile(archives, stack);
  const derivedPaths = temporaryDerivedPaths(archives, stack);
  const found = await archives.open(archive.digest);
  if (!found) return undefined;
  await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const job = { file, type: typeOf(archive.format), derivedPaths } as const;
  return { file, derivedPaths, inspection: await inspector.file(REBUILDS, job) };
}
