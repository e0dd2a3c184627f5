// Tests the page before a browser leaves for an application: no link to the catalog leads to another site unseen (RFC 9700, 4.11.2).
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { applicationsAt, NATIVE, WEB, type TestClient } from './applications.ts';
import { bearer, PUBLIC_URL, startCatalog } from '../support/harness.ts';
import type { Page } from '../support/browser.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const { tokenOf, registerClient, openBrowser, startAuthorization } = await applicationsAt(catalog);

type Parameters = Record<string, string | undefined>;

/** Requests that the provider answers with a redirect to the client, and its error. */
const refusals: [error: string, Parameters][] = [
  ['login_required', { prompt: 'none' }], // of a person who is signed in, interaction_required
  ['invalid_request', { prompt: 'none login' }],
  ['invalid_request', { prompt: 'other' }],
  ['invalid_scope', { scope: 'admin' }],
  ['invalid_request', { response_type: 'token' }],
  ['unsupported_response_type', { response_type: 'none' }],
  ['invalid_request', { response_type: undefined }],
  ['invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_request', { max_age: '-1' }],
  ['invalid_target', { resource: 'https://other.example' }],
  ['request_not_supported', { request: 'x.y.z' }],
  ['request_uri_not_supported', { request_uri: 'https://other.example' }],
  ['registration_not_supported', { registration: '{}' }],
];

function assertRedirectPage({ url, status, headers, text }: Page, destination: string, what: string): void {
  assert.ok(url.startsWith(`${PUBLIC_URL}/oauth/authorize`), what);
  assert.deepEqual([status, headers.get('location')], [200, null], what);
  assert.match(headers.get('content-type') ?? '', /^text\/html/, what);
  assert.match(text, /<h1>Leave Realm Catalog\?<\/h1>/, what);
  assert.ok(text.includes(`asks to send you to <strong>${destination}</strong>`), what);
  assert.doesNotMatch(text, /<script|<form|http-equiv|\son\w+=|style=/, what);
}

