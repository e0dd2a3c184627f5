// Downloads: what a call answers and whom, that each counts exactly once and at once, by day and in all, and retries not again.
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { downloadTemplate } from 'giget';
import { packTar, unpackTar } from 'modern-tar';
import sql from 'sql-template-tag';
import { counter } from '../src/downloads/counter.ts';
import { openServices } from '../src/services.ts';
import { openStore } from '../src/store.ts';
import { insertVersion } from '../src/publishing/queries.ts';
import { deleteRealm, updateRealm, type NewRealm } from '../src/realms/writes.ts';
import { anAccount, aRealm, bearer, json, PUBLIC_URL, signUp, startCatalog, type Catalog } from './harness.ts';
import { freePort } from './free-port.ts';

const DAY = 86_400_000;
const ada = anAccount({ username: 'ada' });
const POST = { method: 'POST' };

let catalog: Catalog;
let realm: NewRealm;
before(async () => {
  catalog = await startCatalog({ accounts: [ada] });
});
after(() => catalog[Symbol.asyncDispose]());
beforeEach(async () => {
  realm = await put();
});

async function put(fields: Partial<NewRealm> = {}, into = catalog): Promise<NewRealm> {
  const made = aRealm(ada, fields);
  await into.insert({ realms: [made] });
  return made;
}

interface Publishing {
  bytes: Buffer;
  format: 'tar.gz' | 'zip';
  yanked: boolean;
  into: Catalog;
}

/** Publishes a version past the upload. */
async function publish(
  { id }: NewRealm,
  version: string,
  { bytes = randomBytes(500), format = 'tar.gz', yanked = false, into = catalog }: Partial<Publishing> = {},
) {
  const digest = hash('sha256', bytes);
  await into.services.archives.put(bytes, digest);
  await into.services.db.batch([
    ...insertVersion({
      realmId: id,
      version,
      digest,
      size: bytes.length,
      format,
      manifest: {
        longDescription: '',
        features: { auth: false, payments: false, database: false },
        requirements: { node: '', npm: '' },
      },
      createdAt: '2026-11-15T09:30:00.000Z',
    }),
    sql`update versions set yanked = ${Number(yanked)} where realm_id = ${id} and version = ${version}`,
  ]);
  return { version, bytes, digest };
}

const download = (slug = realm.slug, init: RequestInit = {}, query = '') =>
  catalog.ask(`/v1/api/realms/${slug}/download${query}`, { ...POST, ...init });
const keyed = (key: string, slug = realm.slug, query = '') =>
  download(slug, { headers: { 'idempotency-key': key } }, query);
const countOf = async ({ slug } = realm): Promise<number> =>
  (await catalog.ask(`/v1/realms/${slug}`)).body.downloadCount;
const totalDownloads = async (): Promise<number> => (await catalog.ask('/v1/stats')).body.totalDownloads;

const series = (query = '') => catalog.ask(`/v1/realms/${realm.slug}/downloads${query}`);

const gigetStatus = async (file: string) => (await catalog.ask(`/giget/${file}`)).status;
const keptKeys = async () =>
  (await catalog.services.db.get<{ n: number }>(sql`select count(*) as n from download_keys`))?.n ?? 0;

