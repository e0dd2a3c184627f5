// The settings of an account in the browser: each form does what the operation of the API does, and says what is wrong beside its field.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, bearer, PASSWORD, PUBLIC_URL, signUp, useCatalog } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';
import { authorizeApp } from './authorized-app.ts';

const catalog = useCatalog();
const errorOf = (text: string, field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(text)?.[1];
const idIn = (text: string) => /name="id" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);

async function person(username: string) {
  const { token, account } = await signUp(catalog, { username });
  return { token, account, browser: await signInToWeb(catalog, username) };
}

describe('the profile', () => {
  test('is changed, with a message, and refused with what was typed', async () => {
    const { browser } = await person('ada');
    const saved = await browser.post('/settings', { name: 'Ada', bio: 'Counts\r\nall.' });
    assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${PUBLIC_URL}/settings?done=saved`]);
    assert.match((await browser.get('/settings?done=saved')).text, /role="status">Your profile is saved\./);
    assert.doesNotMatch((await browser.get('/settings?done=%3Cb%3E')).text, /role="status"|<b>/);
    assert.deepEqual((await catalog.ask('/v1/users/ada')).body.bio, 'Counts all.');
    const refused = await browser.post('/settings', { name: 'Ada', bio: 'x'.repeat(501) });
    assert.equal(refused.status, 400);
    assert.equal(errorOf(refused.text, 'bio'), 'About you must have at most 500 characters.');
    assert.ok(refused.text.includes('x'.repeat(501)));
  });

  test('shows what is used of the quota and of the limit', async () => {
    const { browser } = await person('amy');
    assert.match(
      (await browser.get('/settings')).text,
      /Realms<\/dt>\s*<dd>0 of 500<\/dd>[\s\S]*API requests this hour<\/dt>\s*<dd>\d+ of 1,000/,
    );
  });
});

describe('the password', () => {
  test('needs the current one, twice the same new one, and is refused beside its field', async () => {
    const { browser } = await person('bob');
    const post = (currentPassword: string, password: string, repeated = password) =>
      browser.post('/settings/password', { currentPassword, password, repeated });
    const wrong = await post('nonsense', 'another password');
    assert.equal(errorOf(wrong.text, 'currentPassword'), 'Current password is not the current password.');
    assert.equal(
      errorOf((await post(PASSWORD, 'another password', 'other')).text, 'repeated'),
      'New password again is not the same.',
    );
    assert.equal(
      errorOf((await post(PASSWORD, 'short')).text, 'password'),
      'New password must have at least 8 characters and at most 1,024 bytes.',
    );
    assert.equal((await post(PASSWORD, 'another password')).status, 303);
  });
});

describe('a key', () => {
  test('is made with scopes and a last day, shown once with the command that uses it, and revoked', async () => {
    const { browser } = await person('carol');
    const made = await browser.post('/settings/keys', {
      name: 'laptop',
      scopes: 'realms:read',
      expiresAt: '2099-01-02',
    });
    assert.equal(made.status, 200);
    const [key = ''] = /rlm_key_\w+/.exec(made.text) ?? [];
    assert.match(made.text, new RegExp(`REALM_TOKEN=${key} npx `));
    assert.equal(made.headers.get('content-encoding'), null);
    const { body } = await catalog.ask('/v1/me', bearer(key));
    assert.deepEqual(body.credential, { kind: 'key', scopes: ['realms:read'], expiresAt: '2099-01-02T23:59:59.999Z' });
    const list = await browser.get('/settings/keys');
    assert.doesNotMatch(list.text, /rlm_key_/);
    assert.match(list.text, /laptop/);
    const revoked = await browser.post('/settings/keys/revoke', { id: idIn(list.text) });
    assert.equal(revoked.headers.get('location'), `${PUBLIC_URL}/settings/keys?done=key-revoked`);
    assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 401);
  });

  test('is refused beside its fields, and one of another account is not found', async () => {
    const { browser } = await person('dora');
    const refused = await browser.post('/settings/keys', { name: '', scopes: 'admin', expiresAt: '2001-01-01' });
    assert.equal(refused.status, 400);
    assert.equal(errorOf(refused.text, 'name'), 'Name must not be empty.');
    const past = await browser.post('/settings/keys', { name: 'x', scopes: 'realms:read', expiresAt: '2001-01-01' });
    assert.equal(errorOf(past.text, 'expiresAt'), 'Expiry date must be in the future.');
    const { token } = await signUp(catalog, { username: 'dave' });
    const { id } = await aKey(catalog, token);
    assert.equal((await browser.post('/settings/keys/revoke', { id })).status, 404);
    assert.equal((await browser.post('/settings/keys/revoke', { id: '../x' })).status, 404);
  });
});

describe('sessions and applications', () => {
  test('are listed, and end one by one', async () => {
    const { browser, token } = await person('erin');
    const list = await browser.get('/settings/sessions');
    assert.equal((await browser.post('/settings/sessions', { id: idIn(list.text) })).status, 303);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401);
    assert.equal((await browser.get('/me')).status, 200);
    assert.match((await browser.get('/settings/applications')).text, /No application has access/);
  });

  test('an application that was allowed is revoked, with its tokens', async () => {
    const someone = await signUp(catalog, { username: 'fay' });
    const { accessToken } = await authorizeApp(catalog, someone);
    const browser = await signInToWeb(catalog, 'fay');
    const list = await browser.get('/settings/applications');
    assert.match(list.text, /<bdi>App<\/bdi>/);
    assert.equal((await browser.post('/settings/applications', { id: idIn(list.text) })).status, 303);
    assert.equal((await catalog.ask('/v1/me', bearer(accessToken))).status, 401);
  });
});
