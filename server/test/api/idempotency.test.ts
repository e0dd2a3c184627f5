// `Idempotency-Key` of requests that create a realm or open an upload: done once, however often and wherever they are sent.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { ConditionError } from '../../src/db/database.ts';
import { withIdempotencyKey } from '../../src/api/with-idempotency-key.ts';
import { sweepIdempotencyKeys } from '../../src/api/idempotency-queries.ts';
import { entriesLeftBy } from '../audit/entries.ts';
import { create, project, upload } from '../publishing/uploads.ts';
import { aKey, bearer, json, prepare, signUp, startCatalog, useCatalog, usePerson } from '../support/harness.ts';

const DAY_MS = 86_400_000;
const fields = { name: 'Boat', description: 'It floats.', category: 'sea' };

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const ada = usePerson(catalog, { username: 'ada' });
let key: string; // of an account that is logged in for longer than a JWT lives
prepare(async () => {
  ({ key } = await aKey(catalog, ada.token));
});

function post(path: string, idempotencyKey: string, body: object = {}, token = key) {
  const request = json(body, token);
  return catalog.ask(path, { ...request, headers: { ...request.headers, 'idempotency-key': idempotencyKey } });
}
const createOnce = (idempotencyKey: string, body: object = fields, token = key) =>
  post('/v1/realms', idempotencyKey, body, token);
const openOnce = (slug: string, idempotencyKey: string, token = key) =>
  post(`/v1/realms/${slug}/versions`, idempotencyKey, {}, token);
const ownedBy = async (token = key) => (await catalog.ask('/v1/me/realms', bearer(token))).body.pagination.total;
const rows = () => catalog.services.db.all<Record<string, string>>(sql`select * from idempotency_keys`);