/** The bytes behind a link, from the address that the server really has. */
async function fetchLink(url: string, from = catalog): Promise<Buffer> {
  const { pathname, search } = new URL(url);
  const response = await fetch(from.url + pathname + search);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

describe('POST /realms/{slug}/download', () => {
  test('answers with a link and when it ends, under both spellings', async () => {
    const { bytes, digest } = await publish(realm, '1.2.3');
    for (const spelling of ['/v1/api', '/v1']) {
      const { status, headers, body } = await catalog.ask(`${spelling}/realms/${realm.slug}/download`, POST);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      const { downloadUrl, expiresAt, ...rest } = body;
      assert.deepEqual(rest, { version: '1.2.3', size: 500, sha256: digest, filename: `${realm.slug}-1.2.3.tar.gz` });
      assert.ok(downloadUrl.startsWith(`${PUBLIC_URL}/archives/${digest}/${realm.slug}-1.2.3.tar.gz?`));
      assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
      assert.ok(minutes > 14.9 && minutes <= 15);
      assert.deepEqual(await fetchLink(downloadUrl), bytes);
    }
    assert.equal(await countOf(), 2);
  });

  test('needs no credential, takes a good one, and refuses a bad one without counting', async () => {
    const { token } = await signUp(catalog, { username: 'downloader' });
    assert.equal((await download()).status, 200);
    assert.equal((await download(realm.slug, bearer(token))).status, 200);
    assert.equal((await download(realm.slug, bearer('wrong'))).status, 401);
    assert.equal(await countOf(), 2);
  });

  test('takes application/json without a body, and with an empty one', async () => {
    const headers = { 'content-type': 'application/json' };
    assert.equal((await download(realm.slug, { headers })).status, 200);
    assert.equal((await download(realm.slug, { headers, body: '{}' })).status, 200);
    assert.equal((await download(realm.slug, json({}))).status, 200);
    assert.equal(await countOf(), 3);
  });

  test('each call counts one, seen in the next answer of the realm, the list, the series and the statistics', async () => {
    const before = await totalDownloads();
    for (let times = 1; times <= 3; times += 1) {
      assert.equal((await download()).status, 200);
      assert.equal(await countOf(), times);
      const listed = (await catalog.ask(`/v1/realms?limit=100&search=${realm.name}`)).body.realms as NewRealm[];
      assert.equal(listed.find(({ id }) => id === realm.id)?.downloadCount, times);
      assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/downloads`)).body.total, times);
      assert.equal(await totalDownloads(), before + times);
    }
  });

  test('GET is not for it, and an unknown slug answers 404', async () => {
    assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/download`)).status, 405);
    const { status, body } = await download('nowhere');
    assert.deepEqual([status, body.code, body.detail], [404, 'not_found', 'No realm has this slug.']);
    assert.equal((await download('Not%20a%20slug')).status, 404);
    assert.equal(await countOf(), 0);
  });
});

describe('whom a realm is for', () => {
  test('an unlisted one is downloaded by whoever knows its slug, and is in no statistics', async () => {
    const unlisted = await put({ visibility: 'unlisted' });
    const before = await totalDownloads();
    assert.equal((await download(unlisted.slug)).status, 200);
    assert.equal(await countOf(unlisted), 1);
    assert.equal(await totalDownloads(), before);
  });

  test('a private one is an unknown slug to all but its owner and administrators, byte for byte', async () => {
    const owner = await signUp(catalog, { username: 'owner' });
    const stranger = await signUp(catalog, { username: 'stranger' });
    const admin = await signUp(catalog, { username: 'root', role: 'admin' });
    const hidden = await put({ visibility: 'private', ownerId: owner.account.id });
    const { digest } = await publish(hidden, '1.0.0');
    const id = { 'x-request-id': 'same' };
    for (const path of ['/download', '/download?version=1.0.0', '/download?version=9.9.9', '/downloads'])
      for (const who of [{}, bearer(stranger.token).headers]) {
        const init = { method: path === '/downloads' ? 'GET' : 'POST', headers: { ...id, ...who } };
        const [secret, unknown] = [
          await catalog.ask(`/v1/realms/${hidden.slug}${path}`, init),
          await catalog.ask(`/v1/realms/nowhere${path}`, init),
        ];
        assert.equal(secret.status, 404, path);
        assert.equal(secret.text, unknown.text);
      }
    assert.equal((await catalog.ask(`/giget/${hidden.slug}.json`)).status, 404);
    for (const { token } of [owner, admin]) {
      const { status, body } = await download(hidden.slug, bearer(token));
      assert.deepEqual([status, body.sha256], [200, digest]);
    }
    const series = await catalog.ask(`/v1/realms/${hidden.slug}/downloads`, bearer(owner.token));
    assert.equal(series.body.total, 2);
  });

  test('a deleted one is an unknown slug', async () => {
    await catalog.services.db.batch(deleteRealm(realm.id));
    assert.equal((await download()).status, 404);
  });
});

