// All data of an account in one document.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import type { AuditEntry } from '@realm-catalog/contract';
import { updateAccount } from '../../src/accounts/queries.ts';
import { insertIdentity } from '../../src/accounts/identities/queries.ts';
import { authorizeApp } from '../accounts/authorized-app.ts';
import { create, project, upload } from '../publishing/uploads.ts';
import { newApp } from '../accounts/factors/factors.ts';
import { aPasskey } from '../accounts/factors/soft-passkey.ts';
import { aKey, anAccount, aRealm, bearer, json, logIn, PASSWORD, signUp, useCatalog } from '../support/harness.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
const dataOf = (token: string, init: RequestInit = {}) => catalog.ask('/v1/me/data', { ...init, ...bearer(token) });

/** The names of those whose actions are in the data of an account. */
const actorsOf = async (token: string) =>
  new Set((await dataOf(token)).body.audit.map(({ actor }: AuditEntry) => actor.username));

test('it has what the account is, owns and did, without any secret', async () => {
  const ada = await signUp(catalog, { username: 'ada', name: 'Ada', role: 'curator' });
  await catalog.ask('/v1/me', json({ email: 'ada@mail.example' }, ada.token, 'PATCH'));
  const other = await create(catalog, await signUp(catalog, { username: 'other' }), { name: 'Another' });
  const hidden = await create(catalog, ada, { name: 'Hidden', visibility: 'private' });
  assert.equal((await upload(catalog, hidden, await project('1.0.0'))).status, 201);
  await catalog.ask(`/v1/realms/${other.slug}/star`, { method: 'PUT', ...bearer(ada.token) });
  const picks = { slug: 'picks', name: 'Picks', description: '', realms: [other.slug] };
  await catalog.ask('/v1/collections', json(picks, ada.token));
  const { key } = await aKey(catalog, ada.token);
  const { secret } = await newApp(catalog, ada.token);
  await aPasskey(catalog, ada.token);
  const identity = { id: randomUUIDv7(), issuer: 'https://login.example', subject: 'sub-of-ada', name: 'Ada L.' };
  const linked = { ...identity, accountId: ada.account.id, createdAt: new Date().toISOString() };
  await catalog.services.db.batch([insertIdentity(linked)]);
  const { accessToken } = await authorizeApp(catalog, ada);

  const { status, headers, body, text: document } = await dataOf(ada.token);
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition') ?? '', /^attachment/);
  assert.match(headers.get('cache-control') ?? '', /private/);
  assert.deepEqual([body.account.username, body.account.email], ['ada', 'ada@mail.example']);
  assert.deepEqual([body.keys.length, body.clients.length, body.grants.length, body.sessions.length], [1, 1, 1, 2]);
  assert.deepEqual([body.secondFactors.isOn, body.secondFactors.passkeys[0].name], [false, 'Laptop']);
  assert.deepEqual([body.identities[0].issuer, body.identities[0].name], [identity.issuer, identity.name]);
  assert.deepEqual(body.collections, [{ slug: 'picks' }]);
  assert.deepEqual(
    body.stars.map(({ slug }: { slug: string }) => slug),
    [other.slug],
  );
  assert.deepEqual(
    [body.realms.length, body.realms[0].slug, body.realms[0].versions[0].version],
    [1, hidden.slug, '1.0.0'],
  );
  const actions = new Set(body.audit.map(({ action }: { action: string }) => action));
  for (const action of ['realm.publish', 'key.create', 'consent.grant']) assert.ok(actions.has(action), action);
  const { token, refreshToken } = ada;
  for (const text of [key, accessToken, token, refreshToken, PASSWORD, hidden.uploadToken, secret, 'argon2', 'hash_'])
    assert.ok(!document.includes(text), text);
});

test('a list that is longer than a page of the database is whole', async () => {
  const owner = anAccount({ username: 'prolific' });
  const realms = Array.from({ length: 450 }, (_, at) =>
    aRealm(owner, { slug: `many-${at}`, visibility: (['public', 'unlisted', 'private'] as const)[at % 3] ?? 'public' }),
  );
  await catalog.insert({ accounts: [owner], realms });
  const reader = await signUp(catalog, { username: 'reader' });
  const { db } = catalog.services;
  const passwordHash = await catalog.services.passwords.hash(PASSWORD);
  await db.batch(updateAccount(owner.id, { passwordHash }));
  const { token } = (await catalog.ask('/v1/auth/login', json({ username: 'prolific', password: PASSWORD }))).body;
  const { body } = await dataOf(token);
  const slugs = body.realms.map(({ slug }: { slug: string }) => slug) as string[];
  assert.deepEqual(slugs.toSorted(), realms.map(({ slug }) => slug).toSorted());
  assert.deepEqual((await dataOf(reader.token)).body.realms, []);
});

test('a credential without realms:read or without account gets nothing, and HEAD no body', async () => {
  const { token } = await signUp(catalog, { username: 'careful' });
  for (const scopes of [['account'], ['realms:read', 'realms:write']] as const)
    assert.equal((await dataOf((await aKey(catalog, token, { scopes: [...scopes] })).key)).status, 403);
  const { status, text } = await dataOf(token, { method: 'HEAD' });
  assert.deepEqual([status, text], [200, '']);
});

test('an account whose name, from former times, is the id of another keeps to itself', async () => {
  const victim = await signUp(catalog, { username: 'victim' });
  const passwordHash = await catalog.services.passwords.hash(PASSWORD);
  await catalog.insert({ accounts: [anAccount({ username: victim.account.id, passwordHash })] });
  const namesake = await logIn(catalog, victim.account.id);
  await aKey(catalog, namesake.token);
  assert.deepEqual(await actorsOf(victim.token), new Set(['victim']));
  assert.deepEqual(await actorsOf(namesake.token), new Set([victim.account.id]));
  assert.equal((await catalog.ask(`/v1/users/${victim.account.id}`)).body.username, victim.account.id);
});
