// The statements of pictures: those of a version, and the job that makes them for older versions.
import sql from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import type { KeepLease } from '../db/lease.ts';
import type { OlderVersion } from '../files/queries.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import { isNotQuarantined, lockRealm, visibleTo } from '../realms/queries.ts';

/** A version of a realm, and what it shows. */
export interface IllustratedVersion {
  digest: string;
  format: ArchiveRef['format'];
  pictures: string | null;
  /** 1 if everyone may see the realm. */
  is_for_all: number;
}

/** Who may see a private realm is for the caller to check. */
export function findIllustrated(db: Reader, realmId: string, version: string): Promise<IllustratedVersion | undefined> {
  return db.get<IllustratedVersion>(sql`select versions.digest, versions.format, versions.pictures,
      case when ${visibleTo(anonymous, 'bySlug')} then 1 else 0 end as is_for_all
    from realms join versions on versions.realm_id = realms.id and versions.version = ${version}
    where realms.id = ${realmId} and ${isNotQuarantined}`);
}

/** What the version shows. Its realm has changed by that. Throws a `ConditionError` if this process has lost the lease. */
export function writePictures(
  db: Database,
  { realm_id, version }: OlderVersion,
  pictures: string,
  keepLease: KeepLease,
): Promise<void> {
  return db.batch([
    ...lockRealm(realm_id),
    ...keepLease(),
    sql`update versions set pictures = ${pictures}
      where realm_id = ${realm_id} and version = ${version} and pictures is null`,
  ]);
}
