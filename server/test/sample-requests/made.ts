// The catalog that samples are asked of, and what they make in it before.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { makeTar } from '../../src/archives/make-tar.ts';
import { saveRecord } from '../../src/oauth/queries.ts';
import { archive } from '../audit/actors.ts';
import { aCollection, anAccount, aRealm, bearer, json } from '../support/harness.ts';
import type { Here, Sample } from './sample.ts';

const ada = anAccount({ username: 'ada', name: 'Ada', image: 'https://ada.example/me.png', bio: 'Counts.' });
const full = aRealm(ada, {
  slug: 'full',
  featured: true,
  tags: ['auth', 'c++'],
  longDescription: '# Full',
  version: '1.2.3',
  license: 'MIT',
  features: { auth: true, payments: true, database: true },
  requirements: { node: '>=24', npm: '>=10' },
  repository: 'https://git.example/full',
  demo: 'https://demo.example/full',
  downloadCount: 3,
  starCount: 2,
});
const bare = aRealm(ada, { slug: 'bare', category: 'machine-learning' });
/** The slugs of a collection that stays, and of one that is changed and removed. */
export const [standing, changing] = ['standing', 'changing'] as const;
const collections = [
  aCollection(ada, { slug: standing, featured: true, realmIds: [full.id, bare.id] }),
  aCollection(ada, { slug: changing }),
];
export const seed = { accounts: [ada], realms: [full, bare], collections };

/** Mails stay in the queue: nothing listens there. */
export const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Catalog <catalog@mail.example>' };

export const unknownId = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
export const asBob = { as: 'bob' } as const;
export const asCurator = { as: 'the curator' } as const;
export const asAdmin = { as: 'the administrator' } as const;
export const newRealm = { name: 'New', description: 'A new one.', category: 'api' };
export const gzip = { bytes: archive, headers: { 'content-type': 'application/gzip' } };
export const keyed = (key: string) => ({ 'idempotency-key': key });

/** A sample whose path parameters are of something that is made before. */
export const of = (make: (here: Here) => Promise<Record<string, string>>) => ({
  first: async (here: Here): Promise<Partial<Sample>> => ({ params: await make(here) }),
});

type Upload = { slug: string; uploadToken: string };

/** A realm of bob's, whose upload is open. */
export async function bobs({ catalog, credentials }: Here): Promise<Upload> {
  const { slug, uploadToken } = (await catalog.ask('/v1/realms', json(newRealm, credentials.bob))).body as Upload;
  return { slug, uploadToken };
}

/** A sample that sends an archive to an open upload. */
export const uploadTo = ({ slug, uploadToken }: Upload): Partial<Sample> => ({ params: { slug }, token: uploadToken });

async function upload({ catalog }: Here, { slug, uploadToken }: Upload, body = archive): Promise<void> {
  const headers = { ...gzip.headers, ...bearer(uploadToken).headers };
  const { status, text } = await catalog.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', headers, body });
  assert.equal(status, 201, text);
}

export async function nextUpload({ catalog, credentials }: Here, { slug }: Upload, headers = {}): Promise<Upload> {
  const request = json({}, credentials.bob);
  const init = { ...request, headers: { ...request.headers, ...headers } };
  const { body } = await catalog.ask(`/v1/realms/${slug}/versions`, init);
  return { slug, uploadToken: (body as Upload).uploadToken };
}

/** A realm of bob's with the version 1.0.0. */
export async function published(here: Here): Promise<Upload> {
  const made = await bobs(here);
  await upload(here, made);
  return made;
}

/** And with a version 1.0.1, which differs. */
export async function publishedTwice(here: Here): Promise<Upload> {
  const made = await published(here);
  const next = new Uint8Array(gzipSync(await makeTar('app', [['README.md', '# Another\n']])));
  await upload(here, await nextUpload(here, made), next);
  return made;
}

/** A slug that a realm of bob's had before. */
export async function oldSlug(here: Here): Promise<string> {
  const { slug } = await bobs(here);
  const renaming = json({ slug: `${slug}-renamed` }, here.credentials.bob, 'PATCH');
  assert.equal((await here.catalog.ask(`/v1/realms/${slug}`, renaming)).status, 200);
  return slug;
}

/** The creation of a realm that was sent before, with the same key; then something else was done. */
export const createdBefore = (key: string, between = async (_here: Here, _slug: string) => {}) => ({
  ...asBob,
  headers: keyed(key),
  async first(here: Here) {
    const request = json(newRealm, here.credentials.bob);
    const headers = { ...request.headers, ...keyed(key) };
    const { body } = await here.catalog.ask('/v1/realms', { ...request, headers });
    await between(here, (body as Upload).slug);
    return {};
  },
});

export async function deleteMade({ catalog, credentials }: Here, slug: string): Promise<void> {
  const { status } = await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(credentials.bob) });
  assert.equal(status, 204);
}

/** A realm whose upload was begun to be opened with a key, by a process that has stopped since. */
export async function halfOpened(here: Here): Promise<Upload> {
  const made = await bobs(here);
  await nextUpload(here, made, keyed('running'));
  await here.catalog.services.db.batch([sql`update idempotency_keys set realm_id = ''`]);
  return made;
}

export async function starFull({ catalog, credentials }: Here): Promise<Partial<Sample>> {
  await catalog.ask('/v1/realms/full/star', { method: 'PUT', ...bearer(credentials.bob) });
  return {};
}

/** A client of bob's. */
export const aClient =
  (fields: object = { type: 'confidential', grantTypes: ['client_credentials'] }) =>
  async ({ catalog, credentials }: Here) => {
    const { body } = await catalog.ask('/v1/oauth/clients', json({ name: 'App', ...fields }, credentials.bob));
    return { id: (body as { id: string }).id };
  };

/** What bob has allowed a client, as the provider stores it; the real flow is in the tests of OAuth. */
export async function aGrant(here: Here): Promise<{ id: string }> {
  const { id: clientId } = await aClient({ grantTypes: ['device_code'] })(here);
  const { id: accountId } = (await here.catalog.ask('/v1/me', bearer(here.credentials.bob))).body as { id: string };
  const publicId = randomUUIDv7();
  await saveRecord(here.catalog.services.db, {
    idHash: publicId,
    kind: 'Grant',
    clientId,
    accountId,
    grantHash: undefined,
    secondIdHash: undefined,
    payload: JSON.stringify({ iat: Math.floor(Date.now() / 1_000) }),
    expiresAt: '2999-01-01T00:00:00.000Z',
    scopes: 'realms:read',
    publicId,
  });
  return { id: publicId };
}
