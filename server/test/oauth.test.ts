// OAuth 2.0 as applications meet it: oauth4webapi is the client, a small browser walks through the pages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { sweepOAuth } from '../src/oauth/queries.ts';
import { browserAt, type Page } from './browser.ts';
import { PUBLIC_URL, startCatalog, type Catalog, type Reply } from './harness.ts';

const PASSWORD = 'correct horse battery staple';
const NATIVE = 'http://127.0.0.1/callback';
const WEB = 'https://app.example/callback';

let catalog: Catalog;
let server: oauth.AuthorizationServer;
/** JWTs of people, by their names. */
const people = new Map<string, string>();
/** Every credential that was seen, to be looked for in the store and in the log. */
const seen = new Set<string>();

before(async () => {
  catalog = await startCatalog();
  for (const username of ['ada', 'bob', 'root']) await signUp(username);
  await catalog.services.db.batch([sql`update accounts set role = 'admin' where username = 'root'`]);
  const discovered = await oauth.discoveryRequest(new URL(PUBLIC_URL), { algorithm: 'oauth2', ...options });
  server = await oauth.processDiscoveryResponse(new URL(PUBLIC_URL), discovered);
});
after(() => catalog[Symbol.asyncDispose]());

/** Stands in for DNS and the proxy in front of the catalog: the public address leads to the port it listens on. */
const options = {
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(PUBLIC_URL, catalog.url), init),
};

async function signUp(username: string): Promise<void> {
  const [register, login] = ['/v1/auth/register', '/v1/auth/login'];
  await catalog.ask(register, json({ username, password: PASSWORD }));
  const { body } = await catalog.ask(login, json({ username, password: PASSWORD }));
  people.set(username, body.token);
}

function json(body: object, token?: string): RequestInit {
  const authorization = token && { authorization: `Bearer ${token}` };
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...authorization },
  };
}

const tokenOf = (username: string): string => people.get(username) ?? assert.fail(username);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const me = (token: string): Promise<Reply> => catalog.ask('/v1/me', bearer(token));

interface TestClient {
  self: oauth.Client;
  auth: oauth.ClientAuth;
  redirectUri: string;
}

async function registerClient(fields: object = {}, owner = 'ada'): Promise<TestClient> {
  const body = { name: 'Test app', redirectUris: [NATIVE], ...fields };
  const reply = await catalog.ask('/v1/oauth/clients', json(body, tokenOf(owner)));
  assert.equal(reply.status, 201, reply.text);
  const { id, clientSecret, redirectUris } = reply.body;
  if (clientSecret) seen.add(clientSecret);
  return {
    self: { client_id: id },
    auth: clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None(),
    redirectUri: redirectUris[0],
  };
}

function openBrowser() {
  const browser = browserAt(catalog.url, seen);
  /** From the page to sign in to the page that asks for consent. */
  const signIn = (page: Page, username: string): Promise<Page> =>
    browser.submit(page, 'Sign in', { username, password: PASSWORD });
  return { ...browser, signIn };
}

interface Started {
  url: string;
  verifier: string;
  state: string;
}

async function startAuthorization(
  client: TestClient,
  parameters: Record<string, string | undefined> = {},
): Promise<Started> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  const all = {
    client_id: client.self.client_id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'realms:read realms:write',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return { url: url.href, verifier, state };
}

/** Walks through the pages as `username`, and returns the parameters that came back to the client. */
async function authorize(client: TestClient, username = 'ada', parameters: Record<string, string | undefined> = {}) {
  const started = await startAuthorization(client, parameters);
  const browser = openBrowser();
  const consent = await browser.signIn(await browser.open(started.url), username);
  const { url } = await browser.submit(consent, 'Allow');
  const callback = oauth.validateAuthResponse(server, client.self, new URL(url), started.state);
  seen.add(callback.get('code') ?? '');
  return { ...started, callback, redirectUri: parameters['redirect_uri'] ?? client.redirectUri };
}

type Authorized = Awaited<ReturnType<typeof authorize>>;

const exchange = (client: TestClient, { callback, redirectUri, verifier }: Authorized): Promise<Response> =>
  oauth.authorizationCodeGrantRequest(server, client.self, client.auth, callback, redirectUri, verifier, options);

async function tokensOf(client: TestClient, response: Response) {
  const tokens = await oauth.processAuthorizationCodeResponse(server, client.self, response);
  return remember(tokens);
}

function remember(tokens: oauth.TokenEndpointResponse) {
  const { access_token: access, refresh_token: refresh = '' } = tokens;
  seen.add(access);
  if (refresh) seen.add(refresh);
  return { access, refresh, scope: tokens.scope, expiresIn: tokens.expires_in };
}

const signedIn = async (client: TestClient, username = 'ada') =>
  tokensOf(client, await exchange(client, await authorize(client, username)));

