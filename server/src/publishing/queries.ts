// Versions of realms and the tokens of their uploads, in the database.
import sql, { join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { CredentialSource } from '../credentials/caller.ts';
import { openUploads } from '../credentials/queries.ts';
import { onlyIf, type Database } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';
import { countStoredBytes, isWithinQuota, type Quotas } from '../quotas/queries.ts';
import { lockRealm } from '../realms/queries.ts';

/** One upload's hold on its token: `until` is when it lapses, and made so that no other hold is equal to it. */
export interface Hold {
  tokenHash: string;
  until: string;
}

/** Takes the token for one upload; of any number that try at once, one succeeds. */
export async function lockToken(db: Database, { tokenHash, until }: Hold, now: string): Promise<boolean> {
  const row = await db.get(sql`update upload_tokens set locked_until = ${until}
    where hash = ${tokenHash} and locked_until <= ${now} and expires_at > ${now} returning hash`);
  return row !== undefined;
}

/** Gives the token back after an upload that was refused. */
export async function unlockToken(db: Database, { tokenHash, until }: Hold): Promise<void> {
  await db.batch([
    sql`update upload_tokens set locked_until = '' where hash = ${tokenHash} and locked_until = ${until}`,
  ]);
}

/** Removes tokens that nobody can use any more. */
export function sweepTokens(db: Database, now: string): Promise<void> {
  return sweep(
    db,
    (rows) => sql`delete from upload_tokens where hash in
      (select hash from upload_tokens where expires_at <= ${now} and locked_until <= ${now} limit ${rows}) returning hash`,
  );
}

/** What a version says of its realm. */
interface VersionManifest {
  longDescription: string;
  features: { auth: boolean; payments: boolean; database: boolean };
  requirements: { node: string; npm: string };
  /** Left as they are in the realm, when the version does not say. */
  license?: string;
  demo?: string;
}

export interface NewVersion {
  realmId: string;
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
  manifest: VersionManifest;
  createdAt: string;
}

/** The statements that put a version in and make it the realm's newest, for one batch. A version that is there is an error. */
export function insertVersion(version: NewVersion): Sql[] {
  const { realmId, digest, size, format, manifest, createdAt } = version;
  return [
    sql`insert into versions (realm_id, version, number, digest, size, format, yanked, manifest, created_at)
      select ${realmId}, ${version.version}, coalesce(max(number), 0) + 1, ${digest}, cast(${size} as integer), ${format}, 0,
        ${JSON.stringify(manifest)}, ${createdAt} from versions where realm_id = ${realmId}`,
    describeRealm(realmId, version.version, manifest, createdAt),
    countStoredBytes(realmId, size),
  ];
}

/** Versions that a realm may have. */
export const MAX_VERSIONS = 1_000;

/**
 * Publishes what an upload brought, and uses its token up. A `ConditionError`, and nothing is done, where the token has ended or is held by
 * another upload, or where the owner's quota or the number of versions would be exceeded. To change the token's row first makes a
 * revocation of what it came from wait; without that, a version could appear after the revocation was acknowledged.
 */
export function publishVersion(
  db: Database,
  version: NewVersion,
  { tokenHash, until }: Hold,
  { ownerId, quotas, entry }: { ownerId: string; quotas: Quotas; entry: NewAuditEntry },
): Promise<void> {
  const { realmId } = version;
  const token = sql`upload_tokens.hash = ${tokenHash} and upload_tokens.locked_until = ${until}`;
  return db.batch([
    ...lockRealm(realmId),
    sql`update upload_tokens set locked_until = locked_until where ${token}`,
    onlyIf(sql`exists (select 1 from ${openUploads} where ${token})`),
    ...insertVersion(version),
    onlyIf(isWithinQuota(ownerId, 'bytes', quotas)),
    onlyIf(sql`(select count(*) from versions where realm_id = ${realmId}) <= ${MAX_VERSIONS}`),
    insertAuditEntry(entry),
    sql`delete from upload_tokens where ${token}`,
  ]);
}

function describeRealm(realmId: string, version: string, manifest: VersionManifest, now: string): Sql {
  const { longDescription, features, requirements, license, demo } = manifest;
  const assignments = [
    sql`version = ${version}`,
    sql`long_description = ${longDescription}`,
    sql`has_auth = ${Number(features.auth)}`,
    sql`has_payments = ${Number(features.payments)}`,
    sql`has_database = ${Number(features.database)}`,
    sql`requires_node = ${requirements.node}`,
    sql`requires_npm = ${requirements.npm}`,
    ...(license === undefined ? [] : [sql`license = ${license}`]),
    ...(demo === undefined ? [] : [sql`demo = ${demo}`]),
    sql`updated_at = ${now}`,
  ];
  return sql`update realms set ${join(assignments)} where id = ${realmId}`;
}

export interface VersionRow {
  version: string;
  digest: string;
  size: number;
  format: 'tar.gz' | 'zip';
  yanked: number;
  created_at: string;
}

/** The newest first. */
export function listVersions(db: Database, realmId: string): Promise<VersionRow[]> {
  return db.all<VersionRow>(sql`select version, digest, size, format, yanked, created_at
    from versions where realm_id = ${realmId} order by number desc`);
}

export async function countVersions(db: Database, realmId: string): Promise<number> {
  const row = await db.get<{ versions: number }>(
    sql`select count(*) as versions from versions where realm_id = ${realmId}`,
  );
  return row?.versions ?? 0;
}

/** Which of these archives belong to a version. */
export async function keptDigests(db: Database, digests: string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await db.all<{ digest: string }>(
    sql`select distinct digest from versions where digest in (${join(digests)})`,
  );
  return new Set(rows.map((row) => row.digest));
}

const nothingSaid: VersionManifest = {
  longDescription: '',
  features: { auth: false, payments: false, database: false },
  requirements: { node: '', npm: '' },
};

/**
 * Yanks a version or takes that back. The realm says what its newest version that stands says; while that stays the same one, what its
 * owner has changed since is left alone.
 */
export async function yankVersion(
  db: Database,
  realmId: string,
  version: string,
  yanked: boolean,
  entry: NewAuditEntry,
): Promise<void> {
  const ofRealm = sql`versions where realm_id = ${realmId}`;
  const stands = sql`yanked = 0`;
  const willStand = yanked ? sql`yanked = 0 and version <> ${version}` : sql`(yanked = 0 or version = ${version})`;
  const newest = await db.get<{ number: number; version: string; manifest: string }>(
    sql`select number, version, manifest from ${ofRealm} and ${willStand} order by number desc limit 1`,
  );
  const manifest = newest ? (JSON.parse(newest.manifest) as VersionManifest) : nothingSaid;
  const isNewest = (among: Sql) =>
    sql`coalesce((select max(number) from ${ofRealm} and ${among}), 0) = ${newest?.number ?? 0}`;
  const changes = sql`version = ${version} and yanked <> ${Number(yanked)} and ${isNewest(willStand)}`;
  await db.batch([
    ...lockRealm(realmId),
    insertAuditEntry(entry, sql`exists (select 1 from ${ofRealm} and ${changes})`),
    sql`${describeRealm(realmId, newest?.version ?? '0.0.0', manifest, new Date().toISOString())}
      and ${isNewest(willStand)} and not ${isNewest(stands)}`,
    sql`update versions set yanked = ${Number(yanked)}
      where realm_id = ${realmId} and version = ${version} and ${isNewest(willStand)}`,
  ]);
  const left = await db.get<{ yanked: number }>(sql`select yanked from ${ofRealm} and version = ${version}`);
  // Another version came or went between the look and the batch, which then did nothing.
  if (left && left.yanked !== Number(yanked)) await yankVersion(db, realmId, version, yanked, entry);
}
