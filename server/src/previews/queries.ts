// The statements of previews: a version with the folder of its preview.
import sql from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import { isNotQuarantined, visibleTo } from '../realms/queries.ts';

export interface PreviewedVersion {
  id: string;
  slug: string;
  name: string;
  username: string;
  author: string;
  digest: string;
  format: ArchiveRef['format'];
  /** Empty if it has no preview. */
  preview: string;
  /** 1 if everyone may see the realm. */
  is_for_all: number;
}

/** Who may see a private realm is for the caller to check. */
export function findPreviewed(db: Reader, slug: string, version: string): Promise<PreviewedVersion | undefined> {
  return db.get<PreviewedVersion>(sql`select realms.id, realms.slug, realms.name, accounts.username, accounts.name as author,
      versions.digest, versions.format, versions.preview,
      case when ${visibleTo(anonymous, 'bySlug')} then 1 else 0 end as is_for_all
    from realms join accounts on accounts.id = realms.owner_id
      join versions on versions.realm_id = realms.id and versions.version = ${version}
    where realms.slug = ${slug} and ${isNotQuarantined}`);
}
