// How old a page may be: counts a second, everything else not at all.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Site } from '@realm-catalog/web/site';
import { createItems } from '../../src/pages/reading/item-lists.ts';
import { serializeRealm } from '../../src/realms/realm-json.ts';
import { create, project, upload } from '../publishing/uploads.ts';
import { json, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';

let catalog: TestCatalog;
let alice: Person;
before(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
  await publish('Meadow', 'Green.');
  await catalog.services.scoring.run(); // a change that comes by itself, and makes all pages old
  await catalog.services.catalog.follow();
});
after(() => catalog[Symbol.asyncDispose]());

/** The home page shows realms that have an upload. */
async function publish(name: string, description: string): Promise<void> {
  const created = await create(catalog, alice, { name, description });
  assert.equal((await upload(catalog, created, await project('1.0.0'))).status, 201);
}

async function shown(path: string): Promise<{ downloads: string; text: string; etag: string }> {
  const { text, headers } = await catalog.ask(path);
  const [, downloads = ''] = /<p class="big number">([\d,]+)</.exec(text) ?? [];
  return { downloads, text, etag: headers.get('etag') ?? '' };
}

const count = async () => Number((await shown('/realms/meadow')).downloads);

test('a page shows a change at once, and a count within a second', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const download = () => catalog.ask('/v1/realms/meadow/download', { method: 'POST' });
  let before = 0;
  // The catalog's own jobs make a change now and then, which makes all pages old.
  await until('the page is kept for nine tenths of a second after a download', async () => {
    t.mock.timers.tick(1_100);
    await count(); // a page is kept from its second visit on
    before = await count();
    await download();
    t.mock.timers.tick(900);
    return (await count()) === before;
  });
  t.mock.timers.tick(200);
  assert.equal(await count(), before + 1);
  const { text } = await shown('/realms?sort=downloads');
  assert.match(text, new RegExp(`Downloads </span><span class="number">${before + 1}<`));

  const change = json({ description: 'Greener still.' }, alice.token, 'PATCH');
  assert.equal((await catalog.ask('/v1/realms/meadow', change)).status, 200);
  for (const path of ['/', '/realms', '/realms/meadow', '/@alice'])
    assert.match((await shown(path)).text, /Greener still\./, path);
});

test('the card and the row of a realm are made twice, and again when anything of its JSON has changed', async () => {
  const { realms } = (await catalog.ask('/v1/api/realms')).body as { realms: [{ recentDownloads: number }] };
  const itemOf = createItems();
  const site = { basePath: '', publicUrl: '' } as Site;
  const items = (['card', 'row'] as const).map((kind) => {
    const show = () => itemOf(site, kind, serializeRealm(realms[0]));
    const [first, second, item] = [show(), show(), show()];
    assert.equal(show(), item);
    assert.deepEqual([first, second], [item, item]);
    const changed = itemOf(site, kind, serializeRealm({ ...realms[0], recentDownloads: 77_000 }));
    assert.match(changed.html, /title="77,000"/);
    assert.doesNotMatch(item.html, /77,000/);
    return item.html;
  });
  assert.notEqual(items[0], items[1]);
});

test('a page that is asked for again has the same ETag until something changes', async () => {
  const { etag } = await shown('/realms');
  assert.equal((await shown('/realms')).etag, etag);
  await create(catalog, alice, { name: 'Pond', description: 'Blue.' });
  const now = await shown('/realms');
  assert.notEqual(now.etag, etag);
  assert.match(now.text, /Pond/);
});

test('a realm that becomes private is gone from every page at once', async () => {
  await publish('Grove', 'Dark.');
  assert.match((await shown('/')).text, /Grove/);
  assert.equal((await catalog.ask('/realms/grove')).status, 200);
  const hide = json({ visibility: 'private' }, alice.token, 'PATCH');
  assert.equal((await catalog.ask('/v1/realms/grove', hide)).status, 200);
  assert.equal((await catalog.ask('/realms/grove')).status, 404);
  for (const path of ['/', '/realms', '/@alice', '/suggest?q=gro'])
    assert.doesNotMatch((await shown(path)).text, /Grove/, path);
});
