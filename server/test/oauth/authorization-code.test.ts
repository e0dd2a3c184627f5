// Tests the authorization code flow of OAuth 2.0: how clients get tokens by it, what is refused, what a removed account ends, and that no credential is in clear text.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { applicationsAt, refused, WEB, type TestClient } from './applications.ts';
import { assertNotInClearText } from './clear-text.ts';
import { bearer, json, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const {
  server,
  options,
  seen,
  me,
  registerClient,
  openBrowser,
  startAuthorization,
  authorize,
  exchange,
  tokensOf,
  signedIn,
  refresh,
} = await applicationsAt(catalog);

/** Where the browser of a person who is not signed in comes to, if they go on to the application. */
async function refusalOf(client: TestClient, parameters: Record<string, string | undefined>) {
  const browser = openBrowser();
  return browser.leave(await browser.open((await startAuthorization(client, parameters)).url));
}

describe('the authorization code flow', () => {
  test('a public client gets tokens that work under /v1, for the account and the scopes that were allowed', async () => {
    const client = await registerClient();
    const tokens = await signedIn(client);
    assert.equal(tokens.expiresIn, 3600);
    assert.equal(tokens.scope, 'realms:read realms:write');
    const { status, body } = await me(tokens.access);
    assert.equal(status, 200);
    assert.equal(body.username, 'ada');
    const { expiresAt, ...credential } = body.credential;
    assert.deepEqual(credential, { kind: 'oauth', scopes: ['realms:read', 'realms:write'] });
    assert.ok(Date.parse(expiresAt) > Date.now() + 364 * 86_400_000, 'the grant ends after a year');
    const fields = { name: 'By OAuth', description: 'Made with an access token.', category: 'api' };
    assert.equal((await catalog.ask('/v1/realms', json(fields, tokens.access))).status, 201);
    assert.equal((await catalog.ask('/v1/keys', bearer(tokens.access))).status, 403);
  });

  test('a confidential client authenticates with its secret, and not with another', async () => {
    const client = await registerClient({ type: 'confidential', redirectUris: [WEB] });
    assert.ok((await signedIn(client, 'bob')).refresh);
    const wrong = { ...client, auth: oauth.ClientSecretPost('rlm_client_wrong') };
    const response = await exchange(wrong, await authorize(client));
    assert.equal(response.status, 401);
    const none = await exchange({ ...client, auth: oauth.None() }, await authorize(client));
    assert.equal(none.status, 401);
  });

  test('consent names the client, the account and the scopes in plain words', async () => {
    const client = await registerClient({ name: 'Garden planner', redirectUris: [WEB] });
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    assert.match(login.text, /Sign in to continue to <strong><bdi>Garden planner<\/bdi><\/strong>/);
    const { text } = await browser.signIn(login, 'bob');
    for (const part of [
      'Garden planner',
      'bob',
      'See your profile, your e-mail address and your stars',
      'List all your realms, and read and download the private ones',
      'Create, publish, change and delete your realms',
      'app.example',
    ])
      assert.ok(text.includes(part), part);
  });

  test('denying, or cancelling the sign-in, sends access_denied back', async () => {
    const client = await registerClient();
    for (const button of ['Cancel', 'Deny']) {
      const { url, state } = await startAuthorization(client);
      const browser = openBrowser();
      const login = await browser.open(url);
      const page = button === 'Deny' ? await browser.signIn(login, 'ada') : login;
      const answer = await browser.leave(await browser.submit(page, button));
      assert.throws(() => oauth.validateAuthResponse(server, client.self, new URL(answer.url), state), {
        name: 'AuthorizationResponseError',
        error: 'access_denied',
      });
    }
  });

  test('a browser that is signed in is asked for consent again, and may use another account', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    await browser.submit(
      await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada'),
      'Allow',
    );
    const consent = await browser.open((await startAuthorization(client)).url);
    assert.match(consent.text, /Allow access\?[\s\S]*ada/);
    const login = await browser.submit(consent, 'Use another account');
    assert.match(login.text, /Sign in to continue/);
    const other = await browser.signIn(login, 'bob');
    assert.match(other.text, /for your account <strong><bdi>bob<\/bdi><\/strong>/);
    assert.match((await browser.submit(other, 'Allow')).url, /^http:\/\/127\.0\.0\.1\/callback\?code=/);
  });

  test('prompt=login lets someone else sign in', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const login = await browser.open((await startAuthorization(client, { prompt: 'login' })).url);
    const consent = await browser.signIn(login, 'bob');
    assert.match(consent.text, /for your account <strong><bdi>bob<\/bdi><\/strong>/);
  });

  test('a wrong password shows the form again, and too many of them a pause', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    let page = await browser.open((await startAuthorization(client)).url);
    page = await browser.submit(page, 'Sign in', { username: 'nobody', password: 'wrong' });
    assert.equal(page.status, 401);
    assert.match(page.text, /id="error" role="alert"/);
    assert.match(page.text, /aria-describedby="error"/);
    assert.ok(!page.text.includes('wrong"'));
    for (let tries = 1; tries <= 10; tries++)
      page = await browser.submit(page, 'Sign in', { username: 'nobody', password: 'wrong' });
    assert.equal(page.status, 429);
    assert.match(page.text, /Too many tries/);
  });

  test('without a scope the client asks for all that it is registered for', async () => {
    const client = await registerClient({ scopes: ['account', 'realms:read'] });
    const tokens = await tokensOf(client, await exchange(client, await authorize(client, 'ada', { scope: undefined })));
    assert.deepEqual((await me(tokens.access)).body.credential.scopes.toSorted(), ['account', 'realms:read']);
  });

  test('an account can allow only scopes that its role has', async () => {
    const client = await registerClient({ scopes: ['realms:read', 'collections:write', 'admin'] });
    const scope = 'realms:read collections:write admin';
    const plain = await tokensOf(client, await exchange(client, await authorize(client, 'bob', { scope })));
    assert.equal(plain.scope, 'realms:read');
    const admin = await tokensOf(client, await exchange(client, await authorize(client, 'root', { scope })));
    assert.equal(admin.scope, scope);
  });

  test('a scope that the client is not registered for is refused', async () => {
    const client = await registerClient();
    const { url } = await refusalOf(client, { scope: 'admin' });
    assert.equal(new URL(url).searchParams.get('error'), 'invalid_scope');
  });
});

