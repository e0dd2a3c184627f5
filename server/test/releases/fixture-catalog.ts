// A small catalog that has something of everything, made over HTTP: what a release leaves in its fixture.
import assert from 'node:assert/strict';
import { auditAccount, removeAccount } from '../../src/accounts/queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { applicationsAt } from '../oauth/applications.ts';
import { png } from '../pictures/sample-pictures.ts';
import { turnOn } from '../accounts/factors/factors.ts';
import { aPasskey } from '../accounts/factors/soft-passkey.ts';
import { insertOneTimeToken, makeOneTimeToken } from '../../src/credentials/one-time-queries.ts';
import { insertIdentity } from '../../src/accounts/identities/queries.ts';
import { queueMail, saveVerifiedEmail } from '../../src/mail/queries.ts';
import { featureRealm, findAnyRealm } from '../../src/realms/operator-writes.ts';
import { aKey, bearer, json, logIn, PASSWORD, signUp, type TestCatalog, type Reply } from '../support/harness.ts';
import { create, openUpload, project, upload } from '../publishing/uploads.ts';

/** What the tests of a later version need to use the catalog again. */
export interface FixtureCatalog {
  slugs: Record<'published' | 'empty' | 'unlisted' | 'private', string>;
  owner: { username: string; password: string; key: string; refreshToken: string };
  admin: { key: string };
  application: { clientId: string; refreshToken: string };
  openUpload: { slug: string; uploadToken: string };
  /** A download that was counted, and that counts once when it is asked for again. */
  download: { slug: string; idempotencyKey: string };
  archives: { slug: string; version: string; sha256: string }[];
}

export async function fillCatalog(catalog: TestCatalog): Promise<FixtureCatalog> {
  const applications = await applicationsAt(catalog); // with the accounts ada, bob, and root, an administrator
  const { key } = await aKey(catalog, applications.tokenOf('ada'), {
    scopes: ['realms:read', 'realms:write', 'account'],
  });
  await aKey(catalog, key, { name: 'made with a key' });
  const admin = await aKey(catalog, applications.tokenOf('root'), { scopes: ['admin'] });
  const owner = { username: 'ada', password: PASSWORD, key, ...(await logIn(catalog, 'ada')) };
  const { slugs, archives } = await publishRealms(catalog, key);
  const idempotencyKey = 'asked-again';
  const download = { slug: slugs.published, idempotencyKey };
  await useRealms(catalog, slugs, applications.tokenOf('bob'), idempotencyKey);
  await curate(catalog, slugs);
  const avatar = { method: 'PUT', body: new Uint8Array(await png(40, 40)), ...bearer(key) };
  expect(200, await catalog.ask('/v1/me/avatar', avatar));
  await secure(catalog);
  const removed = { username: 'dora', password: PASSWORD };
  const { id } = expect(201, await catalog.ask('/v1/auth/register', json(removed))).body;
  await operate(catalog, id, slugs);
  const client = await applications.registerClient();
  const { refresh } = await applications.signedIn(client, 'bob');
  await applications.startDevice(await applications.registerClient({ grantTypes: ['device_code'], redirectUris: [] }));
  return {
    slugs,
    owner,
    admin: { key: admin.key },
    application: { clientId: client.self.client_id, refreshToken: refresh },
    openUpload: await openUpload(catalog, { token: key }, slugs.published),
    download,
    archives,
  };
}

