// The files of versions: they are listed and read one by one, for all formats and stores, and with the archive they go.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { derivedName } from '../../src/archives/storage-key.ts';
import { findUsedDigests } from '../../src/publishing/queries.ts';
import { bearer, json, prepare, request, send, signUp, useCatalog } from '../support/harness.ts';
import { fc } from '../support/fixed-seed.ts';
import { encodeIndex, openIndex } from '../../src/inspection/file-index.ts';
import { testOnce } from '../support/once.ts';
import { isLarge } from '../support/stores.ts';
import { tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { create } from '../publishing/uploads.ts';
import {
  expectedFiles,
  fetchFile,
  filesPath,
  pack,
  publishBytes,
  publishRealm,
  publishTree,
  type Tree,
} from './published-files.ts';

const catalog = useCatalog();
let owner: { token: string };
prepare(async () => {
  owner = await signUp(catalog, { username: 'alice' });
});

const list = async (published: { slug: string; version: string }, query = '') =>
  (await catalog.ask(filesPath(published, query))).body;

const tree: Tree = {
  'README.md': '# Hello\n',
  'src/main.js': 'console.log(1);\n'.repeat(2_000),
  'src/größe 100%#1+2.txt': 'ä',
  'src/cafe\u{301}.txt': 'decomposed',
  'logo.png': Buffer.from([0x89, 0x50, 0, 1, 2]),
  'latin1.txt': Buffer.from([0xe9, 0x20]),
  empty: '',
  [`${'deep/'.repeat(30)}x`]: 'deep',
};
const inFolder = Object.fromEntries(Object.entries(tree).map(([path, content]) => [`app/${path}`, content]));

describe('files', () => {
  for (const format of ['tar.gz', 'zip'] as const)
    for (const [what, packed] of [
      ['in one top folder', inFolder],
      ['at the root', tree],
    ] as const)
      test(`of a .${format} with its files ${what} are listed in the order of their paths, and read`, async () => {
        const published = await publishRealm(catalog, owner, packed, format);
        const { files, pagination } = await list(published);
        assert.deepEqual(files, expectedFiles(tree));
        assert.deepEqual(pagination, { total: 8, limit: 100, offset: 0, hasMore: false });
        for (const { path, isText } of files) {
          const { status, headers, bytes } = await fetchFile(catalog, published, path);
          assert.equal(status, 200, path);
          assert.ok(bytes.equals(Buffer.from(tree[path] ?? '')), path);
          assert.equal(headers.get('content-type'), isText ? 'text/plain; charset=utf-8' : 'application/octet-stream');
          assert.equal(headers.get('content-security-policy'), 'sandbox');
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
          assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
          assert.equal(headers.get('content-length'), String(bytes.length));
        }
      });

  test('are paged, and filtered by the beginning of their path', async () => {
    const published = await publishRealm(catalog, owner, inFolder);
    const paths = expectedFiles(tree).map(({ path }) => path);
    const page = await list(published, '?limit=3&offset=2');
    assert.deepEqual(
      page.files.map(({ path }: { path: string }) => path),
      paths.slice(2, 5),
    );
    assert.deepEqual(page.pagination, { total: 8, limit: 3, offset: 2, hasMore: true });
    const pathsOf = async (query: string) =>
      (await list(published, query)).files.map((file: { path: string }) => file.path);
    assert.deepEqual(
      await pathsOf('?prefix=src/'),
      paths.filter((path) => path.startsWith('src/')),
    );
    assert.deepEqual(await pathsOf(`?prefix=${encodeURIComponent('src/cafe\u{301}')}`), ['src/cafe\u{301}.txt']);
    assert.deepEqual(await pathsOf('?prefix=SRC'), []);
    assert.deepEqual(await pathsOf('?offset=99'), []);
    assert.equal((await list(published, '?limit=5000')).pagination.limit, 1_000);
    const { headers } = await catalog.ask(filesPath(published, '?prefix=src/&limit=1'));
    assert.match(headers.get('link') ?? '', /\/files\?prefix=src%2F&limit=1&offset=1>; rel="next"/);
    for (const query of ['?limit=0', '?offset=-1', `?prefix=${'x'.repeat(1_025)}`])
      assert.equal((await catalog.ask(filesPath(published, query))).status, 400, query);
  });

  test('are found under both spellings, with slashes as %2F, and at no other address', async () => {
    const published = await publishRealm(catalog, owner, {
      'app/src/main.js': 'x',
      'app/a%2Fb': 'percent',
      'app/a/b': 'slash',
    });
    const read = async (path: string) => {
      const { status, text } = await send(catalog, request('GET', path));
      return status === 200 ? text : status;
    };
    const base = `/realms/${published.slug}/versions/${published.version}/files`;
    for (const path of [
      `/v1${base}/src/main.js`,
      `/v1/api${base}/src%2Fmain.js`,
      `/v1${base}/src/main.js/`,
      `/v1${base}/src/%6dain.js?x=1`,
    ])
      assert.equal(await read(path), 'x', path);
    assert.equal(await read(`/v1${base}/a%252Fb`), 'percent');
    assert.equal(await read(`/v1${base}/a%2Fb`), 'slash');
    for (const path of [
      'src',
      'src//main.js',
      '/src/main.js',
      './src/main.js',
      'src/../src/main.js',
      'src/main.js%00',
      'src%2F..%2Fsrc/main.js',
      'app/src/main.js',
      'src/main.j',
      'SRC/main.js',
      'src%5Cmain.js',
      'src/main.js%2F',
      'x'.repeat(2_000),
    ])
      assert.equal(await read(`/v1${base}/${path}`), 404, path);
    assert.equal(await read(`/v1${base}/src%main`), 400);
    assert.equal((await catalog.ask(`/v1${base}/src/main.js`, { method: 'POST' })).status, 405);
  });

  test('are cached by browsers, compared by ETag, and answered to HEAD without their bytes', async () => {
    const published = await publishRealm(catalog, owner, { a: 'text', large: randomBytes(400_000) });
    for (const path of ['a', 'large']) {
      const address = filesPath(published, `/${path}`);
      const { headers } = await catalog.ask(address);
      assert.equal(headers.get('cache-control'), 'public, max-age=900, s-maxage=0, immutable');
      const etag = headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]{20,}"$/);
      const known = await catalog.ask(address, { headers: { 'if-none-match': etag } });
      assert.deepEqual([known.status, known.text, known.headers.get('etag')], [304, '', etag]);
      const head = await catalog.ask(address, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
      assert.equal(head.headers.get('content-length'), headers.get('content-length'));
      const own = await catalog.ask(address, bearer(owner.token));
      assert.equal(own.headers.get('cache-control'), 'private, no-store');
    }
  });

  test('count no download, and stay when their version is yanked', async () => {
    const published = await publishRealm(catalog, owner, { a: 'text' });
    const path = `/v1/realms/${published.slug}`;
    await catalog.ask(`${path}/versions/${published.version}`, json({ yanked: true }, owner.token, 'PATCH'));
    assert.equal((await fetchFile(catalog, published, 'a')).status, 200);
    assert.equal((await catalog.ask(path)).body.downloadCount, 0);
  });

  test('are not there for a version without an upload, for an unknown one, and for a private realm of another', async () => {
    const { slug } = await create(catalog, owner);
    for (const version of ['0.0.0', '9.9.9', 'x'])
      assert.equal((await catalog.ask(filesPath({ slug, version }))).status, 404);
    assert.equal(
      (await catalog.ask(filesPath({ slug: 'nowhere', version: '1.0.0' }))).body.detail,
      'No realm has this slug.',
    );
    const secret = await publishRealm(catalog, owner, { a: 'secret' }, 'zip', { visibility: 'private' });
    assert.equal((await fetchFile(catalog, secret, 'a')).status, 404);
    const seen = await fetchFile(catalog, secret, 'a', owner.token);
    assert.equal(String(seen.bytes), 'secret');
    assert.equal(seen.headers.get('cache-control'), 'private, no-store');
  });

  test('beside the top folder, which macOS writes, are left out', async () => {
    const bytes = zip([
      { name: 'app/a', content: 'x' },
      { name: '__MACOSX/app/._a', content: 'attributes' },
    ]);
    const { slug } = await create(catalog, owner);
    const { files } = await list(await publishBytes(catalog, owner, slug, bytes, 'zip'));
    assert.deepEqual(files, expectedFiles({ a: 'x' }));
  });

  testOnce('of a zip whose packed bytes are many times the file are read', async () => {
    const data = Buffer.concat([Buffer.from('000000ffff'.repeat(300_000), 'hex'), Buffer.from([0x03, 0x00])]);
    const bytes = zip([
      { name: 'empty', content: '', data, method: 8 },
      { name: 'a', content: 'x' },
    ]);
    const { slug } = await create(catalog, owner);
    const published = await publishBytes(catalog, owner, slug, bytes, 'zip');
    assert.deepEqual((await list(published)).files, expectedFiles({ empty: '', a: 'x' }));
    assert.equal((await fetchFile(catalog, published, 'empty')).bytes.length, 0);
    assert.equal(String((await fetchFile(catalog, published, 'a')).bytes), 'x');
  });

  testOnce('of 10,000 entries are listed a page at a time', async () => {
    const { slug } = await create(catalog, owner);
    const bytes = targz(...Array.from({ length: 10_000 }, (_, at) => tarEntry(`d${at % 100}/f${at}`, String(at))));
    const published = await publishBytes(catalog, owner, slug, bytes, 'tar.gz');
    const { files, pagination } = await list(published, '?limit=1000&offset=9500');
    assert.deepEqual([files.length, pagination.total, pagination.hasMore], [500, 10_000, false]);
    assert.equal(String((await fetchFile(catalog, published, 'd99/f9999')).bytes), '9999');
  });
});

describe('any archive', () => {
  const segment = fc
    .stringMatching(/^[a-z0-9é_+#%-]{1,10}$/)
    .filter((name) => !/^(con|prn|aux|nul|(com|lpt)\d)$/.test(name));
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((names) => names.map((name) => `d${name}`).join('/'));
  const content = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .tuple(fc.string({ maxLength: 9 }), fc.integer({ min: 1, max: 60_000 }))
      .map(([text, times]) => Buffer.from(text.repeat(times))),
  );
  const trees = fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 8 }).map((files) => {
    // No path is the beginning of another one.
    return Object.fromEntries(files.map(([path, bytes], at) => [`${at}/${path}`, bytes]));
  });

  test('gives the files that it was made of, as .tar.gz and as .zip', async () => {
    const { slug } = await create(catalog, owner);
    await fc.assert(
      fc.asyncProperty(trees, fc.boolean(), fc.constantFrom('tar.gz', 'zip'), async (files, hasFolder, format) => {
        const packed = Object.fromEntries(
          Object.entries(files).map(([path, bytes]) => [hasFolder ? `top/${path}` : `x/y/${path}`, bytes]),
        );
        const root = hasFolder
          ? files
          : Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`y/${path}`, bytes]));
        const published = await publishTree(catalog, owner, slug, packed, format);
        assert.deepEqual((await list(published)).files, expectedFiles(root));
        for (const [path, bytes] of Object.entries(root))
          assert.ok((await fetchFile(catalog, published, path)).bytes.equals(bytes), path);
      }),
      { numRuns: isLarge ? 4 : 12 },
    );
  });
});

