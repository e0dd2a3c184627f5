// What people have allowed applications, by the real flow: listed, and revoked with all that depends on it.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultScopes } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { entriesLeftBy } from '../audit/entries.ts';
import { create, openUpload, project, upload } from '../publishing/uploads.ts';
import { aKey, bearer, json, prepare, useCatalog } from '../support/harness.ts';
import { applicationsAt, refused } from './applications.ts';

const catalog = useCatalog();
let applications: Awaited<ReturnType<typeof applicationsAt>>;
prepare(async () => {
  applications = await applicationsAt(catalog);
  await catalog.ask('/oauth/authorize'); // loads the provider, which takes a busy machine so long that the store seems to be away
  await catalog.services.catalog.follow();
});

const grantsOf = async (username: string, query = '') =>
  (await catalog.ask(`/v1/me/grants${query}`, bearer(applications.tokenOf(username)))).body;
const revoke = (token: string, id: string) =>
  catalog.ask(`/v1/me/grants/${id}`, { method: 'DELETE', ...bearer(token) });
const allScopes = { scope: 'realms:read realms:write account' };

async function grantedWith(parameters: Record<string, string>, username = 'ada', fields: object = {}) {
  const client = await applications.registerClient({
    scopes: ['realms:read', 'realms:write', 'account'],
    ...fields,
  });
  const authorized = await applications.authorize(client, username, parameters);
  const tokens = await applications.tokensOf(client, await applications.exchange(client, authorized));
  const [grant] = (await grantsOf(username)).grants;
  return { client, tokens, grant };
}

test('each consent is a grant with its application, its scopes and its last use, the newest first', async (t) => {
  const client = await applications.registerClient({ name: 'Garden planner' });
  const before = Date.now();
  await applications.signedIn(client, 'bob');
  const { tokens, grant } = await grantedWith({ scope: 'realms:read' }, 'bob', { name: 'Second' });
  const { grants, pagination } = await grantsOf('bob');
  assert.deepEqual(pagination, { total: 2, limit: 20, offset: 0, hasMore: false });
  assert.deepEqual(
    grants.map((one: any) => [one.client.name, one.scopes, one.lastUsedAt]),
    [
      ['Second', ['realms:read'], ''],
      ['Garden planner', ['realms:read', 'realms:write'], ''],
    ],
  );
  assert.equal(grants[1].client.id, client.self.client_id);
  assert.ok(Math.abs(Date.parse(grant.createdAt) - before) < 60_000);
  assert.equal(Date.parse(grant.expiresAt) - Date.parse(grant.createdAt) > 364 * 86_400_000, true);

  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  assert.equal((await applications.me(tokens.access)).status, 200);
  await catalog.restart(); // which stores the uses of the last minute
  assert.equal((await grantsOf('bob')).grants[0].lastUsedAt, new Date().toISOString());
  assert.deepEqual(
    (await grantsOf('bob', '?limit=1&offset=1')).grants.map((one: any) => one.client.name),
    ['Garden planner'],
  );
});

test('revoking a grant ends its tokens, its keys and its uploads at once, and no other grant', async () => {
  const { client, tokens, grant } = await grantedWith(allScopes);
  const other = await applications.tokensOf(
    client,
    await applications.exchange(client, await applications.authorize(client, 'ada', allScopes)),
  );
  const { key } = await aKey(catalog, tokens.access, { scopes: ['realms:write'] });
  const realm = await create(catalog, { token: tokens.access });
  const opened = await openUpload(catalog, { token: key }, realm.slug);

  assert.equal((await revoke(applications.tokenOf('ada'), grant.id)).status, 204);
  for (const token of [tokens.access, key]) assert.equal((await applications.me(token)).status, 401);
  await assert.rejects(applications.refresh(client, tokens.refresh), refused('invalid_grant'));
  for (const one of [realm, opened])
    assert.equal((await upload(catalog, { ...one, slug: realm.slug }, await project('1.0.0'))).status, 401);
  assert.equal((await applications.me(other.access)).status, 200);
  assert.equal((await revoke(applications.tokenOf('ada'), grant.id)).status, 404);
});