describe('creating a realm', () => {
  test('again with the same key gives the same realm, and a new token in place of the first', async () => {
    const before = await ownedBy();
    const idempotencyKey = randomUUID();
    const entries = await entriesLeftBy(catalog, async () => {
      const first = await createOnce(idempotencyKey);
      const again = await createOnce(idempotencyKey);
      assert.deepEqual([first.status, again.status], [201, 201]);
      for (const name of ['id', 'slug', 'uploadUrl']) assert.equal(again.body[name], first.body[name]);
      assert.equal(again.headers.get('location'), first.headers.get('location'));
      assert.notEqual(again.body.uploadToken, first.body.uploadToken);
      assert.equal(
        (await upload(catalog, first.body, await project('1.0.0'))).status,
        401,
        'the first token has ended',
      );
      assert.equal((await upload(catalog, again.body, await project('1.0.0'))).status, 201);
    });
    assert.equal(await ownedBy(), before + 1);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['realm.create', 'upload.open', 'realm.publish'],
    );
  });

  test('twenty at once make one realm; the others get it as well, or are told that it is under way', async () => {
    const before = await ownedBy();
    for (let round = 1; round <= 3; round += 1) {
      const idempotencyKey = randomUUID();
      const replies = await Promise.all(Array.from({ length: 20 }, () => createOnce(idempotencyKey)));
      const created = replies.filter(({ status }) => status === 201);
      assert.ok(created.length >= 1);
      assert.equal(new Set(created.map(({ body }) => body.id)).size, 1);
      for (const { status, body } of replies)
        if (status !== 201) assert.deepEqual([status, body.code], [409, 'conflict']);
      assert.equal(await ownedBy(), before + round);
      const last = await createOnce(idempotencyKey);
      assert.deepEqual([last.status, last.body.id], [201, created[0]?.body.id]);
      const tokens = [...created.map(({ body }) => body.uploadToken), last.body.uploadToken];
      const usable = await Promise.all(
        tokens.map(async (uploadToken) => {
          const { status } = await upload(catalog, { slug: last.body.slug, uploadToken }, Buffer.from('no archive'));
          return status !== 401;
        }),
      );
      assert.deepEqual(usable, [...created.map(() => false), true], 'the last token alone is good');
    }
  });

  test('from another body with the same key is 422, and creates nothing', async () => {
    const idempotencyKey = randomUUID();
    assert.equal((await createOnce(idempotencyKey)).status, 201);
    const before = await ownedBy();
    for (const other of [
      { ...fields, name: 'Car' },
      { ...fields, visibility: 'private' },
    ]) {
      const { status, body } = await createOnce(idempotencyKey, other);
      assert.deepEqual([status, body.code], [422, 'unprocessable']);
    }
    assert.equal(await ownedBy(), before);
    const spelled = { category: 'sea', description: ' It floats. ', name: 'Boat', unknown: 1 };
    assert.equal((await createOnce(idempotencyKey, spelled)).status, 201, 'what means the same is the same');
  });

  test('while the first request runs is 409; if that never ends, another does the work a minute later', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const idempotencyKey = randomUUID();
    const { id } = (await createOnce(idempotencyKey)).body;
    const { db } = catalog.services;
    // As a process leaves it that stops in the midst of the request.
    const stopped = async () =>
      db.batch([sql`update idempotency_keys set realm_id = '', token_hash = '' where realm_id = ${id}`]);
    await stopped();
    const { status, body } = await createOnce(idempotencyKey);
    assert.deepEqual([status, body.code], [409, 'conflict']);
    t.mock.timers.tick(60_001);
    const taken = await createOnce(idempotencyKey);
    assert.equal(taken.status, 201);
    assert.notEqual(taken.body.id, id);
    assert.equal((await createOnce(idempotencyKey)).body.id, taken.body.id);
  });

  test('by a request that was too slow, and whose key another has taken over, is undone', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const request = { key: randomUUID(), accountId: ada.account.id, operation: 'createRealm', content: fields };
    let faster = '';
    const slow = withIdempotencyKey(catalog.services.db, request, {
      async first(statements) {
        t.mock.timers.tick(60_001);
        faster = (await createOnce(request.key)).body.id;
        await catalog.services.db.batch(statements('the realm of the slow one', 'its token'));
      },
      again: () => assert.fail('it is the first'),
    });
    await assert.rejects(slow, ConditionError);
    const { status, body } = await createOnce(request.key);
    assert.deepEqual([status, body.id], [201, faster]);
  });

  test('that was refused leaves its key free', async () => {
    const idempotencyKey = randomUUID();
    assert.equal((await createOnce(idempotencyKey, { ...fields, category: '!' })).status, 400);
    assert.equal((await createOnce(idempotencyKey)).status, 201);
    await using small = await startCatalog({}, { QUOTA_REALMS_FREE: '1' });
    const { token } = await signUp(small, { username: 'ada' });
    const ask = (body: object, idempotent: string) => {
      const request = json(body, token);
      return small.ask('/v1/realms', { ...request, headers: { ...request.headers, 'idempotency-key': idempotent } });
    };
    const first = await ask(fields, 'first');
    assert.equal((await ask(fields, 'second')).body.code, 'quota_exceeded');
    assert.equal((await ask(fields, 'first')).status, 201, 'the realm that is there is no further one');
    await small.ask(`/v1/realms/${first.body.slug}`, { method: 'DELETE', ...bearer(token) });
    assert.equal((await ask(fields, 'second')).status, 201);
  });

  test('is each account’s own', async () => {
    const idempotencyKey = randomUUID();
    const bob = await signUp(catalog, { username: 'bob' });
    const [first, other] = [await createOnce(idempotencyKey), await createOnce(idempotencyKey, fields, bob.token)];
    assert.equal(other.status, 201);
    assert.notEqual(other.body.id, first.body.id);
    assert.equal((await createOnce(idempotencyKey, { ...fields, name: 'Car' }, bob.token)).status, 422);
    assert.equal((await createOnce(idempotencyKey, fields, ada.token)).body.id, first.body.id, 'whichever credential');
  });

  test('whose realm was deleted since is 409', async () => {
    const idempotencyKey = randomUUID();
    const { slug } = (await createOnce(idempotencyKey)).body;
    await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(key) });
    const { status, body } = await createOnce(idempotencyKey);
    assert.equal(status, 409);
    assert.match(body.detail, /deleted/);
  });

  test('with a new token ends that token with the credential that asked for it', async () => {
    const idempotencyKey = randomUUID();
    await createOnce(idempotencyKey);
    const { id, key: other } = await aKey(catalog, ada.token);
    const again = (await createOnce(idempotencyKey, fields, other)).body;
    await catalog.ask(`/v1/keys/${id}`, { method: 'DELETE', ...bearer(ada.token) });
    assert.equal((await upload(catalog, again, await project('1.0.0'))).status, 401);
  });
});