describe('which version comes down', () => {
  test('the newest that is not yanked, and any other by its name', async () => {
    const first = await publish(realm, '1.0.0');
    const second = await publish(realm, '2.0.0');
    const third = await publish(realm, '3.0.0', { yanked: true });
    assert.equal((await download()).body.version, '2.0.0');
    assert.equal((await download(realm.slug, {}, '?version=')).body.version, '2.0.0');
    for (const { version, bytes } of [first, second, third]) {
      const { body } = await download(realm.slug, {}, `?version=${version}`);
      assert.equal(body.version, version);
      assert.deepEqual(await fetchLink(body.downloadUrl), bytes);
    }
    assert.equal(await countOf(), 5);
  });

  test('an unknown version is 404 and not counted', async () => {
    await publish(realm, '1.0.0');
    for (const version of ['9.9.9', '0.0.0', '1.0', 'latest', "'", '%00']) {
      const { status } = await download(realm.slug, {}, `?version=${version}`);
      assert.equal(status, 404, version);
    }
    assert.equal((await download(realm.slug, {}, '?version=1.0.0&version=1.0.0')).status, 400);
    assert.equal(await countOf(), 0);
  });

  test('a zip keeps its name', async () => {
    const { bytes } = await publish(realm, '1.0.0', { format: 'zip' });
    const { body } = await download();
    assert.equal(body.filename, `${realm.slug}-1.0.0.zip`);
    assert.deepEqual(await fetchLink(body.downloadUrl), bytes);
  });
});

describe('a realm without a version of its own', () => {
  const told = {
    name: 'Ünïcode *shop*',
    description: 'Sells “things”.',
    category: 'ecommerce',
    tags: ['shop', 'c++'],
    license: 'MIT',
    repository: 'https://example.com/shop',
  };

  test('comes down as version 0.0.0 with what the catalog knows of it', async () => {
    const bare = await put(told);
    for (const query of ['', '?version=0.0.0']) {
      const { status, body } = await download(bare.slug, {}, query);
      assert.equal(status, 200);
      assert.equal(body.version, '0.0.0');
      assert.equal(body.filename, `${bare.slug}-0.0.0.tar.gz`);
      const bytes = await fetchLink(body.downloadUrl);
      assert.deepEqual([bytes.length, hash('sha256', bytes)], [body.size, body.sha256]);
      const entries = await unpackTar(gunzipSync(bytes));
      assert.deepEqual(
        entries.map(({ header: { name } }) => name),
        [`${bare.slug}/`, `${bare.slug}/README.md`, `${bare.slug}/realm.json`],
      );
      const texts = entries.map(({ data }) => Buffer.from(data ?? []).toString());
      assert.match(texts[1] ?? '', /^# Ünïcode \*shop\*\n\nSells “things”\.\n/);
      assert.deepEqual(JSON.parse(texts[2] ?? ''), { ...told, slug: bare.slug, version: '0.0.0', author: 'ada' });
    }
    assert.equal((await download(bare.slug, {}, '?version=1.0.0')).status, 404);
    assert.equal(await countOf(bare), 2);
  });

  test('is the same bytes in every catalog at every time, and others when it changes', async () => {
    const fixed = { ...told, slug: 'always-the-same' };
    const bare = await put(fixed);
    const { body } = await download(bare.slug);
    // These bytes are a promise: who has them knows that nothing changed.
    assert.equal(body.sha256, 'fc74a8c2c00e0bf2e6c7073e6d0f07d86c8a158c9ff40cba7bfd366a5bcae4e3');
    await using other = await startCatalog({ accounts: [ada] });
    await put({ ...fixed, createdAt: '2020-01-01T00:00:00.000Z' }, other);
    await setTimeout(1_100); // a second later, as a clock in the archive would show
    assert.equal((await other.ask('/v1/realms/always-the-same/download', POST)).body.sha256, body.sha256);
    await catalog.services.db.batch(updateRealm(bare.id, { description: 'Other.' }, new Date().toISOString()));
    assert.notEqual((await download(bare.slug)).body.sha256, body.sha256);
  });

  test('is made again when a sweep has removed it', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const ask = () => other.ask(`/v1/realms/${realm.slug}/download`, POST);
    const { body } = await ask();
    assert.equal(await other.services.archives.sweep(async () => new Set(), -1_000), 1);
    await other.restart();
    const again = await ask();
    assert.equal(again.body.sha256, body.sha256);
    assert.equal((await fetchLink(again.body.downloadUrl, other)).length, body.size);
  });

  test('comes down so again when every version is yanked', async () => {
    await publish(realm, '1.0.0', { yanked: true });
    assert.equal((await download()).body.version, '0.0.0');
    assert.equal((await download(realm.slug, {}, '?version=1.0.0')).body.version, '1.0.0');
  });

  test('a hundred at once make one archive', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => download()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.sha256)).size, 1);
    assert.equal(await countOf(), 100);
  });
});

