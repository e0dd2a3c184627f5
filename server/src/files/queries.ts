// The statements of files: the archive of a version.
import sql from 'sql-template-tag';
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