test('the grant that asks may revoke itself, and the audit says who revoked what', async () => {
  const { client, tokens, grant } = await grantedWith(allScopes);
  const entries = await entriesLeftBy(catalog, async () =>
    assert.equal((await revoke(tokens.access, grant.id)).status, 204),
  );
  assert.deepEqual(
    entries.map(({ action, actor, subject }) => [action, actor.how, subject]),
    [['consent.revoke', 'oauth', { kind: 'client', id: client.self.client_id, name: '' }]],
  );
  assert.deepEqual(entries[0]?.details, { account: entries[0]?.actor.id });
});

test('another account’s grant is unknown, and its id is no secret that anything accepts', async () => {
  const { client, tokens, grant } = await grantedWith(allScopes);
  for (const id of [grant.id, '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11', 'x'])
    assert.equal((await revoke(applications.tokenOf('bob'), id)).status, 404);
  assert.equal((await applications.me(tokens.access)).status, 200);
  assert.equal((await applications.me(grant.id)).status, 401);
  await assert.rejects(applications.refresh(client, grant.id), refused('invalid_grant'));
});

test('a credential without the scope account sees and revokes no grant', async () => {
  const { tokens, grant } = await grantedWith({ scope: 'realms:read realms:write' });
  assert.equal((await catalog.ask('/v1/me/grants', bearer(tokens.access))).status, 403);
  assert.equal((await revoke(tokens.access, grant.id)).status, 403);
});

const change = (id: string, body: object, token = applications.tokenOf('ada')) =>
  catalog.ask(`/v1/oauth/clients/${id}`, json(body, token, 'PATCH'));
const renew = (id: string, body: object = {}, token = applications.tokenOf('ada')) =>
  catalog.ask(`/v1/oauth/clients/${id}/secret`, json(body, token));

test('a client changes in the fields that are sent, and the next authorization goes by them', async () => {
  const client = await applications.registerClient({ name: 'Before' });
  const id = client.self.client_id;
  const { status, body } = await change(id, { name: 'After', redirectUris: ['https://app.example/new'] });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.name, body.type, body.redirectUris, body.grantTypes, body.scopes],
    [
      'After',
      'public',
      ['https://app.example/new'],
      ['authorization_code', 'refresh_token'],
      ['realms:read', 'realms:write'],
    ],
  );
  const { clients } = (await catalog.ask('/v1/oauth/clients', bearer(applications.tokenOf('ada')))).body;
  assert.deepEqual(
    clients.find((one: any) => one.id === id),
    body,
  );
  const browser = applications.openBrowser();
  const old = await browser.open((await applications.startAuthorization(client)).url);
  assert.match(old.text, /redirect_uri/);
  const moved = { ...client, redirectUri: 'https://app.example/new' };
  const consent = await browser.open((await applications.startAuthorization(moved)).url);
  assert.match(consent.text, /After/);
});

test('a change that is not valid changes nothing', async () => {
  const { client, tokens } = await grantedWith(allScopes);
  const id = client.self.client_id;
  for (const body of [
    { redirectUris: [] },
    { redirectUris: ['http://app.example/'] },
    { grantTypes: ['client_credentials'] },
    { scopes: [] },
    { scopes: ['everything'] },
    { name: '' },
  ])
    assert.equal((await change(id, body)).status, 400, JSON.stringify(body));
  assert.equal((await applications.me(tokens.access)).status, 200);
  assert.equal((await change(id, { name: 'Mine now' }, applications.tokenOf('bob'))).status, 404);
});

