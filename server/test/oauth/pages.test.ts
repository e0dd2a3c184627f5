// Tests the pages of the authorization server, and its metadata.
// Run: one store, own process
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { applicationsAt, NATIVE, WEB } from './applications.ts';
import { PASSWORD, PUBLIC_URL, startCatalog } from '../support/harness.ts';

const SITE_NAME = 'Template shelf';
const catalog = await startCatalog({}, { SITE_NAME });
after(() => catalog[Symbol.asyncDispose]());
const { server, options, registerClient, openBrowser, startAuthorization, startDevice } = await applicationsAt(catalog);

const themeFor = async (cookie: string) =>
  /data-theme="(\w+)"/.exec((await catalog.ask('/oauth/device', { headers: { cookie } })).text)?.[1];

/** The field of a form. */
const inputOf = (text: string, id: string) =>
  new RegExp(`<input\\s+id="${id}"[^>]*>`).exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? assert.fail(id);

describe('the pages', () => {
  test('a form without its cookie, from another browser, or from another origin is refused', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    const stranger = openBrowser();
    assert.equal((await stranger.signIn(login, 'ada')).status, 400);
    await stranger.open((await startAuthorization(client)).url);
    assert.equal((await stranger.signIn(login, 'ada')).status, 400);
    const fields = { username: 'ada', password: PASSWORD };
    for (const origin of ['https://evil.test', 'null', 'http://catalog.example'])
      assert.equal((await browser.submit(login, 'Sign in', fields, { origin })).status, 403, origin);
    assert.match((await browser.signIn(login, 'ada')).text, /Allow access\?/);
  });

  test('the device form needs its cookie, its hidden value and its origin', async () => {
    const browser = openBrowser();
    const page = await browser.open(`${PUBLIC_URL}/oauth/device`);
    const fields = { user_code: 'BBBB-BBBB' };
    assert.equal((await openBrowser().submit(page, 'Continue', fields)).status, 400);
    assert.equal((await browser.submit(page, 'Continue', fields, { origin: 'https://evil.test' })).status, 403);
    assert.equal((await browser.submit(page, 'Continue', { ...fields, xsrf: 'guess' })).status, 400);
  });

  test('they are in no cache, in no frame, without a script, and limit where a form may lead', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    const pages = [login, await browser.signIn(login, 'ada'), await browser.open(`${PUBLIC_URL}/oauth/device`)];
    for (const { headers, text } of pages) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.ok(headers.get('x-request-id'));
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        assert.ok(policy.includes(rule), rule);
      assert.doesNotMatch(text, /<script|\son\w+=|style=/);
    }
    assert.match(login.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/app\.example;/);
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(login.text) ?? [];
    const css = await catalog.ask(stylesheet);
    assert.equal(css.status, 200);
    assert.match(css.headers.get('content-type') ?? '', /^text\/css/);
  });

  test('they bear the name of the site, in the theme that the visitor chose', async () => {
    const { text } = await openBrowser().open(`${PUBLIC_URL}/oauth/device`);
    assert.ok(text.includes(`<title>Connect a device · ${SITE_NAME}</title>`));
    assert.match(text, new RegExp(`<a class="wordmark" href="/">.*${SITE_NAME}</a>`, 's'));
    assert.doesNotMatch(text, /Realm Catalog|data-theme/);
    assert.equal(await themeFor('theme=dark'), 'dark');
    assert.equal(await themeFor('other=1; theme=light'), 'light');
    assert.equal(await themeFor('theme="><script>'), undefined);
  });

  test('a wrong password is told where it is typed again', async () => {
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(await registerClient())).url);
    assert.match(inputOf(login.text, 'username'), /autocomplete="username".* autofocus .*aria-describedby="purpose"/);
    assert.match(inputOf(login.text, 'password'), /autocomplete="current-password"/);
    assert.doesNotMatch(login.text, /aria-invalid|role="alert"/);
    const wrong = await browser.submit(login, 'Sign in', { username: 'ada', password: 'guess' });
    assert.equal(wrong.status, 401);
    assert.match(wrong.text, /id="error" role="alert"/);
    assert.match(inputOf(wrong.text, 'username'), /value="ada".*aria-invalid="true" aria-describedby="error"/);
    assert.match(inputOf(wrong.text, 'password'), / autofocus aria-invalid="true" aria-describedby="error"/);
    assert.doesNotMatch(wrong.text, /guess/);
    for (const { text } of [login, wrong])
      for (const id of ['username', 'password']) assert.ok(text.includes(`<label for="${id}">`));
  });

  test('the owner of a device sees which program asked for the code, from where, when and for what', async () => {
    const client = await registerClient({ name: 'Garden planner', grantTypes: ['device_code'], redirectUris: [] });
    const before = new Date().toISOString().slice(0, 16);
    const { body } = await catalog.ask('/oauth/device/authorize', {
      method: 'POST',
      headers: { 'user-agent': 'planner/2.0 <b>' },
      body: new URLSearchParams({ client_id: client.self.client_id, scope: 'realms:read' }),
    });
    const browser = openBrowser();
    const entered = await browser.open(body.verification_uri_complete);
    assert.match(entered.text, /aria-describedby="hint"/);
    const { text } = await browser.submit(entered, 'Continue');
    assert.match(text, /<bdi>Garden planner<\/bdi><\/strong> on your device should show this code:/);
    assert.ok(text.includes(`<p class="ask-code">${body.user_code}</p>`));
    assert.match(text, /<bdi>planner\/2\.0 &lt;b&gt;<\/bdi>/);
    assert.match(text, /<dd>127\.0\.0\.1<\/dd>/);
    const [, askedAt = ''] = /<time datetime="([^"]+)"/.exec(text) ?? [];
    assert.ok(askedAt.slice(0, 16) >= before && Date.parse(askedAt) <= Date.now(), askedAt);
    assert.match(text, /<code>realms:read<\/code>/);
    assert.doesNotMatch(text, /<code>realms:write<\/code>/);
    const wrong = await browser.submit(entered, 'Continue', { user_code: 'BBBB-BBBB' });
    assert.match(wrong.text, /autofocus\s+aria-invalid="true" aria-describedby="error"/);
  });

  test('a client’s name is text, whatever is in it', async () => {
    const name = '<script>alert(1)</script>"\'&';
    const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;';
    const client = await registerClient({
      name,
      redirectUris: [NATIVE],
      grantTypes: ['authorization_code', 'device_code'],
    });
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    const consent = await browser.signIn(login, 'ada');
    const response = await oauth.deviceAuthorizationRequest(
      server,
      client.self,
      client.auth,
      new URLSearchParams(),
      options,
    );
    const started = await oauth.processDeviceAuthorizationResponse(server, client.self, response);
    const confirm = await browser.submit(await browser.open(started.verification_uri_complete ?? ''), 'Continue');
    for (const { text } of [login, consent, confirm]) {
      assert.ok(text.includes(escaped));
      assert.doesNotMatch(text, /<script/);
    }
    const hint = await browser.open(`${PUBLIC_URL}/oauth/device?user_code=%22%3E%3Cscript%3E`);
    assert.doesNotMatch(hint.text, /<script/);
  });

  test('a directional mark in a client’s name affects nothing but the name', async () => {
    const client = await registerClient({ redirectUris: [NATIVE], grantTypes: ['authorization_code', 'device_code'] });
    const name = 'Planner\u202E';
    await catalog.services.db.batch([sql`update oauth_clients set name = ${name} where id = ${client.self.client_id}`]);
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    const consent = await browser.signIn(login, 'ada');
    const { verification_uri_complete: address = '' } = await startDevice(client);
    const confirm = await browser.submit(await browser.open(address), 'Continue');
    const asked = await browser.submit(confirm, 'It is mine');
    const pages = [login, consent, confirm, asked, await browser.submit(asked, 'Allow')];
    assert.match(pages.at(-1)?.text ?? '', /Your device is connected/);
    for (const { text } of pages) {
      assert.ok(text.includes(`<bdi>${name}</bdi>`));
      assert.ok(!text.replaceAll(`<bdi>${name}</bdi>`, '').includes('\u202E'));
    }
  });

  test('a redirect address that an earlier version accepted adds no rule to the policy of a page', async () => {
    const client = await registerClient();
    const redirectUri = 'https://a.example;script-src/callback';
    await catalog.services.db.batch([
      sql`update oauth_clients set redirect_uris = ${JSON.stringify([redirectUri])} where id = ${client.self.client_id}`,
    ]);
    const login = await openBrowser().open((await startAuthorization({ ...client, redirectUri })).url);
    assert.equal(login.status, 200);
    assert.match(
      login.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:; frame-ancestors 'none'$/,
    );
  });
});

