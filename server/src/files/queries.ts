// The statements of files: the archive of a version.
import sql, { raw } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';
import type { ArchiveRef } from './derived-files.ts';

interface ArchiveRow {
  realmId: string;
  slug: string;
  digest: string | null;
  format: ArchiveRef['format'];
}

/** A realm that the caller may see, with the archive of this version, if there is such a version. */
export async function findVersionArchive(
  db: Reader,
  caller: Caller,
  slug: string,
  version: string,
): Promise<{ slug: string; archive: ArchiveRef | undefined } | undefined> {
  const row = await db.get<ArchiveRow>(sql`select realms.id as "realmId", realms.slug, versions.digest, versions.format
    from realms left join versions on versions.realm_id = realms.id and versions.version = ${version}
    where realms.slug = ${slug} and ${visibleTo(caller, 'bySlug')}`);
  if (!row) return undefined;
  const { realmId, digest, format } = row;
  return { slug: row.slug, archive: digest === null ? undefined : { digest, format, realmId } };
}

/** Columns that versions of older releases lack. */
export type BackfilledColumn = 'pictures' | 'files_sha256';

export interface OlderVersion {
  realm_id: string;
  version: string;
  digest: string;
  format: ArchiveRef['format'];
}

const FIRST = { realm_id: '', version: '' };

/** The next version where the column is null. */
export function nextWithout(
  db: Reader,
  column: BackfilledColumn,
  after: Pick<OlderVersion, 'realm_id' | 'version'> = FIRST,
): Promise<OlderVersion | undefined> {
  return db.get<OlderVersion>(sql`select realm_id, version, digest, format from versions
    where ${raw(column)} is null and (realm_id, version) > (${after.realm_id}, ${after.version})
    order by realm_id, version limit 1`);
}
