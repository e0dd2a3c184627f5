// The job that makes the pictures of versions that have none yet.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { openPictureJob } from '../../src/pictures/fill-job.ts';
import { insertVersion } from '../../src/publishing/queries.ts';
import { openServices } from '../../src/services.ts';
import { pack, type Tree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { detail, fetchPicture, png } from './sample-pictures.ts';

let catalog: TestCatalog;
let owner: Person;
let picture: Buffer;
before(async () => {
  catalog = await startCatalog();
  owner = await signUp(catalog, { username: 'alice' });
  picture = await png(600, 400);
});
after(() => catalog[Symbol.asyncDispose]());

/** Publishes as a process of the time before there were pictures: nobody has looked at the screenshots. */
async function publishUnseen(manifest: object, files: Tree): Promise<string> {
  const { slug } = await create(catalog, owner);
  const bytes = pack({ 'realm.json': JSON.stringify({ ...manifest, slug }), ...files }, 'zip');
  const digest = hash('sha256', bytes);
  await catalog.services.archives.put(bytes, digest);
  const { id: realmId } = await detail(catalog, slug);
  const sizes = { size: bytes.length, fileCount: 2, unpackedSize: bytes.length };
  const fields = { features: { auth: false, payments: false, database: false }, requirements: { node: '', npm: '' } };
  const by = { publishedBy: owner.account.id, createdAt: new Date().toISOString() };
  const version = { realmId, version: '1.0.0', digest, format: 'zip' as const, ...sizes, ...by };
  await catalog.services.db.batch(insertVersion({ ...version, manifest: { longDescription: '', ...fields } }));
  assert.equal((await detail(catalog, slug)).coverUrl, '');
  return slug;
}

const unseen = async () =>
  (await catalog.services.db.all(sql`select version from versions where pictures is null`)).length;

const coverStatus = async (slug: string) => {
  const { coverUrl } = await detail(catalog, slug);
  return coverUrl === '' ? 'none' : (await fetchPicture(catalog, coverUrl)).status;
};

describe('the pictures of older versions', () => {
  test('are made, and shown at once', async () => {
    const named = await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture });
    const readme = { 'README.md': '![a](a.png)', 'a.png': picture };
    const fromReadme = await publishUnseen({}, readme);
    const besideText = await publishUnseen({ longDescription: '# Long' }, readme);
    const without = await publishUnseen({}, { 'README.md': '# Hello', 'a.png': picture });
    await catalog.services.pictureJob.run();
    for (const slug of [named, fromReadme, besideText]) {
      assert.equal(await coverStatus(slug), 200);
      const { coverUrl, screenshots } = await detail(catalog, slug);
      assert.equal(screenshots.length, slug === named ? 1 : 0);
      assert.equal((await catalog.ask(`/v1/realms?slugs=${slug}`)).body.realms[0].coverUrl, coverUrl);
    }
    assert.equal(await coverStatus(without), 'none');
    assert.equal(await unseen(), 0);
  });

  test('are those that can be shown: what a publication would refuse is left out', async () => {
    const slug = await publishUnseen(
      { screenshots: ['b.png', 'gone.png', 'a.png'] },
      { 'a.png': picture, 'b.png': 'text' },
    );
    const wrong = await publishUnseen({ screenshots: 7 }, { 'a.png': picture });
    const lost = await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture });
    const { sha256 } = await detail(catalog, lost);
    const lostBytes = await buffer((await catalog.services.archives.open(sha256))!.stream);
    await catalog.services.archives.remove(sha256);
    await catalog.services.pictureJob.run();
    const { screenshots } = await detail(catalog, slug);
    assert.deepEqual(
      screenshots.map(({ width }: { width: number }) => width),
      [600],
    );
    assert.deepEqual(
      [await coverStatus(slug), await coverStatus(wrong), await coverStatus(lost)],
      [200, 'none', 'none'],
    );
    assert.equal(await unseen(), 1, 'an archive that is missing may come back');
    await catalog.services.archives.put(lostBytes, sha256);
    await catalog.services.pictureJob.run();
    assert.equal(await coverStatus(lost), 200);
    assert.equal(await unseen(), 0);
  });

  test('are made by one process of two, each version once', async () => {
    const slugs = [];
    for (let number = 0; number < 3; number += 1)
      slugs.push(await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture }));
    const second = await openServices(catalog.services.config);
    try {
      let made = 0;
      const counting = ({ archives, inspect, realmPictures }: typeof second, db = catalog.services.db) => {
        const put = (...stored: Parameters<typeof realmPictures.put>) => ((made += 1), realmPictures.put(...stored));
        return openPictureJob({ db, archives, inspect, pictures: { ...realmPictures, put } });
      };
      const jobs = [counting(catalog.services), counting(second)];
      await Promise.all(jobs.map((job) => job.run()));
      assert.equal(made, 3);
      await Promise.all(jobs.map((job) => job.close()));
    } finally {
      await second.close();
    }
    for (const slug of slugs) assert.equal(await coverStatus(slug), 200);
  });

  test('are left to the process that makes them, by one whose clock is a little behind, but not if its clock is far ahead', async () => {
    await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture });
    for (const [minutes, left] of [
      [29, 1], // the lease is of 15 minutes
      [31, 0],
    ] as const) {
      await leaseUntil(later(minutes));
      await catalog.services.pictureJob.run();
      assert.equal(await unseen(), left);
    }
  });

  test('are not made again by a process that has looked before another made them', async () => {
    await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture });
    const { db, archives, inspect, realmPictures: pictures, pictureJob } = catalog.services;
    let made = 0;
    const get = async (...query: Parameters<typeof db.get>) => {
      const found = await db.get(...query);
      await pictureJob.run();
      return found;
    };
    const put = (...stored: Parameters<typeof pictures.put>) => ((made += 1), pictures.put(...stored));
    const services = { db: { ...db, get: get as typeof db.get }, archives, inspect, pictures: { ...pictures, put } };
    const late = openPictureJob(services);
    await late.run();
    await late.close();
    assert.deepEqual([made, await unseen()], [0, 0]);
  });

  test('are made by another process, at once, when the first is stopped midway, and later when it was killed', async () => {
    for (let number = 0; number < 3; number += 1) await publishUnseen({ screenshots: ['a.png'] }, { 'a.png': picture });
    const { db, archives, inspect, realmPictures: pictures } = catalog.services;
    const stopped = openPictureJob({ db, archives, inspect, pictures });
    const running = stopped.run();
    await until('the first is made', async () => (await unseen()) < 3);
    await stopped.close();
    await running;
    assert.ok((await unseen()) > 0, 'it has not made all');
    await leaseUntil(later(1));
    await catalog.services.pictureJob.run();
    assert.ok((await unseen()) > 0, 'the lease is another’s');
    await leaseUntil(later(-1));
    await catalog.services.pictureJob.run();
    assert.equal(await unseen(), 0);
  });

  test('are not begun after the job was closed, since the database is closed next', async () => {
    const { archives, inspect, realmPictures: pictures } = catalog.services;
    let reads = 0;
    const get = (...query: Parameters<typeof catalog.services.db.get>) => (
      (reads += 1),
      catalog.services.db.get(...query)
    );
    const job = openPictureJob({
      db: { ...catalog.services.db, get: get as typeof catalog.services.db.get },
      archives,
      inspect,
      pictures,
    });
    await job.run();
    assert.equal(reads, 1);
    await job.close();
    await job.run();
    assert.equal(reads, 1);
  });
});

const leaseUntil = (time: string) =>
  catalog.services.db.batch([
    sql`update jobs set holder = 'another', leased_until = ${time} where name = 'making pictures of older versions'`,
  ]);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
