// Tests the quotas of realms, bytes and versions, exactly, also when many uploads end at once; and the reserve of the disk.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { updateAccount } from '../../src/accounts/queries.ts';
import { bearer, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { create, openUpload, slowUpload, tarGz, upload, type Owner } from '../publishing/uploads.ts';

const quotaOf = async (catalog: TestCatalog, { token }: Owner) =>
  (await catalog.ask('/v1/me', bearer(token))).body.quota;

/** About this many bytes, which do not compress. */
const archive = (version: string, bytes: number) =>
  tarGz({
    'realm.json': JSON.stringify({ version }),
    noise: randomBytes(bytes)
      .toString('hex')
      .slice(0, bytes * 2),
  });

const refusal = ({ status, body }: { status: number; body: any }) => [status, body.code];

test('realms are counted as they come and go, and one too many is a 403', async () => {
  await using catalog = await startCatalog({}, { QUOTA_REALMS_FREE: '3', QUOTA_REALMS_PREMIUM: '4' });
  const alice = await signUp(catalog, { username: 'alice' });
  const fields = { name: 'One', description: 'x', category: 'api' };
  const made = [await create(catalog, alice), await create(catalog, alice), await create(catalog, alice)];
  const post = () => catalog.ask('/v1/realms', json(fields, alice.token));
  assert.deepEqual(refusal(await post()), [403, 'quota_exceeded']);
  assert.deepEqual((await quotaOf(catalog, alice)).realms, { used: 3, limit: 3 });
  assert.equal((await catalog.ask('/v1/realms?limit=100')).body.pagination.total, 3);

  await catalog.ask(`/v1/realms/${made[0].slug}`, { method: 'DELETE', ...bearer(alice.token) });
  assert.deepEqual((await quotaOf(catalog, alice)).realms, { used: 2, limit: 3 });
  const answers = await Promise.all(Array.from({ length: 12 }, post));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 403).length, 11);
  assert.deepEqual((await quotaOf(catalog, alice)).realms, { used: 3, limit: 3 });

  await catalog.services.db.batch(updateAccount(alice.account.id, { plan: 'premium' }));
  assert.equal((await post()).status, 201);
  assert.deepEqual((await quotaOf(catalog, alice)).realms, { used: 4, limit: 4 });
});

test('a realm that is refused for the quota uses up no number of a slug', async () => {
  await using catalog = await startCatalog({}, { QUOTA_REALMS_FREE: '2' });
  const alice = await signUp(catalog, { username: 'alice' });
  const [, second] = [await create(catalog, alice), await create(catalog, alice)];
  assert.equal(second.slug, 'my-realm-2');
  const fields = json({ name: 'My realm', description: 'x', category: 'api' }, alice.token);
  for (let times = 0; times < 3; times += 1)
    assert.deepEqual(refusal(await catalog.ask('/v1/realms', fields)), [403, 'quota_exceeded']);
  await catalog.ask(`/v1/realms/${second.slug}`, { method: 'DELETE', ...bearer(alice.token) });
  assert.equal((await create(catalog, alice)).slug, 'my-realm-3');
});

test('a realm is refused for the quota, also if the quota has room again a moment later', async (t) => {
  await using catalog = await startCatalog({}, { QUOTA_REALMS_FREE: '0' });
  const alice = await signUp(catalog, { username: 'alice' });
  const { db } = catalog.services;
  const batch = db.batch.bind(db);
  t.mock.method(db, 'batch', async (...statements: Parameters<typeof batch>) => {
    try {
      return await batch(...statements);
    } catch (error) {
      await batch(updateAccount(alice.account.id, { plan: 'premium' }));
      throw error;
    }
  });
  const fields = json({ name: 'One', description: 'x', category: 'api' }, alice.token);
  assert.deepEqual(refusal(await catalog.ask('/v1/realms', fields)), [403, 'quota_exceeded']);
  assert.equal((await catalog.ask('/v1/realms', fields)).status, 201);
});