describe('GET /realms/{slug}/downloads', () => {
  test('gives the days that have downloads, oldest first, with their sum', async (t) => {
    assert.deepEqual((await series()).body, { total: 0, days: [] });
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-15T23:59:59.999Z') });
    await download();
    t.mock.timers.tick(1); // the next day of UTC
    await download();
    await download();
    t.mock.timers.tick(2 * DAY);
    await download();
    const days = [
      { day: '2026-11-15', downloads: 1 },
      { day: '2026-11-16', downloads: 2 },
      { day: '2026-11-18', downloads: 1 },
    ];
    assert.deepEqual((await series()).body, { total: 4, days });
    assert.equal(await countOf(), 4);
    const parts: [query: string, from: number, to: number][] = [
      ['?from=2026-11-16', 1, 3],
      ['?to=2026-11-16', 0, 2],
      ['?from=2026-11-16&to=2026-11-16', 1, 2],
      ['?from=2026-11-17&to=2026-11-17', 0, 0],
      ['?from=2026-11-18&to=2026-11-15', 0, 0],
      ['?from=2024-02-29&to=9999-12-31', 0, 3],
    ];
    for (const [query, from, to] of parts) {
      const expected = days.slice(from, to);
      const total = expected.reduce((sum, { downloads }) => sum + downloads, 0);
      assert.deepEqual((await series(query)).body, { total, days: expected }, query);
    }
  });

  test('what is no day is a 400 that names the field', async () => {
    for (const day of [
      '',
      '2026',
      '2026-1-1',
      '2026-13-01',
      '2026-02-30',
      '2025-02-29',
      'today',
      '2026-11-15T00:00:00Z',
      '20261115',
    ])
      for (const field of ['from', 'to']) {
        const { status, body } = await series(`?${field}=${day}`);
        assert.equal(status, 400, day);
        assert.deepEqual(body.errors, [{ field, message: 'must be a day such as 2026-11-15' }]);
      }
    assert.equal((await series('?from=2026-11-15&from=2026-11-16')).status, 400);
  });

  test('an unknown slug is 404, and reading counts nothing', async () => {
    assert.equal((await catalog.ask('/v1/realms/nowhere/downloads')).status, 404);
    await series();
    assert.equal(await countOf(), 0);
  });
});

