// While an account is suspended, its credentials of every kind are refused, on every operation; afterwards they are as good as before.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations, type OperationId } from '@realm-catalog/contract';
import { openDatabase } from '../../src/store.ts';
import { suspendAccount } from '../../src/accounts/operator-queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { authorizeApp } from '../accounts/authorized-app.ts';
import { applicationsAt } from '../oauth/applications.ts';
import { create, project, slowUpload, upload } from '../publishing/uploads.ts';
import { pathOf } from '../sample-requests/requests.ts';
import {
  aKey,
  anAccessToken,
  bearer,
  json,
  logIn,
  PASSWORD,
  prepare,
  signUp,
  startCatalog,
  useCatalog,
} from '../support/harness.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
let admin: string;
let apps: Awaited<ReturnType<typeof applicationsAt>>;
prepare(async () => {
  admin = (await signUp(catalog, { username: 'boss', role: 'admin' })).token;
  apps = await applicationsAt(catalog);
});

let people = 0;
const someone = () => signUp(catalog, { username: `suspect-${(people += 1)}` });

async function suspend(username: string, suspended = true): Promise<void> {
  const { status, body } = await catalog.ask(`/v1/admin/users/${username}`, json({ suspended }, admin, 'PATCH'));
  assert.equal(status, 200);
  assert.equal(body.suspendedAt !== '', suspended);
}

async function assertSuspended(path: string, init: RequestInit, where = path): Promise<void> {
  const { status, body, headers } = await catalog.ask(path, init);
  assert.deepEqual([status, body.code], [401, 'suspended'], `${where}: ${body.detail}`);
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
  assert.ok(headers.get('x-ratelimit-limit') !== null || path.includes('/auth/'), where);
}

test('no operation accepts a key, a JWT or a token of an application of a suspended account', async () => {
  const person = await someone();
  const { key } = await aKey(catalog, person.token);
  const { accessToken } = await anAccessToken(catalog, person.token);
  const grant = await authorizeApp(catalog, person);
  const credentials = {
    'a key': key,
    'a JWT': person.token,
    'a client’s own token': accessToken,
    'a grant': grant.accessToken,
  };
  await suspend(person.account.username);
  for (const [kind, credential] of Object.entries(credentials))
    for (const [id, { method, access }] of Object.entries(operations)) {
      if (access === 'upload') continue;
      await assertSuspended(
        `/v1${pathOf(id as OperationId, {})}`,
        { method, ...bearer(credential) },
        `${id} with ${kind}`,
      );
    }
  for (const credential of Object.values(credentials)) await assertSuspended('/giget/any.json', bearer(credential));
  assert.equal((await grant.refresh()).status, 401); // its client is refused
  await suspend(person.account.username, false);
  for (const credential of Object.values(credentials))
    assert.equal((await catalog.ask('/v1/me', bearer(credential))).status, 200);
  assert.equal((await grant.refresh()).status, 200);
});

test('a login and a refresh are refused for as long, and a refusal ends no session', async () => {
  const { account, refreshToken } = await someone();
  const entry = { username: account.username, password: PASSWORD };
  await suspend(account.username);
  await assertSuspended('/v1/auth/login', json(entry));
  assert.equal(
    (await catalog.ask('/v1/auth/login', json({ ...entry, password: 'wrong password' }))).body.code,
    'unauthorized',
  );
  for (const _ of 'twice') await assertSuspended('/v1/auth/refresh', json({ refreshToken }));
  await suspend(account.username, false);
  assert.equal((await catalog.ask('/v1/auth/refresh', json({ refreshToken }))).status, 200);
  await logIn(catalog, account.username);
});

test('the page to sign in says that the account is suspended, to whoever knows its password', async () => {
  const { account } = await someone();
  await suspend(account.username);
  const browser = apps.openBrowser();
  const { url } = await apps.startAuthorization(await apps.registerClient());
  const page = await browser.signIn(await browser.open(url), account.username);
  assert.equal(page.status, 401);
  assert.match(page.text, /suspended/);
});

describe('the token of an upload', () => {
  test('is refused while the account that opened it is suspended, also for an upload that is under way', async () => {
    const { account, token } = await someone();
    const [first, second] = [await create(catalog, { token }), await create(catalog, { token })];
    const underWay = await slowUpload(catalog, second, await project('1.0.0'));
    await suspend(account.username);
    const refused = await upload(catalog, first, await project('1.0.0'));
    assert.deepEqual([refused.status, refused.body.code], [401, 'suspended']);
    assert.equal((await underWay.finish()).status, 409);
    await suspend(account.username, false);
    assert.equal((await upload(catalog, first, await project('1.0.0'))).status, 201);
  });
});

describe('an application of a suspended account', () => {
  test('cannot act for anyone, nor can the keys and uploads that it has made for them', async () => {
    const client = await apps.registerClient({ scopes: ['realms:write', 'account'] }, 'ada');
    const scope = 'realms:write account';
    const { access } = await apps.tokensOf(
      client,
      await apps.exchange(client, await apps.authorize(client, 'bob', { scope })),
    );
    const { key } = await aKey(catalog, access, { scopes: ['realms:write'] });
    const realm = await create(catalog, { token: access });
    await suspend('ada');
    await assertSuspended('/v1/me', bearer(access));
    assert.equal((await catalog.ask('/v1/me', bearer(key))).status, 401);
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 401);
    const { url } = await apps.startAuthorization(client);
    assert.match((await apps.openBrowser().open(url)).text, /invalid_client/);
    assert.equal((await catalog.ask('/v1/me', bearer(apps.tokenOf('bob')))).status, 200);
    await suspend('ada', false);
    for (const credential of [access, key]) assert.equal((await catalog.ask('/v1/me', bearer(credential))).status, 200);
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
  });
});

test('the realms of a suspended account stay, and so does its profile', async () => {
  const { account, token } = await someone();
  const { slug } = await create(catalog, { token });
  await suspend(account.username);
  assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.author.username, account.username);
  assert.equal((await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' })).status, 200);
  assert.equal((await catalog.ask(`/v1/users/${account.username}`)).body.realmCount, 1);
});

test('what another process has suspended is refused by the next request', async () => {
  const { account, token } = await someone();
  const other = await openDatabase(catalog.services.config);
  const entry = newAuditEntry(commandActor, 'account.suspend', account.id);
  await other.batch(suspendAccount(account.id, true, entry));
  await other.close();
  await assertSuspended('/v1/me', bearer(token));
});

test('refusals count on the address: one with nothing left gets 429 instead', async () => {
  await using small = await startCatalog({}, { RATE_LIMIT_FREE: '2' });
  const { account, token } = await signUp(small, { username: 'suspect' });
  const entry = newAuditEntry(commandActor, 'account.suspend', account.id);
  await small.services.db.batch(suspendAccount(account.id, true, entry));
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await small.ask('/v1/me', bearer(token))).status);
  assert.deepEqual(statuses.slice(-1), [429]);
});
