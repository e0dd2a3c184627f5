// Finds the archive of a version and the index of its files, for a caller who may see the realm.
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import type { FileIndex } from '../inspection/file-index.ts';
import { noRealm } from '../realms/ownership.ts';
import type { ArchiveFiles } from './archive-files.ts';
import type { ArchiveRef } from './derived-files.ts';
import { findVersionArchive } from './queries.ts';

interface VersionIndex {
  slug: string;
  archive: ArchiveRef;
  index: FileIndex;
}

/** A realm that the caller has just read, and the digest of the archive of its version. */
export interface SeenRealm {
  id: string;
  sha256: string;
}

/** With a realm that was just read, the version is the one of the realm, and an index that is in memory needs no database. */
export type FindIndex = (caller: Caller, slug: string, version: string, seen?: SeenRealm) => Promise<VersionIndex>;

export function indexFinder(db: Reader, files: Pick<ArchiveFiles, 'index' | 'cachedIndex'>): FindIndex {
  return async (caller, slug, version, seen) => {
    const cached = seen && files.cachedIndex(seen.sha256);
    if (cached) {
      const archive = { digest: seen.sha256, format: cached.format, realmId: seen.id };
      return { slug, archive, index: cached.index };
    }
    const found = await findVersionArchive(db, caller, slug, version);
    if (!found) throw noRealm();
    if (!found.archive) throw problem('not_found', 'This realm has no such version, or no file was uploaded for it.');
    const index = await files.index(found.archive);
    if (!index) throw problem('not_found', 'The files of this version cannot be read.');
    return { slug: found.slug, archive: found.archive, index };
  };
}