describe('opening an upload', () => {
  test('again with the same key gives a new token in place of the first', async () => {
    const { slug } = await create(catalog, { token: key });
    const idempotencyKey = randomUUID();
    const [first, again] = [await openOnce(slug, idempotencyKey), await openOnce(slug, idempotencyKey)];
    assert.deepEqual([first.status, again.status], [201, 201]);
    assert.equal(again.body.uploadUrl, first.body.uploadUrl);
    const { uploadToken } = first.body;
    assert.equal((await upload(catalog, { slug, uploadToken }, await project('1.0.0'))).status, 401);
    assert.equal((await upload(catalog, { ...again.body, slug }, await project('1.0.0'))).status, 201);
  });

  test('of another realm with the same key is 422, and the same key may create a realm', async () => {
    const idempotencyKey = randomUUID();
    const [one, two] = [await create(catalog, { token: key }), await create(catalog, { token: key })];
    assert.equal((await openOnce(one.slug, idempotencyKey)).status, 201);
    assert.equal((await openOnce(two.slug, idempotencyKey)).status, 422);
    assert.equal((await createOnce(idempotencyKey)).status, 201);
  });

  test('twenty at once leave one good token', async () => {
    const { slug, id } = await create(catalog, { token: key });
    const idempotencyKey = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => openOnce(slug, idempotencyKey)));
    for (const { status } of replies) assert.ok(status === 201 || status === 409, String(status));
    assert.ok(replies.some(({ status }) => status === 201));
    const tokens = await catalog.services.db.all(sql`select hash from upload_tokens where realm_id = ${id}`);
    assert.equal(tokens.length, 2, 'with that of the creation');
  });
});

test('a key is forgotten after 24 hours, and swept', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const idempotencyKey = randomUUID();
  const { id } = (await createOnce(idempotencyKey)).body;
  t.mock.timers.tick(DAY_MS - 1_000);
  assert.equal((await createOnce(idempotencyKey)).body.id, id);
  t.mock.timers.tick(1_000);
  const later = await createOnce(idempotencyKey);
  assert.equal(later.status, 201);
  assert.notEqual(later.body.id, id);
  t.mock.timers.tick(2 * DAY_MS);
  await sweepIdempotencyKeys(catalog.services.db, new Date().toISOString());
  assert.deepEqual(await rows(), []);
});

test('a key is 1 to 255 visible characters, else a 400', async () => {
  const before = await ownedBy();
  for (const bad of ['a b', 'x'.repeat(256), 'é']) {
    const { status, body } = await createOnce(bad);
    assert.deepEqual([status, body.errors?.[0].field], [400, 'Idempotency-Key']);
  }
  assert.equal(await ownedBy(), before);
});

test('neither the key nor the token nor what was sent is stored', async () => {
  const idempotencyKey = randomUUID();
  const { uploadToken } = (await createOnce(idempotencyKey, { ...fields, name: 'Submarine' })).body;
  const stored = JSON.stringify(await rows());
  assert.match(stored, /realm_id/);
  for (const secret of [idempotencyKey, uploadToken, 'Submarine']) assert.ok(!stored.includes(secret));
});
