// Links to archives: what they carry, who may have made them, and how long they are good.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { openKeyring } from '../../src/credentials/keyring.ts';
import type { Database } from '../../src/db/database.ts';
import { links } from '../../src/downloads/links.ts';
import { insertVersion } from '../../src/publishing/queries.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import { anAccount, aRealm, PUBLIC_URL, startCatalog, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { aLink, exchange, fetchBytes } from './fetching.ts';

const MINUTE_MS = 60_000;
const ada = anAccount({ username: 'ada' });
const realm = aRealm(ada, { slug: 'shop' });
const zipped = aRealm(ada, { slug: 'zipped' });
const bytes = randomBytes(10_000);
const digest = hash('sha256', bytes);
const version = {
  version: '1.0.0',
  digest,
  size: bytes.length,
  fileCount: 1,
  unpackedSize: bytes.length,
  publishedBy: ada.id,
  manifest: {
    longDescription: '',
    features: { auth: false, payments: false, database: false },
    requirements: { node: '', npm: '' },
  },
  createdAt: '2026-11-15T09:30:00.000Z',
};

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [ada], realms: [realm, zipped] });
  await catalog.services.archives.put(bytes, digest);
  await catalog.services.db.batch([
    ...insertVersion({ ...version, realmId: realm.id, format: 'tar.gz' }),
    ...insertVersion({ ...version, realmId: zipped.id, format: 'zip', version: '2.0.0-rc.1+build.5' }),
  ]);
});
after(() => catalog[Symbol.asyncDispose]());

describe('a link', () => {
  test('is made from PUBLIC_URL, and names realm, digest, file, expiry and key', async () => {
    const { url } = await aLink(catalog);
    assert.equal(url.origin, PUBLIC_URL);
    assert.equal(url.pathname, `/archives/${digest}/shop-1.0.0.tar.gz`);
    assert.deepEqual([...url.searchParams.keys()], ['realm', 'expires', 'key', 'signature']);
    assert.equal(url.searchParams.get('realm'), realm.id);
  });

  test('is the same whatever Host and forwarding headers say', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    ]) {
      const { status, bytes: answer } = await exchange(catalog, 'POST', '/v1/realms/shop/download', headers);
      assert.equal(status, 200);
      assert.ok(!answer.includes('evil'));
      assert.ok(answer.includes(`"${PUBLIC_URL}/archives/`));
    }
    const { path } = await aLink(catalog);
    const { status, bytes: answer } = await exchange(catalog, 'GET', path, { host: 'evil.example' });
    assert.equal(status, 200);
    assert.deepEqual(answer, bytes);
  });

  test('gives the very bytes, with what they are and how long they may be kept', async () => {
    const { path } = await aLink(catalog);
    const { status, headers, bytes: got } = await fetchBytes(catalog, path);
    assert.equal(status, 200);
    assert.deepEqual(got, bytes);
    const sum = `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`;
    const expected = {
      'content-type': 'application/gzip',
      'content-length': '10000',
      'content-disposition': `attachment; filename="shop-1.0.0.tar.gz"; filename*=UTF-8''shop-1.0.0.tar.gz`,
      'content-digest': sum,
      'repr-digest': sum,
      etag: `"${digest}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, name);
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(headers.get('cache-control') ?? '') ?? [];
    assert.ok(Number(seconds) > 890 && Number(seconds) <= 900);
  });

  test('to a zip says so, also with a version that an address must escape', async () => {
    const { url, path } = await aLink(catalog, 'zipped');
    assert.equal(url.pathname, `/archives/${digest}/zipped-2.0.0-rc.1%2Bbuild.5.zip`);
    const { status, headers } = await fetchBytes(catalog, path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="zipped-2.0.0-rc.1+build.5.zip"; filename*=UTF-8''zipped-2.0.0-rc.1%2Bbuild.5.zip`,
    );
  });

  test('costs nothing of the hourly limit, counts no download, and is not in the log', async () => {
    const { path, url } = await aLink(catalog);
    const before = (await catalog.ask('/v1/realms/shop')).body.downloadCount;
    for (let times = 0; times < 3; times += 1) {
      const { headers } = await fetchBytes(catalog, path);
      assert.equal(headers.get('x-ratelimit-remaining'), null);
    }
    assert.equal((await catalog.ask('/v1/realms/shop')).body.downloadCount, before);
    const signature = url.searchParams.get('signature') ?? assert.fail();
    const isLogged = () => catalog.logged.some((line) => line.includes('shop-1.0.0.tar.gz'));
    await until('the archive was sent', isLogged);
    assert.ok(!catalog.logged.some((line) => line.includes(signature)));
  });

  test('other methods than GET and HEAD are 405', async () => {
    const { path } = await aLink(catalog);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await catalog.ask(path, { method });
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'GET, HEAD, OPTIONS');
    }
  });
});