test('a scope that is taken away ends the grants, keys and uploads that have it, and no others', async () => {
  const { client, tokens } = await grantedWith(allScopes);
  const id = client.self.client_id;
  const reading = await applications.tokensOf(
    client,
    await applications.exchange(client, await applications.authorize(client, 'ada', { scope: 'realms:read' })),
  );
  const { key } = await aKey(catalog, tokens.access, { scopes: ['realms:write'] });
  const realm = await create(catalog, { token: key });
  const entries = await entriesLeftBy(catalog, () => change(id, { scopes: ['realms:read', 'account'] }));
  assert.deepEqual(
    entries.map(({ action, subject, details }) => [action, subject.id, details]),
    [['client.update', id, { fields: 'scopes', scopes: 'realms:read account' }]],
  );
  for (const token of [tokens.access, key]) assert.equal((await applications.me(token)).status, 401);
  await assert.rejects(applications.refresh(client, tokens.refresh), refused('invalid_grant'));
  assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 401);
  assert.equal((await applications.me(reading.access)).status, 200);
  assert.equal((await applications.me((await applications.refresh(client, reading.refresh)).access)).status, 200);
});

test('a scope that is taken away ends what a client has for itself, too', async () => {
  const fields = { type: 'confidential', grantTypes: ['client_credentials'], redirectUris: [] };
  const client = await applications.registerClient({ ...fields, scopes: ['realms:read', 'realms:write', 'account'] });
  const [writing, reading] = [await applications.ownToken(client), await applications.ownToken(client, 'realms:read')];
  const keys = [
    await aKey(catalog, writing.access, { scopes: ['realms:write'] }),
    await aKey(catalog, writing.access, { scopes: ['realms:read'] }),
  ];
  const realm = await create(catalog, { token: writing.access });
  assert.equal((await change(client.self.client_id, { scopes: ['realms:read'] })).status, 200);
  const stati = await Promise.all(
    [writing.access, reading.access, ...keys.map(({ key }) => key)].map(
      async (token) => (await applications.me(token)).status,
    ),
  );
  assert.deepEqual(stati, [401, 200, 401, 200]);
  assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 401);
  await assert.rejects(applications.ownToken(client, 'realms:write'), refused('invalid_scope'));
});

test('a scope that is taken away while somebody is asked for consent is not granted', async () => {
  const client = await applications.registerClient();
  const started = await applications.startAuthorization(client);
  const browser = applications.openBrowser();
  const consent = await browser.signIn(await browser.open(started.url), 'bob');
  assert.equal((await change(client.self.client_id, { scopes: ['realms:read'] })).status, 200);
  await browser.submit(consent, 'Allow');
  const grant = (await grantsOf('bob')).grants.find((one: any) => one.client.id === client.self.client_id);
  assert.deepEqual(grant.scopes, ['realms:read']);
});

test('a token has never more scopes than its client has now, even if it was issued at the same moment', async () => {
  const { client, tokens } = await grantedWith(allScopes);
  await catalog.services.db.batch([
    sql`update oauth_clients set scopes = 'realms:read admin' where id = ${client.self.client_id}`,
  ]);
  const { status, body } = await applications.me(tokens.access);
  assert.deepEqual([status, body.credential.scopes], [200, ['realms:read']]);
});

