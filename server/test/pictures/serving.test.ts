// Pictures over HTTP: who may see them, how they are cached, and how they outlast a loss of their file.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { derivedName } from '../../src/archives/storage-key.ts';
import { findUsedDigests } from '../../src/publishing/queries.ts';
import { create } from '../publishing/uploads.ts';
import { aKey, bearer, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { detail, fetchPicture, png, send } from './sample-pictures.ts';

const MINUTE_MS = 60_000;

let catalog: TestCatalog;
let owner: { token: string };
before(async () => {
  catalog = await startCatalog();
  owner = await signUp(catalog, { username: 'alice' });
});
after(() => catalog[Symbol.asyncDispose]());

/** A new realm with two screenshots. */
async function illustrated(visibility = 'public') {
  const { slug } = await create(catalog, owner, { visibility });
  const files = { 'a.png': await png(1_000, 500), 'b.png': await png(500, 300) };
  const manifest = { screenshots: Object.keys(files), slug }; // the slug makes it another archive than those before
  const { status, body } = await send(catalog, owner, slug, { manifest, files });
  assert.equal(status, 201);
  const realm = await detail(catalog, slug, owner.token);
  return { slug, realm, pictures: derivedName(body.sha256, 'pictures'), path: new URL(realm.coverUrl).pathname };
}

const statusOf = async (address: string) => (await fetchPicture(catalog, address)).status;
const usedBytes = async () => (await catalog.ask('/v1/me', bearer(owner.token))).body.quota.bytes.used;
const show = (slug: string, visibility: string) =>
  catalog.ask(`/v1/realms/${slug}`, json({ visibility }, owner.token, 'PATCH'));

describe('a picture of a public or an unlisted realm', () => {
  for (const visibility of ['public', 'unlisted'])
    test(`is for everyone, and cached as a file of a version is: ${visibility}`, async () => {
      const { realm } = await illustrated(visibility);
      const { status, headers, bytes } = await fetchPicture(catalog, realm.coverUrl);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'image/webp');
      assert.equal(headers.get('cache-control'), 'public, max-age=900, s-maxage=0, immutable');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('content-security-policy'), 'sandbox');
      assert.equal(headers.get('content-length'), String(bytes.length));
      const etag = headers.get('etag') ?? '';
      const again = await fetchPicture(catalog, realm.coverUrl, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, etag]);
      const head = await fetchPicture(catalog, realm.coverUrl, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
    });

  test('is not there under any other name, version or realm', async () => {
    const { realm, path } = await illustrated();
    const names = ['0-480', '3-480', '9-480', '1-479', '1-1921', '01-480', '1-480.', '1-480.webp/', '-1-480', '1-1e3'];
    for (const name of names) assert.equal(await statusOf(`http://x${path.replace('1-480', name)}`), 404, name);
    assert.equal(await statusOf(`http://x${path.replace('1.0.0', '1.0.1')}`), 404);
    assert.equal(await statusOf(`http://x${path.replace(realm.id, '019a8b6c-1f00-7000-8000-000000000001')}`), 404);
  });

  test('is gone at once when the realm becomes private, or is deleted', async () => {
    const { slug, realm } = await illustrated();
    await show(slug, 'private');
    assert.equal(await statusOf(realm.coverUrl), 404);
    await show(slug, 'public');
    assert.equal(await statusOf(realm.coverUrl), 200);
    await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(owner.token) });
    assert.equal(await statusOf(realm.coverUrl), 404);
  });
});

