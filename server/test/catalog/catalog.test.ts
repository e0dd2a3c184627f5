// The read model shows what the database holds: after every write, in the next response, and in another process when it has followed.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import sql, { type Sql } from 'sql-template-tag';
import { buildApp } from '../../src/app.ts';
import { pruneChanges } from '../../src/catalog/catalog.ts';
import { anonymous } from '../../src/credentials/caller.ts';
import { listCollections } from '../../src/collections/queries.ts';
import { insertVersion } from '../../src/publishing/queries.ts';
import { realmQuery } from '../../src/realms/list-query.ts';
import { getRealm, isListed } from '../../src/realms/queries.ts';
import { openServices, type Services } from '../../src/services.ts';
import { getStats } from '../../src/stats/queries.ts';
import { pino } from 'pino';
import { anAccount, aRealm, json, signUp, startCatalog, type TestCatalog, type Person } from '../support/harness.ts';
import { listStored } from '../model/realms.ts';
import { doWrite, SLUGS, someWrites } from './random-writes.ts';
import { forgetAllChanges } from '../support/stores.ts';
import { until } from '../support/until.ts';

let catalog: TestCatalog;
let bob: Person;
/** Another process, as far as its memory goes, on the same stores. */
let other: { services: Services; url: string; close(): Promise<void> };

before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  await catalog.services.scoring.run(); // else it runs ten seconds after the start, and its change is one more than a test expects
  bob = await signUp(catalog, { username: 'bob', role: 'admin' });
  const services = await openServices(catalog.services.config);
  await services.catalog.filled;
  const app = buildApp(services, pino({ level: 'silent' }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  other = {
    services,
    url,
    async close() {
      await app.close();
      await services.close();
    },
  };
});
after(async () => {
  await other.close();
  await catalog[Symbol.asyncDispose]();
});

const questions = [
  '',
  '?category=saas',
  '?tags=auth',
  '?tags=auth,docker&sort=name',
  '?search=alpha',
  '?search=words&sort=stars',
  '?sort=updated&limit=2&offset=1',
];

async function read(url: string, path: string): Promise<unknown> {
  const response = await fetch(url + path);
  return response.json();
}

/** What the statements say, with nothing in between. */
async function truth(path: string): Promise<unknown> {
  const { db } = catalog.services;
  const url = new URL(path, 'http://catalog.example');
  const asked = Object.fromEntries(url.searchParams);
  if (url.pathname === '/v1/stats') return getStats(db, isListed);
  if (url.pathname === '/v1/collections') {
    const everything = { featured: false, limit: undefined, offset: 0 };
    const { collections, total } = await listCollections(db, anonymous, everything);
    const shown = collections.map(({ collection }) => collection);
    return { collections: shown, pagination: { total, limit: total, offset: 0, hasMore: false } };
  }
  if (url.pathname === '/v1/realms') {
    const { tags, limit, offset, ...texts } = asked;
    const query = realmQuery({
      ...texts,
      ...(tags && { tags: tags.split(',') }),
      limit: Number(limit ?? 20),
      offset: Number(offset ?? 0),
    });
    const { realms, total } = await listStored(db, query);
    const hasMore = query.offset + realms.length < total;
    return { realms, pagination: { total, limit: query.limit, offset: query.offset, hasMore } };
  }
  return (await getRealm(db, anonymous, url.pathname.split('/')[3] ?? ''))?.realm;
}

async function assertTrue(url: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const expected = (await truth(path)) as { status?: number } | undefined;
    for (const time of ['first', 'second', 'third']) {
      const shown = (await read(url, path)) as { status?: number };
      if (expected === undefined) assert.equal(shown.status, 404, `${path}, the ${time} time`);
      else assert.deepEqual(shown, expected, `${path}, the ${time} time`);
    }
  }
}

const everything = [
  ...questions.map((question) => `/v1/realms${question}`),
  ...SLUGS.map((one) => `/v1/realms/${one}`),
  '/v1/stats',
  '/v1/collections',
];

test('after every write each answer is what the store holds, here at once and elsewhere when it has followed', async () => {
  await fc.assert(
    fc.asyncProperty(someWrites(1, 12), async (writes) => {
      for (const write of writes) {
        await doWrite(catalog, bob.token, write);
        await assertTrue(catalog.url, everything);
      }
      await catalog.services.downloadCounter.flush();
      await other.services.catalog.follow();
      await assertTrue(other.url, everything);
    }),
    { numRuns: 12 },
  );
});

test('a process that missed changes which are pruned by now is filled again', async () => {
  const made = await catalog.ask('/v1/realms', json({ name: 'Missed', description: 'x', category: 'saas' }, bob.token));
  assert.equal(made.status, 201);
  const { db } = catalog.services;
  await db.batch(forgetAllChanges);
  await catalog.ask('/v1/realms', json({ name: 'Later', description: 'x', category: 'saas' }, bob.token));
  await other.services.catalog.follow();
  await other.services.catalog.filled;
  await assertTrue(other.url, [...everything, '/v1/realms/missed', '/v1/realms/later']);
});