const namesOf = (digest: string) => [digest, derivedName(digest, 'files'), derivedName(digest, 'zip')];
const sizes = async (digest: string) =>
  Promise.all(namesOf(digest).map((name) => catalog.services.archives.size(name)));

describe('the index and the zip of an archive', () => {
  test('are stored beside it, and swept with it', async () => {
    const { archives, db } = catalog.services;
    const published = await publishRealm(catalog, owner, { a: 'swept' });
    const used = (digests: string[]) => findUsedDigests(db, digests);
    assert.ok((await sizes(published.sha256)).every((size) => size !== undefined));
    await archives.sweep(used, -5_000);
    assert.ok((await sizes(published.sha256)).every((size) => size !== undefined));
    await catalog.ask(`/v1/realms/${published.slug}`, { method: 'DELETE', ...bearer(owner.token) });
    await archives.sweep(used, 3_600_000);
    assert.ok(
      (await sizes(published.sha256)).every((size) => size !== undefined),
      'they are too young',
    );
    await archives.sweep(used, -5_000);
    assert.deepEqual(await sizes(published.sha256), [undefined, undefined, undefined]);
  });

  test('of an upload that was refused are not stored', async () => {
    const published = await publishRealm(catalog, owner, { 'realm.json': '{"version":"1.0.0"}' });
    const before = await Array.fromAsync(catalog.services.archives.list());
    const again = pack({ 'realm.json': '{"version":"1.0.0"}', b: 'other' }, 'tar.gz');
    await assert.rejects(publishBytes(catalog, owner, published.slug, again, 'tar.gz'), /409|is published/);
    assert.equal((await Array.fromAsync(catalog.services.archives.list())).length, before.length);
  });

  test('are made when an archive that was missing has been back for seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const bytes = pack({ 'realm.json': '{"version":"1.0.0"}', b: 'lost' }, 'tar.gz');
    const { slug } = await create(catalog, owner);
    const published = await publishBytes(catalog, owner, slug, bytes, 'tar.gz');
    const { archives } = catalog.services;
    for (const name of namesOf(published.sha256)) await archives.remove(name);
    await catalog.restart();
    const status = async () => (await catalog.ask(filesPath(published, ''))).status;
    assert.equal(await status(), 404);
    await archives.put(bytes, published.sha256);
    assert.equal(await status(), 404, 'not with each request');
    t.mock.timers.tick(2_000);
    assert.equal(await status(), 200);
  });

  test('are made again together, also where the index has other places than the new zip', async () => {
    const tree = { 'large.bin': randomBytes(1_500_000), b: 'small' };
    const published = await publishRealm(catalog, owner, tree);
    const { archives } = catalog.services;
    const [, name = '', twin = ''] = namesOf(published.sha256);
    const found = await archives.open(name);
    const index = found && (await openIndex(await buffer(found.stream)));
    const files = [0, 1].flatMap((at) => index?.at(at) ?? []).map((file) => ({ ...file, from: file.from + 100 }));
    assert.equal(files.length, 2);
    await archives.put(encodeIndex(files, false), name);
    await archives.remove(twin);
    await catalog.restart();
    assert.ok((await fetchFile(catalog, published, 'large.bin')).bytes.equals(tree['large.bin']));
  });

  for (const format of ['tar.gz', 'zip'] as const)
    test(`of a .${format} are made again where they are missing or damaged`, async () => {
      const text = 'console.log(1);\n'.repeat(100);
      const published = await publishRealm(catalog, owner, { 'a.js': text, b: format }, format);
      const { archives } = catalog.services;
      const [, index = '', twin = ''] = namesOf(published.sha256);
      const damage = async (name: string) => {
        const { writeFile } = await import('node:fs/promises');
        const file = archives.temporaryFile();
        await writeFile(file, randomBytes(5_000));
        await archives.putFile(file, name);
      };
      for (const spoil of [
        () => archives.remove(index),
        () => damage(index),
        ...(format === 'zip' ? [] : [() => archives.remove(twin), () => damage(twin)]),
      ]) {
        await spoil();
        await catalog.restart();
        assert.equal(String((await fetchFile(catalog, published, 'b')).bytes), format); // stored as it is: only its digest tells
        assert.equal(String((await fetchFile(catalog, published, 'a.js')).bytes), text);
        assert.deepEqual((await list(published)).files, expectedFiles({ 'a.js': text, b: format }));
      }
    });
});