/** Realms of every visibility, with versions and without, one of them yanked; one that was renamed and deprecated; and a realm that is deleted again. */
async function publishRealms(catalog: TestCatalog, token: string): Promise<Pick<FixtureCatalog, 'slugs' | 'archives'>> {
  const archives: FixtureCatalog['archives'] = [];
  async function publish(to: { slug: string; uploadToken: string }, version: string, more: object = {}): Promise<void> {
    const { body } = expect(201, await upload(catalog, to, await project(version, more)));
    archives.push({ slug: to.slug, version, sha256: body.sha256 });
  }
  const fields = { name: 'Crème de la crème', description: 'A shop with a kitchen.', category: 'ecommerce' };
  const published = await create(catalog, { token }, { ...fields, tags: ['shop', 'c++'], license: 'MIT' });
  await publish(published, '1.0.0', { features: { auth: true }, requirements: { node: '>=24' } });
  await publish(await openUpload(catalog, { token }, published.slug), '1.1.0', { longDescription: 'Über Bäume 🌳' });
  const yanked = `/v1/realms/${published.slug}/versions/1.0.0`;
  expect(200, await catalog.ask(yanked, json({ yanked: true, reason: 'It burns.' }, token, 'PATCH')));
  const empty = await create(catalog, { token }, { ...fields, category: 'blog' }); // the same name: a numbered slug
  const renamed = { slug: 'renamed', deprecated: { message: 'Closed.', successor: published.slug } };
  expect(200, await catalog.ask(`/v1/realms/${empty.slug}`, json(renamed, token, 'PATCH')));
  const unlisted = await create(catalog, { token }, { name: 'Unlisted', visibility: 'unlisted' });
  await publish(unlisted, '0.1.0');
  const once = json({ ...fields, name: 'Created once' }, token);
  const keyed = { ...once, headers: { ...once.headers, 'idempotency-key': 'created-once' } };
  const { slug: createdOnce } = expect(201, await catalog.ask('/v1/realms', keyed)).body;
  expect(204, await catalog.ask(`/v1/realms/${createdOnce}`, { method: 'DELETE', ...bearer(token) }));
  const secret = await create(catalog, { token }, { name: 'Private', visibility: 'private', tags: ['shop'] });
  await publish(secret, '2.0.0');
  const deleted = await create(catalog, { token }, { name: 'Deleted' });
  expect(204, await catalog.ask(`/v1/realms/${deleted.slug}`, { method: 'DELETE', ...bearer(token) }));
  const slugs = { published: published.slug, empty: renamed.slug, unlisted: unlisted.slug, private: secret.slug };
  return { slugs, archives };
}

/** Stars and downloads. */
async function useRealms(
  catalog: TestCatalog,
  slugs: FixtureCatalog['slugs'],
  token: string,
  idempotencyKey: string,
): Promise<void> {
  expect(204, await catalog.ask(`/v1/realms/${slugs.published}/star`, { method: 'PUT', ...bearer(token) }));
  const downloads = [slugs.published, slugs.published, slugs.empty, slugs.unlisted];
  for (const slug of downloads) expect(200, await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' }));
  const once = { method: 'POST', headers: { 'idempotency-key': idempotencyKey } };
  expect(200, await catalog.ask(`/v1/realms/${slugs.published}/download`, once));
}

async function curate(catalog: TestCatalog, slugs: FixtureCatalog['slugs']): Promise<void> {
  const { token } = await signUp(catalog, { username: 'cara', role: 'curator', plan: 'premium' });
  const fields = { name: 'For shops', description: 'Chosen.', realms: [slugs.empty, slugs.published] };
  expect(201, await catalog.ask('/v1/collections', json({ slug: 'shops', featured: true, ...fields }, token)));
}

/** Somebody with second factors, an identity, and a verified address, to which a mail waits. */
async function secure(catalog: TestCatalog): Promise<void> {
  const { token, account } = await signUp(catalog, { username: 'fay' });
  const { id: accountId } = account;
  await turnOn(catalog, token);
  await aPasskey(catalog, token);
  expect(200, await catalog.ask('/v1/me', json({ email: 'fay@mail.example' }, token, 'PATCH')));
  const now = new Date().toISOString();
  const identity = {
    id: accountId,
    issuer: 'https://login.example',
    subject: 'fay',
    accountId,
    name: 'Fay',
    createdAt: now,
  };
  const expiresAt = '2999-01-01T00:00:00.000Z';
  await catalog.services.db.batch([
    insertIdentity(identity),
    saveVerifiedEmail(accountId, 'fay@mail.example', now),
    queueMail('reset', accountId),
    insertOneTimeToken(makeOneTimeToken(), { kind: 'invite', accountId: null, payload: '', expiresAt }),
  ]);
}

/** What an operator does: a realm is featured, and an account removed. */
async function operate(
  { services: { db } }: TestCatalog,
  removed: string,
  { published }: FixtureCatalog['slugs'],
): Promise<void> {
  const { id } = (await findAnyRealm(db, published)) ?? assert.fail();
  await db.batch(featureRealm(id, true, newAuditEntry(commandActor, 'realm.feature', published)));
  await db.batch([
    ...auditAccount(removed, [newAuditEntry(commandActor, 'account.remove', removed)]),
    ...removeAccount(removed, new Date().toISOString()),
  ]);
}

function expect(status: number, reply: Reply): Reply {
  assert.equal(reply.status, status, reply.text);
  return reply;
}
