// People who act at a catalog whose audit is tested: alice, and root, who is an administrator. Every secret that they see is remembered.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { authorizationRequest } from '../support/authorization-request.ts';
import { browserAt } from '../support/browser.ts';
import { aKey, bearer, json, PASSWORD, signUp, type TestCatalog } from '../support/harness.ts';
import { byJwt, defaults, entry } from './expected-entries.ts';

const packed = async (manifest: object) =>
  new Uint8Array(gzipSync(await makeTar('app', [['realm.json', JSON.stringify(manifest)]])));
export const archive = await packed({ version: '1.0.0' });
/** Of the same version, with other files. */
export const otherArchive = await packed({ version: '1.0.0', license: 'MIT' });

export const remove = (token: string) => ({ method: 'DELETE', ...bearer(token) });
export const realm = { name: 'Tool', description: 'A tool.', category: 'api' };

export type Actors = Awaited<ReturnType<typeof actorsAt>>;

export async function actorsAt(catalog: TestCatalog) {
  /** Every secret of this catalog, and texts of its users, which must not be in the audit. */
  const unspoken = new Set([PASSWORD, 'another password', 'wrong password', 'Alice Liddell', 'alice@mail.example']);
  const alice = await signUp(catalog, { username: 'alice' });
  const root = await signUp(catalog, { username: 'root', role: 'admin' });
  const key = await aKey(catalog, alice.token);
  for (const secret of [alice.token, alice.refreshToken, root.token, root.refreshToken, key.key]) unspoken.add(secret);

  /** Sends a request, and expects this status. */
  async function ask(status: number, path: string, init?: RequestInit) {
    const reply = await catalog.ask(path, init);
    assert.equal(reply.status, status, reply.text);
    for (const [, secret = ''] of reply.text.matchAll(
      /"(?:key|token|refreshToken|uploadToken|clientSecret)":"([^"]+)"/g,
    ))
      unspoken.add(secret);
    // oxlint-disable-next-line typescript/no-unsafe-return -- a test reads what it expects
    return reply.body;
  }
  const upload = (slug: string, token: string, status = 201, body = archive) =>
    ask(status, `/v1/realms/${slug}/upload`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip', ...bearer(token).headers },
      body,
    });

  /** Walks an application of alice's through its pages; returns what its client got. */
  async function consent(
    clientId: string,
  ): Promise<{ access: string; refresh: string; code: string; verifier: string }> {
    const { url: start, verifier } = await authorizationRequest({
      client_id: clientId,
      redirect_uri: 'http://127.0.0.1/callback',
      scope: 'realms:read realms:write',
    });
    const browser = browserAt(catalog.url, unspoken);
    const login = await browser.open(start);
    const allow = await browser.submit(login, 'Sign in', { username: 'alice', password: PASSWORD });
    const { url } = await browser.submit(allow, 'Allow');
    const code = new URL(url).searchParams.get('code') ?? assert.fail(url);
    const { body } = await token(clientId, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: 'http://127.0.0.1/callback',
    });
    for (const secret of [code, verifier, body.access_token, body.refresh_token]) unspoken.add(secret);
    return { access: body.access_token, refresh: body.refresh_token, code, verifier };
  }
  const token = (clientId: string, fields: Record<string, string>, path = '/oauth/token') =>
    catalog.ask(path, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...fields }) });

  const byKey = (): [string, 'key'] => [alice.account.id, 'key'];
  const newRealm = async () =>
    (await ask(201, '/v1/realms', json(realm, key.key))) as { slug: string; uploadToken: string };
  const change = (slug: string, body: object, by = key.key) => ask(200, `/v1/realms/${slug}`, json(body, by, 'PATCH'));
  const newClient = async () => {
    const fields = { name: 'App', redirectUris: ['http://127.0.0.1/callback'] };
    return (await ask(201, '/v1/oauth/clients', json(fields, alice.token))) as { id: string };
  };
  const created = (slug: string) => entry('realm.create', byKey(), slug, { visibility: 'public' });
  const registered = (id: string) =>
    entry('client.create', byJwt(alice), id, {
      type: 'public',
      grantTypes: 'authorization_code refresh_token',
      scopes: defaults,
    });
  const granted = (id: string) => [
    registered(id),
    entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'page' }),
    entry('consent.grant', [alice.account.id, 'browser'], id, { scopes: defaults }),
  ];

  return {
    catalog,
    alice,
    root,
    key,
    unspoken,
    ask,
    upload,
    consent,
    token,
    byKey,
    newRealm,
    change,
    newClient,
    created,
    registered,
    granted,
  };
}
