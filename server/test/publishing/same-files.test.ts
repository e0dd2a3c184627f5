// Tests that the same files are the same version: sent again they change nothing, and other files never get its number.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { openFilesDigestJob } from '../../src/publishing/files-digest-job.ts';
import { tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { bearer, json, useCatalog, usePerson } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { create, lockedTokens, openUpload, project, tarGz, upload } from './uploads.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
const alice = usePerson(catalog, { username: 'alice' });
const read = async (path: string) => (await catalog.ask(`/v1/realms/${path}`)).body;

/** A realm with one version, and a token for another upload. */
async function published(bytes: Buffer) {
  const realm = await create(catalog, alice);
  const first = await upload(catalog, realm, bytes);
  assert.equal(first.status, 201, first.text);
  return { slug: realm.slug as string, first: first.body, next: await openUpload(catalog, alice, realm.slug) };
}

/** All that a publication changes. */
async function state(slug: string) {
  const { versions } = await read(`${slug}/versions`);
  const { body } = await catalog.ask('/v1/me', bearer(alice.token));
  const audit = await catalog.services.db.get<{ entries: number }>(sql`select count(*) as entries from audit`);
  const { updatedAt } = await read(slug);
  return { versions, updatedAt, quota: body.quota, entries: audit?.entries };
}

const manifest = '{"version":"1.0.0"}';

describe('a version that is published again', () => {
  test('with the same files, packed otherwise, is a 200 with it, and nothing changes', async () => {
    const { slug, first, next } = await published(targz(tarEntry('app/realm.json', manifest), tarEntry('app/a', '1')));
    const before = await state(slug);
    for (const bytes of [
      targz(tarEntry('app/a', '1'), tarEntry('app/realm.json', manifest)),
      targz(tarEntry('realm.json', manifest), tarEntry('a', '1')),
      zip([
        { name: 'other/a', content: '1' },
        { name: 'other/realm.json', content: manifest },
      ]),
    ]) {
      const { status, body } = await upload(catalog, next, bytes);
      assert.notEqual(hash('sha256', bytes), first.sha256);
      assert.deepEqual([status, body], [200, first]);
      assert.deepEqual(await state(slug), before);
      assert.equal(await lockedTokens(catalog), 0);
    }
    assert.equal((await upload(catalog, next, await project('1.1.0'))).status, 201, 'its token is good for another');
  });

  test('is a 200 as well while it is yanked, and stays so', async () => {
    const bytes = await project('1.0.0');
    const { slug, first, next } = await published(bytes);
    await catalog.ask(`/v1/realms/${slug}/versions/1.0.0`, json({ yanked: true }, alice.token, 'PATCH'));
    const { status, body } = await upload(catalog, next, gzipSync(gunzipSync(bytes), { level: 1 }));
    assert.deepEqual([status, body], [200, first]);
    assert.equal((await read(`${slug}/versions/1.0.0`)).yanked, true);
  });

  for (const [what, files] of [
    ['another file', [tarEntry('realm.json', manifest), tarEntry('a', '2')]],
    ['one file more', [tarEntry('realm.json', manifest), tarEntry('a', '1'), tarEntry('b', '')]],
    ['another path', [tarEntry('realm.json', manifest), tarEntry('b', '1')]],
    ['another mode', [tarEntry('realm.json', manifest), tarEntry('a', '1', { mode: '0000755' })]],
  ] as const)
    test(`with ${what} is a 409, and nothing changes`, async () => {
      const { slug, next } = await published(targz(tarEntry('realm.json', manifest), tarEntry('a', '1')));
      const before = await state(slug);
      const { status, body } = await upload(catalog, next, targz(...files));
      assert.deepEqual([status, body.code], [409, 'conflict']);
      assert.match(body.detail, /1\.0\.0 is already published with other files/);
      assert.deepEqual(await state(slug), before);
    });

  test('by several uploads at once is published once', async () => {
    const realm = await create(catalog, alice);
    const tokens = [realm, ...(await Promise.all([1, 2].map(() => openUpload(catalog, alice, realm.slug))))];
    const bytes = await project('1.0.0');
    const levels = [1, 6, 9].map((level) => gzipSync(gunzipSync(bytes), { level }));
    const replies = await Promise.all(tokens.map((to, at) => upload(catalog, to, levels[at] ?? bytes)));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal(replies.filter(({ status }) => status === 200).length, 2);
    assert.equal(new Set(replies.map(({ body }) => body.sha256)).size, 1);
    assert.equal((await read(`${realm.slug}/versions`)).versions.length, 1);
  });
});

/** As a process of an older version leaves it. */
const forget = async (slug: string) => {
  const { id } = await read(slug);
  await catalog.services.db.batch([sql`update versions set files_sha256 = null where realm_id = ${id}`]);
};
const undigested = async () =>
  (await catalog.services.db.all(sql`select version from versions where files_sha256 is null`)).length;
const shownDigest = async (slug: string) => (await read(`${slug}/versions`)).versions[0].filesSha256;

describe('a version of the time before its files had a digest', () => {
  test('is compared by its index, and shows none until the job has computed it', async () => {
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}`, '']));
    const bytes = await tarGz({ ...files, 'realm.json': manifest });
    const { slug, first, next } = await published(bytes);
    await forget(slug);
    assert.equal(await shownDigest(slug), '');
    const again = await upload(catalog, next, gzipSync(gunzipSync(bytes), { level: 1 }));
    assert.deepEqual([again.status, again.body], [200, first]);
    assert.equal((await upload(catalog, next, await project('1.0.0'))).status, 409);
    await catalog.services.filesDigestJob.run();
    assert.equal(await shownDigest(slug), first.filesSha256);
    assert.equal(await undigested(), 0);
  });

  test('is left for later while its archive cannot be read', async () => {
    const { slug, first } = await published(await project('1.0.0', { license: 'lost' }));
    const { slug: other, first: second } = await published(await project('1.0.0', { license: 'there' }));
    for (const one of [slug, other]) await forget(one);
    const { db, files } = catalog.services;
    const index: typeof files.index = async (archive) =>
      archive.digest === first.sha256 ? undefined : files.index(archive);
    const job = openFilesDigestJob({ db, files: { index } });
    await job.run();
    await job.close();
    assert.deepEqual([await shownDigest(slug), await shownDigest(other)], ['', second.filesSha256]);
    await catalog.services.filesDigestJob.run();
    assert.equal(await shownDigest(slug), first.filesSha256);
  });

  test('is left to another run when the job is stopped midway', async () => {
    for (const license of ['a', 'b', 'c']) await forget((await published(await project('1.0.0', { license }))).slug);
    const stopped = openFilesDigestJob(catalog.services);
    const running = stopped.run();
    await until('the first is done', async () => (await undigested()) < 3);
    await stopped.close();
    await running;
    assert.ok((await undigested()) > 0);
    await catalog.services.filesDigestJob.run();
    assert.equal(await undigested(), 0);
  });
});
