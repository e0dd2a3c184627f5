// Tests OAuth 2.0 as applications use it: how each kind of client gets its tokens, and when the tokens end.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { sweepOAuth } from '../../src/oauth/queries.ts';
import { applicationsAt, refused, WEB, type TestClient } from './applications.ts';
import { bearer, json, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const {
  server,
  options,
  seen,
  tokenOf,
  me,
  registerClient,
  openBrowser,
  startAuthorization,
  authorize,
  exchange,
  tokensOf,
  remember,
  signedIn,
  refresh,
  ownToken,
  startDevice,
  poll,
} = await applicationsAt(catalog);

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
      const answer = await browser.submit(page, button);
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
    const { url } = await openBrowser().open((await startAuthorization(client, { scope: 'admin' })).url);
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
      const { url } = await startAuthorization(client, { resource });
      const answer = await fetch(url.replace(PUBLIC_URL, catalog.url), { redirect: 'manual' });
      assert.equal(new URL(answer.headers.get('location') ?? '').searchParams.get('error'), 'invalid_target', resource);
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
        const { url } = await openBrowser().open((await startAuthorization(client, parameters)).url);
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

  test('an unknown client, another response type or mode, and OpenID Connect are refused', async () => {
    const client = await registerClient();
    const unknown = { ...client, self: { client_id: crypto.randomUUID() } };
    assert.equal((await openBrowser().open((await startAuthorization(unknown)).url)).status, 400);
    const cases = [{ response_type: 'token' }, { response_mode: 'fragment' }, { scope: 'openid' }, { prompt: 'none' }];
    for (const parameters of cases) {
      const { url } = await openBrowser().open((await startAuthorization(client, parameters)).url);
      assert.match(url, /[?#&]error=/, JSON.stringify(parameters));
    }
    assert.equal((await catalog.ask('/.well-known/openid-configuration')).status, 404);
    assert.equal((await catalog.ask('/me')).status, 404);
  });
});

describe('codes and tokens', () => {
  test('a refresh token is good once; the next one goes on', async () => {
    const client = await registerClient();
    const first = await signedIn(client);
    const second = await refresh(client, first.refresh);
    assert.notEqual(second.refresh, first.refresh);
    assert.equal((await me(second.access)).status, 200);
    assert.ok((await refresh(client, second.refresh)).refresh);
  });

  test('a refresh token that is used again ends the whole grant', async () => {
    const client = await registerClient();
    const first = await signedIn(client);
    const bystander = await signedIn(client);
    const second = await refresh(client, first.refresh);
    await assert.rejects(refresh(client, first.refresh), refused('invalid_grant'));
    await assert.rejects(refresh(client, second.refresh), refused('invalid_grant'));
    for (const { access } of [first, second]) assert.equal((await me(access)).status, 401);
    assert.equal((await me(bystander.access)).status, 200);
  });

  test('a code that is used again ends the tokens of its first use', async () => {
    const client = await registerClient();
    const authorized = await authorize(client);
    const tokens = await tokensOf(client, await exchange(client, authorized));
    assert.equal((await me(tokens.access)).status, 200);
    await assert.rejects(tokensOf(client, await exchange(client, authorized)), refused('invalid_grant'));
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_grant'));
  });

  test('of many uses of a code or a refresh token at once, one gets tokens, and the grant ends', async () => {
    const client = await registerClient();
    const authorized = await authorize(client);
    const byCode = await Promise.all(Array.from({ length: 8 }, () => exchange(client, authorized)));
    const { refresh: token } = await signedIn(client);
    const byToken = await Promise.all(
      Array.from({ length: 8 }, () => oauth.refreshTokenGrantRequest(server, client.self, client.auth, token, options)),
    );
    for (const responses of [byCode, byToken]) {
      const [winner, ...others] = responses.filter(({ status }) => status === 200);
      assert.ok(winner);
      assert.equal(others.length, 0);
      assert.equal(responses.filter(({ status }) => status === 400).length, 7);
      const { access } = remember((await winner.json()) as oauth.TokenEndpointResponse);
      assert.equal((await me(access)).status, 401);
    }
  });

  test('a code belongs to its client and its address', async () => {
    const [client, other] = [await registerClient(), await registerClient()];
    await assert.rejects(tokensOf(other, await exchange(other, await authorize(client))), refused('invalid_grant'));
    const authorized = await authorize(client);
    const elsewhere = await exchange(client, { ...authorized, redirectUri: 'http://127.0.0.1:1/callback' });
    await assert.rejects(tokensOf(client, elsewhere), refused('invalid_grant'));
  });

  test('a code and a token end when their time is over', async () => {
    const client = await registerClient();
    const authorized = await authorize(client);
    const tokens = await signedIn(client);
    const past = new Date(Date.now() - 1_000);
    const { db } = catalog.services;
    await db.batch([
      sql`update oauth_records set expires_at = ${past.toISOString()},
        payload = replace(payload, '"exp":', ${`"exp":${Math.floor(past.getTime() / 1_000)},"was":`})
        where client_id = ${client.self.client_id} and kind in ('AccessToken', 'AuthorizationCode')`,
    ]);
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(tokensOf(client, await exchange(client, authorized)), refused('invalid_grant'));
  });

  test('revoking a token ends it at once, and only its own client may', async () => {
    const [client, other] = [await registerClient(), await registerClient()];
    const tokens = await signedIn(client);
    await oauth.revocationRequest(server, other.self, other.auth, tokens.access, options);
    assert.equal((await me(tokens.access)).status, 200);
    const response = await oauth.revocationRequest(server, client.self, client.auth, tokens.refresh, options);
    await oauth.processRevocationResponse(response);
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_grant'));
  });

  test('a revocation is answered with an empty 200 that has no media type', async () => {
    const client = await registerClient();
    const { access } = await signedIn(client);
    for (const token of [access, 'unknown']) {
      const response = await oauth.revocationRequest(server, client.self, client.auth, token, options);
      const { status, headers } = response;
      assert.deepEqual([status, headers.get('content-type'), await response.text()], [200, null, '']);
    }
  });

  test('introspection shows a client its own tokens, and no others', async () => {
    const [client, other] = [
      await registerClient(),
      await registerClient({ type: 'confidential', redirectUris: [WEB] }),
    ];
    const { access } = await signedIn(client);
    async function introspect(by: TestClient, token: string) {
      const response = await oauth.introspectionRequest(server, by.self, by.auth, token, options);
      return oauth.processIntrospectionResponse(server, by.self, response);
    }
    const own = await introspect(client, access);
    assert.equal(own.active, true);
    assert.equal(own.scope, 'realms:read realms:write');
    assert.equal(own.client_id, client.self.client_id);
    assert.deepEqual(await introspect(other, access), { active: false });
    await oauth.revocationRequest(server, client.self, client.auth, access, options);
    assert.deepEqual(await introspect(client, access), { active: false });
  });

  test('expired records are deleted', async () => {
    const client = await registerClient();
    await signedIn(client);
    const { db } = catalog.services;
    const count = sql`select count(*) as n from oauth_records where client_id = ${client.self.client_id}`;
    assert.ok(((await db.get<{ n: number }>(count))?.n ?? 0) >= 4);
    await db.batch([
      sql`update oauth_records set expires_at = '2026-01-01T00:00:00.000Z' where client_id = ${client.self.client_id}`,
    ]);
    await sweepOAuth(db);
    assert.equal((await db.get<{ n: number }>(count))?.n, 0);
  });
});

describe('the client credentials flow', () => {
  const fields = { type: 'confidential', redirectUris: [], grantTypes: ['client_credentials'] };

  test('the token acts for the owner of the client, within its scopes', async () => {
    const client = await registerClient({ ...fields, scopes: ['realms:write', 'account'] }, 'bob');
    const narrow = await ownToken(client, 'realms:write');
    assert.equal(narrow.expiresIn, 3600);
    const { body } = await me(narrow.access);
    assert.equal(body.username, 'bob');
    assert.deepEqual(body.credential.scopes, ['realms:write']);
    assert.equal((await ownToken(client)).scope, 'realms:write account');
    await assert.rejects(ownToken(client, 'admin'), refused('invalid_scope'));
  });

  test('a client that is not registered for it gets none', async () => {
    const client = await registerClient({ type: 'confidential', redirectUris: [WEB] });
    await assert.rejects(ownToken(client), { name: 'ResponseBodyError' });
  });
});

describe('the device flow', () => {
  const grantTypes = ['device_code', 'refresh_token'];
  const fields = { name: 'Television', redirectUris: [], grantTypes };

  test('a person enters the code, signs in, allows it, and the device gets its tokens, once', async () => {
    const client = await registerClient(fields);
    const started = await startDevice(client);
    assert.equal(started.expires_in, 600);
    assert.equal(started.verification_uri, `${PUBLIC_URL}/oauth/device`);
    await assert.rejects(poll(client, started.device_code), refused('authorization_pending'));

    const browser = openBrowser();
    const enter = await browser.open(started.verification_uri);
    const again = await browser.submit(enter, 'Continue', { user_code: 'BBBB-BBBB' });
    assert.match(again.text, /No device shows this code/);
    const confirm = await browser.submit(again, 'Continue', { user_code: started.user_code.toLowerCase() });
    assert.match(confirm.text, /Is this your device\?[\s\S]*Television/);
    const consent = await browser.signIn(await browser.submit(confirm, 'It is mine'), 'ada');
    assert.match(consent.text, /read and download the private ones/);
    assert.match(consent.text, /only if you started it on a device of yours/);
    const success = await browser.submit(consent, 'Allow');
    assert.match(success.text, /Your device is connected/);

    const tokens = await poll(client, started.device_code);
    const { body } = await me(tokens.access);
    assert.equal(body.username, 'ada');
    assert.deepEqual(body.credential.scopes, ['realms:read']);
    const next = await refresh(client, tokens.refresh);
    await assert.rejects(poll(client, started.device_code), refused('invalid_grant'));
    assert.equal((await me(next.access)).status, 401, 'a device code used again is a replay');
  });

  test('the command line has a client of its own at every catalog, which no account can see, change or remove', async () => {
    const client = { self: { client_id: 'realm-cli' }, auth: oauth.None(), redirectUri: '' };
    const started = await startDevice(client);
    const browser = openBrowser();
    const confirm = await browser.submit(await browser.open(started.verification_uri_complete ?? ''), 'Continue');
    assert.match(confirm.text, /<bdi>Realm command line<\/bdi>/);
    const consent = await browser.signIn(await browser.submit(confirm, 'It is mine'), 'ada');
    await browser.submit(consent, 'Allow');
    const tokens = await poll(client, started.device_code);
    assert.equal((await me((await refresh(client, tokens.refresh)).access)).body.username, 'ada');

    const grants = await catalog.ask('/v1/me/grants', bearer(tokenOf('ada')));
    const named = { id: 'realm-cli', name: 'Realm command line' };
    assert.ok(grants.body.grants.some((grant: { client: object }) => isDeepStrictEqual(grant.client, named)));
    for (const username of ['ada', 'root']) {
      const { text } = await catalog.ask('/v1/oauth/clients', bearer(tokenOf(username)));
      assert.ok(!text.includes('realm-cli'));
      for (const method of ['PATCH', 'DELETE']) {
        const { status } = await catalog.ask(
          '/v1/oauth/clients/realm-cli',
          json({ name: 'Mine' }, tokenOf(username), method),
        );
        assert.ok(status === 400 || status === 404, `${method} ${status}`);
      }
    }
    const admin = new URLSearchParams({ scope: 'admin' });
    const response = await oauth.deviceAuthorizationRequest(server, client.self, client.auth, admin, options);
    await assert.rejects(
      oauth.processDeviceAuthorizationResponse(server, client.self, response),
      refused('invalid_scope'),
    );
  });

  test('the complete address fills the code in, and still asks', async () => {
    const client = await registerClient(fields);
    const started = await startDevice(client);
    const browser = openBrowser();
    const enter = await browser.open(started.verification_uri_complete ?? '');
    assert.ok(enter.text.includes(`value="${started.user_code}"`));
    assert.doesNotMatch(enter.text, /<script/);
    const confirm = await browser.submit(enter, 'Continue');
    const aborted = await browser.submit(confirm, 'Cancel');
    assert.match(aborted.text, /The device was not connected/);
    await assert.rejects(poll(client, started.device_code), refused('access_denied'));
  });

  test('denying it tells the device so', async () => {
    const client = await registerClient(fields);
    const started = await startDevice(client);
    const browser = openBrowser();
    const confirm = await browser.submit(await browser.open(started.verification_uri_complete ?? ''), 'Continue');
    const consent = await browser.signIn(await browser.submit(confirm, 'It is mine'), 'ada');
    await browser.submit(consent, 'Deny');
    await assert.rejects(poll(client, started.device_code), refused('access_denied'));
  });

  test('an expired code says so to the device and to the person', async () => {
    const client = await registerClient(fields);
    const started = await startDevice(client);
    await catalog.services.db.batch([
      sql`update oauth_records set payload = replace(payload, '"exp":', '"exp":1000000000,"was":') where kind = 'DeviceCode'`,
    ]);
    await assert.rejects(poll(client, started.device_code), refused('expired_token'));
    const browser = openBrowser();
    const page = await browser.submit(await browser.open(started.verification_uri_complete ?? ''), 'Continue');
    assert.match(page.text, /This code has expired/);
  });

  test('the hash of a device code, which is in the store, is no device code', async () => {
    const client = await registerClient(fields);
    const started = await startDevice(client);
    const browser = openBrowser();
    const confirm = await browser.submit(await browser.open(started.verification_uri_complete ?? ''), 'Continue');
    const consent = await browser.signIn(await browser.submit(confirm, 'It is mine'), 'ada');
    await browser.submit(consent, 'Allow');
    const row = await catalog.services.db.get<{ id_hash: string }>(
      sql`select id_hash from oauth_records where kind = 'DeviceCode' and client_id = ${client.self.client_id}`,
    );
    for (const forged of [row?.id_hash ?? '', `=${row?.id_hash}`])
      await assert.rejects(poll(client, forged), refused('invalid_grant'));
    assert.ok((await poll(client, started.device_code)).access);
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
  const { db } = catalog.services;
  const migrations = new URL('../../src/db/migrations/', import.meta.url);
  const made = readdirSync(migrations).map((file) => readFileSync(new URL(file, migrations), 'utf8'));
  const tables = new Set<string>();
  for (const [, name = ''] of made.join('\n').matchAll(/^create table (\w+)/gm)) tables.add(name);
  let store = '';
  for (const name of tables) store += JSON.stringify(await db.all(sql([`select * from "${name}"`])));
  assert.ok(store.includes('AccessToken') && store.includes('Interaction') && store.includes('Session'));
  assert.ok(seen.size > 100);
  const log = catalog.logged.join('');
  assert.match(log, /"path":"\/oauth\/token"/);
  for (const secret of [...seen].filter(Boolean)) {
    assert.ok(!store.includes(secret), `${secret} is in the store`);
    assert.ok(!log.includes(secret), `${secret} is in the log`);
  }
});
