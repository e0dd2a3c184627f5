// The HTTP routes of versions: they list versions, open an upload, and yank a version.
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { Database } from '../db/database.ts';
import type { Serve } from '../api/api.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { problem } from '../http/problem.ts';
import { once } from '../idempotency/once.ts';
import { openUpload } from '../realms/open-upload.ts';
import { noRealm, ownRealm } from '../realms/ownership.ts';
import { findRealm } from '../realms/queries.ts';
import type { Config } from '../config.ts';
import { listVersions, yankVersion, type VersionRow } from './queries.ts';
import { checkQuota } from './capacity.ts';
import { uploadUrl } from '../credentials/upload-token.ts';

export function publishing(serve: Serve, { db, config }: { db: Database; config: Config }): void {
  serve('listVersions', async ({ caller, params }) => {
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    return { body: { versions: (await listVersions(db, realm.id)).map(toVersion) } };
  });

  serve('openUpload', async (call) => {
    const { caller, params, headers } = call;
    const key = readIdempotencyKey(headers);
    const realm = await ownRealm(db, caller, params.slug);
    const request = { key, accountId: caller.account.id, operation: 'openUpload', content: realm.id };
    const upload = await once(db, request, {
      async first(statements) {
        await checkQuota(db, realm, config.quotas);
        return openUpload(db, call, realm, (tokenHash) => statements(realm.id, tokenHash));
      },
      again: (_realmId, statements) => openUpload(db, call, realm, statements),
    });
    return { body: { uploadUrl: uploadUrl(config, realm.slug), ...upload } };
  });

  serve('updateVersion', async (call) => {
    const { caller, params, body } = call;
    const { id, slug } = await ownRealm(db, caller, params.slug);
    const found = (await listVersions(db, id)).find(({ version }) => version === params.version);
    if (!found) throw problem('not_found', 'This realm has no such version.');
    const { version } = found;
    const entry = newAuditEntry(actorOf(call), body.yanked ? 'realm.yank' : 'realm.unyank', slug, { version });
    await yankVersion(db, id, version, body.yanked, entry);
    return { body: { ...toVersion(found), yanked: body.yanked } };
  });
}

function toVersion({ version, size, digest, yanked, created_at }: VersionRow) {
  return { version, size, sha256: digest, yanked: yanked === 1, createdAt: created_at };
}
