// Creating an account in the browser: the rules and limits of the API, said beside the fields.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PASSWORD, PUBLIC_URL, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { webBrowser } from '../support/web-session.ts';

const catalog = useCatalog();

/** What stands beside a field. */
const errorOf = (text: string, field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(text)?.[1];
const inputOf = (text: string, name: string) =>
  new RegExp(`<input[^>]*\\sname="${name}"[^>]*>`).exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? assert.fail(name);

describe('signing up', () => {
  test('makes an account, signs it in, and returns to where the person was', async () => {
    const browser = webBrowser(catalog);
    const fields = { username: 'Ada', name: 'Ada L.', password: PASSWORD, return: '/realms?q=x' };
    const reply = await browser.post('/sign-up', fields);
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, `${PUBLIC_URL}/realms?q=x`]);
    assert.match((await browser.get('/')).text, /Account of ada/);
    assert.equal((await catalog.ask('/v1/users/ada')).body.name, 'Ada L.');
    assert.equal((await browser.get('/sign-up')).status, 302, 'whoever is signed in goes on');
  });

  test('proposes a free name for one that is taken, and keeps what was typed but for the password', async () => {
    for (const username of ['bob', 'bob2']) await signUp(catalog, { username });
    const { status, text } = await webBrowser(catalog).post('/sign-up', {
      username: 'Bob',
      name: 'B',
      password: PASSWORD,
    });
    assert.equal(status, 409);
    assert.equal(errorOf(text, 'username'), 'User name is taken; bob3 is free.');
    assert.match(
      inputOf(text, 'username'),
      /value="Bob".* autofocus aria-invalid="true" aria-describedby="username-error username-help"/,
    );
    assert.match(inputOf(text, 'name'), /value="B"/);
    assert.match(inputOf(text, 'password'), /value=""/);
    assert.doesNotMatch(text, new RegExp(PASSWORD));
  });

  test('proposes no name that looks like an id', async () => {
    const username = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c1';
    await signUp(catalog, { username });
    const { text } = await webBrowser(catalog).post('/sign-up', { username, password: PASSWORD });
    assert.equal(errorOf(text, 'username'), `User name is taken; ${username}10 is free.`);
  });

  test('says beside each field what is wrong with it, and has the focus in the first', async () => {
    const { status, text } = await webBrowser(catalog).post('/sign-up', { username: 'a b', password: 'short' });
    assert.equal(status, 400);
    assert.match(errorOf(text, 'username') ?? '', /^User name must have 1 to 64 letters, digits/);
    assert.equal(errorOf(text, 'password'), 'Password must have at least 8 characters and at most 1,024 bytes.');
    assert.equal(text.match(/\sautofocus/g)?.length, 1);
  });

  test('counts on the limit of registrations', async () => {
    await using strict = await startCatalog({}, { RATE_LIMIT_REGISTRATIONS: '1' });
    const attempt = (username: string) => webBrowser(strict).post('/sign-up', { username, password: PASSWORD });
    assert.equal((await attempt('one')).status, 303);
    const refused = await attempt('two');
    assert.equal(refused.status, 429);
    assert.match(refused.text, /role="alert">The limit of 1 registrations an hour from one address is used up/);
  });

  test('takes no form that is too large, or of another kind', async () => {
    const { status } = await webBrowser(catalog).post('/sign-up', { username: 'x'.repeat(20_000), password: 'x' });
    assert.equal(status, 413);
    const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
    assert.equal((await catalog.ask('/sign-up', { method: 'POST', headers, body: 'username=x' })).status, 415);
  });
});