describe('what is refused at the authorization endpoint', () => {
  test('a resource that is named must be this API: every token is for it, and another gets invalid_target', async () => {
    const api = `${PUBLIC_URL}/v1`;
    const client = await registerClient();
    const tokens = await tokensOf(client, await exchange(client, await authorize(client, 'ada', { resource: api })));
    assert.equal(tokens.scope, 'realms:read realms:write');
    assert.equal((await me(tokens.access)).status, 200);
    const introspected = await oauth.introspectionRequest(server, client.self, client.auth, tokens.access, options);
    assert.equal(((await introspected.json()) as { aud: string }).aud, api);

    for (const resource of ['https://other.example/v1', `${api}/realms`, PUBLIC_URL, 'nonsense', `${api}#x`]) {
      const { url } = await refusalOf(client, { resource });
      assert.equal(new URL(url).searchParams.get('error'), 'invalid_target', resource);
    }
    const daemon = await registerClient({
      type: 'confidential',
      redirectUris: [],
      grantTypes: ['client_credentials'],
    });
    const ask = (resource: string) =>
      oauth.clientCredentialsGrantRequest(server, daemon.self, daemon.auth, new URLSearchParams({ resource }), options);
    assert.equal((await ask(api)).status, 200);
    const refusal = await ask('https://other.example/v1');
    assert.deepEqual([refusal.status, ((await refusal.json()) as { error: string }).error], [400, 'invalid_target']);
    const again = new URLSearchParams({ resource: 'https://other.example/v1' });
    const { refresh: token } = tokens;
    const request = { additionalParameters: again, ...options };
    const refreshed = await oauth.refreshTokenGrantRequest(server, client.self, client.auth, token, request);
    assert.deepEqual(
      [refreshed.status, ((await refreshed.json()) as { error: string }).error],
      [400, 'invalid_target'],
    );
  });

  test('PKCE is needed, and plain is not enough', async () => {
    for (const fields of [{}, { type: 'confidential', redirectUris: [WEB] }]) {
      const client = await registerClient(fields);
      const cases = [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
        { code_challenge: 'a'.repeat(43), code_challenge_method: undefined },
      ];
      for (const parameters of cases) {
        const { url } = await refusalOf(client, parameters);
        assert.equal(new URL(url).searchParams.get('error'), 'invalid_request', url);
      }
    }
  });

  test('a wrong verifier is refused', async () => {
    const client = await registerClient();
    const authorized = await authorize(client);
    const response = await exchange(client, { ...authorized, verifier: oauth.generateRandomCodeVerifier() });
    await assert.rejects(tokensOf(client, response), refused('invalid_grant'));
  });

  test('an address that is not registered gets nothing: the error is shown on our page', async () => {
    const [native, web] = [await registerClient(), await registerClient({ type: 'confidential', redirectUris: [WEB] })];
    const cases: [TestClient, string][] = [
      [web, `${WEB}/`],
      [web, `${WEB}?a=1`],
      [web, 'https://app.example.evil.test/callback'],
      [web, 'http://127.0.0.1/callback'],
      [native, 'http://127.0.0.1/other'],
      [native, 'http://localhost/callback'],
      [native, 'https://127.0.0.1/callback'],
      [native, 'http://127.0.0.1.evil.test/callback'],
      [native, 'http://127.0.0.1:80@evil.test/callback'],
    ];
    for (const [client, uri] of cases) {
      const page = await openBrowser().open((await startAuthorization(client, { redirect_uri: uri })).url);
      assert.equal(page.status, 400, uri);
      assert.match(page.text, /<h1>This did not work<\/h1>/);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    }
  });

  test('a native client may receive at any loopback port, and no other may', async () => {
    const client = await registerClient();
    const redirect_uri = 'http://127.0.0.1:54321/callback';
    const authorized = await authorize(client, 'ada', { redirect_uri });
    assert.ok((await tokensOf(client, await exchange(client, authorized))).access);
    const web = await registerClient({ type: 'confidential', redirectUris: ['http://127.0.0.1:8080/callback'] });
    assert.equal((await openBrowser().open((await startAuthorization(web, { redirect_uri })).url)).status, 400);
  });

  test('an unknown client, another response type, and OpenID Connect are refused', async () => {
    const client = await registerClient();
    const unknown = { ...client, self: { client_id: crypto.randomUUID() } };
    assert.equal((await openBrowser().open((await startAuthorization(unknown)).url)).status, 400);
    const cases = [{ response_type: 'token' }, { scope: 'openid' }, { prompt: 'none' }];
    for (const parameters of cases) {
      const { url } = await refusalOf(client, parameters);
      assert.match(url, /[?#&]error=/, JSON.stringify(parameters));
    }
    assert.equal((await catalog.ask('/.well-known/openid-configuration')).status, 404);
    // A page, and not what OpenID Connect has there.
    assert.match((await catalog.ask('/me')).headers.get('location') ?? '', /\/sign-in\?/);
  });
});

describe('an account that was removed', () => {
  test('its tokens end, and its browser is asked to sign in', async () => {
    await signUp(catalog, { username: 'carol' });
    const client = await registerClient();
    const started = await startAuthorization(client);
    const browser = openBrowser();
    const consent = await browser.signIn(await browser.open(started.url), 'carol');
    const callback = oauth.validateAuthResponse(
      server,
      client.self,
      new URL((await browser.submit(consent, 'Allow')).url),
      started.state,
    );
    const tokens = await tokensOf(
      client,
      await exchange(client, { ...started, callback, redirectUri: client.redirectUri }),
    );
    await catalog.services.db.batch([sql`update accounts set removed_at = '2026-01-01' where username = 'carol'`]);
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_grant'));
    const login = await browser.open((await startAuthorization(client)).url);
    assert.match(login.text, /Sign in to continue/);
    assert.match((await browser.signIn(login, 'ada')).text, /for your account <strong><bdi>ada<\/bdi><\/strong>/);
  });
});

test('no credential that was issued is in the store or the log in clear text', async () => {
  await assertNotInClearText(catalog, seen, ['AccessToken', 'Interaction', 'Session']);
});
