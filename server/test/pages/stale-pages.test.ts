// While the database is unavailable: pages that were shown before are shown again, for a while, to visitors who send no credential.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { create, project, upload } from '../publishing/uploads.ts';
import { closeStore, json, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { signInToWeb } from '../support/web-session.ts';

let catalog: TestCatalog;
let alice: Person;
const pages = ['/', '/realms', '/realms/meadow', '/realms/meadow/versions', '/@alice', '/collections', '/stats'];

async function publish(name: string): Promise<void> {
  const created = await create(catalog, alice, { name });
  assert.equal((await upload(catalog, created, await project('1.0.0'))).status, 201);
}

beforeEach(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
  await publish('Meadow');
  await publish('Grove');
});
afterEach(() => catalog[Symbol.asyncDispose]());

/** A page is kept from its second visit on. */
async function visit(...paths: string[]): Promise<void> {
  for (const path of [...paths, ...paths]) assert.equal((await catalog.ask(path)).status, 200, path);
}

const edit = async (slug: string, change: object) =>
  assert.equal((await catalog.ask(`/v1/realms/${slug}`, json(change, alice.token, 'PATCH'))).status, 200);

async function loseStore(): Promise<void> {
  await closeStore(catalog);
  while (catalog.services.catalog.staleSeconds === undefined) await setTimeout(20);
}

test('pages are shown again with their age, though downloads were counted since', async (t) => {
  const { cookie } = await signInToWeb(catalog, 'alice');
  await visit(...pages);
  const { nonce } = catalog.services.catalog;
  assert.equal((await catalog.ask('/v1/realms/meadow/download', { method: 'POST' })).status, 200);
  await until('the count is sorted by', async () => {
    await catalog.services.catalog.follow();
    return catalog.services.catalog.nonce !== nonce;
  });
  await loseStore();
  for (const path of pages) {
    const { status, headers } = await catalog.ask(path);
    assert.deepEqual([status, Number(headers.get('x-catalog-stale')) > 0], [200, true], path);
    const signedIn = await catalog.ask(path, { headers: { cookie } });
    assert.equal(signedIn.status, 503, path);
    assert.doesNotMatch(signedIn.text, /Meadow/, path);
  }
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 61_000);
  for (const path of pages) assert.equal((await catalog.ask(path)).status, 503, path);
});

test('the home page is made of the realms in memory, and others that nobody has visited are not there', async () => {
  await visit('/realms');
  await loseStore();
  const { status, text, headers } = await catalog.ask('/');
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
  assert.match(text, /Meadow/);
  assert.doesNotMatch(text, /home-totals/);
  for (const path of ['/collections', '/stats']) assert.equal((await catalog.ask(path)).status, 503, path);
});

test('what became private is shown nowhere, and what was edited is not shown as it was', async () => {
  await edit('meadow', { deprecated: { message: 'Too high.' } });
  await visit(...pages, '/realms/grove', '/realms/grove/versions');
  await edit('grove', { visibility: 'private' });
  await edit('meadow', { deprecated: { message: 'Mown today.' } });
  await loseStore();
  for (const path of [...pages, '/realms/grove', '/realms/grove/versions'])
    assert.doesNotMatch((await catalog.ask(path)).text, /Grove/, path);
  assert.match((await catalog.ask('/realms/meadow')).text, /Mown today/);
  assert.equal((await catalog.ask('/realms/meadow/versions')).status, 503);
});