describe('Idempotency-Key', () => {
  test('counts a retry once, and answers it alike', async () => {
    await publish(realm, '1.0.0');
    const key = randomUUID();
    const first = await keyed(key);
    await publish(realm, '2.0.0');
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await keyed(key);
      assert.equal(status, 200);
      for (const name of ['version', 'sha256', 'size', 'filename']) assert.equal(body[name], first.body[name]);
    }
    assert.equal(await countOf(), 1);
    assert.equal((await keyed(randomUUID())).body.version, '2.0.0');
    assert.equal(await countOf(), 2);
  });

  test('gives a retry a link that is good again', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { bytes } = await publish(realm, '1.0.0');
    const key = randomUUID();
    const first = await keyed(key);
    t.mock.timers.tick(DAY - 1_000);
    const again = await keyed(key);
    assert.equal(Date.parse(again.body.expiresAt) - Date.parse(first.body.expiresAt), DAY - 1_000);
    assert.deepEqual(await fetchLink(again.body.downloadUrl), bytes);
    assert.equal(await countOf(), 1);
  });

  test('is forgotten after 24 hours, and old ones go as new ones come', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const key = randomUUID();
    await Promise.all([keyed(key), keyed(randomUUID()), keyed(randomUUID())]);
    t.mock.timers.tick(DAY);
    assert.equal((await keyed(key)).status, 200);
    assert.equal(await countOf(), 4);
    t.mock.timers.tick(2 * DAY);
    for (let times = 0; times < 10; times += 1) await keyed('the only one that is left');
    assert.equal(await keptKeys(), 1);
  });

  test('for another realm or version is 422, and not counted', async () => {
    await publish(realm, '1.0.0');
    const other = await put();
    const key = randomUUID();
    assert.equal((await keyed(key)).status, 200);
    const wrong = [await keyed(key, other.slug), await keyed(key, realm.slug, '?version=1.0.0')];
    for (const { status, body } of wrong) assert.deepEqual([status, body.code], [422, 'unprocessable']);
    assert.deepEqual([await countOf(), await countOf(other)], [1, 0]);
  });

  test('is each caller’s own', async () => {
    const key = randomUUID();
    const people = [await signUp(catalog, { username: 'one' }), await signUp(catalog, { username: 'two' })];
    for (let times = 0; times < 2; times += 1) {
      await keyed(key);
      for (const { token } of people)
        await download(realm.slug, { headers: { ...bearer(token).headers, 'idempotency-key': key } });
    }
    assert.equal(await countOf(), 3);
  });

  test('fifty at once with one key count once, and all get the same', async () => {
    for (let rounds = 1; rounds <= 4; rounds += 1) {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 50 }, () => keyed(key)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(answers.map(({ body }) => body.sha256)).size, 1);
      assert.equal(await countOf(), rounds);
    }
  });

  test('fifty at once with one key for two realms count once, and the others are 422', async () => {
    const other = await put();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => keyed(key, at % 2 ? other.slug : realm.slug)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 25);
    assert.equal(answers.filter(({ status }) => status === 422).length, 25);
    assert.equal((await countOf()) + (await countOf(other)), 1);
  });

  test('is 1 to 255 visible characters, else a 400', async () => {
    const bad = ['', ' ', 'a b', 'a\tb', 'é', 'x'.repeat(256)];
    for (const key of bad) {
      const { status, body } = await keyed(key);
      assert.equal(status, 400, key);
      assert.equal(body.errors[0].field, 'Idempotency-Key');
    }
    const headers: [string, string][] = [
      ['idempotency-key', 'a'],
      ['idempotency-key', 'b'],
    ];
    assert.equal((await download(realm.slug, { headers })).status, 400);
    assert.equal(await countOf(), 0);
    for (const key of ['x', '~', '"quoted"', 'x'.repeat(255)]) assert.equal((await keyed(key)).status, 200, key);
  });

  test('of a realm that the caller may not see any more is 404', async () => {
    const key = randomUUID();
    await keyed(key);
    await catalog.services.db.batch(updateRealm(realm.id, { visibility: 'private' }, new Date().toISOString()));
    assert.equal((await keyed(key)).status, 404);
  });

  test('is not kept as it is', async () => {
    const key = randomUUID();
    await keyed(key);
    const rows = await catalog.services.db.all(sql`select * from download_keys`);
    assert.ok(!JSON.stringify(rows).includes(key));
  });
});

