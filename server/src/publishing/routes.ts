// The HTTP routes of versions: they list versions, issue the token for an upload, and yank a version.
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { Database } from '../db/database.ts';
import type { AddHandler } from '../api/api.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { problem } from '../http/problem.ts';
import { withIdempotencyKey } from '../api/with-idempotency-key.ts';
import { issueUploadToken } from '../realms/issue-upload-token.ts';
import { countVersionDownloads } from '../downloads/queries.ts';
import { noRealm, findManagedRealm } from '../realms/ownership.ts';
import { findRealm } from '../realms/queries.ts';
import { shownTemplate } from '../realms/shown-template.ts';
import type { Config } from '../config/config.ts';
import { getVersion, listVersions, type VersionDetailRow, type VersionManifest, type VersionRow } from './queries.ts';
import { checkQuota } from './capacity.ts';
import { yankVersion } from './yank-writes.ts';
import { uploadUrl } from '../credentials/upload-token.ts';

export function addPublishingHandlers(addHandler: AddHandler, { db, config }: { db: Database; config: Config }): void {
  addHandler('listVersions', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    return { body: { versions: (await listVersions(db, realm.id)).map(toVersion) } };
  });

  addHandler('getVersion', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    const version = await getVersion(db, realm.id, params.version);
    if (!version) throw noVersion();
    return { body: toVersionDetail(version, await countVersionDownloads(db, realm.id, version.version)) };
  });

  addHandler('openUpload', async (call) => {
    const { caller, params, headers } = call;
    const key = readIdempotencyKey(headers);
    const realm = await findManagedRealm(db, caller, params.slug);
    const request = { key, accountId: caller.account.id, operation: 'openUpload', content: realm.id };
    const upload = await withIdempotencyKey(db, request, {
      async first(keyStatements) {
        await checkQuota(db, realm, config.quotas);
        return issueUploadToken(db, call, realm, (tokenHash) => keyStatements(realm.id, tokenHash));
      },
      again: (_realmId, keyStatements) => issueUploadToken(db, call, realm, keyStatements),
    });
    return { body: { uploadUrl: uploadUrl(config, realm.slug), ...upload } };
  });

  addHandler('updateVersion', async (call) => {
    const { caller, params, body } = call;
    const { id, slug } = await findManagedRealm(db, caller, params.slug);
    const found = await getVersion(db, id, params.version);
    if (!found) throw noVersion();
    const { version } = found;
    const entry = newAuditEntry(actorOf(call), body.yanked ? 'realm.yank' : 'realm.unyank', slug, { version });
    await yankVersion(db, { ...body, realmId: id, version }, entry);
    const { yanked, reason = found.reason } = body;
    return { body: { ...toVersion(found), yanked, reason: yanked ? reason : '' } };
  });
}

function toVersion({ version, size, digest, files_sha256, yanked, reason, created_at }: VersionRow) {
  const digests = { sha256: digest, filesSha256: files_sha256 ?? '' };
  return { version, size, ...digests, yanked: yanked === 1, reason, createdAt: created_at };
}

function toVersionDetail(row: VersionDetailRow, downloadCount: number) {
  const { longDescription, features, requirements, ...manifest } = JSON.parse(row.manifest) as VersionManifest;
  const { license = '', demo = '', readme = longDescription } = manifest;
  return {
    ...toVersion(row),
    format: row.format,
    unpackedSize: row.unpacked_size,
    fileCount: row.file_count,
    downloadCount,
    publishedBy: row.published_by,
    longDescription,
    readme,
    license,
    demo,
    features,
    requirements,
    ...shownTemplate(row.template),
  };
}

function noVersion(): Error {
  return problem('not_found', 'This realm has no such version.');
}
