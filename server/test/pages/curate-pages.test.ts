// The pages where curators make and order collections, without scripts.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anAccount, aRealm, prepare, signUp, useCatalog } from '../support/harness.ts';
import { signInToWeb, type WebBrowser } from '../support/web-session.ts';

const ada = anAccount({ username: 'ada' });
const realms = ['one', 'two', 'three'].map((slug) => aRealm(ada, { slug, name: `Realm ${slug}` }));
const hidden = aRealm(ada, { slug: 'hidden', name: 'Hidden realm', visibility: 'private' });
const catalog = useCatalog({ accounts: [ada], realms: [...realms, hidden] });
let curator: WebBrowser;
prepare(async () => {
  await signUp(catalog, { username: 'cleo', role: 'curator' });
  curator = await signInToWeb(catalog, 'cleo');
});

const collection = async (slug: string) => (await catalog.ask(`/v1/collections/${slug}`)).body;
async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { status, headers, text } = await curator.post(path, fields);
  assert.equal(status, 303, text);
  return (headers.get('location') ?? '').replace(/^https?:\/\/[^/]+/, '');
}

test('a curator makes a collection, fills it, orders it and removes it', async () => {
  const made = await post('/curate', { slug: 'picks', name: 'Picks', description: 'Chosen.', featured: 'true' });
  assert.equal(made, '/curate/picks');
  for (const add of ['one', 'two', 'three']) await post('/curate/picks', { add });
  assert.deepEqual((await collection('picks')).realms, ['one', 'two', 'three']);
  assert.equal(await post('/curate/picks', { up: 'three' }), '/curate/picks?last=three&action=up');
  assert.deepEqual((await collection('picks')).realms, ['one', 'three', 'two']);
  await post('/curate/picks', { down: 'one' });
  assert.deepEqual((await collection('picks')).realms, ['three', 'one', 'two']);
  for (const [name, slug] of [
    ['up', 'three'],
    ['down', 'two'],
    ['up', 'unknown'],
  ] as const)
    await post('/curate/picks', { [name]: slug });
  assert.deepEqual((await collection('picks')).realms, ['three', 'one', 'two']);
  assert.equal(await post('/curate/picks', { take: 'one' }), '/curate/picks?done=taken&last=two&action=take');
  await post('/curate/picks', { save: 'true', name: 'Finest', description: 'Of all\r\nthat there are.' });
  const { realms: left, name, description, featured } = await collection('picks');
  assert.deepEqual([left, name, featured], [['three', 'two'], 'Finest', false]);
  assert.equal(description, 'Of all that there are.', 'typed in two lines');
  assert.equal(await post('/curate/picks', { remove: 'true' }), '/curate?done=removed');
  assert.equal((await catalog.ask('/v1/collections/picks')).status, 404);
});

test('what is wrong stands beside its field, and what was typed stays', async () => {
  const { status, text } = await curator.post('/curate', { slug: 'No Slug', name: 'Kept name', description: '' });
  assert.equal(status, 400);
  assert.match(text, /id="slug-error"[\s\S]*value="Kept name"/);
  await post('/curate', { slug: 'strict', name: 'Strict', description: '' });
  for (const add of ['unknown', 'hidden']) {
    const refused = await curator.post('/curate/strict', { add });
    assert.equal(refused.status, 400);
    assert.match(refused.text, new RegExp(`id="q-error">[^<]*no realm has the slug ${add}`));
  }
});

test('realms are found by words, and those that may be listed alone', async () => {
  await post('/curate', { slug: 'found', name: 'Found', description: '' });
  await post('/curate/found', { add: 'two' });
  const find = async (q: string) => (await curator.get(`/curate/found?q=${q}`)).text;
  const offered = async (q: string) =>
    [...(await find(q)).matchAll(/name="add" value="([^"]+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(
    (await offered('realm')).toSorted((a = '', b = '') => a.localeCompare(b)),
    ['one', 'three'],
    'and not the one that is in it',
  );
  assert.match(await find('hidden'), /No realm that you may list is like that/);
  const tooMany = await curator.get(`/curate/found?q=${'x+'.repeat(11)}x`);
  assert.deepEqual([tooMany.status, /id="q-error"/.test(tooMany.text)], [200, true]);
});

test('curators are led to the pages from the collections, and nobody else is', async () => {
  await post('/curate', { slug: 'led', name: 'Led', description: '' });
  for (const path of ['/collections', '/collections/led']) {
    assert.match((await curator.get(path)).text, /href="\/curate/);
    assert.doesNotMatch((await catalog.ask(path)).text, /\/curate/);
  }
});

test('nobody else is shown the pages, or changes anything by them', async () => {
  await post('/curate', { slug: 'guarded', name: 'Guarded', description: '' });
  await signUp(catalog, { username: 'visitor' });
  const visitor = await signInToWeb(catalog, 'visitor');
  for (const path of ['/curate', '/curate/guarded']) {
    assert.equal((await visitor.get(path)).status, 403);
    assert.match((await catalog.ask(path)).headers.get('location') ?? '', /\/sign-in\?return=/);
  }
  assert.equal((await visitor.post('/curate', { slug: 'theirs', name: 'x', description: '' })).status, 403);
  for (const fields of [{ add: 'one' }, { save: 'true', name: 'x' }, { remove: 'true' }])
    assert.equal((await visitor.post('/curate/guarded', fields as Record<string, string>)).status, 403);
  assert.deepEqual([(await collection('guarded')).name, (await collection('guarded')).realms], ['Guarded', []]);
});
