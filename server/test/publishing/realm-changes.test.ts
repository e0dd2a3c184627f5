// Tests what is done with realms besides uploads: changing, hiding, deleting and starring them, yanking versions, and collections.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { insertVersion, type NewVersion } from '../../src/publishing/queries.ts';
import { yankVersion } from '../../src/publishing/yank-writes.ts';
import { signUp, useCatalog, usePerson } from '../support/harness.ts';
import { create, json, openUpload, project, upload, type Owner } from './uploads.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
const alice = usePerson(catalog, { username: 'alice' });
const bob = usePerson(catalog, { username: 'bob' });
const read = (path: string, who?: Owner) => catalog.ask(`/v1/api/realms/${path}`, who && json(who));
const patch = (path: string, who: Owner, body: object) =>
  catalog.ask(`/v1/api/realms/${path}`, { ...json(who), method: 'PATCH', body: JSON.stringify(body) });
const send = (method: string, path: string, who: Owner) =>
  catalog.ask(`/v1/api/realms/${path}`, { ...json(who), method });

test('an owner changes the fields that are sent and no others, and the slug stays', async () => {
  const realm = await create(catalog, alice, { name: 'Before', tags: ['a', 'b'], license: 'MIT' });
  const { status, body } = await patch(realm.slug, alice, {
    name: 'Ünlike Before',
    tags: ['C', 'c', 'D'],
    category: 'blog',
    id: 'x',
  });
  assert.equal(status, 200);
  assert.equal(body.name, 'Ünlike Before');
  assert.equal(body.slug, realm.slug);
  assert.deepEqual(body.tags, ['c', 'd']);
  assert.equal(body.license, 'MIT');
  assert.equal(body.description, 'Something.');
  assert.ok(body.updatedAt > body.createdAt);
  assert.equal((await catalog.ask('/v1/realms?search=unlike&tags=d&category=blog')).body.pagination.total, 1);
  assert.equal(
    (await catalog.ask('/v1/realms?tags=a,b')).body.realms.some((found: any) => found.slug === realm.slug),
    false,
  );
  assert.equal((await patch(realm.slug, alice, { name: '' })).status, 400);
});

test('a change sets nothing that the contract does not let an owner change', async () => {
  const realm = await create(catalog, alice, { name: 'Plain' });
  const before = (await read(realm.slug)).body;
  const others = {
    id: 'x',
    ownerId: bob.account.id,
    featured: true,
    version: '9.9.9',
    longDescription: 'x',
    features: { auth: true, payments: true, database: true },
    downloadCount: 9,
    starCount: 9,
    createdAt: 'x',
    deprecation: { isDeprecated: true },
  };
  const { status, body } = await patch(realm.slug, alice, { ...others, license: 'MIT' });
  assert.equal(status, 200);
  assert.deepEqual({ ...body, license: '', updatedAt: before.updatedAt }, before);
});

test('any change of visibility is allowed, and statistics follow in the next answer', async () => {
  const realm = await create(catalog, alice, { category: 'weather' });
  const count = async () => (await catalog.ask('/v1/stats')).body;
  const at = await count();
  for (const [visibility, listed] of [
    ['private', 0],
    ['unlisted', 0],
    ['public', 1],
    ['unlisted', 0],
    ['private', 0],
    ['public', 1],
  ] as const) {
    assert.equal((await patch(realm.slug, alice, { visibility })).status, 200);
    const now = await count();
    assert.equal(now.totalRealms, at.totalRealms - 1 + listed, visibility);
    assert.equal(now.categories.weather ?? 0, listed, visibility);
    assert.equal((await catalog.ask('/v1/realms?category=weather')).body.pagination.total, listed, visibility);
    assert.equal((await read(realm.slug)).status, visibility === 'private' ? 404 : 200, visibility);
  }
});

