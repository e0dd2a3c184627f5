// Managing a realm in the browser without a script: details, slug, deprecation, versions and deletion, each as the operation of the API does it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { create, json, openUpload, project, upload } from '../publishing/uploads.ts';
import { PUBLIC_URL, signUp, useCatalog } from '../support/harness.ts';
import { signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';

const catalog = useCatalog();
const errorOf = (text: string, field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(text)?.[1];
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location')?.replace(PUBLIC_URL, '');
const readRealm = async (slug: string) => (await catalog.ask(`/v1/realms/${slug}`)).body;

/** A person with a realm of this slug. */
async function owner(username: string, slug: string, fields: object = {}) {
  const { token } = await signUp(catalog, { username });
  await create(catalog, { token }, { name: slug, slug, ...fields });
  return { token, browser: await signInToWeb(catalog, username) };
}

const details = {
  name: 'New name',
  description: 'Other.',
  category: 'blog',
  tags: 'a b',
  visibility: 'unlisted',
  license: 'ISC',
  repository: '',
  demo: 'https://example.com/',
};

/** Whether the page has the link to manage it. */
const isManaged = async (who: WebBrowser) =>
  (await who.get('/realms/eve-shop')).text.includes('href="/realms/eve-shop/edit"');

describe('the details', () => {
  test('stand in the form, are changed, and are refused beside their fields', async () => {
    const { browser } = await owner('ada', 'ada-shop', { tags: ['node', 'css'], license: 'MIT' });
    const { text } = await browser.get('/realms/ada-shop/edit');
    for (const value of [
      'value="ada-shop"',
      'value="node, css"',
      'value="MIT"',
      '>Something.</textarea>',
      'value="public" checked',
    ])
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(value), value);
    const saved = await browser.post('/realms/ada-shop/edit', details);
    assert.equal(locationOf(saved), '/realms/ada-shop/edit?done=saved');
    const { name, tags, visibility, license, demo } = await readRealm('ada-shop');
    assert.deepEqual(
      [name, tags, visibility, license, demo],
      ['New name', ['a', 'b'], 'unlisted', 'ISC', 'https://example.com/'],
    );
    const refused = await browser.post('/realms/ada-shop/edit', { ...details, name: '', demo: 'example.com' });
    assert.equal(refused.status, 400);
    assert.equal(errorOf(refused.text, 'name'), 'Name must not be empty.');
    assert.equal(errorOf(refused.text, 'demo'), 'Demo must be an absolute http or https address.');
    assert.match(refused.text, /value="example\.com"/);
  });

  test('of a private realm are for its owner, and its page is marked', async () => {
    const { browser } = await owner('amy', 'amy-shop');
    await browser.post('/realms/amy-shop/edit', { ...details, visibility: 'private' });
    assert.equal((await catalog.ask('/v1/realms/amy-shop')).status, 404);
    assert.match((await browser.get('/realms/amy-shop/edit?done=saved')).text, /badge warning">private</);
    assert.equal((await webBrowser(catalog).get('/realms/amy-shop')).status, 404);
  });
});

describe('the slug', () => {
  test('is changed, and the old one leads to the new one, for pages and forms', async () => {
    const { browser } = await owner('bob', 'bob-old');
    assert.equal(
      locationOf(await browser.post('/realms/bob-old/rename', { slug: ' bob-new ' })),
      '/realms/bob-new/settings?done=renamed',
    );
    const moved = await browser.get('/realms/bob-old/settings');
    assert.deepEqual([moved.status, locationOf(moved)], [308, '/realms/bob-new/settings']);
    const form = await browser.post('/realms/bob-old/edit', details);
    assert.deepEqual([form.status, locationOf(form)], [308, '/realms/bob-new/edit']);
  });

  test('of another realm is refused with one that is free; the limit of old slugs is named', async () => {
    const { browser } = await owner('ben', 'ben-shop');
    await owner('bill', 'bill-shop');
    const taken = await browser.post('/realms/ben-shop/rename', { slug: 'bill-shop' });
    assert.equal(taken.status, 409);
    assert.equal(errorOf(taken.text, 'slug'), 'Slug is taken, or was; bill-shop-2 is free.');
    assert.match(
      errorOf((await browser.post('/realms/ben-shop/rename', { slug: 'No!' })).text, 'slug') ?? '',
      /lower-case letters/,
    );
    let slug = 'ben-shop';
    for (let at = 0; at < 10; at += 1) {
      await browser.post(`/realms/${slug}/rename`, { slug: `ben-${at}` });
      slug = `ben-${at}`;
    }
    const full = await browser.post(`/realms/${slug}/rename`, { slug: 'ben-more' });
    assert.match(full.text, /id="error" role="alert">A realm can have at most 10 old slugs/);
    assert.equal(errorOf(full.text, 'slug'), undefined);
  });
});

describe('a realm', () => {
  test('is deprecated with a successor, and that is taken back', async () => {
    const { browser } = await owner('carl', 'carl-old');
    await owner('cleo', 'cleo-new');
    const path = '/realms/carl-old/deprecate';
    const unknown = await browser.post(path, { message: 'Old.', successor: 'nothing-here' });
    assert.equal(errorOf(unknown.text, 'successor'), 'Successor cannot be used: no realm has the slug nothing-here.');
    assert.match(unknown.text, />Old\.<\/textarea>/);
    assert.equal(
      locationOf(await browser.post(path, { message: 'Too\r\nold.', successor: 'cleo-new' })),
      '/realms/carl-old/settings?done=deprecated',
    );
    assert.deepEqual((await readRealm('carl-old')).deprecated, {
      isDeprecated: true,
      message: 'Too old.',
      successor: 'cleo-new',
    });
    assert.match((await browser.get('/realms/carl-old/settings')).text, /Take the deprecation back/);
    await browser.post(path, { undo: 'yes' });
    assert.equal((await readRealm('carl-old')).deprecated.isDeprecated, false);
  });

  test('is deleted by whoever types its slug', async () => {
    const { browser } = await owner('dan', 'dan-shop');
    const wrong = await browser.post('/realms/dan-shop/delete', { confirmation: 'dan' });
    assert.deepEqual(
      [wrong.status, errorOf(wrong.text, 'confirmation')],
      [400, 'The slug of the realm is not what you typed.'],
    );
    assert.equal((await browser.post('/realms/dan-shop/delete')).status, 400);
    assert.equal(
      locationOf(await browser.post('/realms/dan-shop/delete', { confirmation: 'dan-shop' })),
      '/me?done=deleted',
    );
    assert.match((await browser.get('/me?done=deleted')).text, /role="status">The realm is deleted\./);
    assert.equal((await catalog.ask('/v1/realms/dan-shop')).status, 404);
  });

  test('that is quarantined can be deleted by its owner, and nothing else', async () => {
    const { browser } = await owner('dora', 'dora-shop');
    const { token } = await signUp(catalog, { username: 'operator', role: 'admin' });
    const quarantine = json({ token });
    const body = JSON.stringify({ quarantined: true, reason: 'It is broken.' });
    const { status } = await catalog.ask('/v1/admin/realms/dora-shop', { ...quarantine, method: 'PATCH', body });
    assert.equal(status, 200);
    for (const page of ['edit', 'upload']) assert.equal((await browser.get(`/realms/dora-shop/${page}`)).status, 403);
    assert.equal((await browser.post('/realms/dora-shop/rename', { slug: 'dora-new' })).status, 403);
    const page = (await browser.get('/realms/dora-shop')).text;
    assert.doesNotMatch(page, /badge warning">private/, 'it is public when the quarantine ends');
    const links = page.match(/href="[^"]*dora-shop\/(?:edit|settings)"/g);
    assert.deepEqual(links, ['href="/realms/dora-shop/settings"']);
    const { text } = await browser.get('/realms/dora-shop/settings');
    assert.deepEqual(
      [...text.matchAll(/action="([^"]*dora-shop[^"]*)"/g)].map(([, to]) => to),
      ['/realms/dora-shop/delete'],
    );
    assert.equal(
      locationOf(await browser.post('/realms/dora-shop/delete', { confirmation: 'dora-shop' })),
      '/me?done=deleted',
    );
  });

  test('has links to these pages for its owner, and for nobody else', async () => {
    const { browser } = await owner('eve', 'eve-shop');
    assert.equal(await isManaged(browser), true);
    assert.equal(await isManaged(webBrowser(catalog)), false);
    await signUp(catalog, { username: 'eric' });
    assert.equal(await isManaged(await signInToWeb(catalog, 'eric')), false);
  });
});

describe('a version', () => {
  test('is yanked with a reason, which can be changed and taken back', async () => {
    const { browser, token } = await owner('fay', 'fay-shop');
    await upload(catalog, await openUpload(catalog, { token }, 'fay-shop'), await project('1.0.0'));
    const path = '/realms/fay-shop/versions/1.0.0/yank';
    assert.match((await browser.get('/realms/fay-shop/versions')).text, /versions\/1\.0\.0\/yank/);
    const versions = async () => (await catalog.ask('/v1/realms/fay-shop/versions')).body.versions;
    assert.equal(locationOf(await browser.post(path, { reason: 'It\r\nbroke.' })), '/realms/fay-shop/versions');
    const [{ yanked, reason }] = await versions();
    assert.deepEqual([yanked, reason], [true, 'It broke.']);
    assert.match((await browser.get(path)).text, />It broke\.<\/textarea>[\s\S]*Offer 1\.0\.0 again/);
    const next = (await browser.get('/realms/fay-shop/upload')).text.replaceAll(/\s+/g, ' ');
    assert.match(
      next,
      /There is no version to download yet\. The next upload gets .*1\.0\.1</,
      'there was a first one',
    );
    const long = await browser.post(path, { reason: 'x'.repeat(501) });
    assert.deepEqual([long.status, errorOf(long.text, 'reason')], [400, 'Why must have at most 500 characters.']);
    await browser.post(path, { undo: 'yes' });
    assert.equal((await versions())[0].yanked, false);
    assert.equal((await browser.get('/realms/fay-shop/versions/9.9.9/yank')).status, 404);
  });
});

const pages = ['edit', 'upload', 'settings', 'versions/1.0.0/yank'];
const forms = ['edit', 'upload', 'rename', 'deprecate', 'delete', 'versions/1.0.0/yank'];

describe('whoever may not change a realm', () => {
  test('is told so, and changes nothing; an administrator may', async () => {
    const { token } = await owner('gus', 'gus-shop');
    await upload(catalog, await openUpload(catalog, { token }, 'gus-shop'), await project('1.0.0'));
    await signUp(catalog, { username: 'gil' });
    await signUp(catalog, { username: 'root', role: 'admin' });
    const [other, admin] = [await signInToWeb(catalog, 'gil'), await signInToWeb(catalog, 'root')];
    const before = (await catalog.ask('/v1/realms/gus-shop')).text;
    for (const page of pages) {
      assert.equal((await other.get(`/realms/gus-shop/${page}`)).status, 403, page);
      assert.equal((await admin.get(`/realms/gus-shop/${page}`)).status, 200, page);
    }
    for (const form of forms.filter((one) => one !== 'upload')) {
      const fields = { ...details, slug: 'taken-over', confirmation: 'gus-shop', reason: 'x' };
      assert.equal((await other.post(`/realms/gus-shop/${form}`, fields)).status, 403, form);
    }
    assert.equal((await catalog.ask('/v1/realms/gus-shop')).text, before);
    assert.equal(locationOf(await admin.post('/realms/gus-shop/edit', details)), '/realms/gus-shop/edit?done=saved');
  });

  test('signs in first, and comes back', async () => {
    const anonymous = webBrowser(catalog);
    for (const page of [...pages.map((one) => `/realms/any-realm/${one}`), '/publish'])
      assert.equal(locationOf(await anonymous.get(page)), `/sign-in?return=${encodeURIComponent(page)}`);
    assert.equal(
      locationOf(await anonymous.post('/realms/any-realm/rename')),
      `/sign-in?return=${encodeURIComponent('/realms/any-realm/settings')}`,
    );
  });
});