test('a store that was restored without its changes is read anew once, and followed from there', async () => {
  const { db, catalog: readModel } = catalog.services;
  await db.batch([sql`delete from changes`]);
  await readModel.follow();
  await other.services.catalog.follow();
  await readModel.follow(); // also what the other one has noted
  for (const each of [readModel, other.services.catalog])
    await until('the index is filled again', () => each.size !== undefined);
  const { generation } = readModel;
  for (let times = 0; times < 3; times += 1) await readModel.follow();
  assert.equal(readModel.generation, generation);
  const restored = { name: 'Restored', description: 'x', category: 'saas' };
  assert.equal((await catalog.ask('/v1/realms', json(restored, bob.token))).status, 201);
  await other.services.catalog.follow();
  await assertTrue(other.url, [...everything, '/v1/realms/restored']);
});

test('changes are pruned but for the newest, and a process that follows misses nothing', async () => {
  const { db, catalog: readModel } = catalog.services;
  const revisions = () => db.all<{ revision: number }>(sql`select distinct revision from changes order by revision`);
  for (let number = 0; number < 8; number += 1)
    await catalog.ask('/v1/realms', json({ name: `Noted ${number}`, description: 'x', category: 'saas' }, bob.token));
  await other.services.catalog.follow();
  const before = await revisions();
  assert.ok(before.length > 6);
  await pruneChanges(5, db, new AbortController().signal);
  assert.deepEqual(await revisions(), before.slice(-6), 'the five before the last, and the last');
  await catalog.ask('/v1/realms', json({ name: 'After', description: 'x', category: 'saas' }, bob.token));
  await other.services.catalog.follow();
  assert.equal(other.services.catalog.revision, readModel.revision);
  await assertTrue(other.url, [...everything, '/v1/realms/noted-0', '/v1/realms/after']);

  const left = await revisions();
  await pruneChanges(0, db, AbortSignal.abort());
  assert.deepEqual(await revisions(), left, 'a service that stops goes no further');
});

/** A realm with two versions. */
async function insertVersioned(slug: string): Promise<string> {
  const realm = aRealm(anAccount({ id: bob.account.id }), { slug });
  const version = (number: number) => ({
    realmId: realm.id,
    version: `${number}.0.0`,
    digest: hash('sha256', String(number)),
    size: 10,
    format: 'tar.gz' as const,
    fileCount: 1,
    unpackedSize: 10,
    publishedBy: realm.ownerId,
    manifest: realm,
    createdAt: realm.createdAt,
  });
  await catalog.insert({ realms: [realm] });
  for (const number of [1, 2]) await catalog.services.archives.put(Buffer.from(String(number)), version(number).digest);
  await catalog.services.db.batch([1, 2].flatMap((number) => insertVersion(version(number))));
  await other.services.catalog.follow();
  return realm.id;
}

async function assertVersions(expected: string[]): Promise<void> {
  for (const url of [catalog.url, other.url])
    for (const time of ['first', 'second', 'third']) {
      const shown = (await read(url, '/v1/realms/versioned/versions')) as {
        versions: { version: string; yanked: boolean }[];
      };
      const versions = shown.versions.map(({ version, yanked }) => (yanked ? `${version} yanked` : version));
      assert.deepEqual(versions, expected, `the ${time} time`);
    }
}

test('a version that changes without its realm is in the next response', async () => {
  const id = await insertVersioned('versioned');
  await assertVersions(['2.0.0', '1.0.0']);
  const changes: [change: Sql, expected: string[]][] = [
    [sql`update versions set yanked = 1 where realm_id = ${id} and number = 2`, ['2.0.0 yanked', '1.0.0']],
    [
      sql`insert into versions (realm_id, version, number, digest, size, format, file_count, unpacked_size, yanked, manifest, published_by,
          created_at)
        select realm_id, '3.0.0', 3, digest, size, format, 1, 10, 0, manifest, published_by, created_at from versions
        where realm_id = ${id} and number = 1`,
      ['3.0.0', '2.0.0 yanked', '1.0.0'],
    ],
    [sql`delete from versions where realm_id = ${id} and number = 2`, ['3.0.0', '1.0.0']],
  ];
  for (const [change, expected] of changes) {
    await catalog.services.db.batch([change]);
    await other.services.catalog.follow();
    await assertVersions(expected);
  }
});

test('a version that is yanked without its realm is not in the next download', async () => {
  const id = await insertVersioned('downloaded');
  const download = async () =>
    ((await catalog.ask('/v1/realms/downloaded/download', { method: 'POST' })).body as { version: string }).version;
  assert.equal(await download(), '2.0.0');
  await catalog.services.db.batch([sql`update versions set yanked = 1 where realm_id = ${id} and number = 2`]);
  assert.equal(await download(), '1.0.0');
});

test('a realm that is deleted with its versions takes as many revisions as one without versions', async () => {
  const { db, downloadCounter, catalog: readModel } = catalog.services;
  await catalog.insert({ realms: [aRealm(anAccount({ id: bob.account.id }), { slug: 'bare' })] });
  await downloadCounter.flush();
  const revisionsOf = async (slug: string) => {
    const before = readModel.revision;
    await db.batch([sql`delete from realms where slug = ${slug}`]);
    return readModel.revision - before;
  };
  assert.equal(await revisionsOf('versioned'), await revisionsOf('bare'));
});