test('a deleted realm answers as unknown, and its slug is never used again', async () => {
  const realm = await create(catalog, alice, { name: 'Gone soon' });
  assert.equal(realm.slug, 'gone-soon');
  await upload(catalog, realm, await project('1.0.0'));
  await send('PUT', `${realm.slug}/star`, bob);
  await send('POST', `${realm.slug}/download`, bob);
  assert.equal((await send('DELETE', realm.slug, alice)).status, 204);
  const headers = { 'x-request-id': 'same' };
  for (const path of ['', '/versions', '/downloads'])
    assert.equal(
      (await catalog.ask(`/v1/realms/gone-soon${path}`, { headers })).text,
      (await catalog.ask(`/v1/realms/never-there${path}`, { headers })).text,
    );
  assert.equal((await create(catalog, bob, { name: 'Gone soon' })).slug, 'gone-soon-2');
});

test('a star counts once for each account, and can be taken back', async () => {
  const realm = await create(catalog, alice);
  const stars = async () => (await read(realm.slug)).body.starCount;
  await Promise.all(Array.from({ length: 10 }, () => send('PUT', `${realm.slug}/star`, bob)));
  assert.equal(await stars(), 1);
  assert.equal((await send('PUT', `${realm.slug}/star`, alice)).status, 204);
  assert.equal(await stars(), 2);
  await Promise.all(Array.from({ length: 10 }, () => send('DELETE', `${realm.slug}/star`, bob)));
  assert.equal(await stars(), 1);
  assert.equal((await send('PUT', 'no-such-realm/star', bob)).status, 404);
  assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/star`, { method: 'PUT' })).status, 401);
});

test('a yanked version can still be downloaded by name, and is not served by default', async () => {
  const realm = await create(catalog, alice);
  await upload(catalog, realm, await project('1.0.0'));
  await upload(catalog, await openUpload(catalog, alice, realm.slug), await project('1.1.0'));
  const download = async (query = '') => (await send('POST', `${realm.slug}/download${query}`, bob)).body;
  assert.equal((await download()).version, '1.1.0');
  const yanked = await patch(`${realm.slug}/versions/1.1.0`, alice, { yanked: true });
  assert.deepEqual([yanked.status, yanked.body.yanked], [200, true]);
  assert.equal((await download()).version, '1.0.0');
  assert.equal((await download('?version=1.1.0')).version, '1.1.0');
  const { body } = await read(realm.slug);
  assert.deepEqual([body.version, body.longDescription], ['1.0.0', '# Version 1.0.0']);
  await patch(`${realm.slug}/versions/1.1.0`, alice, { yanked: false });
  assert.equal((await read(realm.slug)).body.version, '1.1.0');
  assert.equal((await patch(`${realm.slug}/versions/9.9.9`, alice, { yanked: true })).status, 404);
});

test('yanking an older version leaves alone what the owner has changed since', async () => {
  const realm = await create(catalog, alice);
  await upload(catalog, realm, await project('1.0.0'));
  await upload(catalog, await openUpload(catalog, alice, realm.slug), await project('2.0.0', { license: 'MIT' }));
  const { body: changed } = await patch(realm.slug, alice, { license: 'Apache-2.0' });
  await patch(`${realm.slug}/versions/1.0.0`, alice, { yanked: true });
  const { body } = await read(realm.slug);
  assert.deepEqual([body.license, body.version, body.updatedAt], ['Apache-2.0', '2.0.0', changed.updatedAt]);
});

test('a realm shows the manifest of its newest version that is not yanked, however many are yanked at once', async () => {
  const { db } = catalog.services;
  const { id, slug, ...token } = await create(catalog, alice);
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
  for (const [at, version] of versions.entries())
    await upload(
      catalog,
      at === 0 ? { slug, ...token } : await openUpload(catalog, alice, slug),
      await project(version),
    );
  for (const standing of [[], [1], [0, 2], [3], [0, 1], [], [0, 1, 2, 3], [2]]) {
    await Promise.all(
      versions.map((version, at) =>
        yankVersion(
          db,
          { realmId: id, version, yanked: !standing.includes(at) },
          newAuditEntry(commandActor, 'realm.yank'),
        ),
      ),
    );
    const newest = versions[standing.at(-1) ?? -1];
    const { version, longDescription } = (await read(slug)).body;
    const expected = newest ? [newest, `# Version ${newest}`] : ['0.0.0', ''];
    assert.deepEqual([version, longDescription], expected);
  }
});

