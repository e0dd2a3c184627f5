// Finds a version that an upload would publish once more: the same files are the same version, and other files cannot have its number.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fileLines } from '@realm-catalog/archive/templates';
import type { Database } from '../db/database.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import { problem } from '../http/problem.ts';
import { findVersion } from './queries.ts';

/** What an upload led to. */
export interface Publication {
  version: string;
  size: number;
  sha256: string;
  filesSha256: string;
  /** The version was published before, by another upload of the same files. */
  isExisting: boolean;
}

interface Reading {
  db: Database;
  files: Pick<ArchiveFiles, 'index'>;
}

/** Undefined if there is no such version. Throws a problem if there is one with other files. */
export async function publishedBefore(
  { db, files }: Reading,
  realmId: string,
  version: string,
  newFilesSha256: string,
): Promise<Publication | undefined> {
  const found = await findVersion(db, realmId, version);
  if (!found) return undefined;
  const { digest, size, format } = found;
  const known = found.files_sha256 ?? (await digestOfFiles(files, { digest, format, realmId }));
  if (known !== newFilesSha256)
    throw problem(
      'conflict',
      `Version ${version} is published with other files, and versions do not change. Name another in realm.json.`,
    );
  return { version, size, sha256: digest, filesSha256: known, isExisting: true };
}

/** So many lines are made at once, since requests come first. */
const FILES_PER_SLICE = 500;

/** From the index of the archive, which is in the order of the lines. Undefined if its files cannot be read. */
export async function digestOfFiles(
  files: Pick<ArchiveFiles, 'index'>,
  archive: ArchiveRef,
): Promise<string | undefined> {
  const index = await files.index(archive);
  if (!index) return undefined;
  const hash = createHash('sha256');
  for (let position = 0; position < index.count; position += 1) {
    hash.update(fileLines([index.at(position)]));
    if (position % FILES_PER_SLICE === 0) await setImmediate();
  }
  return hash.digest('hex');
}
