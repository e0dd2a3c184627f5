// The button "Download" of the web pages: one download for each form, from pages of this catalog alone, in a window of its own.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aRealm, anAccount, json, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';
import { catalog, countOf, download, publish, put, realm, startBeforeTests } from '../support/published.ts';

startBeforeTests();

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

const send = (slug: string, version?: string, headers: Record<string, string> = sameOrigin) =>
  catalog.ask(`/realms/${slug}${version === undefined ? '' : `/versions/${version}`}/download`, {
    method: 'POST',
    headers,
  });

const withoutId = (text: string) => text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');

describe('the form of a page', () => {
  test('records one download, and leads to the archive by the same link as the API', async () => {
    await publish(realm, '1.0.0');
    await publish(realm, '2.0.0');
    const { status, headers, text } = await send(realm.slug);
    assert.equal(status, 303);
    assert.equal(text, '');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(await countOf(), 1);
    const { downloadUrl } = (await download()).body as { downloadUrl: string };
    const [own, ofApi] = [headers.get('location') ?? '', downloadUrl].map((url) => new URL(url));
    assert.equal(own?.origin + String(own?.pathname), ofApi?.origin + String(ofApi?.pathname));
    assert.match(own?.href ?? '', /2\.0\.0/);
  });

  test('takes a version, though it is yanked, and 0.0.0 of a realm without an upload', async () => {
    await publish(realm, '1.0.0', { yanked: true });
    await publish(realm, '2.0.0');
    assert.match((await send(realm.slug, '1.0.0')).headers.get('location') ?? '', /1\.0\.0/);
    assert.equal((await send(realm.slug, '9.9.9')).status, 404);
    assert.equal((await send((await put()).slug)).status, 303);
    assert.equal(await countOf(), 1);
  });

  test('leads from an old slug to the form of the new one', async () => {
    const alice = await signUp(catalog, { username: 'alice' });
    const made = await put({ ownerId: alice.account.id });
    const renamed = await catalog.ask(
      `/v1/realms/${made.slug}`,
      json({ slug: `${made.slug}-new` }, alice.token, 'PATCH'),
    );
    assert.equal(renamed.status, 200, renamed.text);
    const { status, headers } = await send(made.slug);
    assert.deepEqual([status, headers.get('location')], [308, `${PUBLIC_URL}/realms/${made.slug}-new/download`]);
    assert.equal(await countOf({ ...made, slug: `${made.slug}-new` }), 0);
  });

  test('is refused by a page, and counts nothing, where another site has sent it', async () => {
    await publish(realm, '1.0.0');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { cookie: 'theme=dark' },
    ]) {
      const { status, headers: answered } = await send(realm.slug, undefined, headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(answered.get('content-type') ?? '', /^text\/html/);
    }
    assert.equal(await countOf(), 0);
    assert.equal((await send(realm.slug, undefined, { origin: PUBLIC_URL, cookie: 'theme=dark' })).status, 303); // as browsers do over plain http
    assert.equal((await send(realm.slug, undefined, {})).status, 303); // a program
  });

  test('is a POST alone: a GET counts nothing', async () => {
    for (const path of [`/realms/${realm.slug}/download`, `/realms/${realm.slug}/versions/1.0.0/download`]) {
      const { status, headers } = await catalog.ask(path, { headers: sameOrigin });
      assert.equal(status, 405);
      assert.equal(headers.get('allow'), 'POST, OPTIONS');
    }
    assert.equal(await countOf(), 0);
  });

  test('answers errors with pages: one for an unknown and a private realm, which says the same', async () => {
    const secret = await put({ visibility: 'private' });
    const [unknown, refused] = [await send('nothing-here'), await send(secret.slug)];
    assert.deepEqual([unknown.status, refused.status], [404, 404]);
    assert.match(unknown.text, /<!doctype html>/);
    assert.equal(withoutId(refused.text), withoutId(unknown.text));
  });
});

test('downloads by pages have a window of their own, and a 429 is a page', async () => {
  const owner = anAccount();
  const one = aRealm(owner);
  await using limited = await startCatalog(
    { accounts: [owner], realms: [one] },
    { RATE_LIMIT_PAGE_DOWNLOADS: '2', TRUST_PROXY: '127.0.0.1' },
  );
  const post = (address: string) =>
    limited.ask(`/realms/${one.slug}/download`, {
      method: 'POST',
      headers: { ...sameOrigin, 'x-forwarded-for': address },
    });
  for (let n = 0; n < 2; n += 1) assert.equal((await post('203.0.113.1')).status, 303);
  const { status, headers, text } = await post('203.0.113.1');
  assert.equal(status, 429);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.ok(Number(headers.get('retry-after')) >= 1);
  assert.match(text, /The limit of 2 downloads by web pages an hour from one address is used up\./);
  const fromThere = { headers: { 'x-forwarded-for': '203.0.113.1' } };
  assert.equal((await limited.ask(`/realms/${one.slug}`, fromThere)).status, 200);
  const byApi = await limited.ask(`/v1/realms/${one.slug}/download`, { ...fromThere, method: 'POST' });
  assert.equal(byApi.status, 200);
  assert.equal((await post('203.0.113.2')).status, 303);
});
