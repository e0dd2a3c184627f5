// Stores what an inspection makes from an archive beside it: the index of its files and, for a tar, a zip of them. Like the third derived file, the
// repacked archive (`repacked-archives.ts`), they can be made again.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import type { DerivedPaths, Inspector } from '../inspection/inspect.ts';

/** An archive that a version refers to. */
export interface ArchiveRef {
  digest: string;
  format: 'tar.gz' | 'zip';
  /** The realm whose files are asked for. Realms take turns where reading them is expensive. */
  realmId: string;
}

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

/** Makes the derived files of an archive that was stored without them, or lost them. Returns false if the inspection refuses the archive. */
export async function rebuildDerivedFiles(
  archives: Archives,
  inspect: Inspector,
  archive: ArchiveRef,
): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const found = await inspectStored(archives, inspect, archive, stack);
  if (!found?.inspection.accepted) return false;
  await storeDerivedFiles(archives, archive, found.derivedPaths);
  return true;
}

/** Inspects an archive of the store once more. Undefined if it is not there. Its temporary files are removed with the stack. */
export async function inspectStored(
  archives: Archives,
  inspect: Inspector,
  archive: ArchiveRef,
  stack: AsyncDisposableStack,
) {
  const file = temporaryFile(archives, stack);
  const derivedPaths = temporaryDerivedPaths(archives, stack);
  const found = await archives.open(archive.digest);
  if (!found) return undefined;
  await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const type = archive.format === 'zip' ? 'application/zip' : 'application/gzip';
  return { file, derivedPaths, inspection: await inspect(REBUILDS, { file, type, derivedPaths }) };
}
