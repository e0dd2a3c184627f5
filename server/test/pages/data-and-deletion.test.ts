// The pages of those who leave: all their data, and the deletion of the account, which says what becomes of its realms.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { create } from '../publishing/uploads.ts';
import { turnOn, wrongCodeOf } from '../accounts/factors/factors.ts';
import { aRealm, bearer, json, PASSWORD, PUBLIC_URL, signUp, useCatalog, type Person } from '../support/harness.ts';
import { linksOf } from './documents.ts';
import { signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';

const catalog = useCatalog();
const PATH = '/settings/delete';
const MINUTE_MS = 60_000;

async function signUpInWeb(username: string): Promise<{ person: Person; browser: WebBrowser }> {
  const person = await signUp(catalog, { username });
  return { person, browser: await signInToWeb(catalog, username) };
}

/** The items of the list of what happens, as text. */
const consequencesIn = (html: string): string[] =>
  Array.from(html.matchAll(/<li>([\s\S]*?)<\/li>/g), ([, item = '']) =>
    item
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

const isThere = async ({ token }: Person) => (await catalog.ask('/v1/me', bearer(token))).status === 200;

test('all data of an account is the same by the page as by the API, for its owner alone, and is stored nowhere', async () => {
  const { person, browser } = await signUpInWeb('ada');
  await create(catalog, person, { name: 'Secret plan', visibility: 'private' });
  assert.match((await browser.get('/settings/data')).text, /href="\/settings\/data\.json" download/);
  const { status, headers, body } = await browser.get('/settings/data.json');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="realm-catalog-data.json"');
  assert.deepEqual(body, (await catalog.ask('/v1/me/data', bearer(person.token))).body);
  assert.equal(body.realms[0].slug, 'secret-plan');
  const anonymous = await webBrowser(catalog).get('/settings/data.json');
  assert.match(anonymous.headers.get('location') ?? '', /\/sign-in\?return=%2Fsettings%2Fdata\.json$/);
});

describe('the page that deletes an account', () => {
  test('says what becomes of each realm, and then does just that', async () => {
    const { person, browser } = await signUpInWeb('bob');
    const { slug: shown } = await create(catalog, person, { name: 'For all' });
    const owner = { ...person.account, passwordHash: '' };
    const hidden = Array.from({ length: 60 }, (_, at) =>
      aRealm(owner, { slug: `hidden-${at}`, visibility: at % 2 ? 'private' : 'unlisted' }),
    );
    await catalog.insert({ realms: hidden });
    const { text } = await browser.get(PATH);
    const [stays = '', goes = '', ...others] = consequencesIn(text);
    assert.match(stays, /^1 public realm stays, for those who use them\./);
    assert.match(
      goes,
      /^60 private or unlisted realms are deleted, with all versions: .*\bhidden-1\b.*, and 10 others\.$/,
    );
    assert.equal(others.length, 3);
    const { browser: other } = await signUpInWeb('eve');
    assert.match((await other.get(PATH)).text, /<li>You have no realms\.<\/li>/);

    const wrong = await browser.post(PATH, { password: 'wrong password' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="password-error">Password is not the password of this account\./);
    assert.ok(await isThere(person));
    const { cookie } = browser;
    const done = await browser.post(PATH, { password: PASSWORD });
    assert.equal(done.status, 200);
    assert.match(done.text, /<h1>Your account is deleted<\/h1>/);
    assert.equal(browser.cookie, '', 'the browser has no session any more');
    assert.match((await webBrowser(catalog, cookie).get('/me')).headers.get('location') ?? '', /\/sign-in/);
    assert.equal(await isThere(person), false);
    assert.equal((await catalog.ask(`/v1/realms/${shown}`)).body.author.name, '');
    for (const { slug } of hidden) assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 404);
  });

  test('leaves pages that say that the author has gone, where public realms stay', async () => {
    const { person, browser } = await signUpInWeb('gone');
    const { slug } = await create(catalog, person, { name: 'Left behind' });
    const { browser: empty } = await signUpInWeb('without-realms');
    const read = async () => {
      const { text } = await catalog.ask(`/realms/${slug}`);
      const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      return { text, author: (JSON.parse(data) as { author: object }).author };
    };
    const before = await read();
    assert.doesNotMatch(before.text, /has deleted their account/);
    assert.deepEqual(before.author, { '@type': 'Person', name: 'gone', url: `${PUBLIC_URL}/@gone` });
    for (const one of [browser, empty]) assert.equal((await one.post(PATH, { password: PASSWORD })).status, 200);
    const after = await read();
    assert.match(after.text, /notice warning">\s*<strong>Its author has deleted their account\.<\/strong>/);
    assert.deepEqual(after.author, { '@type': 'Person', name: 'gone' });
    for (const link of linksOf(after.text).filter((one) => one.startsWith('/@')))
      assert.equal((await catalog.ask(link)).status, 200, link);
    const { text } = await catalog.ask('/@Gone');
    assert.match(text, /This account is deleted\.[\s\S]*href="\/realms\/left-behind"/);
    assert.match(text, /<meta name="robots" content="noindex/);
    for (const name of ['without-realms', 'nobody']) assert.equal((await catalog.ask(`/@${name}`)).status, 404);
  });

  test('asks for a code where there is a second factor', async () => {
    const person = await signUp(catalog, { username: 'carol' });
    const { secret, codes } = await turnOn(catalog, person.token);
    const browser = webBrowser(catalog);
    const { text: asked } = await browser.post('/sign-in', { username: 'carol', password: PASSWORD });
    const step = /name="step" value="([^"]*)"/.exec(asked)?.[1] ?? assert.fail(asked);
    await browser.post('/sign-in/second-step', { step, code: codes[0] ?? '' });
    assert.match((await browser.get(PATH)).text, /Code of your app, or a recovery code/);
    for (const code of ['', wrongCodeOf(secret)]) {
      const { status, text } = await browser.post(PATH, { password: PASSWORD, code });
      assert.equal(status, 400);
      assert.match(text, /id="code-error">Code of your app, or a recovery code is wrong, or was used before/);
    }
    assert.ok(await isThere(person));
    assert.match((await browser.post(PATH, { password: PASSWORD, code: ` ${codes[1]} ` })).text, /account is deleted/);
  });

  test('asks one without a password for its name, which no other credential can do', async () => {
    const { person, browser } = await signUpInWeb('dora');
    await catalog.services.db.batch([sql`update accounts set password_hash = '' where id = ${person.account.id}`]);
    const byToken = await catalog.ask('/v1/me', json({ password: '' }, person.token, 'DELETE'));
    assert.equal(byToken.status, 400);
    assert.match(byToken.body.errors[0].message, /^is not set: delete this account on its settings page/);
    const { text } = await browser.get(PATH);
    assert.doesNotMatch(text, /type="password"/);
    const wrong = await browser.post(PATH, { username: 'somebody' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="username-error">Your user name is not the name of this account\./);
    assert.ok(await isThere(person));
    assert.match((await browser.post(PATH, { username: 'dora' })).text, /account is deleted/);
    assert.equal(await isThere(person), false);
  });

  test('needs a sign-in of the last half hour, and a form of this catalog', async (t) => {
    const { person, browser } = await signUpInWeb('erik');
    const foreign = await browser.post(PATH, { password: PASSWORD }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(foreign.status, 403);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * MINUTE_MS });
    for (const reply of [await browser.get(PATH), await browser.post(PATH, { password: PASSWORD })])
      assert.match(reply.headers.get('location') ?? '', /\/sign-in\?return=%2Fsettings%2Fdelete$/);
    t.mock.timers.reset();
    assert.ok(await isThere(person));
  });
});