describe('a picture of a private realm', () => {
  test('is shown by addresses that are signed, and no others', async () => {
    const { slug, realm } = await illustrated('private');
    const signed = new URL(realm.coverUrl);
    assert.equal(await statusOf(realm.coverUrl), 200);
    for (const { url } of realm.screenshots) assert.equal(await statusOf(url), 200);
    for (const name of ['expires', 'key', 'signature']) {
      const other = new URL(signed);
      other.searchParams.set(name, `${other.searchParams.get(name)}0`);
      assert.equal(await statusOf(String(other)), 404, name);
    }
    const other = await illustrated('private');
    assert.equal(await statusOf(`http://x${other.path}${signed.search}`), 404, 'the signature of another realm');
    const refused = await catalog.ask(other.path, bearer(owner.token));
    const unknown = await catalog.ask(other.path.replace(other.realm.id, realm.id.replace(/.$/, 'z')));
    const { requestId: _one, ...answer } = refused.body;
    const { requestId: _other, ...expected } = unknown.body;
    assert.deepEqual(answer, expected, 'a realm that one may not see is as one that is not there');
    const mine = await catalog.ask('/v1/me/realms?limit=100', bearer(owner.token));
    const { coverUrl } = mine.body.realms.find((one: { slug: string }) => one.slug === slug);
    assert.equal(await statusOf(coverUrl), 200, 'in a list');
    const changed = await catalog.ask(`/v1/realms/${slug}`, json({ license: 'MIT' }, owner.token, 'PATCH'));
    assert.equal(await statusOf(changed.body.coverUrl), 200, 'in the answer to a change');
  });

  test('is shown for fifteen minutes, up to the next full minute, and cached by browsers alone', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 1_000 });
    const { slug, realm } = await illustrated('private');
    const { headers } = await fetchPicture(catalog, realm.coverUrl);
    assert.equal(headers.get('cache-control'), 'private, max-age=959, immutable');
    assert.equal((await detail(catalog, slug, owner.token)).coverUrl, realm.coverUrl);
    const { key } = await aKey(catalog, owner.token); // which outlives the login
    t.mock.timers.tick(959_000);
    assert.equal(await statusOf(realm.coverUrl), 404);
    const next = await detail(catalog, slug, key);
    assert.equal(await statusOf(next.coverUrl), 200);
  });
});

describe('the file of pictures', () => {
  test('is made again where it is missing or damaged', async () => {
    const { realm, pictures } = await illustrated();
    const { archives } = catalog.services;
    const whole = await fetchPicture(catalog, realm.screenshots[1].url);
    const spoilt = Buffer.alloc(20_000, 'x');
    const stored = Buffer.from(await new Response((await archives.open(pictures))?.stream as any).arrayBuffer());
    const changed = Buffer.from(stored).fill(0, 9_000);
    for (const bytes of [undefined, spoilt, changed, stored.subarray(0, 9_000)]) {
      await (bytes ? archives.put(bytes, pictures) : archives.remove(pictures));
      const again = await fetchPicture(catalog, realm.screenshots[1].url);
      assert.equal(again.status, 200);
      assert.deepEqual(again.bytes, whole.bytes);
    }
  });

  test('is made when an archive that was missing has been back for seconds', async (t) => {
    const { realm, pictures } = await illustrated();
    const { archives } = catalog.services;
    const bytes = await buffer((await archives.open(realm.sha256))!.stream);
    const names = [realm.sha256, pictures, derivedName(realm.sha256, 'files'), derivedName(realm.sha256, 'zip')];
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    for (const name of names) await archives.remove(name);
    await catalog.restart();
    assert.equal(await statusOf(realm.coverUrl), 404);
    await archives.put(bytes, realm.sha256);
    assert.equal(await statusOf(realm.coverUrl), 404, 'not with each request');
    t.mock.timers.tick(2_000);
    assert.equal(await statusOf(realm.coverUrl), 200);
  });

  test('goes with its archive when nothing refers to it any more', async () => {
    const { slug, pictures } = await illustrated();
    const { archives, db } = catalog.services;
    const sweep = () => archives.sweep((digests) => findUsedDigests(db, digests), -MINUTE_MS);
    await sweep();
    assert.ok(await archives.size(pictures));
    await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(owner.token) });
    await sweep();
    assert.equal(await archives.size(pictures), undefined);
  });

  test('counts in no quota', async () => {
    const before = await usedBytes();
    const { realm } = await illustrated();
    assert.equal((await usedBytes()) - before, realm.size);
  });
});