async function refresh(client: TestClient, refreshToken: string) {
  const response = await oauth.refreshTokenGrantRequest(server, client.self, client.auth, refreshToken, options);
  return remember(await oauth.processRefreshTokenResponse(server, client.self, response));
}

async function ownToken(client: TestClient, scope?: string) {
  const parameters = new URLSearchParams(scope === undefined ? {} : { scope });
  const response = await oauth.clientCredentialsGrantRequest(server, client.self, client.auth, parameters, options);
  return remember(await oauth.processClientCredentialsResponse(server, client.self, response));
}

async function startDevice(client: TestClient) {
  const parameters = new URLSearchParams({ scope: 'realms:read' });
  const response = await oauth.deviceAuthorizationRequest(server, client.self, client.auth, parameters, options);
  const started = await oauth.processDeviceAuthorizationResponse(server, client.self, response);
  seen.add(started.device_code);
  seen.add(started.user_code);
  seen.add(started.user_code.replace('-', ''));
  return started;
}

async function poll(client: TestClient, deviceCode: string) {
  const response = await oauth.deviceCodeGrantRequest(server, client.self, client.auth, deviceCode, options);
  return remember(await oauth.processDeviceCodeResponse(server, client.self, response));
}

const create = (body: object, owner = 'ada') => catalog.ask('/v1/oauth/clients', json(body, tokenOf(owner)));

const refused = (error: string) => ({ name: 'ResponseBodyError', error });

