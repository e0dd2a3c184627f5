// Tests uploads: what a version is made of, which archives are refused, what a token is good for, and what uploads that fail leave behind.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { nextVersion } from '../../src/realms/next-version.ts';
import { zip } from '../archives/archive-writers.ts';
import {
  bearer,
  inProcesses,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
  usePerson,
} from '../support/harness.ts';
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
  const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' }, {}, inProcesses());
  const alice = usePerson(catalog, { username: 'alice' });
  const bob = usePerson(catalog, { username: 'bob' });
  const read = (path: string) => catalog.ask(`/v1/api/realms/${path}`);
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
      filesSha256: (await read(`${realm.slug}/versions/2.1.0`)).body.filesSha256,
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
      'filesSha256',
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
    const logged = catalog.logged.length;
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
    const failures = catalog.logged.slice(logged).filter((line) => line.includes('request failed'));
    assert.deepEqual(failures, [], 'it is no failure of the catalog');
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
    assert.match(refused.body.detail, /8 uploads in progress/);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.equal((await upload(catalog, await create(catalog, alice), bytes)).status, 201, 'another account');
    assert.equal((await slow[0]?.finish())?.status, 201);
    assert.equal((await upload(catalog, last, bytes)).status, 201);
    // At once: a body that waited for the inspections of the others would come too slowly on a busy machine.
    const others = await Promise.all(slow.slice(1).map((each) => each.finish()));
    assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([201]));
  });

  test('UPLOADS_AT_ONCE is how many an account may have', async () => {
    await using strict = await startCatalog({}, { UPLOADS_AT_ONCE: '1' });
    const owner = await signUp(strict, { username: 'busy' });
    const [first, second] = [await create(strict, owner), await create(strict, owner)];
    const bytes = await project('1.0.0');
    const slow = await slowUpload(strict, first, bytes);
    const refused = await upload(strict, second, bytes);
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /has 1 upload in progress/);
    assert.equal((await slow.finish()).status, 201);
    assert.equal((await upload(strict, second, bytes)).status, 201);
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
});
