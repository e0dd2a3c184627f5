// The statements of pictures: those of a version, and the job that makes them for older versions.
import sql from 'sql-template-tag';
import { anonymous } from '../credentials/caller.ts';
import { onlyIf, type Database, type Reader } from '../db/database.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import type { Lease } from '../lease.ts';
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

/** A version that was not looked at yet. */
export interface UnseenVersion {
  realm_id: string;
  version: string;
  digest: string;
  format: ArchiveRef['format'];
}

export function nextUnseen(
  db: Reader,
  after: { realm_id: string; version: string },
): Promise<UnseenVersion | undefined> {
  return db.get<UnseenVersion>(sql`select realm_id, version, digest, format from versions
    where pictures is null and (realm_id, version) > (${after.realm_id}, ${after.version})
    order by realm_id, version limit 1`);
}

/** Returns whether this process has the lease now. */
export async function takeLease(db: Database, { holder, now, until, latest }: Lease): Promise<boolean> {
  const row = await db.get(sql`update picture_run set holder = ${holder}, leased_until = ${until}
    where leased_until < ${now} or leased_until > ${latest} or holder = ${holder} returning one`);
  return row !== undefined;
}

/** Lets any process go on at once. */
export function endLease(db: Database, holder: string): Promise<void> {
  return db.batch([sql`update picture_run set holder = '', leased_until = '' where holder = ${holder}`]);
}

/** What the version shows. Its realm has changed by that. Throws a `ConditionError` if this process has lost the lease. */
export function writePictures(
  db: Database,
  { realm_id, version }: UnseenVersion,
  pictures: string,
  { holder, until }: Lease,
): Promise<void> {
  return db.batch([
    ...lockRealm(realm_id),
    sql`update picture_run set leased_until = ${until} where holder = ${holder}`,
    onlyIf(sql`exists (select 1 from picture_run where holder = ${holder})`),
    sql`update versions set pictures = ${pictures}
      where realm_id = ${realm_id} and version = ${version} and pictures is null`,
  ]);
}