test('many versions can be yanked at once, the newest first', async () => {
  const { db } = catalog.services;
  const { id, slug } = await create(catalog, alice);
  const versions = Array.from({ length: 15 }, (_, at) => `1.${at}.0`);
  const row = await db.get<{ owner_id: string }>(sql`select owner_id from realms where id = ${id}`);
  for (const version of versions) await db.batch(insertVersion(aVersion(id, version, row?.owner_id ?? '')));
  const yanks = versions
    .toReversed()
    .map((version) =>
      yankVersion(db, { realmId: id, version, yanked: true }, newAuditEntry(commandActor, 'realm.yank')),
    );
  await Promise.all(yanks);
  assert.equal((await read(slug)).body.version, '0.0.0');
});

test('curators create, change and delete collections over the API; others may not', async () => {
  const realm = await create(catalog, alice, { name: 'Collected' });
  const hidden = await create(catalog, alice, { visibility: 'private' });
  const fields = { slug: 'best', name: 'Best', description: 'The best.', realms: [realm.slug] };
  const make = (who: Owner, body: object) =>
    catalog.ask('/v1/collections', { ...json(who), method: 'POST', body: JSON.stringify(body) });
  assert.equal((await make(bob, fields)).status, 403);
  const curator = await signUp(catalog, { username: 'curator', role: 'curator' });
  const made = await make(curator, fields);
  assert.equal(made.status, 201);
  assert.deepEqual([made.body.name, made.body.realms, made.body.createdBy], ['Best', [realm.slug], 'curator']);
  assert.equal((await make(curator, fields)).status, 409);
  assert.equal((await make(curator, { ...fields, slug: 'other', realms: [hidden.slug] })).status, 400);
  const change = (body: object) =>
    catalog.ask('/v1/collections/best', { ...json(curator), method: 'PATCH', body: JSON.stringify(body) });
  assert.deepEqual((await change({ realms: [], featured: true })).body.realms, []);
  assert.equal((await catalog.ask('/v1/collections?featured')).body.collections.length, 1);
  assert.equal((await catalog.ask('/v1/collections/best', { ...json(curator), method: 'DELETE' })).status, 204);
  assert.equal((await change({ name: 'x' })).status, 404);
});

test('a realm that a curator can no longer list stays in the collection, whatever the curator does with the others', async () => {
  const curator = await signUp(catalog, { username: 'keeper', role: 'curator' });
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => create(catalog, alice)));
  const slugs = [one, two, three].map((realm) => realm?.slug ?? '');
  const send = (method: string, path: string, who: Owner, body: object) =>
    catalog.ask(path, { ...json(who), method, body: JSON.stringify(body) });
  const kept = { slug: 'kept', name: 'Kept', description: '', realms: slugs };
  assert.equal((await send('POST', '/v1/collections', curator, kept)).status, 201);
  const show = (visibility: string) => send('PATCH', `/v1/api/realms/${slugs[1]}`, alice, { visibility });
  assert.equal((await show('private')).status, 200);
  const order = (realms: (string | undefined)[]) => send('PATCH', '/v1/collections/kept', curator, { realms });
  assert.deepEqual((await order([slugs[2], slugs[0]])).body.realms, [slugs[2], slugs[0]]);
  assert.deepEqual((await order([slugs[0]])).body.realms, [slugs[0]]);
  assert.equal((await show('public')).status, 200);
  assert.deepEqual((await catalog.ask('/v1/collections/kept')).body.realms, [slugs[1], slugs[0]]);
  assert.deepEqual((await order([slugs[0]])).body.realms, [slugs[0]]);
});

function aVersion(realmId: string, version: string, publishedBy: string): NewVersion {
  const manifest = {
    longDescription: '',
    features: { auth: false, payments: false, database: false },
    requirements: { node: '', npm: '' },
  };
  const sizes = { size: 1, fileCount: 1, unpackedSize: 1 };
  const createdAt = '2026-11-15T09:30:00.000Z';
  return { realmId, version, digest: '0'.repeat(64), format: 'tar.gz', ...sizes, manifest, publishedBy, createdAt };
}