describe('the count', () => {
  test('of 10,000 downloads over 64 connections is exactly that of the answers 200', { timeout: 60_000 }, async (t) => {
    const realms = await Promise.all([put(), put(), put({ visibility: 'unlisted' })]);
    const before = await totalDownloads();
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const answered = new Map(realms.map(({ id }) => [id, 0]));
    const ask = ({ id, slug }: NewRealm, spelling: string) =>
      new Promise<void>((resolve, reject) => {
        const asking = request(`${catalog.url}${spelling}/realms/${slug}/download`, { ...POST, agent }, (answer) => {
          if (answer.statusCode === 200) answered.set(id, (answered.get(id) ?? 0) + 1);
          answer.resume().on('end', resolve).on('error', reject);
        });
        asking.on('error', reject).end();
      });
    const started = performance.now();
    await Promise.all(
      Array.from({ length: 10_000 }, (_, at) => ask(realms[(at % 7) % 3] ?? realm, at % 2 ? '/v1' : '/v1/api')),
    );
    t.diagnostic(`${Math.round(10_000 / ((performance.now() - started) / 1_000))} downloads/s`);
    agent.destroy();

    let listed = 0;
    for (const made of realms) {
      const expected = answered.get(made.id) ?? 0;
      assert.ok(expected > 2_000);
      assert.equal(await countOf(made), expected);
      const { body } = await catalog.ask(`/v1/realms/${made.slug}/downloads`);
      assert.equal(body.total, expected);
      if (made.visibility === 'public') listed += expected;
    }
    assert.equal(
      [...answered.values()].reduce((sum, count) => sum + count),
      10_000,
    );
    assert.equal(await totalDownloads(), before + listed);
  });

  test('is on the disk before the answer: another process sees it', async () => {
    const other = await openStore(catalog.services.config);
    for (let times = 1; times <= 3; times += 1) {
      await download();
      const row = await other.get<{ count: number }>(
        sql`select count from download_counts where realm_id = ${realm.id}`,
      );
      assert.equal(row?.count, times);
    }
    await other.close();
  });

  test('of two processes on one store, with and without keys, is exact', async () => {
    const second = await openServices(catalog.services.config);
    const { db } = catalog.services;
    const counters = [catalog.services.counter, second.counter];
    await Promise.all(
      Array.from({ length: 400 }, async (_, at) => {
        await setTimeout(at % 20);
        await counters[at % 2]?.record(realm.id, at % 4 < 2 ? aClaim(`key ${at % 10}`) : undefined);
      }),
    );
    const row = await db.get<{ count: number }>(sql`select count from download_counts where realm_id = ${realm.id}`);
    const keys = await db.get<{ n: number }>(sql`select count(*) as n from download_keys where hash like 'key %'`);
    assert.equal(row?.count, 200 + (keys?.n ?? 0));
    assert.equal(keys?.n, 10);
    await second.close();
  });

  test('of a realm that vanished is nothing, and its companions in the group are counted', async () => {
    const gone = await put();
    await catalog.services.db.batch(deleteRealm(gone.id));
    const before = await totalDownloads();
    const { counter } = catalog.services;
    await Promise.all([gone.id, realm.id, gone.id, 'nothing'].map((id) => counter.record(id)));
    assert.deepEqual([await countOf(), await totalDownloads()], [1, before + 1]);
  });

  test('that cannot be committed fails each of its callers, and the next group works', async () => {
    const { db, shelves } = catalog.services;
    let broken = true;
    const counting = counter(
      {
        ...db,
        batch: (statements) => (broken ? Promise.reject(new Error('the disk is full')) : db.batch(statements)),
      },
      shelves,
    );
    const results = await Promise.allSettled([counting.record(realm.id), counting.record(realm.id)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await countOf(), 0);
    broken = false;
    await counting.record(realm.id);
    assert.equal(await countOf(), 1);
    await counting.close();
  });

  test('of one turn of the event loop is one transaction, and the next turn another', async () => {
    const { db, shelves } = catalog.services;
    const batches: number[] = [];
    const counting = counter(
      {
        ...db,
        batch: (statements) => {
          batches.push(statements.length);
          return db.batch(statements);
        },
      },
      shelves,
    );
    await Promise.all(Array.from({ length: 1_000 }, () => counting.record(realm.id)));
    assert.deepEqual(batches, [3]);
    await counting.record(realm.id);
    assert.deepEqual(batches, [3, 3]);
    await counting.close();
    assert.equal(await countOf(), 1_001);
  });

  test('decides the order of the most downloaded within a second', async () => {
    const [less, more] = [await put({ category: 'order' }), await put({ category: 'order' })];
    await download(less.slug);
    for (let times = 0; times < 3; times += 1) await download(more.slug);
    await setTimeout(1_000);
    const { body } = await catalog.ask('/v1/realms?category=order&sort=downloads');
    assert.deepEqual(
      body.realms.map(({ slug }: NewRealm) => slug),
      [more.slug, less.slug],
    );
  });

  test('decides that order at a stop at once, and after a crash soon', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const place = async () =>
      (await other.services.db.get<{ n: number }>(sql`select download_count as n from realms where id = ${realm.id}`))
        ?.n;
    await other.ask(`/v1/realms/${realm.slug}/download`, POST);
    await other.restart();
    assert.equal(await place(), 1);
    await other.services.db.batch([sql`update download_counts set count = 41 where realm_id = ${realm.id}`]);
    await other.restart();
    for (let tries = 0; (await place()) !== 41 && tries < 50; tries += 1) await setTimeout(50);
    assert.equal(await place(), 41);
  });

  test('follows for more realms than are copied at once', async () => {
    await using other = await startCatalog({ accounts: [ada] });
    const realms = Array.from({ length: 1_203 }, () => aRealm(ada));
    await other.insert({ realms });
    await Promise.all(realms.map(({ id }) => other.services.counter.record(id)));
    await other.restart();
    const row = await other.services.db.get<{ n: number }>(sql`select sum(download_count) as n from realms`);
    assert.equal(row?.n, 1_203);
  });
});

