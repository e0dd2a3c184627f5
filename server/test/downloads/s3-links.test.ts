// Archives in S3, seen from outside: links to the store or through the catalog, and uploads while the store is unavailable.
// Run: one store, own process
// Needs: S3
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { bearer, json, PUBLIC_URL, signUp, startCatalog, type TestCatalog, type Reply } from '../support/harness.ts';
import { startS3Proxy } from '../support/servers/s3-proxy.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';

const MINUTE_MS = 60_000;

let s3: S3Server;
before(async () => {
  s3 = await startS3();
});
after(() => s3.stop());

async function anArchive(version: string): Promise<Buffer> {
  const manifest = JSON.stringify({ version });
  return gzipSync(
    await makeTar('app', [
      ['realm.json', manifest],
      ['index.js', 'console.log(1)\n'],
    ]),
  );
}

async function aRealm(catalog: TestCatalog, token: string, fields: object = {}) {
  const body = { name: 'Shop', description: 'Sells things.', category: 'ecommerce', ...fields };
  const created = await catalog.ask('/v1/realms', json(body, token));
  assert.equal(created.status, 201, created.text);
  return created.body as { slug: string; uploadToken: string };
}

function upload(catalog: TestCatalog, to: { slug: string; uploadToken: string }, bytes: Buffer): Promise<Reply> {
  return catalog.ask(`/v1/realms/${to.slug}/upload`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', ...bearer(to.uploadToken).headers },
    body: new Uint8Array(bytes),
  });
}

async function published(catalog: TestCatalog, token: string, fields: object = {}) {
  const bytes = await anArchive('1.2.0');
  const realm = await aRealm(catalog, token, fields);
  const { status, text } = await upload(catalog, realm, bytes);
  assert.equal(status, 201, text);
  return { slug: realm.slug, bytes };
}

async function download(catalog: TestCatalog, slug: string, token?: string) {
  const { status, body, text } = await catalog.ask(`/v1/realms/${slug}/download`, {
    method: 'POST',
    ...(token && bearer(token)),
  });
  assert.equal(status, 200, text);
  return body as { downloadUrl: string; expiresAt: string; sha256: string; filename: string; size: number };
}

/** By what the link says of itself. */
function signedAt(downloadUrl: string): number {
  const date = new URL(downloadUrl).searchParams.get('X-Amz-Date') ?? '';
  return Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
}

const another = (sign: string) => (sign === '0' ? '1' : '0');

describe('a link to an archive in S3', () => {
  let catalog: TestCatalog;
  let ada: string;
  before(async () => {
    catalog = await startCatalog({}, s3.env);
    ada = (await signUp(catalog, { username: 'ada' })).token;
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('leads to the store, which gives the very bytes under their name', async () => {
    const { slug, bytes } = await published(catalog, ada);
    const { downloadUrl, sha256, filename, size } = await download(catalog, slug);
    assert.equal(new URL(downloadUrl).origin, s3.url);
    const response = await fetch(downloadUrl);
    assert.equal(response.status, 200);
    const got = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([hash('sha256', got), got.length], [sha256, size]);
    assert.equal(hash('sha256', bytes), sha256);
    assert.equal(filename, `${slug}-1.2.0.tar.gz`);
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
    );
    assert.equal(response.headers.get('content-type'), 'application/gzip');
  });

  test('is where the form of a page leads, so that pages with the form name the store, and no others do', async () => {
    const { slug } = await published(catalog, ada);
    const { status, headers } = await catalog.ask(`/realms/${slug}/download`, { method: 'POST' });
    assert.equal(status, 303);
    assert.equal(new URL(headers.get('location') ?? '').origin, s3.url);
    for (const path of [`/realms/${slug}`, `/realms/${slug}/versions`]) {
      const policy = (await catalog.ask(path)).headers.get('content-security-policy') ?? '';
      assert.ok(policy.includes(`form-action 'self' ${s3.url};`), policy);
    }
    assert.match((await catalog.ask('/realms')).headers.get('content-security-policy') ?? '', /form-action 'self';/);
  });

  test('gives a part of it to who asks for a part', async () => {
    const { slug, bytes } = await published(catalog, ada);
    const { downloadUrl } = await download(catalog, slug);
    const response = await fetch(downloadUrl, { headers: { range: 'bytes=10-19' } });
    assert.equal(response.status, 206);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes.subarray(10, 20));
  });

  test('is given out again for a minute, while it is good for fifteen more, and then signed anew', async (t) => {
    const { slug } = await published(catalog, ada, { name: 'Popular' });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const first = await download(catalog, slug);
    t.mock.timers.tick(signedAt(first.downloadUrl) + MINUTE_MS - 1 - Date.now()); // the last moment
    const second = await download(catalog, slug);
    assert.equal(second.downloadUrl, first.downloadUrl);
    assert.ok(Date.parse(second.expiresAt) >= Date.now() + 15 * MINUTE_MS);
    assert.ok(Date.parse(second.expiresAt) <= signedAt(second.downloadUrl) + 16 * MINUTE_MS);
    t.mock.timers.tick(2_000);
    const third = await download(catalog, slug);
    assert.notEqual(third.downloadUrl, first.downloadUrl);
    assert.equal((await fetch(third.downloadUrl)).status, 200);
  });

  test('is good for fifteen minutes, as the answer says', async () => {
    const { slug } = await published(catalog, ada);
    const begun = Date.now();
    const { downloadUrl, expiresAt } = await download(catalog, slug);
    assert.equal(
      new URL(downloadUrl).searchParams.get('X-Amz-Expires'),
      '960',
      'a minute of which others may have had',
    );
    assert.ok(
      Date.parse(expiresAt) <= signedAt(downloadUrl) + 16 * MINUTE_MS,
      'it is not said to be good for longer than it is',
    );
    const ends = Date.parse(expiresAt) - 15 * MINUTE_MS;
    assert.ok(begun <= ends && ends <= Date.now() + 1_000);
  });

  test('is refused by the store when it was changed, or has no signature', async () => {
    const { slug } = await published(catalog, ada, { visibility: 'private' });
    const { status } = await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
    assert.equal(status, 404);
    const { downloadUrl } = await download(catalog, slug, ada);
    const changed = [
      downloadUrl.replace('X-Amz-Expires=960', 'X-Amz-Expires=96000'),
      downloadUrl.replace('attachment', 'inline'),
      downloadUrl.replace('application%2Fgzip', 'text%2Fhtml'),
      downloadUrl.replace(/(?<=X-Amz-Signature=)./, another),
      downloadUrl.replace(/.(?=\?)/, another),
    ];
    for (const url of changed) assert.equal((await fetch(url)).status, 403, url);
    const unsigned = await fetch(downloadUrl.replace(/\?.*/, ''));
    assert.ok([400, 401, 403, 404].includes(unsigned.status), `${unsigned.status}`); // by which store it is
    assert.equal((await fetch(downloadUrl)).status, 200);
  });

  test('to a realm without an upload leads to an archive that was made for it', async () => {
    const { slug } = await aRealm(catalog, ada);
    const { downloadUrl, sha256 } = await download(catalog, slug);
    assert.equal(new URL(downloadUrl).origin, s3.url);
    const got = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
    assert.equal(hash('sha256', got), sha256);
  });

  test('is given to giget as well', async () => {
    const { slug } = await published(catalog, ada);
    const { body } = await catalog.ask(`/giget/${slug}.json`);
    assert.equal(new URL(body.tar).origin, s3.url);
    assert.equal((await fetch(body.tar)).status, 200);
  });

  test('is made for the address that clients know the store by', async () => {
    await using behind = await startCatalog({}, { ...s3.env, S3_PUBLIC_ENDPOINT: 'https://archives.example' });
    const { token } = await signUp(behind, { username: 'ada' });
    const { slug } = await published(behind, token);
    assert.equal(new URL((await download(behind, slug)).downloadUrl).origin, 'https://archives.example');
  });
});

