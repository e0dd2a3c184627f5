// Downloads: what a call answers and whom, which version comes down, and how often each day.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { NewRealm } from '../../src/realms/columns.ts';
import { deleteRealm, updateRealm } from '../../src/realms/writes.ts';
import { bearer, json, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';
import { ada, catalog, countOf, download, publish, put, realm, startBeforeTests } from '../support/published.ts';

startBeforeTests();

const DAY_MS = 86_400_000;
const POST = { method: 'POST' };

const totalDownloads = async (): Promise<number> => (await catalog.ask('/v1/stats')).body.totalDownloads;
const series = (query = '') => catalog.ask(`/v1/realms/${realm.slug}/downloads${query}`);

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
      const before = Date.now();
      const { status, headers, body } = await catalog.ask(`${spelling}/realms/${realm.slug}/download`, POST);
      const after = Date.now();
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      const { downloadUrl, expiresAt, ...rest } = body;
      assert.deepEqual(rest, { version: '1.2.3', size: 500, sha256: digest, filename: `${realm.slug}-1.2.3.tar.gz` });
      assert.ok(downloadUrl.startsWith(`${PUBLIC_URL}/archives/${digest}/${realm.slug}-1.2.3.tar.gz?`));
      assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const ends = Date.parse(expiresAt) - 15 * 60_000;
      assert.ok(before <= ends && ends <= after + 1_000);
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
    const { body } = await series('?by=version');
    assert.deepEqual(
      body.days.map(({ version, downloads }: { version: string; downloads: number }) => [version, downloads]),
      [
        ['1.0.0', 1],
        ['2.0.0', 3],
        ['3.0.0', 1],
      ],
    );
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
    t.mock.timers.tick(2 * DAY_MS);
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