describe('metadata', () => {
  test('the authorization server says what it supports, and nothing more', async () => {
    const { body } = await catalog.ask('/.well-known/oauth-authorization-server');
    assert.equal(body.issuer, PUBLIC_URL);
    const endpoints = {
      authorization_endpoint: 'authorize',
      token_endpoint: 'token',
      revocation_endpoint: 'revoke',
      introspection_endpoint: 'introspect',
      device_authorization_endpoint: 'device/authorize',
      jwks_uri: 'jwks',
    };
    for (const [name, path] of Object.entries(endpoints)) assert.equal(body[name], `${PUBLIC_URL}/oauth/${path}`);
    assert.deepEqual(body.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(body.response_types_supported, ['code']);
    assert.deepEqual(body.grant_types_supported, [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      'client_credentials',
    ]);
    assert.ok(!Object.keys(body).some((name) => /id_token|userinfo|claims|subject/.test(name)));
  });

  test('the protected resource names its authorization server and its scopes', async () => {
    const resource = new URL(`${PUBLIC_URL}/v1`);
    const response = await oauth.resourceDiscoveryRequest(resource, options);
    const body = await oauth.processResourceDiscoveryResponse(resource, response);
    assert.deepEqual(body.authorization_servers, [PUBLIC_URL]);
    assert.deepEqual(body.bearer_methods_supported, ['header']);
    assert.deepEqual(body.scopes_supported, ['realms:read', 'realms:write', 'collections:write', 'account', 'admin']);
    assert.deepEqual((await catalog.ask('/.well-known/oauth-protected-resource')).body, body);
  });

  test('the published keys have no private part', async () => {
    const { body } = await catalog.ask('/oauth/jwks');
    assert.ok(body.keys.length > 0);
    for (const key of body.keys)
      assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  test('a forged Host changes no address', async () => {
    const client = await registerClient({ grantTypes: ['authorization_code', 'device_code'] });
    const forged = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', forwarded: 'host=evil.test' };
    const send = (path: string, method: string, body = '') =>
      new Promise<string>((resolve, reject) => {
        const headers = { host: 'evil.test', 'content-type': 'application/x-www-form-urlencoded', ...forged };
        const outgoing = request(catalog.url, { path, method, headers }, async (response) => {
          let text = JSON.stringify(response.headers);
          for await (const chunk of response) text += String(chunk);
          resolve(text);
        });
        outgoing.on('error', reject).end(body);
      });
    const { pathname, search } = new URL((await startAuthorization(client)).url);
    const answers = [
      await send('/.well-known/oauth-authorization-server', 'GET'),
      await send('/.well-known/oauth-protected-resource', 'GET'),
      await send(pathname + search, 'GET'),
      await send(`http://evil.test${pathname}${search}`, 'GET'),
      await send('/oauth/device', 'GET'),
      await send('/oauth/device/authorize', 'POST', `client_id=${client.self.client_id}`),
    ];
    for (const answer of answers) assert.doesNotMatch(answer, /evil\.test/);
    assert.match(answers[2] ?? '', /"location":"https:\/\/catalog\.example\/oauth\/interaction\//);
    assert.match(answers[2] ?? '', /secure/);
    assert.match(answers[5] ?? '', /"verification_uri":"https:\/\/catalog\.example\/oauth\/device"/);
  });
});