const errorIn = ({ url }: Page): string | undefined => /[?#&]error=(\w+)/.exec(url)?.[1];

const request = async (client: TestClient, parameters: Parameters) =>
  (await startAuthorization(client, parameters)).url;

/** A browser in which this person has signed in to the pages, and has allowed nothing yet. */
async function browserOf(username: string) {
  const browser = openBrowser();
  await browser.signIn(await browser.open(await request(await registerClient(), {})), username);
  return browser;
}

describe('an application that the person has not allowed', () => {
  test('is named on a page before the browser leaves, whatever the error; the link goes on as the protocol says', async () => {
    const client = await registerClient({ name: 'Garden planner', redirectUris: [WEB] });
    for (const username of ['', 'bob']) {
      const browser = username === '' ? openBrowser() : await browserOf(username);
      for (const [error, parameters] of refusals) {
        const what = JSON.stringify(parameters);
        const page = await browser.open(await request(client, parameters));
        assertRedirectPage(page, 'app.example', what);
        assert.ok(page.text.includes('<strong><bdi>Garden planner</bdi></strong> asks'), what);
        assert.match(page.text, /Made by<\/dt>\s*<dd>\s*<a href="\/@ada"><bdi>ada<\/bdi>/, what);
        const left = await browser.leave(page);
        assert.ok(left.url.startsWith(WEB) && left.url.includes('state='), left.url);
        const expected = username === 'bob' && error === 'login_required' ? 'interaction_required' : error;
        assert.equal(errorIn(left), expected, what);
        assert.ok(page.text.includes(`<code>${expected}`), what);
      }
    }
  });

  test('is named after a denial and a cancelled sign-in, too, and the person may stay', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    for (const button of ['Cancel', 'Deny']) {
      const browser = openBrowser();
      const login = await browser.open(await request(client, {}));
      const asked = button === 'Deny' ? await browser.signIn(login, 'bob') : login;
      const page = await browser.submit(asked, button);
      assertRedirectPage(page, 'app.example', button);
      assert.equal((await browser.follow(page, 'Stay here')).url, `${PUBLIC_URL}/`);
      assert.equal(errorIn(await browser.leave(page)), 'access_denied');
    }
  });

  test('is left for without a page once the person allows it: in this flow, and until the grant ends', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    const browser = await browserOf('bob');
    const silently = () => request(client, { prompt: 'none' }).then((url) => browser.open(url));
    assertRedirectPage(await silently(), 'app.example', 'before');
    const { url } = await browser.submit(await browser.open(await request(client, {})), 'Allow');
    assert.match(url, /^https:\/\/app\.example\/callback\?code=/);

    for (const [, parameters] of refusals) {
      const left = await browser.open(await request(client, parameters));
      assert.ok(left.url.startsWith(WEB) && errorIn(left) !== undefined, left.url);
    }
    const denied = await browser.submit(await browser.open(await request(client, {})), 'Deny');
    assert.equal(errorIn(denied), 'access_denied');

    const other = await registerClient({ redirectUris: [WEB] });
    assertRedirectPage(await browser.open(await request(other, { prompt: 'none' })), 'app.example', 'another client');
    for (const stranger of [openBrowser(), await browserOf('ada')])
      assertRedirectPage(
        await stranger.open(await request(client, { prompt: 'none' })),
        'app.example',
        'another person',
      );

    const { body } = await catalog.ask('/v1/me/grants', bearer(tokenOf('bob')));
    const grant = body.grants.find((each: { client: { id: string } }) => each.client.id === client.self.client_id);
    await catalog.ask(`/v1/me/grants/${grant.id}`, { method: 'DELETE', ...bearer(tokenOf('bob')) });
    assertRedirectPage(await silently(), 'app.example', 'after');
  });

  test('counts as not allowed when its grant has expired, and when the person has signed out', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    const browser = await browserOf('bob');
    await browser.submit(await browser.open(await request(client, {})), 'Allow');
    const silently = () => request(client, { prompt: 'none' }).then((url) => browser.open(url));
    assert.equal(errorIn(await silently()), 'interaction_required');
    const grants = sql`kind = 'Grant' and client_id = ${client.self.client_id}`;
    const endsAt = (time: string) =>
      catalog.services.db.batch([sql`update oauth_records set expires_at = ${time} where ${grants}`]);
    await endsAt('2026-01-01T00:00:00.000Z');
    assertRedirectPage(await silently(), 'app.example', 'expired');
    await endsAt('2999-01-01T00:00:00.000Z');
    assert.equal(errorIn(await silently()), 'interaction_required');
    await browser.submit(await browser.open(`${PUBLIC_URL}/oauth/sign-out`), 'Sign out');
    assertRedirectPage(await silently(), 'app.example', 'signed out');
  });

  test('is named as text, with its host as browsers spell it, or the scheme of a program', async () => {
    const cases: [redirectUri: string, destination: string][] = [
      [NATIVE, '127.0.0.1'],
      ['https://a.example:8443/cb?next=%2Fa&x=(1),$2', 'a.example:8443'],
      ['https://xn--80ak6aa92e.example/cb', 'xn--80ak6aa92e.example'],
      ['com.example.app:/cb', 'com.example.app:'],
    ];
    for (const [redirectUri, destination] of cases) {
      const client = await registerClient({ name: '<script>"\'&', redirectUris: [redirectUri] });
      const browser = openBrowser();
      const page = await browser.open(await request(client, { prompt: 'none', state: '"><script>' }));
      assertRedirectPage(page, destination, redirectUri);
      const left = new URL((await browser.leave(page)).url);
      assert.equal(left.searchParams.get('state'), '"><script>');
      assert.ok(left.href.startsWith(redirectUri.replace(/\?.*/, '')));
    }
  });
});

describe('a response mode other than query', () => {
  test('is refused on a page of ours, and nothing is sent to the application', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    const browser = await browserOf('ada');
    await browser.submit(await browser.open(await request(client, {})), 'Allow');
    for (const mode of ['form_post', 'fragment', 'jwt', 'form_post.jwt', 'web_message', 'nonsense', ''])
      for (const parameters of [{}, { prompt: 'none' }, { scope: 'admin' }]) {
        const page = await browser.open(await request(client, { ...parameters, response_mode: mode }));
        assert.deepEqual([page.status, page.headers.get('location')], [400, null], mode);
        assert.match(page.text, /response_mode that is not supported/);
        assert.doesNotMatch(page.text, /<script|<form|app\.example/);
      }
    const twice = `${await request(client, { response_mode: 'query' })}&response%5Fmode=form_post`;
    assert.equal((await browser.open(twice)).status, 400);
    const consent = await browser.open(await request(client, { response_mode: 'query' }));
    assert.match(consent.text, /Allow access\?/);
  });

  test('is not among those that the metadata lists', async () => {
    const { body } = await catalog.ask('/.well-known/oauth-authorization-server');
    assert.deepEqual(body.response_modes_supported, ['query']);
  });
});
