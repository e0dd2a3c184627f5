// While the store is unavailable: callers without a credential see what is in memory, for a while, and are told; others are told to come again.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, afterEach, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { removeAccount } from '../../src/accounts/queries.ts';
import {
  aRealm,
  anAccount,
  bearer,
  closeStore,
  json,
  signUp,
  startCatalog,
  type TestCatalog,
  type Person,
} from '../support/harness.ts';
import { isLarge } from '../support/stores.ts';

const ada = anAccount({ username: 'ada' });
let catalog: TestCatalog;
let bob: Person;
const realms = ['one', 'two', 'three'].map((slug) => aRealm(ada, { slug, name: slug }));

async function start(env: Record<string, string> = {}): Promise<void> {
  catalog = await startCatalog({ accounts: [ada], realms }, env);
  bob = await signUp(catalog, { username: 'bob', role: 'admin' });
  for (const path of ['/v1/realms', '/v1/realms/one', '/v1/realms/two', '/v1/realms/three'])
    for (let times = 0; times < 3; times += 1) assert.equal((await catalog.ask(path)).status, 200);
}

beforeEach(() => start());
afterEach(() => catalog[Symbol.asyncDispose]());

/** Until the process has noticed; a test that waits in vain fails by its time limit. */
async function untilUnavailable(): Promise<void> {
  while (catalog.services.catalog.staleSeconds === undefined) await setTimeout(20);
}

async function loseStore(): Promise<void> {
  await closeStore(catalog);
  await untilUnavailable();
}

const later = (t: TestContext, seconds: number) => {
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + seconds * 1_000);
};

test('a realm and a list are answered from memory with their age, and a credential gets 503', async () => {
  await loseStore();
  for (const path of ['/v1/realms/one', '/v1/realms', '/v1/realms?search=two', '/v1/api/realms/two']) {
    const { status, headers } = await catalog.ask(path);
    assert.equal(status, 200, path);
    assert.match(headers.get('x-catalog-stale') ?? '', /^[1-9][0-9]*$/, path);
    const known = await catalog.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    assert.deepEqual([known.status, known.headers.has('x-catalog-stale')], [304, true], path);
    assert.equal((await catalog.ask(path, bearer(bob.token))).status, 503, path);
  }
  assert.equal((await catalog.ask('/v1/realms/nothing')).status, 503);
  assert.equal((await catalog.ask('/v1/stats')).status, 503);
  assert.equal((await catalog.ask('/readyz')).status, 503);
  assert.equal((await catalog.ask('/healthz')).status, 200);
});

test('nothing is said to be stale while the store answers', async () => {
  assert.equal((await catalog.ask('/v1/realms/one')).headers.has('x-catalog-stale'), false);
});

test('realms that were just downloaded or starred are shown too, with their counts', async () => {
  assert.equal((await catalog.ask('/v1/realms/one/star', { method: 'PUT', ...bearer(bob.token) })).status, 204);
  for (let times = 0; times < 3; times += 1)
    assert.equal((await catalog.ask('/v1/realms/one/download', { method: 'POST' })).status, 200);
  await catalog.services.downloadCounter.flush();
  await loseStore();
  for (const { downloadCount, starCount } of [
    (await catalog.ask('/v1/realms/one')).body,
    (await catalog.ask('/v1/realms?search=one')).body.realms[0],
  ])
    assert.deepEqual(
      [downloadCount - (realms[0]?.downloadCount ?? 0), starCount - (realms[0]?.starCount ?? 0)],
      [3, 1],
    );
});

test('what became private or was deleted is not shown, and what was changed is shown as it is now', async () => {
  await catalog.ask('/v1/realms/one', json({ visibility: 'private' }, bob.token, 'PATCH'));
  await catalog.ask('/v1/realms/two', { method: 'DELETE', ...bearer(bob.token) });
  await catalog.ask('/v1/realms/three', json({ description: 'Another one' }, bob.token, 'PATCH'));
  await loseStore();
  for (const slug of ['one', 'two']) assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 503, slug);
  assert.equal((await catalog.ask('/v1/realms/three')).body.description, 'Another one');
});

test('a realm is shown with its author as that is after a change or a removal', async () => {
  const people = [];
  for (const username of ['carol', 'dave']) {
    const person = await signUp(catalog, { username, name: `${username} before` });
    const made = { name: `Of ${username}`, description: 'x', category: 'saas' };
    assert.equal((await catalog.ask('/v1/realms', json(made, person.token))).status, 201);
    assert.equal((await catalog.ask(`/v1/realms/of-${username}`)).body.author.name, `${username} before`);
    people.push(person);
  }
  const [carol, dave] = people;
  assert.equal((await catalog.ask('/v1/me', json({ name: 'Carol' }, carol?.token, 'PATCH'))).status, 200);
  await catalog.services.db.batch(removeAccount(dave?.account.id ?? '', new Date().toISOString()));
  await catalog.services.catalog.follow();
  await loseStore();
  for (const [slug, name] of [
    ['of-carol', 'Carol'],
    ['of-dave', ''],
  ])
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.author.name, name, slug);
});

test('giget gets no link to what may be gone by now', async () => {
  assert.equal((await catalog.ask('/giget/one.json')).status, 200);
  await loseStore();
  assert.equal((await catalog.ask('/giget/one.json')).status, 503);
});

// What PostgreSQL refuses is in refusing-store.test.ts.
if (!isLarge)
  test('a damaged file is a store that is unavailable', async () => {
    const file = new DatabaseSync(join(catalog.env['DATA_DIR'] ?? '', 'catalog.sqlite'), { defensive: false });
    file.exec(`pragma writable_schema = on; update sqlite_schema set rootpage = 1000000 where name = 'changes';
      pragma schema_version = 1000000`);
    file.close();
    const refused = await catalog.ask('/v1/stats');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    await untilUnavailable();
    const { status, headers } = await catalog.ask('/v1/realms/one');
    assert.deepEqual([status, headers.has('x-catalog-stale')], [200, true]);
    assert.equal((await catalog.ask('/readyz')).status, 503);
    await closeStore(catalog); // which has nowhere to write
  });

test('it ends after STALE_READS_SECONDS', async (t) => {
  await loseStore();
  later(t, 50);
  assert.ok(Number((await catalog.ask('/v1/realms/one')).headers.get('x-catalog-stale')) >= 50);
  t.mock.restoreAll();
  later(t, 61);
  for (const path of ['/v1/realms/one', '/v1/realms']) assert.equal((await catalog.ask(path)).status, 503, path);
});

test('with 0 there is none', async () => {
  await catalog[Symbol.asyncDispose]();
  await start({ STALE_READS_SECONDS: '0' });
  await loseStore();
  for (const path of ['/v1/realms/one', '/v1/realms']) assert.equal((await catalog.ask(path)).status, 503, path);
});
