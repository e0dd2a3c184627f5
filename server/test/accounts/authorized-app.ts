// An application that a person lets act for them, for tests of what ends that.
import assert from 'node:assert/strict';
import { authorizationRequest } from '../support/authorization-request.ts';
import { browserAt } from '../support/browser.ts';
import { json, PASSWORD, type Person, type TestCatalog } from '../support/harness.ts';

/** A person before the page that asks whether an application may act for it. */
export async function openConsentPage(
  catalog: TestCatalog,
  { account, token }: Person,
  beforeRedirect?: (from: string) => Promise<void>,
) {
  const redirectUri = 'https://app.example/callback';
  const { body: client } = await catalog.ask(
    '/v1/oauth/clients',
    json({ name: 'App', redirectUris: [redirectUri] }, token),
  );
  const request = await authorizationRequest({ client_id: client.id, redirect_uri: redirectUri });
  const browser = browserAt(catalog.url, new Set(), beforeRedirect);
  const page = await browser.open(request.url);
  const consent = await browser.submit(page, 'Sign in', { username: account.username, password: PASSWORD });
  return { browser, consent, client, redirectUri, verifier: request.verifier };
}

/** A token that a person gave to an application, and its refresh token. */
export async function authorizeApp(catalog: TestCatalog, person: Person) {
  const { browser, consent, client, redirectUri, verifier } = await openConsentPage(catalog, person);
  const { url } = await browser.submit(consent, 'Allow');
  const exchange = (fields: Record<string, string>) =>
    catalog.ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ client_id: client.id, ...fields }) });
  const code = new URL(url).searchParams.get('code') ?? assert.fail(url);
  const reply = await exchange({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  assert.equal(reply.status, 200, reply.text);
  const { access_token: accessToken, refresh_token: refreshToken } = reply.body;
  return { accessToken, refresh: () => exchange({ grant_type: 'refresh_token', refresh_token: refreshToken }) };
}