describe('the authorization code flow', () => {
  test('a public client gets tokens that work under /v1, for the account and the scopes that were allowed', async () => {
    const client = await registerClient();
    const tokens = await signedIn(client);
    assert.equal(tokens.expiresIn, 3600);
    assert.equal(tokens.scope, 'realms:read realms:write');
    const { status, body } = await me(tokens.access);
    assert.equal(status, 200);
    assert.equal(body.username, 'ada');
    assert.deepEqual(body.credential, { kind: 'oauth', scopes: ['realms:read', 'realms:write'] });
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
    assert.match(login.text, /Sign in to continue to <strong class="oauth-client">Garden planner<\/strong>/);
    const { text } = await browser.signIn(login, 'bob');
    for (const part of [
      'Garden planner',
      'bob',
      'Read your private realms',
      'Create and change your realms',
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
    assert.match(other.text, /<strong class="oauth-account">bob<\/strong>/);
    assert.match((await browser.submit(other, 'Allow')).url, /^http:\/\/127\.0\.0\.1\/callback\?code=/);
  });

  test('prompt=login lets someone else sign in', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const login = await browser.open((await startAuthorization(client, { prompt: 'login' })).url);
    const consent = await browser.signIn(login, 'bob');
    assert.match(consent.text, /<strong class="oauth-account">bob<\/strong>/);
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

  test('an account gives only what its role has', async () => {
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

  test('an address that is not registered gets nothing: the error stays with us', async () => {
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

  test('a refresh token used again ends the whole family', async () => {
    const client = await registerClient();
    const first = await signedIn(client);
    const bystander = await signedIn(client);
    const second = await refresh(client, first.refresh);
    await assert.rejects(refresh(client, first.refresh), refused('invalid_grant'));
    await assert.rejects(refresh(client, second.refresh), refused('invalid_grant'));
    for (const { access } of [first, second]) assert.equal((await me(access)).status, 401);
    assert.equal((await me(bystander.access)).status, 200);
  });

  test('a code used again ends what the first use was given', async () => {
    const client = await registerClient();
    const authorized = await authorize(client);
    const tokens = await tokensOf(client, await exchange(client, authorized));
    assert.equal((await me(tokens.access)).status, 200);
    await assert.rejects(tokensOf(client, await exchange(client, authorized)), refused('invalid_grant'));
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_grant'));
  });

  test('of many uses of a code or a refresh token at once, one is answered, and the family ends', async () => {
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

  test('introspection tells a client of its own tokens, and of no others', async () => {
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

  test('what expired is swept away', async () => {
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
    assert.match(consent.text, /Read your private realms/);
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

  test('they are for one reader, in no frame, without a script, and name where a form may lead', async () => {
    const client = await registerClient({ redirectUris: [WEB] });
    const browser = openBrowser();
    const login = await browser.open((await startAuthorization(client)).url);
    const pages = [login, await browser.signIn(login, 'ada'), await browser.open(`${PUBLIC_URL}/oauth/device`)];
    for (const { headers, text } of pages) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.ok(headers.get('x-request-id'));
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        assert.ok(policy.includes(rule), rule);
      assert.doesNotMatch(text, /<script|\son\w+=|style=/);
    }
    assert.match(login.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/app\.example;/);
    const css = await catalog.ask('/oauth/pages.css');
    assert.match(css.headers.get('content-type') ?? '', /^text\/css/);
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

describe('clients', () => {
  test('a client is registered with what it needs, and shows its secret once', async () => {
    const { status, body } = await create({ name: 'Shop', type: 'confidential', redirectUris: [WEB] }, 'root');
    assert.equal(status, 201);
    assert.match(body.clientSecret, /^rlm_client_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    seen.add(body.clientSecret);
    const { clientSecret: _secret, ...rest } = body;
    assert.deepEqual(rest, {
      id: body.id,
      name: 'Shop',
      type: 'confidential',
      redirectUris: [WEB],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['realms:read', 'realms:write'],
      createdAt: body.createdAt,
    });
    const listed = await catalog.ask('/v1/api/oauth/clients', bearer(tokenOf('root')));
    assert.deepEqual(listed.body, { clients: [rest] });
    assert.equal('clientSecret' in (await create({ name: 'App', redirectUris: [NATIVE] })).body, false);
  });

  test('what would not be safe, or could not work, is refused with the field', async () => {
    const good = [
      'https://a.example/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:1/cb',
      'http://localhost/cb',
      'com.example.app:/cb',
    ];
    assert.equal((await create({ name: 'Good', redirectUris: good })).status, 201);
    const bad = [
      'http://a.example/cb',
      'https://a.example/cb#x',
      'https://u:p@a.example/cb',
      'https://a.example/ cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'myapp:/cb',
      'http://127.0.0.1.evil.test/cb',
      '/cb',
      '',
    ];
    for (const uri of bad) {
      const { status, body } = await create({ name: 'Bad', redirectUris: [uri] });
      assert.equal(status, 400, uri);
      assert.equal(body.errors[0].field, 'redirectUris/0');
    }
    const others = [
      {},
      { name: '', redirectUris: [NATIVE] },
      { name: 'No address' },
      { name: 'Public', grantTypes: ['client_credentials'] },
      { name: 'Alone', grantTypes: ['refresh_token'] },
      { name: 'Other', redirectUris: [NATIVE], grantTypes: ['implicit'] },
      { name: 'Other', redirectUris: [NATIVE], scopes: ['everything'] },
      { name: 'None', redirectUris: [NATIVE], scopes: [] },
      { name: 'Scheme', type: 'confidential', redirectUris: ['com.example.app:/cb'] },
    ];
    for (const body of others) assert.equal((await create(body)).status, 400, JSON.stringify(body));
  });

  test('only the owner, with the scope account, sees and removes them', async () => {
    const client = await registerClient();
    const path = `/v1/oauth/clients/${client.self.client_id}`;
    assert.equal((await catalog.ask('/v1/oauth/clients')).status, 401);
    const { access } = await signedIn(client);
    assert.equal((await catalog.ask('/v1/oauth/clients', bearer(access))).status, 403);
    assert.equal((await catalog.ask(path, { method: 'DELETE', ...bearer(tokenOf('bob')) })).status, 404);
    assert.equal((await catalog.ask(path, { method: 'DELETE', ...bearer(tokenOf('ada')) })).status, 204);
    assert.equal((await catalog.ask(path, { method: 'DELETE', ...bearer(tokenOf('ada')) })).status, 404);
  });

  test('with a client everything ends that it was given', async () => {
    const client = await registerClient();
    const tokens = await signedIn(client, 'bob');
    const authorized = await authorize(client, 'bob');
    await catalog.ask(`/v1/oauth/clients/${client.self.client_id}`, { method: 'DELETE', ...bearer(tokenOf('ada')) });
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_client'));
    assert.equal((await exchange(client, authorized)).status, 401);
  });
});

describe('an account that is gone', () => {
  test('its tokens end, and its browser is asked to sign in', async () => {
    await signUp('carol');
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
    assert.match((await browser.signIn(login, 'ada')).text, /<strong class="oauth-account">ada<\/strong>/);
  });
});

test('nothing of what was handed out is in the store or the log in clear', async () => {
  const { db } = catalog.services;
  const migrations = new URL('../src/db/migrations/', import.meta.url);
  const made = readdirSync(migrations).map((file) => readFileSync(new URL(file, migrations), 'utf8'));
  const tables = made.flatMap((text) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name));
  let store = '';
  for (const name of tables) store += JSON.stringify(await db.all(sql([`select * from "${name}"`])));
  assert.ok(store.includes('AccessToken') && store.includes('Interaction') && store.includes('Session'));
  assert.ok(seen.size > 100);
  const log = catalog.logged.join('');
  assert.match(log, /"path":"\/oauth\/token"/);
  for (const secret of [...seen, ...people.values(), PASSWORD].filter(Boolean)) {
    assert.ok(!store.includes(secret), `${secret} is in the store`);
    assert.ok(!log.includes(secret), `${secret} is in the log`);
  }
});