describe('a link through the catalog to an archive in S3', () => {
  test('is the catalog’s own, and gives the archive whole and in part', async () => {
    await using catalog = await startCatalog({}, { ...s3.env, S3_LINKS: 'through' });
    const { token } = await signUp(catalog, { username: 'ada' });
    const { slug, bytes } = await published(catalog, token);
    const { downloadUrl } = await download(catalog, slug);
    const { origin, pathname, search } = new URL(downloadUrl);
    assert.equal(origin, PUBLIC_URL);
    const address = catalog.url + pathname + search;
    const whole = await fetch(address);
    assert.equal(whole.status, 200);
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
    const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 10-19/${bytes.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20));
    const head = await fetch(address, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.length));
  });
});

describe('while S3 is unavailable', () => {
  test('an upload answers 503, leaves nothing behind, and succeeds with the same token when S3 is back', async () => {
    await using proxy = await startS3Proxy(s3.url);
    await using catalog = await startCatalog({}, { ...s3.env, S3_ENDPOINT: proxy.url, S3_LINKS: 'through' });
    const { token } = await signUp(catalog, { username: 'ada' });
    const there = await published(catalog, token);
    const realm = await aRealm(catalog, token, { name: 'Blog' });
    const bytes = await anArchive('2.0.0');

    const { pathname, search } = new URL((await download(catalog, there.slug)).downloadUrl);

    await proxy.close();
    const refused = await upload(catalog, realm, bytes);
    assert.equal(refused.status, 503, refused.text);
    assert.equal(refused.body.code, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.deepEqual(readdirSync(join(catalog.services.config.dataDir, 'uploads')), []);
    assert.deepEqual((await catalog.ask(`/v1/realms/${realm.slug}`)).body.version, '0.0.0');
    assert.equal((await catalog.ask(pathname + search)).status, 503);

    await proxy.reopen();
    assert.equal((await catalog.ask(pathname + search)).status, 200);
    const taken = await upload(catalog, realm, bytes);
    assert.equal(taken.status, 201, taken.text);
    assert.equal(taken.body.sha256, hash('sha256', bytes));
  });
});

describe('an upload whose bytes are changed on the way to S3', () => {
  test('answers 503, leaves nothing that could be served, and succeeds with the same token afterwards', async () => {
    await using proxy = await startS3Proxy(s3.url);
    await using catalog = await startCatalog({}, { ...s3.env, S3_ENDPOINT: proxy.url, S3_PUBLIC_ENDPOINT: s3.url });
    const { token } = await signUp(catalog, { username: 'ada' });
    const realm = await aRealm(catalog, token);
    const bytes = await anArchive('1.0.0');
    proxy.flipsBytes = true;
    const refused = await upload(catalog, realm, bytes);
    assert.equal(refused.status, 503, refused.text);
    assert.equal((await catalog.ask(`/v1/realms/${realm.slug}`)).body.version, '0.0.0');
    assert.equal(await catalog.services.archives.size(hash('sha256', bytes)), undefined);

    proxy.flipsBytes = false;
    assert.equal((await upload(catalog, realm, bytes)).status, 201);
    const { downloadUrl } = await download(catalog, realm.slug);
    assert.deepEqual(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()), bytes);
  });
});
