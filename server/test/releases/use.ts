// Uses the catalog of a fixture with the credentials that a release has given out, as people go on after an upgrade.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { bearer, json, PUBLIC_URL, type Reply } from '../support/harness.ts';
import type { CatalogProcess } from '../support/processes.ts';
import { project } from '../publishing/uploads.ts';
import type { FixtureCatalog } from './fixture-catalog.ts';

type Asker = Pick<CatalogProcess, 'ask' | 'url'>;

/** Every way to show who one is that outlives an upgrade. */
export async function useCredentials({ ask }: Asker, { owner, application }: FixtureCatalog): Promise<void> {
  const { username, password, refreshToken } = owner;
  const login = expect(200, await ask('/v1/auth/login', json({ username, password })));
  const refreshed = expect(200, await ask('/v1/auth/refresh', json({ refreshToken })));
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: application.clientId,
    refresh_token: application.refreshToken,
  });
  const granted = expect(200, await ask('/oauth/token', { method: 'POST', body }));
  for (const token of [owner.key, login.body.token, refreshed.body.token])
    assert.equal(expect(200, await ask('/v1/me', bearer(token))).body.username, username);
  assert.equal(expect(200, await ask('/v1/me', bearer(granted.body.access_token))).body.username, 'bob');
}

/** Downloads every archive, and one that was counted before the upgrade. */
export async function downloadAll(at: Asker, { owner, archives, download: keyed }: FixtureCatalog): Promise<void> {
  const before = await countOf(at, keyed.slug);
  for (const { slug, version, sha256 } of archives) {
    const link = await at.ask(`/v1/realms/${slug}/download?version=${version}`, {
      method: 'POST',
      ...bearer(owner.key),
    });
    const { downloadUrl } = expect(200, link).body as { downloadUrl: string };
    const closing = { headers: { connection: 'close' } }; // one that is left open would hold up the stop
    const bytes = await fetch(downloadUrl.replace(PUBLIC_URL, at.url), closing);
    assert.equal(hash('sha256', Buffer.from(await bytes.arrayBuffer())), sha256, `${slug} ${version}`);
  }
  await download(at, keyed);
  const counted = archives.filter(({ slug }) => slug === keyed.slug).length;
  assert.equal(await countOf(at, keyed.slug), before + counted, 'what is asked for again counts once');
}

export async function countOf({ ask }: Asker, slug: string): Promise<number> {
  return expect(200, await ask(`/v1/realms/${slug}`)).body.downloadCount as number;
}

/** Downloads with an `Idempotency-Key`. */
export async function download({ ask }: Asker, { slug, idempotencyKey }: FixtureCatalog['download']): Promise<void> {
  const asked = { method: 'POST', headers: { 'idempotency-key': idempotencyKey } };
  expect(200, await ask(`/v1/realms/${slug}/download`, asked));
}

/** Opens an upload at one process, and sends the archive to another, which may be the same. */
export async function publish(
  at: Asker,
  to: Asker,
  { owner, slugs }: Pick<FixtureCatalog, 'owner' | 'slugs'>,
  version: string,
): Promise<void> {
  const path = `/v1/realms/${slugs.published}`;
  const opened = await at.ask(`${path}/versions`, { method: 'POST', ...bearer(owner.key) });
  const { uploadToken } = expect(201, opened).body as { uploadToken: string };
  await send(to, { slug: slugs.published, uploadToken }, version);
  assert.equal(expect(200, await to.ask(path)).body.version, version);
}

/** Sends an archive with a token that may have been given out before the upgrade. */
export async function send(
  at: Asker,
  { slug, uploadToken }: FixtureCatalog['openUpload'],
  version: string,
): Promise<void> {
  const headers = { 'content-type': 'application/gzip', ...bearer(uploadToken).headers };
  const body = new Uint8Array(await project(version));
  expect(201, await at.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', headers, body }));
}

function expect(status: number, reply: Reply): Reply {
  assert.equal(reply.status, status, reply.text);
  return reply;
}
