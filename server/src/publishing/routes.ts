// The HTTP routes of versions: they list versions, open an upload, and yank a version.
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { GoneError, type Database } from '../db/database.ts';
import { insertUploadToken } from '../credentials/queries.ts';
import type { Serve } from '../api/api.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import { noRealm, ownRealm } from '../realms/ownership.ts';
import { findRealm, findRealmById } from '../realms/queries.ts';
import type { Config } from '../config.ts';
import {
  getVersion,
  listVersions,
  yankVersion,
  type VersionDetailRow,
  type VersionManifest,
  type VersionRow,
} from './queries.ts';
import { checkQuota } from './capacity.ts';
import { newUploadToken, uploadUrl } from '../credentials/upload-token.ts';

export function publishing(serve: Serve, { db, config }: { db: Database; config: Config }): void {
  serve('listVersions', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    return { body: { versions: (await listVersions(db, realm.id)).map(toVersion) } };
  });

  serve('getVersion', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    const version = await getVersion(db, realm.id, params.version);
    if (!version) throw noVersion();
    return { body: toVersionDetail(version) };
  });

  serve('openUpload', async (call) => {
    const { caller, params } = call;
    const realm = await ownRealm(db, caller, params.slug);
    const { id, slug } = realm;
    await checkQuota(db, realm, config.quotas);
    const { uploadToken, stored } = newUploadToken(id, caller, new Date());
    const statements = [insertUploadToken(stored), insertAuditEntry(newAuditEntry(actorOf(call), 'upload.open', slug))];
    await db.batch(statements).catch(async (error: unknown) => {
      // The token refers to the realm and to the source of the credential. If the realm exists, the source is gone.
      throw error instanceof GoneError && (await findRealmById(db, id)) ? revokedMeanwhile() : error;
    });
    return { body: { uploadUrl: uploadUrl(config, slug), uploadToken, expiresAt: stored.expiresAt } };
  });

  serve('updateVersion', async (call) => {
    const { caller, params, body } = call;
    const { id, slug } = await ownRealm(db, caller, params.slug);
    const found = await getVersion(db, id, params.version);
    if (!found) throw noVersion();
    const { version } = found;
    const entry = newAuditEntry(actorOf(call), body.yanked ? 'realm.yank' : 'realm.unyank', slug, { version });
    await yankVersion(db, id, version, body, entry);
    const { yanked, reason = found.reason } = body;
    return { body: { ...toVersion(found), yanked, reason: yanked ? reason : '' } };
  });
}

function toVersion({ version, size, digest, yanked, reason, created_at }: VersionRow) {
  return { version, size, sha256: digest, yanked: yanked === 1, reason, createdAt: created_at };
}

function toVersionDetail(row: VersionDetailRow) {
  const { longDescription, features, requirements, ...manifest } = JSON.parse(row.manifest) as VersionManifest;
  const { license = '', demo = '', readme = longDescription } = manifest;
  return {
    ...toVersion(row),
    format: row.format,
    unpackedSize: row.unpacked_size,
    fileCount: row.file_count,
    publishedBy: row.published_by,
    ...{ longDescription, readme, license, demo, features, requirements },
  };
}

function noVersion(): Error {
  return problem('not_found', 'This realm has no such version.');
}
