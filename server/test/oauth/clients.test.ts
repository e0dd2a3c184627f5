// Tests OAuth clients: who registers them, with which fields, and that their grants and tokens end with them.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { applicationsAt, NATIVE, refused, WEB } from './applications.ts';
import { UnsecuredJWT } from 'jose';
import { bearer, startCatalog } from '../support/harness.ts';
import { json, startHostileServer } from '../support/servers/hostile.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const { tokenOf, me, create, registerClient, authorize, exchange, signedIn, refresh } = await applicationsAt(catalog);

describe('clients', () => {
  test('a client is registered with its defaults, and its secret is shown once', async () => {
    const { status, body } = await create({ name: 'Shop', type: 'confidential', redirectUris: [WEB] }, 'root');
    assert.equal(status, 201);
    assert.match(body.clientSecret, /^rlm_client_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
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

  test('a registration that is unsafe or cannot work is refused, and the response names the field', async () => {
    const good = [
      'https://a.example/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:1/cb',
      'http://localhost/cb',
      'https://a-b.example:8443/cb?next=%2Fa&x=(1),$2',
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
      'https://*.example/cb',
      'https://a.example/*',
      'https://a.example/cb;x',
      'https://a.example;script-src/cb',
      'https://a.example,b.example/cb',
      "https://a'b.example/cb",
      'https://@a.example/cb',
      'https://a.example\\@b.example/cb',
      'https://a.example/%zz',
      'https://a.example/<cb>',
      'com.example.app:/*',
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

  test('a client’s grants and tokens end with it', async () => {
    const client = await registerClient();
    const tokens = await signedIn(client, 'bob');
    const authorized = await authorize(client, 'bob');
    await catalog.ask(`/v1/oauth/clients/${client.self.client_id}`, { method: 'DELETE', ...bearer(tokenOf('ada')) });
    assert.equal((await me(tokens.access)).status, 401);
    await assert.rejects(refresh(client, tokens.refresh), refused('invalid_client'));
    assert.equal((await exchange(client, authorized)).status, 401);
  });
});

test('no address that a request or a client names is asked', async (t) => {
  const elsewhere = await startHostileServer((response) => json(response, {}));
  t.after(() => elsewhere[Symbol.asyncDispose]());
  const address = `${elsewhere.url}/client`;
  const names = ['jwks_uri', 'jwksUri', 'sector_identifier_uri', 'client_uri', 'logo_uri', 'backchannel_logout_uri'];
  const fields = Object.fromEntries(names.map((name) => [name, address]));
  const { body: client } = await create(
    { name: 'Curious', type: 'confidential', redirectUris: [WEB], ...fields },
    'root',
  );
  const requests = [{ client_id: address }, { client_id: client.id, request_uri: address }].map((parameters) => ({
    response_type: 'code',
    redirect_uri: WEB,
    ...fields,
    ...parameters,
  }));
  for (const parameters of requests) {
    const body = new URLSearchParams({
      ...parameters,
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: new UnsecuredJWT({ ...parameters, iss: parameters.client_id }).encode(),
    });
    assert.ok((await catalog.ask(`/oauth/authorize?${String(new URLSearchParams(parameters))}`)).status < 500);
    for (const path of ['token', 'revoke', 'introspect', 'device/authorize'])
      assert.ok((await catalog.ask(`/oauth/${path}`, { method: 'POST', body })).status < 500, path);
  }
  assert.deepEqual(elsewhere.asked, []);
});