describe('bytes', () => {
  test('of versions are counted, also of yanked ones, until their realm is deleted', async () => {
    await using catalog = await startCatalog();
    const alice = await signUp(catalog, { username: 'alice' });
    const realm = await create(catalog, alice);
    const [first, second] = [await archive('1.0.0', 500), await archive('1.0.1', 700)];
    assert.equal((await upload(catalog, realm, first)).status, 201);
    assert.equal((await upload(catalog, await openUpload(catalog, alice, realm.slug), second)).status, 201);
    const used = first.length + second.length;
    assert.deepEqual((await quotaOf(catalog, alice)).bytes, { used, limit: 1_073_741_824 });
    const yank = json({ yanked: true }, alice.token, 'PATCH');
    assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/versions/1.0.0`, yank)).status, 200);
    assert.equal((await quotaOf(catalog, alice)).bytes.used, used);
    await catalog.ask(`/v1/realms/${realm.slug}`, { method: 'DELETE', ...bearer(alice.token) });
    assert.deepEqual(await quotaOf(catalog, alice), {
      bytes: { used: 0, limit: 1_073_741_824 },
      realms: { used: 0, limit: 500 },
    });
  });

  test('that do not fit are a 403 by their Content-Length, before they are sent', async () => {
    await using catalog = await startCatalog({}, { QUOTA_BYTES_FREE: '1000' });
    const realm = await create(catalog, await signUp(catalog, { username: 'alice' }));
    const answer = await upload(catalog, realm, await archive('1.0.0', 2_000));
    assert.deepEqual(refusal(answer), [403, 'quota_exceeded']);
    assert.match(answer.body.detail, /0 of 1000 bytes/);
    assert.equal((await upload(catalog, realm, await archive('1.0.0', 100))).status, 201); // the token is good for another try
  });

  test('that come without a length are refused when all have arrived, and nothing is stored', async () => {
    await using catalog = await startCatalog({}, { QUOTA_BYTES_FREE: '1000' });
    const alice = await signUp(catalog, { username: 'alice' });
    const slow = await slowUpload(catalog, await create(catalog, alice), await archive('1.0.0', 2_000));
    const answer = await slow.finish();
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [403, 'quota_exceeded']);
    assert.equal((await quotaOf(catalog, alice)).bytes.used, 0);
  });

  test('of uploads that end together never exceed the quota', async () => {
    await using catalog = await startCatalog({}, { QUOTA_BYTES_FREE: '4000', RATE_LIMIT_AUTHENTICATED: '10000' });
    const alice = await signUp(catalog, { username: 'alice' });
    const bytes = await archive('1.0.0', 500);
    const realms = await Promise.all(Array.from({ length: 8 }, () => create(catalog, alice)));
    // Without a length none is refused before it is there.
    const slow = [];
    for (const realm of realms) slow.push(await slowUpload(catalog, realm, bytes));
    const answers = await Promise.all(slow.map(({ finish }) => finish()));
    const fit = Math.floor(4_000 / bytes.length);
    assert.ok(fit > 1 && fit < 8);
    assert.equal(answers.filter(({ status }) => status === 201).length, fit);
    assert.equal(answers.filter(({ status }) => status === 403).length, 8 - fit);
    assert.equal((await quotaOf(catalog, alice)).bytes.used, fit * bytes.length);
  });

  test('count for the owner of the realm, also if an administrator uploads them', async () => {
    await using catalog = await startCatalog();
    const alice = await signUp(catalog, { username: 'alice' });
    const root = await signUp(catalog, { username: 'root', role: 'admin' });
    const { slug } = await create(catalog, alice);
    const bytes = await archive('1.0.0', 500);
    assert.equal((await upload(catalog, await openUpload(catalog, root, slug), bytes)).status, 201);
    assert.equal((await quotaOf(catalog, alice)).bytes.used, bytes.length);
    assert.equal((await quotaOf(catalog, root)).bytes.used, 0);
  });

  test('that are used up make a further upload a 403 when it is opened', async () => {
    await using catalog = await startCatalog({}, { QUOTA_BYTES_FREE: '0' });
    const alice = await signUp(catalog, { username: 'alice' });
    const { slug } = await create(catalog, alice);
    const opened = await catalog.ask(`/v1/realms/${slug}/versions`, json({}, alice.token));
    assert.deepEqual(refusal(opened), [403, 'quota_exceeded']);
  });
});

test('a realm has at most 1,000 versions', async () => {
  await using catalog = await startCatalog();
  const alice = await signUp(catalog, { username: 'alice' });
  const realm = await create(catalog, alice);
  const opened = await openUpload(catalog, alice, realm.slug);
  assert.equal((await upload(catalog, realm, await archive('0.1.0', 10))).status, 201);
  await catalog.services.db.batch([
    sql`insert into versions (realm_id, version, number, digest, size, file_count, unpacked_size, format, yanked, reason, manifest, published_by, created_at)
      with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < 1000)
      select realm_id, '0.1.' || cast(numbers.number as text), numbers.number, digest, size, file_count, unpacked_size, format, 0, '', manifest, published_by, created_at
      from versions, numbers where realm_id = ${realm.id}`,
  ]);
  assert.deepEqual(refusal(await catalog.ask(`/v1/realms/${realm.slug}/versions`, json({}, alice.token))), [
    403,
    'quota_exceeded',
  ]);
  assert.deepEqual(refusal(await upload(catalog, opened, await archive('2.0.0', 10))), [403, 'quota_exceeded']);
});

describe('the reserve of the disk', () => {
  test('is left alone: uploads are a 503 with Retry-After', async () => {
    await using catalog = await startCatalog({}, { MIN_FREE_DISK: String(2 ** 52) });
    const realm = await create(catalog, await signUp(catalog, { username: 'alice' }));
    const answer = await upload(catalog, realm, await archive('1.0.0', 10));
    assert.deepEqual(refusal(answer), [503, 'unavailable']);
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.match(answer.body.detail, /disk/);
  });
});