test('many changes at once are all made, one after the other', async () => {
  const client = await applications.registerClient();
  const id = client.self.client_id;
  const changes = [
    { name: 'Renamed' },
    { redirectUris: ['https://app.example/other'] },
    { grantTypes: ['authorization_code'] },
    { scopes: ['realms:read'] },
  ];
  const replies = await Promise.all(changes.map((body) => change(id, body)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { body } = await change(id, {});
  assert.deepEqual(
    { name: body.name, redirectUris: body.redirectUris, grantTypes: body.grantTypes, scopes: body.scopes },
    Object.assign({}, ...changes),
  );
});

test('whoever controls a client gets its scopes, so a credential without them controls none', async () => {
  const fields = { type: 'confidential', grantTypes: ['client_credentials'], redirectUris: [] };
  const client = await applications.registerClient({ ...fields, scopes: ['realms:write'] });
  const id = client.self.client_id;
  const { key } = await aKey(catalog, applications.tokenOf('ada'), { scopes: ['account'] });
  for (const reply of [
    await renew(id, {}, key),
    await change(id, { redirectUris: ['https://evil.example/'] }, key),
    await change(id, { scopes: ['realms:write', 'account'] }, key),
  ]) {
    assert.equal(reply.status, 403);
    assert.match(reply.body.detail, /realms:write/);
  }
  assert.equal((await change(id, { scopes: ['account'] }, key)).status, 200, 'to its own scopes');
});

test('a new secret is good at once, and the old one for 24 hours', async (t) => {
  const fields = { type: 'confidential', grantTypes: ['client_credentials'], redirectUris: [] };
  const client = await applications.registerClient(fields);
  const id = client.self.client_id;
  const { key } = await aKey(catalog, applications.tokenOf('ada'), { scopes: ['account', ...defaultScopes] });
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { status, body } = await renew(id);
  assert.equal(status, 201);
  assert.match(body.clientSecret, /^rlm_client_/);
  assert.equal(body.formerSecretEndsAt, new Date(Date.now() + 86_400_000).toISOString());
  const tokenWith = (secret: string) =>
    catalog.ask('/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  await applications.ownToken(client);
  assert.equal((await tokenWith(body.clientSecret)).status, 200);
  t.mock.timers.tick(86_400_000 - 1_000);
  await applications.ownToken(client);
  t.mock.timers.tick(1_000);
  await assert.rejects(applications.ownToken(client), (error: Error) => error.name === 'WWWAuthenticateChallengeError');
  assert.equal((await tokenWith(body.clientSecret)).status, 200);

  const next = await renew(id, { revoke: true }, key); // a login would have ended by now
  assert.equal(next.body.formerSecretEndsAt, '');
  assert.equal((await tokenWith(body.clientSecret)).status, 401);
  assert.equal((await tokenWith(next.body.clientSecret)).status, 200);
  const clients = await catalog.services.db.all<{ secret_hash: string }>(sql`select * from oauth_clients`);
  for (const { secret_hash } of clients) if (secret_hash) assert.equal((await tokenWith(secret_hash)).status, 401);
  const stored = JSON.stringify(clients);
  for (const secret of [body.clientSecret, next.body.clientSecret]) assert.ok(!stored.includes(secret));
});

test('only one old secret stays good, and the audit names no secret', async () => {
  const fields = { type: 'confidential', grantTypes: ['client_credentials'], redirectUris: [] };
  const client = await applications.registerClient(fields);
  const id = client.self.client_id;
  const entries = await entriesLeftBy(catalog, async () => {
    await renew(id);
    await applications.ownToken(client);
    await renew(id);
  });
  await assert.rejects(applications.ownToken(client), (error: Error) => error.name === 'WWWAuthenticateChallengeError');
  assert.deepEqual(
    entries.map(({ action, subject, details }) => [action, subject.id, Object.keys(details)]),
    [
      ['client.secret', id, ['formerEndsAt']],
      ['client.secret', id, ['formerEndsAt']],
    ],
  );
});

test('a public client has no secret, and another account’s client is unknown', async () => {
  const client = await applications.registerClient();
  assert.equal((await renew(client.self.client_id)).status, 409);
  assert.equal((await renew(client.self.client_id, {}, applications.tokenOf('bob'))).status, 404);
  assert.equal((await renew('019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11')).status, 404);
});

test('consent names all that each scope allows', async () => {
  const scopes = ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'];
  const client = await applications.registerClient({ scopes }, 'root');
  const browser = applications.openBrowser();
  const started = await applications.startAuthorization(client, { scope: scopes.join(' ') });
  const { text } = await browser.signIn(await browser.open(started.url), 'root');
  for (const words of [
    /your e-mail address and your stars/,
    /List all your realms, and read and download the private ones/,
    /Create, publish, change and delete your realms, and star realms/,
    /Create, change and delete collections/,
    /your profile and password, create and revoke API keys, register, change and delete OAuth clients/,
    /see and end your sessions, and see and revoke the access of applications/,
    /As an administrator: read every private realm.* change and delete every realm/,
  ])
    assert.match(text, words);
});
