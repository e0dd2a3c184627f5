// Tests the tokens of OAuth 2.0: how devices, and clients by themselves, get theirs, and when codes and tokens end.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { sweepOAuth } from '../../src/oauth/queries.ts';
import { applicationsAt, refused, WEB, type TestClient } from './applications.ts';
import { assertNotInClearText } from './clear-text.ts';
import { bearer, json, PUBLIC_URL, startCatalog } from '../support/harness.ts';

const catalog = await startCatalog();
after(async () => {
  try {
    await assertNotInClearText(catalog, seen, ['AccessToken', 'DeviceCode', 'Session']); // as after the authorization code flow
  } finally {
    await catalog[Symbol.asyncDispose]();
  }
});
const {
  server,
  options,
  seen,
  tokenOf,
  me,
  registerClient,
  openBrowser,
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
