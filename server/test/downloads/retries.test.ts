// Retries of a download with an Idempotency-Key: counted once, answered alike, and for a day.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { sweepIdempotencyKeys } from '../../src/api/idempotency-queries.ts';
import { updateRealm } from '../../src/realms/writes.ts';
import { bearer, signUp } from '../support/harness.ts';
import { catalog, countOf, download, publish, put, realm, startBeforeTests } from '../support/published.ts';

startBeforeTests();

const DAY_MS = 86_400_000;

const keyed = (key: string, slug = realm.slug, query = '') =>
  download(slug, { headers: { 'idempotency-key': key } }, query);
const keptKeys = async () =>
  (await catalog.services.db.get<{ n: number }>(sql`select count(*) as n from idempotency_keys`))?.n ?? 0;

/** The bytes behind a link, from the address that the server really has. */
async function fetchLink(url: string, from = catalog): Promise<Buffer> {
  const { pathname, search } = new URL(url);
  const response = await fetch(from.url + pathname + search);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

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
    t.mock.timers.tick(DAY_MS - 1_000);
    const again = await keyed(key);
    assert.equal(Date.parse(again.body.expiresAt) - Date.parse(first.body.expiresAt), DAY_MS - 1_000);
    assert.deepEqual(await fetchLink(again.body.downloadUrl), bytes);
    assert.equal(await countOf(), 1);
  });

  test('is forgotten after 24 hours, and swept', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const key = randomUUID();
    await Promise.all([keyed(key), keyed(randomUUID()), keyed(randomUUID())]);
    t.mock.timers.tick(DAY_MS);
    assert.equal((await keyed(key)).status, 200);
    assert.equal(await countOf(), 4);
    t.mock.timers.tick(2 * DAY_MS);
    assert.equal((await keyed('the-only-one-that-is-left')).status, 200);
    await sweepIdempotencyKeys(catalog.services.db, new Date().toISOString());
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
    const rows = await catalog.services.db.all(sql`select * from idempotency_keys`);
    assert.ok(!JSON.stringify(rows).includes(key));
  });
});
