// Tests publishing: creating, changing, deleting and starring realms, and uploading their archives.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { nextVersion } from '../../src/publishing/next-version.ts';
import { insertVersion, type NewVersion } from '../../src/publishing/queries.ts';
import { yankVersion } from '../../src/publishing/yank-writes.ts';
import { zip } from '../archives/archive-writers.ts';
import { aKey, bearer, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { create, lockedTokens, json, openUpload, project, slowUpload, tarGz, upload, type Owner } from './uploads.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
/** The archives in the store, and the temporary files of running uploads. */
async function kept({ services: { archives, config } }: TestCatalog): Promise<string[]> {
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true });
  const underWay = files.filter((entry) => entry.isFile() && /(tmp|uploads)$/.test(entry.parentPath));
  return [...(await Array.fromAsync(archives.list(), ({ digest }) => digest)), ...underWay.map(({ name }) => name)];
}

describe('publishing', () => {
  let catalog: TestCatalog;
  let alice: Owner;
  let bob: Owner;
  before(async () => {
    catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
    alice = await signUp(catalog, { username: 'alice' });
    bob = await signUp(catalog, { username: 'bob' });
  });
  after(() => catalog[Symbol.asyncDispose]());
  const read = (path: string, who?: Owner) => catalog.ask(`/v1/api/realms/${path}`, who && json(who));
  const patch = (path: string, who: Owner, body: object) =>
    catalog.ask(`/v1/api/realms/${path}`, { ...json(who), method: 'PATCH', body: JSON.stringify(body) });
  const send = (method: string, path: string, who: Owner) =>
    catalog.ask(`/v1/api/realms/${path}`, { ...json(who), method });

  test('an upload answers with slug, version, size and digest, and the realm shows the fields of realm.json', async () => {
    const realm = await create(catalog, alice);
    assert.equal(realm.uploadUrl, `https://catalog.example/v1/api/realms/${realm.slug}/upload`);
    const bytes = await project('2.1.0', {
      license: 'MIT',
      demo: 'https://example.com/demo',
      features: { auth: true, database: true },
      requirements: { node: '>=24' },
    });
    const { status, body } = await upload(catalog, realm, bytes);
    assert.equal(status, 201);
    assert.deepEqual(body, {
      slug: realm.slug,
      version: '2.1.0',
      size: bytes.length,
      sha256: sha256(bytes).toString('hex'),
    });
    const { body: detail } = await read(realm.slug);
    assert.equal(detail.version, '2.1.0');
    assert.equal(detail.longDescription, '# Version 2.1.0');
    assert.equal(detail.license, 'MIT');
    assert.equal(detail.demo, 'https://example.com/demo');
    assert.deepEqual(detail.features, { auth: true, payments: false, database: true });
    assert.deepEqual(detail.requirements, { node: '>=24', npm: '' });
  });

  test('the bytes that come down are the bytes that went up', async () => {
    const realm = await create(catalog, alice);
    const bytes = await tarGz({
      'app/realm.json': '{"version":"1.0.0"}',
      'app/noise': randomBytes(300_000).toString('base64'),
    });
    assert.equal((await upload(catalog, realm, bytes)).status, 201);
    const { body } = await send('POST', `${realm.slug}/download`, bob);
    assert.equal(body.filename, `${realm.slug}-1.0.0.tar.gz`);
    const { pathname, search } = new URL(body.downloadUrl);
    const response = await fetch(catalog.url + pathname + search);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  });

  test('a version is immutable, the next upload needs a token of its own, and versions are listed newest first', async () => {
    const realm = await create(catalog, alice);
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
    const next = await openUpload(catalog, alice, realm.slug);
    const again = await upload(catalog, next, await project('1.0.0', { license: 'other' }));
    assert.equal(again.status, 409);
    assert.equal((await upload(catalog, next, await project('1.1.0'))).status, 201);
    const { body } = await read(`${realm.slug}/versions`);
    assert.deepEqual(
      body.versions.map((version: any) => [version.version, version.yanked]),
      [
        ['1.1.0', false],
        ['1.0.0', false],
      ],
    );
    assert.deepEqual(Object.keys(body.versions[0]).toSorted(), [
      'createdAt',
      'reason',
      'sha256',
      'size',
      'version',
      'yanked',
    ]);
  });

  test('without a version in realm.json the first is 1.0.0 and the next a patch', async () => {
    const realm = await create(catalog, alice);
    assert.equal((await upload(catalog, realm, await tarGz({ 'a.txt': '1' }))).body.version, '1.0.0');
    const next = await openUpload(catalog, alice, realm.slug);
    assert.equal((await upload(catalog, next, await tarGz({ 'a.txt': '2' }))).body.version, '1.0.1');
  });

  test('a token is valid once, for its own realm only, and for nothing else', async () => {
    const [realm, other] = [await create(catalog, alice), await create(catalog, alice)];
    const bytes = await project('1.0.0');
    assert.equal((await upload(catalog, { ...realm, slug: other.slug }, bytes)).status, 403);
    assert.equal((await upload(catalog, { ...realm, uploadToken: alice.token }, bytes)).status, 403);
    assert.equal((await catalog.ask('/v1/api/me', { headers: bearer(realm.uploadToken).headers })).status, 401);
    assert.equal((await catalog.ask('/v1/api/realms', { headers: bearer(realm.uploadToken).headers })).status, 401);
    assert.equal((await upload(catalog, realm, bytes)).status, 201);
    assert.equal((await upload(catalog, realm, await project('1.1.0'))).status, 401);
  });

  test('of twenty uploads with one token at once, one is taken', async () => {
    const realm = await create(catalog, alice);
    const archives = await Promise.all(Array.from({ length: 20 }, (_, at) => project(`1.0.${at}`)));
    const replies = await Promise.all(archives.map((bytes) => upload(catalog, realm, bytes)));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.ok(
      replies.every(({ status }) => [201, 401, 409].includes(status)),
      replies.map(({ status }) => status).join(),
    );
    assert.equal((await read(`${realm.slug}/versions`)).body.versions.length, 1);
  });

  test('a refused archive is 422 with the reason, leaves nothing behind, and its token can be used again', async () => {
    const realm = await create(catalog, alice);
    const before = (await kept(catalog)).length;
    const refused = await upload(catalog, realm, await tarGz({ '../evil': 'x' }));
    assert.equal(refused.status, 422);
    assert.match(refused.body.detail, /\.\.\/evil/);
    assert.equal((await kept(catalog)).length, before);
    assert.equal((await upload(catalog, realm, randomBytes(1_000))).status, 422);
    assert.equal((await read(realm.slug)).body.version, '0.0.0');
    assert.equal((await upload(catalog, realm, await project('1.0.0', { license: 'its own' }))).status, 201);
    assert.equal((await kept(catalog)).length, before + 1);
  });

  test('Content-Digest is verified', async () => {
    const realm = await create(catalog, alice);
    const bytes = await project('1.0.0');
    const wrong = `sha-256=:${sha256(Buffer.from('x')).toString('base64')}:`;
    for (const header of [wrong, 'nonsense', `sha-512=:${'A'.repeat(86)}==:`])
      assert.equal((await upload(catalog, realm, bytes, { 'content-digest': header })).status, 422, header);
    const right = `unknown=:AA==:, sha-256=:${sha256(bytes).toString('base64')}:`;
    assert.equal((await upload(catalog, realm, bytes, { 'content-digest': right })).status, 201);
  });

  testOnce('an archive is read by what it is, under each media type of archives and without one', async () => {
    const zipped = zip([{ name: 'app/realm.json', content: '{"version":"2.0.0"}' }]);
    const types = ['gzip', 'x-gzip', 'zip', 'x-zip-compressed', 'octet-stream', 'Zip; charset=binary'];
    for (const type of [...types.map((name) => `application/${name}`), ''])
      for (const [version, bytes] of [
        ['1.0.0', await project('1.0.0')],
        ['2.0.0', zipped],
      ] as const) {
        const realm = await create(catalog, alice);
        const { status, body } = await upload(catalog, realm, bytes, { 'content-type': type });
        assert.deepEqual([status, body.version], [201, version], `${type} ${JSON.stringify(body)}`);
        const { filename } = (await catalog.ask(`/v1/realms/${realm.slug}/download`, { method: 'POST' })).body;
        assert.ok(filename.endsWith(bytes === zipped ? '.zip' : '.tar.gz'), filename);
      }
  });

  test('another type is a 415 that names those of archives, and a size above 100 MiB is 413', async () => {
    const realm = await create(catalog, alice);
    const bytes = await project('1.0.0');
    for (const type of ['application/json', 'multipart/form-data', 'text/plain']) {
      const { status, body } = await upload(catalog, realm, bytes, { 'content-type': type });
      assert.equal(status, 415, type);
      for (const name of ['gzip', 'x-gzip', 'zip', 'x-zip-compressed', 'octet-stream'])
        assert.ok(body.detail.includes(`application/${name}`), body.detail);
    }
    const zeros = new ReadableStream({
      start: (controller) => {
        for (let mib = 0; mib <= 101; mib += 1) controller.enqueue(new Uint8Array(1024 * 1024));
        controller.close();
      },
    });
    const large = await fetch(`${catalog.url}/v1/api/realms/${realm.slug}/upload`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip', ...bearer(realm.uploadToken).headers },
      body: zeros,
      duplex: 'half',
    });
    assert.equal(large.status, 413);
    assert.equal((await upload(catalog, realm, bytes)).status, 201);
  });

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

  test('another account gets 403 where it sees the realm and 404 where it does not', async () => {
    const open = await create(catalog, alice);
    const hidden = await create(catalog, alice, { visibility: 'private' });
    for (const [slug, status] of [
      [open.slug, 403],
      [hidden.slug, 404],
      ['no-such-realm', 404],
    ] as const) {
      assert.equal((await patch(slug, bob, { name: 'Mine' })).status, status);
      assert.equal((await send('DELETE', slug, bob)).status, status);
      assert.equal((await send('POST', `${slug}/versions`, bob)).status, status);
      assert.equal((await patch(`${slug}/versions/1.0.0`, bob, { yanked: true })).status, status);
    }
    assert.equal((await catalog.ask(`/v1/realms/${open.slug}`, { method: 'DELETE' })).status, 401);
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

  test('a key that may write and not read its owner’s private realms learns nothing about them', async () => {
    const hidden = await create(catalog, alice, { visibility: 'private' });
    const [write, account] = await Promise.all([
      aKey(catalog, alice.token, { scopes: ['realms:write'] }),
      aKey(catalog, alice.token, { scopes: ['account'] }),
    ]);
    for (const { key } of [write, account])
      for (const path of ['', '/versions', '/downloads'])
        assert.equal((await read(hidden.slug + path, { token: key })).status, 404, path);
    assert.equal((await send('PUT', `${hidden.slug}/star`, { token: write.key })).status, 404);
    assert.equal((await send('POST', `${hidden.slug}/versions`, { token: write.key })).status, 201);
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

  test('a realm that is deleted during its upload gets no version, and the answer says so', async () => {
    const realm = await create(catalog, alice);
    const bytes = await project('1.0.0');
    const slow = await slowUpload(catalog, realm, bytes);
    assert.equal((await send('DELETE', realm.slug, alice)).status, 204);
    assert.equal((await slow.finish()).status, 409);
  });

  test('an upload whose lock has expired publishes nothing, and leaves the lock of the next upload alone', async () => {
    const realm = await create(catalog, alice);
    const bytes = await project('1.0.0');
    const slow = await slowUpload(catalog, realm, bytes);
    await catalog.services.db.batch([
      sql`update upload_tokens set locked_until = '2000-01-01' where locked_until <> ''`,
    ]);
    assert.equal((await upload(catalog, realm, await project('1.0.1'))).status, 201);
    assert.equal((await slow.finish()).status, 409);
    assert.equal((await read(`${realm.slug}/versions`)).body.versions.length, 1);
  });

  test('an upload that is cut off leaves nothing behind, and its token can be used again', async () => {
    const realm = await create(catalog, alice);
    const before = (await kept(catalog)).length;
    const { hostname, port } = new URL(catalog.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `PUT /v1/realms/${realm.slug}/upload HTTP/1.1`,
      'host: x',
      'content-type: application/gzip',
      'content-length: 1000',
      `authorization: Bearer ${realm.uploadToken}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\nthe beginning`);
    while ((await lockedTokens(catalog)) === 0) await setTimeout(10);
    socket.destroy();
    while ((await lockedTokens(catalog)) > 0) await setTimeout(10);
    assert.equal((await kept(catalog)).length, before);
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
  });

  test('a version that is published already leaves no archive behind', async () => {
    const realm = await create(catalog, alice);
    await upload(catalog, realm, await project('1.0.0'));
    const next = await openUpload(catalog, alice, realm.slug);
    const before = (await kept(catalog)).length;
    assert.equal((await upload(catalog, next, await project('1.0.0', { license: 'of this test alone' }))).status, 409);
    assert.equal((await kept(catalog)).length, before);
  });

  testOnce('an upload is a 503 while the queue of inspections is full, and its token can be used again', async () => {
    const made: any[] = [];
    for (let person = 0; person < 5; person += 1) {
      const owner = await signUp(catalog, { username: `publisher-${person}` });
      made.push(...(await Promise.all(Array.from({ length: 8 }, () => create(catalog, owner)))));
    }
    const bytes = await project('1.0.0');
    const replies = await Promise.all(made.map((realm) => upload(catalog, realm, bytes)));
    const away = made.filter((_, at) => replies[at]?.status === 503);
    assert.ok(away.length > 0, 'there was a turn for everyone');
    for (const { status, headers } of replies.filter((reply) => reply.status !== 201))
      assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.equal((await upload(catalog, away[0], bytes)).status, 201);
  });

  test('an account has at most eight uploads under way; a ninth is a 429, and its token can be used again', async () => {
    const owner = await signUp(catalog, { username: 'busy' });
    const bytes = await project('1.0.0');
    const realms = await Promise.all(Array.from({ length: 9 }, () => create(catalog, owner)));
    const last = realms.pop();
    const slow = [];
    for (const realm of realms) slow.push(await slowUpload(catalog, realm, bytes));
    const refused = await upload(catalog, last, bytes);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.detail, /8 uploads under way/);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.equal((await upload(catalog, await create(catalog, alice), bytes)).status, 201, 'another account');
    assert.equal((await slow[0]?.finish())?.status, 201);
    assert.equal((await upload(catalog, last, bytes)).status, 201);
    for (const each of slow.slice(1)) assert.equal((await each.finish()).status, 201);
  });

  testOnce('a realm.json that is nested deeply is refused as any other that is wrong', async () => {
    const realm = await create(catalog, alice);
    const nested = `{"features":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}`;
    const reply = await upload(catalog, realm, await tarGz({ 'app/realm.json': nested }));
    assert.ok([201, 422].includes(reply.status), reply.text);
  });

  for (const [known, next] of [
    [[], '1.0.0'],
    [['1.0.0'], '1.0.1'],
    [['1.0.0', '1.0.1'], '1.0.2'],
    [['2.0.0-beta.1', '1.9.9'], '2.0.0'],
    [['2.0.0-beta.1', '2.0.0'], '2.0.1'],
    [['1.0.9007199254740993000000'], '1.0.9007199254740993000001'],
    [['3.2.9+build.5'], '3.2.10'],
  ] as const)
    test(`after ${known.join(', ') || 'nothing'} comes ${next}`, () => assert.equal(nextVersion([...known]), next));

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
