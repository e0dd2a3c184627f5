// Applications for tests, registered at a catalog: oauth4webapi is their client, a small browser walks through the pages.
import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import { authorizationRequest } from '../support/authorization-request.ts';
import { browserAt, type Page } from '../support/browser.ts';
import { bearer, json, PASSWORD, PUBLIC_URL, signUp, type TestCatalog, type Reply } from '../support/harness.ts';

export const NATIVE = 'http://127.0.0.1/callback';
export const WEB = 'https://app.example/callback';

export interface TestClient {
  self: oauth.Client;
  auth: oauth.ClientAuth;
  redirectUri: string;
}

interface Started {
  url: string;
  verifier: string;
  state: string;
}

/** With the people ada, bob and root, who is an administrator. */
export async function applicationsAt(catalog: TestCatalog) {
  /** JWTs of people, by their names. */
  const people = new Map<string, string>();
  for (const username of ['ada', 'bob']) people.set(username, (await signUp(catalog, { username })).token);
  people.set('root', (await signUp(catalog, { username: 'root', role: 'admin' })).token);
  /** Every credential that was seen, to be looked for in the store and in the log. */
  const seen = new Set([PASSWORD, ...people.values()]);

  /** Stands in for DNS and the proxy in front of the catalog: the public address leads to the port it listens on. */
  const options = {
    [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(PUBLIC_URL, catalog.url), init),
  };
  const discovered = await oauth.discoveryRequest(new URL(PUBLIC_URL), { algorithm: 'oauth2', ...options });
  const server = await oauth.processDiscoveryResponse(new URL(PUBLIC_URL), discovered);

  const tokenOf = (username: string): string => people.get(username) ?? assert.fail(username);
  const me = (token: string): Promise<Reply> => catalog.ask('/v1/me', bearer(token));
  const create = (body: object, owner = 'ada') => catalog.ask('/v1/oauth/clients', json(body, tokenOf(owner)));

  async function registerClient(fields: object = {}, owner = 'ada'): Promise<TestClient> {
    const reply = await create({ name: 'Test app', redirectUris: [NATIVE], ...fields }, owner);
    assert.equal(reply.status, 201, reply.text);
    const { id, clientSecret, redirectUris } = reply.body;
    if (clientSecret) seen.add(clientSecret);
    return {
      self: { client_id: id },
      auth: clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None(),
      redirectUri: redirectUris[0],
    };
  }

  function openBrowser(beforeRedirect?: Parameters<typeof browserAt>[2]) {
    const browser = browserAt(catalog.url, seen, beforeRedirect);
    /** From the page to sign in to the page that asks for consent. */
    const signIn = (page: Page, username: string): Promise<Page> =>
      browser.submit(page, 'Sign in', { username, password: PASSWORD });
    /** Leaves for the application from the page that asks whether to. */
    const leave = (page: Page): Promise<Page> => browser.follow(page, 'Go on');
    return { ...browser, signIn, leave };
  }

  async function startAuthorization(
    client: TestClient,
    parameters: Record<string, string | undefined> = {},
  ): Promise<Started> {
    const state = oauth.generateRandomState();
    const all = {
      client_id: client.self.client_id,
      redirect_uri: client.redirectUri,
      scope: 'realms:read realms:write',
      state,
      ...parameters,
    };
    return { ...(await authorizationRequest(all, server.authorization_endpoint ?? assert.fail('no endpoint'))), state };
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

  const exchange = (
    client: TestClient,
    { callback, redirectUri, verifier }: Awaited<ReturnType<typeof authorize>>,
  ): Promise<Response> =>
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

  return {
    server,
    options,
    seen,
    tokenOf,
    me,
    create,
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
  };
}

export const refused = (error: string) => ({ name: 'ResponseBodyError', error });
