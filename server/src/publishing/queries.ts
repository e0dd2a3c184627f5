// The statements of versions and of the locks of upload tokens.
import sql, { join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { usableUploadTokens } from '../credentials/queries.ts';
import { onlyIf, type Database, type Reader } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';
import { countStoredBytes, isWithinQuota, type Quotas } from '../quotas/queries.ts';
import { updateFields, type NewRealm } from '../realms/columns.ts';
import { lockRealm } from '../realms/queries.ts';
import type { ShownPicture } from '../realms/shown-pictures.ts';

/** The lock that one upload has on its token. `lockedUntil` begins with the time when the lock ends, and is unique to the upload. */
export interface TokenLock {
  tokenHash: string;
  lockedUntil: string;
}

/** Locks the token for one upload, and returns false if another upload has locked it. Of many requests at once, one succeeds. */
export async function lockToken(db: Database, { tokenHash, lockedUntil }: TokenLock, now: string): Promise<boolean> {
  const row = await db.get(sql`update upload_tokens set locked_until = ${lockedUntil}
    where hash = ${tokenHash} and locked_until <= ${now} and expires_at > ${now} returning hash`);
  return row !== undefined;
}

/** Unlocks the token after an upload that was refused. */
export async function unlockToken(db: Database, { tokenHash, lockedUntil }: TokenLock): Promise<void> {
  await db.batch([
    sql`update upload_tokens set locked_until = '' where hash = ${tokenHash} and locked_until = ${lockedUntil}`,
  ]);
}

/** Deletes tokens that have expired and are not locked. */
export function sweepTokens(db: Database, now: string): Promise<void> {
  return sweep(
    db,
    (rows) => sql`delete from upload_tokens where hash in
      (select hash from upload_tokens where expires_at <= ${now} and locked_until <= ${now}
        order by expires_at limit ${rows}) returning hash`,
  );
}

/** The fields of a realm that a version sets. Without `license` or `demo`, the realm keeps its own. */
export interface VersionManifest
  extends Pick<NewRealm, 'longDescription' | 'features' | 'requirements'>, Partial<Pick<NewRealm, 'license' | 'demo'>> {
  /** The README, if the long description is not the same. */
  readme?: string;
}

export interface NewVersion {
  realmId: string;
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
  fileCount: number;
  /** Bytes of all files. */
  unpackedSize: number;
  manifest: VersionManifest;
  /** Undefined if they are made later. */
  pictures?: ShownPicture[] | undefined;
  /** The folder of its live preview; empty or undefined if it has none. */
  preview?: string;
  /** What it asks (`realms/shown-template.ts`); empty or undefined if it asks nothing. */
  template?: string;
  /** Undefined if it is computed later. */
  filesSha256?: string;
  /** The id of the account that published it. */
  publishedBy: string;
  createdAt: string;
}

/**
 * The statements of a batch that insert a version and make it the realm's newest: `number` counts the versions in the order in which they are published. An existing
 * version raises a `UniqueError`.
 */
export function insertVersion(version: NewVersion): Sql[] {
  const { realmId, digest, size, format, fileCount, unpackedSize, manifest, pictures, publishedBy, createdAt } =
    version;
  const { preview = '', template = '', filesSha256 = null } = version;
  return [
    sql`insert into versions (realm_id, version, number, digest, size, format, file_count, unpacked_size, yanked, reason,
        manifest, pictures, preview, template, files_sha256, published_by, created_at)
      select ${realmId}, ${version.version}, coalesce(max(number), 0) + 1, ${digest}, cast(${size} as integer), ${format},
        cast(${fileCount} as integer), cast(${unpackedSize} as bigint), 0, '', ${JSON.stringify(manifest)},
        cast(${pictures ? JSON.stringify(pictures) : null} as text), ${preview}, ${template}, cast(${filesSha256} as text), ${publishedBy}, ${createdAt}
      from versions where realm_id = ${realmId}`,
    updateFromManifest(realmId, version.version, manifest, createdAt),
    countStoredBytes(realmId, size),
  ];
}

/** How many versions a realm may have. */
export const MAX_VERSIONS = 1_000;

/**
 * Publishes the version of an upload, and deletes its token. Throws a `ConditionError`, and changes nothing, if the token has ended or is
 * locked by another upload, or if the owner's quota or the number of versions would be exceeded. The batch writes to the token's row before it reads it,
 * which makes a revocation of the credential that opened the upload wait. Without that, a version could appear after the revocation was acknowledged.
 */
export function publishVersion(
  db: Database,
  version: NewVersion,
  { tokenHash, lockedUntil }: TokenLock,
  { ownerId, quotas, entry }: { ownerId: string; quotas: Quotas; entry: NewAuditEntry },
): Promise<void> {
  const { realmId } = version;
  const token = sql`upload_tokens.hash = ${tokenHash} and upload_tokens.locked_until = ${lockedUntil}`;
  return db.batch([
    ...lockRealm(realmId),
    sql`update upload_tokens set locked_until = locked_until where ${token}`,
    onlyIf(sql`exists (select 1 from ${usableUploadTokens} where ${token})`),
    ...insertVersion(version),
    onlyIf(isWithinQuota(ownerId, 'bytes', quotas)),
    onlyIf(sql`(select count(*) from versions where realm_id = ${realmId}) <= ${MAX_VERSIONS}`),
    insertAuditEntry(entry),
    sql`delete from upload_tokens where ${token}`,
  ]);
}

export function updateFromManifest(realmId: string, version: string, manifest: VersionManifest, now: string): Sql {
  const { longDescription, features, requirements, license, demo } = manifest;
  const fields = { version, longDescription, features, requirements, license, demo, updatedAt: now };
  return updateFields(realmId, fields);
}

export interface VersionRow {
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
  /** Null until it is computed. */
  files_sha256: string | null;
  yanked: number;
  reason: string;
  created_at: string;
}

const versionColumns = sql`versions.version, versions.digest, versions.size, versions.format, versions.files_sha256, versions.yanked, versions.reason, versions.created_at`;

/** The versions of a realm, the newest first. */
export function listVersions(db: Database, realmId: string): Promise<VersionRow[]> {
  return db.all<VersionRow>(
    sql`select ${versionColumns} from versions where realm_id = ${realmId} order by number desc`,
  );
}

export function findVersion(db: Database, realmId: string, version: string): Promise<VersionRow | undefined> {
  return db.get<VersionRow>(
    sql`select ${versionColumns} from versions where realm_id = ${realmId} and version = ${version}`,
  );
}

export interface VersionDetailRow extends VersionRow {
  file_count: number;
  unpacked_size: number;
  /** JSON of a `VersionManifest`. */
  manifest: string;
  template: string;
  published_by: string;
}

export function getVersion(db: Database, realmId: string, version: string): Promise<VersionDetailRow | undefined> {
  return db.get<VersionDetailRow>(sql`select ${versionColumns}, versions.file_count, versions.unpacked_size, versions.manifest, versions.template,
      accounts.username as published_by
    from versions join accounts on accounts.id = versions.published_by
    where versions.realm_id = ${realmId} and versions.version = ${version}`);
}

export function writeFilesDigest(
  db: Database,
  { realm_id, version }: { realm_id: string; version: string },
  filesSha256: string,
): Promise<void> {
  return db.batch([
    sql`update versions set files_sha256 = ${filesSha256}
      where realm_id = ${realm_id} and version = ${version} and files_sha256 is null`,
  ]);
}

export async function countVersions(db: Database, realmId: string): Promise<number> {
  const row = await db.get<{ versions: number }>(
    sql`select count(*) as versions from versions where realm_id = ${realmId}`,
  );
  return row?.versions ?? 0;
}

/** The next archives that versions refer to, in the order of their digests. */
export async function listDigestsAfter(db: Reader, digest: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ digest: string }>(
    sql`select digest from versions where digest > ${digest} order by digest limit ${limit}`,
  );
  return rows.map((row) => row.digest);
}

/** Those of the versions that were published last. */
export async function listNewestDigests(db: Reader, limit: number): Promise<string[]> {
  const rows = await db.all<{ digest: string }>(
    sql`select digest from versions order by created_at desc limit ${limit}`,
  );
  return rows.map((row) => row.digest);
}

/** Which of these digests belong to a version. */
export async function findUsedDigests(db: Database, digests: string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await db.all<{ digest: string }>(
    sql`select distinct digest from versions where digest in (${join(digests)})`,
  );
  return new Set(rows.map((row) => row.digest));
}