describe('giget', () => {
  test('reads a realm as a template, which counts nothing and is not kept', async () => {
    const { digest } = await publish(realm, '1.0.0');
    const { status, headers, body } = await catalog.ask(`/giget/${realm.slug}.json`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { tar, ...rest } = body;
    assert.deepEqual(rest, {
      name: realm.slug,
      version: '1.0.0',
      defaultDir: realm.slug,
      url: `${PUBLIC_URL}/v1/api/realms/${realm.slug}`,
    });
    assert.ok(tar.startsWith(`${PUBLIC_URL}/archives/${digest}/`));
    assert.equal(await countOf(), 0);
  });

  test('finds unlisted realms, and no private, unknown or zipped ones', async () => {
    const unlisted = await put({ visibility: 'unlisted' });
    const secret = await put({ visibility: 'private' });
    await publish(realm, '1.0.0', { format: 'zip' });
    assert.equal(await gigetStatus(`${unlisted.slug}.json`), 200);
    for (const file of [
      `${secret.slug}.json`,
      'nowhere.json',
      `${realm.slug}.json`,
      unlisted.slug,
      '.json',
      '..%2f.json',
    ])
      assert.equal(await gigetStatus(file), 404, file);
  });

  test('the real one fetches realms with an upload and without', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'realm-giget-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const kept = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
    t.after(() => (kept === undefined ? delete process.env['XDG_CACHE_HOME'] : (process.env['XDG_CACHE_HOME'] = kept)));

    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    await using real = await startCatalog({ accounts: [ada], realms: [realm] }, { PORT: port, PUBLIC_URL: url });
    const bare = await put({}, real);
    const files = { 'shop/README.md': '# Shop\n', 'shop/src/main.js': 'console.log(1);\n' };
    const tar = await packTar(
      Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body })),
    );
    await publish(realm, '1.0.0', { bytes: gzipSync(tar), into: real });

    const get = (slug: string) => downloadTemplate(slug, { registry: `${url}/giget`, cwd: folder });
    const fetched = await get(realm.slug);
    assert.equal(fetched['version'], '1.0.0');
    assert.equal(fetched.dir, join(folder, realm.slug));
    for (const [name, text] of Object.entries(files))
      assert.equal(readFileSync(join(fetched.dir, name.replace('shop/', '')), 'utf8'), text);

    const { dir } = await get(bare.slug);
    assert.deepEqual(readdirSync(dir).toSorted(), ['README.md', 'realm.json']);
    await assert.rejects(get('nowhere'), /404/);
  });
});

function aClaim(key: string) {
  return {
    hash: key,
    answer: randomUUID(),
    expiresAt: new Date(Date.now() + DAY).toISOString(),
  };
}