describe('a link that is not as it was made', () => {
  const changes: [what: string, change: (url: URL) => void][] = [
    ['another realm', (url) => url.searchParams.set('realm', zipped.id)],
    ['no realm', (url) => url.searchParams.delete('realm')],
    ['a realm given twice', (url) => url.searchParams.append('realm', realm.id)],
    ['a later expiry', (url) => later(url, 1)],
    ['a much later expiry', (url) => url.searchParams.set('expires', '99999999999')],
    ['an earlier expiry', (url) => later(url, -1)],
    [
      'the same expiry written otherwise',
      (url) => url.searchParams.set('expires', `0${url.searchParams.get('expires')}`),
    ],
    ['an expiry that is no number', (url) => url.searchParams.set('expires', 'NaN')],
    ['an endless expiry', (url) => url.searchParams.set('expires', 'Infinity')],
    ['no expiry', (url) => url.searchParams.delete('expires')],
    ['an unknown key', (url) => url.searchParams.set('key', randomUUIDv7())],
    ['no key', (url) => url.searchParams.delete('key')],
    ['another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
    ['a shorter signature', (url) => url.searchParams.set('signature', signatureOf(url).slice(0, -1))],
    ['a longer signature', (url) => url.searchParams.set('signature', `${signatureOf(url)}A`)],
    ['a padded signature', (url) => url.searchParams.set('signature', `${signatureOf(url)}=`)],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['a signature given twice', (url) => url.searchParams.append('signature', signatureOf(url))],
    ['no query', (url) => (url.search = '')],
    ['another filename', (url) => (url.pathname = `/archives/${digest}/virus.exe`)],
    ['another type', (url) => (url.pathname = `/archives/${digest}/shop-1.0.0.zip`)],
    ['another digest', (url) => (url.pathname = `/archives/${'0'.repeat(64)}/shop-1.0.0.tar.gz`)],
    ['a digest in capitals', (url) => (url.pathname = `/archives/${digest.toUpperCase()}/shop-1.0.0.tar.gz`)],
    ['a path in place of a digest', (url) => (url.pathname = '/archives/..%2F..%2Fcatalog.sqlite/shop-1.0.0.tar.gz')],
  ];
  for (const [what, change] of changes)
    test(`${what} answers 403`, async () => {
      const { url } = await aLink(catalog);
      change(url);
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await catalog.ask(url.pathname + url.search, { method });
        assert.equal(status, 403);
        assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('etag'), null);
        if (method === 'GET') assert.deepEqual([body.code, body.status], ['forbidden', 403]);
      }
    });

  test('no character of the signature can be another', async () => {
    const { url } = await aLink(catalog);
    const good = signatureOf(url);
    for (let at = 0; at < good.length; at += 1) {
      // The neighbour in the alphabet differs in the last bit, which the last character does not use.
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const other = alphabet[alphabet.indexOf(good[at] ?? '') ^ 1] ?? '';
      url.searchParams.set('signature', good.slice(0, at) + other + good.slice(at + 1));
      assert.equal((await catalog.ask(url.pathname + url.search)).status, 403, `character ${at}`);
    }
  });
});

describe('the life of a link', () => {
  test('is fifteen minutes, up to the next full second, and ends when expiresAt said, with a hint', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-15T09:29:59.300Z') });
    const { body } = await catalog.ask('/v1/realms/shop/download', { method: 'POST' });
    assert.equal(body.expiresAt, '2026-11-15T09:45:00.000Z');
    const { pathname, search } = new URL(body.downloadUrl);
    const control = async () => (await fetchBytes(catalog, pathname + search)).headers.get('cache-control');
    assert.equal(await control(), 'private, max-age=900, immutable');
    t.mock.timers.tick(15 * MINUTE_MS + 699);
    assert.equal(await control(), 'private, max-age=0, immutable');
    t.mock.timers.tick(1);
    const late = await catalog.ask(pathname + search);
    assert.equal(late.status, 403);
    assert.equal(late.body.detail, 'The link has expired. Ask for a new one.');
  });

  test('outlives one replacement of the key, and ends with the second', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const { path } = await aLink(other);
    const statusOf = async (asked: string) => (await other.ask(asked)).status;
    await other.services.keyring.rotate();
    const second = await aLink(other);
    assert.notEqual(new URL(second.url).searchParams.get('key'), new URLSearchParams(path.split('?')[1]).get('key'));
    assert.deepEqual([await statusOf(path), await statusOf(second.path)], [200, 200]);
    await other.services.keyring.rotate();
    assert.deepEqual([await statusOf(path), await statusOf(second.path)], [403, 200]);
  });

  test('ends within a minute when the key was replaced twice by another process', async (t) => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const { path } = await aLink(other);
    const process = await openServices(other.services.config);
    for (const _ of 'twice') await process.keyring.rotate();
    await process.close();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + MINUTE_MS + 1 });
    assert.equal((await other.ask(path)).status, 403);
  });

  test('costs one reading of the keys a minute, and while the database is unavailable one try in ten seconds', async (t) => {
    await using other = await startCatalog();
    await other.services.db.batch([sql`delete from secrets`]);
    const store = await openDatabase(other.services.config);
    let reads = 0;
    const counted: Database = {
      ...store,
      all: (statement) => {
        reads += 1;
        return store.all(statement);
      },
    };
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const made = links(await openKeyring(counted, 'the secret'), PUBLIC_URL, {});
    const linked = { realmId: realm.id, name: digest, filename: 'shop-1.0.0.tar.gz' };
    const { searchParams } = new URL((await made.sign(linked)).url);
    const [expires = '', key = '', signature = ''] = ['expires', 'key', 'signature'].map((name) =>
      searchParams.get(name),
    ) as string[];
    const verify = () => made.verify({ ...linked, expires, key, signature });
    const readsOf100 = async () => {
      const before = reads;
      const verified = [await verify(), ...(await Promise.all(Array.from({ length: 99 }, verify)))];
      assert.ok(verified.every((seconds) => seconds !== undefined));
      return reads - before;
    };
    assert.equal(await readsOf100(), 0);
    t.mock.timers.tick(MINUTE_MS + 1);
    assert.equal(await readsOf100(), 1);
    await store.close();
    t.mock.timers.tick(MINUTE_MS + 1);
    assert.deepEqual([await readsOf100(), await readsOf100()], [1, 0]);
    t.mock.timers.tick(10_001);
    assert.equal(await readsOf100(), 1);
  });

  test('goes on over a restart', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const { path } = await aLink(other);
    await other.restart();
    assert.equal((await other.ask(path)).status, 200);
  });

  test('another catalog did not make it', async () => {
    await using other = await startCatalog();
    assert.equal((await other.ask((await aLink(catalog)).path)).status, 403);
  });

  test('goes on while the database is unavailable, until it has expired', async (t) => {
    const other = await startCatalog({ accounts: [ada], realms: [realm] });
    t.after(async () => assert.rejects(async () => other[Symbol.asyncDispose]())); // there is no database to leave anything in
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { path, url } = await aLink(other);
    await other.services.db.close();
    assert.equal((await other.ask('/readyz')).status, 503);
    assert.equal((await other.ask(path)).status, 200);
    t.mock.timers.tick(10 * MINUTE_MS); // now the keys in memory would be read again
    assert.equal((await other.ask(path)).status, 200);
    assert.equal((await other.ask(path, { headers: { range: 'bytes=0-9' } })).status, 206);
    url.searchParams.set('key', randomUUIDv7());
    assert.equal((await other.ask(url.pathname + url.search)).status, 403);
    t.mock.timers.tick(6 * MINUTE_MS); // now nobody knows whether the keys are still good
    assert.equal((await other.ask(path)).status, 503);
  });

  test('an archive that is not in the store any more is 404', async () => {
    await using other = await startCatalog({ accounts: [ada], realms: [realm] });
    const { path, url } = await aLink(other);
    await other.services.archives.remove(url.pathname.split('/')[2] ?? '');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await other.ask(path, { method });
      assert.equal(status, 404);
      assert.equal(headers.get('etag'), null);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
  });
});

function signatureOf(url: URL): string {
  return url.searchParams.get('signature') ?? assert.fail();
}

function later(url: URL, seconds: number): void {
  url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + seconds));
}
