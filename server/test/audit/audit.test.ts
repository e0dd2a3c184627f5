// Tests that every change leaves its entry in the audit, that nothing else does, and that no entry contains a secret.
import assert from 'node:assert/strict';
import { createHash, hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { auditActions, operations, type AuditEntry } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { makeTar } from '../../src/archives/make-tar.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { insertAuditEntry } from '../../src/audit/queries.ts';
import { firstStart } from '../../src/starters.ts';
import { adminCommand, adminDone } from '../admin/admin-command.ts';
import { entriesOf, entriesLeftBy } from './entries.ts';
import { browserAt } from '../support/browser.ts';
import {
  aKey,
  bearer,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
  type Person,
} from '../support/harness.ts';

/** Runs a command as an operator would. */
const admin = (to: TestCatalog, ...words: string[]) => adminCommand(words, to.env).ended;
const done = (to: TestCatalog, ...words: string[]) => adminDone(words, to.env);

let catalog: TestCatalog;
let alice: Person;
let root: Person;
let key: { id: string; key: string };
/** Every secret of this catalog, and texts of its users, which must not be in the audit. */
const unspoken = new Set([PASSWORD, 'another password', 'wrong password', 'Alice Liddell', 'alice@mail.example']);
const archive = new Uint8Array(gzipSync(await makeTar('app', [['realm.json', '{"version":"1.0.0"}']])));

before(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
  root = await signUp(catalog, { username: 'root', role: 'admin' });
  key = await aKey(catalog, alice.token);
  for (const secret of [alice.token, alice.refreshToken, root.token, root.refreshToken, key.key]) unspoken.add(secret);
});
after(() => catalog[Symbol.asyncDispose]());

/** Sends a request, and expects this status. */
async function ask(status: number, path: string, init?: RequestInit) {
  const reply = await catalog.ask(path, init);
  assert.equal(reply.status, status, reply.text);
  for (const [, secret = ''] of reply.text.matchAll(/"(?:key|token|refreshToken|uploadToken|clientSecret)":"([^"]+)"/g))
    unspoken.add(secret);
  // oxlint-disable-next-line typescript/no-unsafe-return -- a test reads what it expects
  return reply.body;
}
const remove = (token: string) => ({ method: 'DELETE', ...bearer(token) });
const realm = { name: 'Tool', description: 'A tool.', category: 'api' };
const upload = (slug: string, token: string, status = 201, body = archive) =>
  ask(status, `/v1/realms/${slug}/upload`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', ...bearer(token).headers },
    body,
  });

/** Walks an application of alice's through its pages; returns what its client got. */
async function consent(clientId: string): Promise<{ access: string; refresh: string; code: string; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const browser = browserAt(catalog.url, unspoken);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1/callback',
    response_type: 'code',
    scope: 'realms:read realms:write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
  });
  const login = await browser.open(`${PUBLIC_URL}/oauth/authorize?${String(query)}`);
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

type Expected = Pick<AuditEntry, 'action'> & { actor: string; how: string; subject: string; details: object };
const entry = (
  action: AuditEntry['action'],
  [actor, how]: [actor: string, how: AuditEntry['actor']['how']],
  subject: string,
  details: object = {},
): Expected => ({ action, actor, how, subject, details });

interface Row {
  does: string;
  /** The operation of the contract that it asks, if it does. */
  operation?: keyof typeof operations;
  /** Returns the entries that are expected. */
  run: () => Promise<Expected[]>;
}

const byKey = (): [string, 'key'] => [alice.account.id, 'key'];
const byJwt = (who: Person): [string, 'jwt'] => [who.account.id, 'jwt'];
const command: [string, 'command'] = ['', 'command'];
const newRealm = async () =>
  (await ask(201, '/v1/realms', json(realm, key.key))) as { slug: string; uploadToken: string };
const change = (slug: string, body: object, by = key.key) => ask(200, `/v1/realms/${slug}`, json(body, by, 'PATCH'));
const newClient = async () => {
  const fields = { name: 'App', redirectUris: ['http://127.0.0.1/callback'] };
  return (await ask(201, '/v1/oauth/clients', json(fields, alice.token))) as { id: string };
};
const defaults = 'realms:read realms:write';
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

const rows: Row[] = [
  {
    does: 'opening an account',
    operation: 'register',
    run: async () => {
      const fields = { username: 'carol', password: PASSWORD, name: 'Alice Liddell', email: 'alice@mail.example' };
      const { id } = await ask(201, '/v1/auth/register', json(fields));
      return [entry('account.create', ['', 'anonymous'], id)];
    },
  },
  {
    does: 'logging in',
    operation: 'login',
    run: async () => {
      await ask(200, '/v1/auth/login', json({ username: 'ALICE', password: PASSWORD }));
      return [entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' })];
    },
  },
  {
    does: 'failing to, with a wrong password, and with a name that nobody has',
    run: async () => {
      for (const username of ['alice', PASSWORD])
        await ask(401, '/v1/auth/login', json({ username, password: 'wrong password' }));
      const subjects = [alice.account.id, ''];
      return subjects.map((subject) => entry('login.fail', ['', 'anonymous'], subject, { at: 'api' }));
    },
  },
  {
    does: 'logging out, with either token',
    operation: 'logout',
    run: async () => {
      const [one, two] = [await logIn(catalog, 'alice'), await logIn(catalog, 'alice')];
      for (const { token, refreshToken } of [one, two]) [token, refreshToken].forEach((secret) => unspoken.add(secret));
      await ask(204, '/v1/auth/logout', { method: 'POST', ...bearer(one.token) });
      await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken }));
      await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken })); // of which nothing is left
      const login = entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' });
      const ended = (how: 'jwt' | 'refresh') => entry('login.end', [alice.account.id, how], alice.account.id);
      return [login, login, ended('jwt'), ended('refresh')];
    },
  },
  {
    does: 'ending a session',
    operation: 'endSession',
    run: async () => {
      await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      const { sessions } = await ask(200, '/v1/me/sessions?limit=1', bearer(alice.token));
      const session = sessions[0].id as string;
      for (const status of [204, 404]) await ask(status, `/v1/me/sessions/${session}`, remove(alice.token));
      return [
        entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' }),
        entry('login.end', byJwt(alice), alice.account.id, { session }),
      ];
    },
  },
  {
    does: 'using a refresh token twice',
    run: async () => {
      const { refreshToken } = await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      await ask(200, '/v1/auth/refresh', json({ refreshToken }));
      for (const _ of 'twice') await ask(401, '/v1/auth/refresh', json({ refreshToken }));
      const by = (how: 'password' | 'refresh'): [string, typeof how] => [alice.account.id, how];
      return [
        entry('login.succeed', by('password'), alice.account.id, { at: 'api' }),
        entry('login.replay', by('refresh'), alice.account.id),
      ];
    },
  },
  {
    does: 'refreshing a session that has ended by itself, which is no theft',
    run: async () => {
      const { refreshToken } = await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      await catalog.services.db.batch([
        sql`update sessions set expires_at = '2020-01-01T00:00:00.000Z' where account_id = ${alice.account.id}`,
      ]);
      await ask(401, '/v1/auth/refresh', json({ refreshToken }));
      alice.token = (await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }))).token;
      const login = entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' });
      return [login, login];
    },
  },
  {
    does: 'changing a profile and a password',
    operation: 'updateMe',
    run: async () => {
      const dan = await signUp(catalog, { username: 'dan' });
      const { id } = dan.account;
      const send = (status: number, body: object) => ask(status, '/v1/me', json(body, dan.token, 'PATCH'));
      await send(200, {});
      await send(400, { password: 'another password', currentPassword: 'wrong password' });
      await send(200, { name: 'Alice Liddell', email: 'alice@mail.example' });
      await send(200, { bio: 'x', password: 'another password', currentPassword: PASSWORD });
      return [
        entry('account.create', ['', 'anonymous'], id),
        entry('login.succeed', [id, 'password'], id, { at: 'api' }),
        entry('login.fail', byJwt(dan), id, { at: 'password' }),
        entry('account.update', byJwt(dan), id, { fields: 'name email' }),
        entry('account.update', byJwt(dan), id, { fields: 'bio' }),
        entry('account.password', byJwt(dan), id),
      ];
    },
  },
  {
    does: 'making a key',
    operation: 'createKey',
    run: async () => {
      const { id } = await ask(201, '/v1/keys', json({ name: 'Alice Liddell' }, alice.token));
      return [entry('key.create', byJwt(alice), id, { scopes: defaults, expiresAt: '' })];
    },
  },
  {
    does: 'revoking a key',
    operation: 'revokeKey',
    run: async () => {
      const { id } = await ask(201, '/v1/keys', json({ name: 'x', scopes: ['account'] }, alice.token));
      await ask(204, `/v1/keys/${id}`, remove(alice.token));
      return [
        entry('key.create', byJwt(alice), id, { scopes: 'account', expiresAt: '' }),
        entry('key.revoke', byJwt(alice), id),
      ];
    },
  },
  {
    does: 'registering an OAuth client',
    operation: 'createOAuthClient',
    run: async () => [registered((await newClient()).id)],
  },
  {
    does: 'changing an OAuth client',
    operation: 'updateOAuthClient',
    run: async () => {
      const { id } = await newClient();
      await ask(
        200,
        `/v1/oauth/clients/${id}`,
        json({ name: 'A new name', scopes: ['account'] }, alice.token, 'PATCH'),
      );
      await ask(400, `/v1/oauth/clients/${id}`, json({ scopes: [] }, alice.token, 'PATCH'));
      const details = { fields: 'name scopes', scopes: 'account' };
      return [registered(id), entry('client.update', byJwt(alice), id, details)];
    },
  },
  {
    does: 'a new secret of an OAuth client',
    operation: 'createClientSecret',
    run: async () => {
      const fields = { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'], scopes: ['account'] };
      const { id } = await ask(201, '/v1/oauth/clients', json(fields, alice.token));
      await ask(201, `/v1/oauth/clients/${id}/secret`, json({ revoke: true }, alice.token));
      const details = { type: 'confidential', grantTypes: 'client_credentials', scopes: 'account' };
      return [
        entry('client.create', byJwt(alice), id, details),
        entry('client.secret', byJwt(alice), id, { formerEndsAt: '' }),
      ];
    },
  },
  {
    does: 'removing an OAuth client',
    operation: 'deleteOAuthClient',
    run: async () => {
      const { id } = await newClient();
      await ask(204, `/v1/oauth/clients/${id}`, remove(alice.token));
      return [registered(id), entry('client.remove', byJwt(alice), id)];
    },
  },
  {
    does: 'allowing a client, which gives it back',
    run: async () => {
      const { id } = await newClient();
      const { access, refresh } = await consent(id);
      assert.equal((await token(id, { token: access }, '/oauth/revoke')).status, 200); // and the others of the same consent with it
      for (const _ of 'twice') assert.equal((await token(id, { token: refresh }, '/oauth/revoke')).status, 200);
      return [...granted(id), entry('consent.revoke', ['', 'client'], id, { account: alice.account.id })];
    },
  },
  {
    does: 'allowing a client, and revoking that',
    operation: 'revokeGrant',
    run: async () => {
      const { id } = await newClient();
      await consent(id);
      const { grants } = await ask(200, '/v1/me/grants?limit=1', bearer(alice.token));
      await ask(204, `/v1/me/grants/${grants[0].id}`, remove(alice.token));
      await ask(404, `/v1/me/grants/${grants[0].id}`, remove(alice.token));
      return [...granted(id), entry('consent.revoke', byJwt(alice), id, { account: alice.account.id })];
    },
  },
  {
    does: 'using a code, or a refresh token of a client, twice',
    run: async () => {
      const { id } = await newClient();
      const { refresh } = await consent(id);
      const again = { grant_type: 'refresh_token', refresh_token: refresh };
      const { body } = await token(id, again);
      unspoken.add(body.refresh_token).add(body.access_token);
      for (const _ of 'twice') assert.equal((await token(id, again)).status, 400);
      return [...granted(id), entry('consent.replay', ['', 'client'], id, { account: alice.account.id })];
    },
  },
  {
    does: 'creating a realm',
    operation: 'createRealm',
    run: async () => [created((await newRealm()).slug)],
  },
  {
    does: 'changing a realm and who sees it',
    operation: 'updateRealm',
    run: async () => {
      const { slug } = await newRealm();
      const send = (body: object, by?: string) => change(slug, body, by);
      await send({ name: 'Alice Liddell', tags: ['x'] });
      await send({ visibility: 'public' });
      await send({ visibility: 'private', license: 'MIT' });
      await send({ visibility: 'unlisted' }, root.token);
      return [
        created(slug),
        entry('realm.update', byKey(), slug, { fields: 'name tags' }),
        entry('realm.update', byKey(), slug, { fields: 'visibility' }),
        entry('realm.visibility', byKey(), slug, { to: 'private' }),
        entry('realm.update', byKey(), slug, { fields: 'visibility license' }),
        entry('realm.visibility', byJwt(root), slug, { to: 'unlisted' }),
      ];
    },
  },
  {
    does: 'renaming a realm, deprecating it and taking that back',
    operation: 'updateRealm',
    run: async () => {
      const { slug } = await newRealm();
      const now = `${slug}-renamed`;
      await change(slug, { slug: now });
      await change(now, { deprecated: { message: 'Use another.', successor: '' } });
      await change(now, { deprecated: null });
      return [
        created(slug),
        entry('realm.rename', byKey(), slug, { to: now }),
        entry('realm.update', byKey(), now, { fields: 'deprecated' }),
        entry('realm.update', byKey(), now, { fields: 'deprecated' }),
      ];
    },
  },
  {
    does: 'renaming a realm together with other changes',
    operation: 'updateRealm',
    run: async () => {
      const { slug } = await newRealm();
      const [second = '', third = '', last = ''] = ['second', 'third', 'last'].map((word) => `${slug}-${word}`);
      await change(slug, { slug: second, visibility: 'public' });
      await change(second, { slug: third, visibility: 'private' });
      await change(third, { slug: third, visibility: 'public' });
      await change(third, { slug: last, name: 'Another name' });
      await change(last, { slug: last, visibility: 'public' });
      return [
        created(slug),
        entry('realm.rename', byKey(), slug, { to: second }),
        entry('realm.rename', byKey(), second, { to: third }),
        entry('realm.visibility', byKey(), second, { to: 'private' }),
        entry('realm.visibility', byKey(), third, { to: 'public' }),
        entry('realm.rename', byKey(), third, { to: last }),
        entry('realm.update', byKey(), third, { fields: 'name slug' }),
        entry('realm.update', byKey(), last, { fields: 'visibility slug' }),
      ];
    },
  },
  {
    does: 'deleting a realm',
    operation: 'deleteRealm',
    run: async () => {
      const { slug } = await newRealm();
      await ask(204, `/v1/realms/${slug}`, remove(key.key));
      return [created(slug), entry('realm.delete', byKey(), slug)];
    },
  },
  {
    does: 'opening the upload of a next version',
    operation: 'openUpload',
    run: async () => {
      const { slug } = await newRealm();
      await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
      return [created(slug), entry('upload.open', byKey(), slug)];
    },
  },
  {
    does: 'publishing a version',
    operation: 'uploadArchive',
    run: async () => {
      const { slug, uploadToken } = await newRealm();
      await upload(slug, uploadToken);
      const details = { version: '1.0.0', sha256: hash('sha256', archive) };
      return [created(slug), entry('realm.publish', [alice.account.id, 'upload'], slug, details)];
    },
  },
  {
    does: 'yanking a version, and taking that back',
    operation: 'updateVersion',
    run: async () => {
      const { slug, uploadToken } = await newRealm();
      await upload(slug, uploadToken);
      for (const yanked of [true, true, false])
        await ask(200, `/v1/realms/${slug}/versions/1.0.0`, json({ yanked }, key.key, 'PATCH'));
      const details = { version: '1.0.0', sha256: hash('sha256', archive) };
      return [
        created(slug),
        entry('realm.publish', [alice.account.id, 'upload'], slug, details),
        entry('realm.yank', byKey(), slug, { version: '1.0.0' }),
        entry('realm.unyank', byKey(), slug, { version: '1.0.0' }),
      ];
    },
  },
  ...(['createCollection', 'updateCollection', 'deleteCollection'] as const).map((operation): Row => ({
    does: `a curator’s ${operation}`,
    operation,
    run: async () => {
      const slug = operation.toLowerCase();
      await ask(201, '/v1/collections', json({ slug, name: 'x', description: '', realms: [] }, root.token));
      const made = entry('collection.create', byJwt(root), slug);
      if (operation === 'createCollection') return [made];
      if (operation === 'updateCollection') {
        await ask(200, `/v1/collections/${slug}`, json({ name: 'y', realms: [] }, root.token, 'PATCH'));
        return [made, entry('collection.update', byJwt(root), slug, { fields: 'name realms' })];
      }
      await ask(204, `/v1/collections/${slug}`, remove(root.token));
      return [made, entry('collection.remove', byJwt(root), slug)];
    },
  })),
  {
    does: 'each of the operator’s commands',
    run: async () => {
      const { slug } = await newRealm();
      const groups = [erin(), featured(slug), collected(slug), rotated()];
      return [created(slug), ...(await Promise.all(groups)).flat()];
    },
  },
];

async function erin(): Promise<Expected[]> {
  const named = ['--name', 'Alice Liddell'];
  await done(catalog, 'users', 'add', 'erin', '--password', PASSWORD, '--role', 'curator', ...named);
  const { token } = await ask(200, '/v1/auth/login', json({ username: 'erin', password: PASSWORD }));
  const { id } = await ask(200, '/v1/me', bearer(token));
  const made = await done(catalog, 'keys', 'add', 'erin', '--scopes', 'account', ...named);
  unspoken.add(made);
  const { keys } = await ask(200, '/v1/keys', bearer(made));
  await done(catalog, 'users', 'set', 'erin', '--plan', 'premium', '--password', 'another password');
  await done(catalog, 'users', 'remove', 'erin');
  return [
    entry('account.create', command, id, { role: 'curator', plan: 'free' }),
    entry('login.succeed', [id, 'password'], id, { at: 'api' }),
    entry('key.create', command, keys[0].id, { account: id, scopes: 'account' }),
    entry('account.update', command, id, { fields: 'plan', plan: 'premium' }),
    entry('account.password', command, id),
    entry('account.remove', command, id),
  ];
}

async function featured(slug: string): Promise<Expected[]> {
  for (const word of ['feature', 'feature', 'unfeature']) await done(catalog, 'realms', word, slug);
  return [entry('realm.feature', command, slug), entry('realm.unfeature', command, slug)];
}

async function collected(slug: string): Promise<Expected[]> {
  const about = ['--name', 'Alice Liddell', '--description', 'x', '--realms', slug];
  await done(catalog, 'collections', 'add', 'picks', ...about, '--by', 'alice');
  await done(catalog, 'collections', 'set', 'picks', '--realms', slug, '--featured');
  await done(catalog, 'collections', 'remove', 'picks');
  return [
    entry('collection.create', command, 'picks'),
    entry('collection.update', command, 'picks', { fields: 'featured realms' }),
    entry('collection.remove', command, 'picks'),
  ];
}

async function rotated(): Promise<Expected[]> {
  await done(catalog, 'secrets', 'rotate');
  return [entry('catalog.rotate', command, '')];
}

/** Entries of the same millisecond come in any order. */
const inOneOrder = (told: Expected[]) => told.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Operations that change something and leave no entry: they are counted, or continue an action that has an entry. */
const silent: (keyof typeof operations)[] = ['starRealm', 'unstarRealm', 'downloadRealm', 'refresh'];

describe('everything that is done leaves its entry:', () => {
  const happened = new Set<string>();

  for (const { does, run } of rows)
    test(does, async () => {
      let expected: Expected[] = [];
      const entries = await entriesLeftBy(catalog, async () => (expected = await run()));
      for (const { action } of entries) happened.add(action);
      const told = entries.map(({ action, actor, subject, details }) => ({
        action,
        actor: actor.id,
        how: actor.how,
        subject: subject.id,
        details,
      }));
      assert.deepEqual(inOneOrder(told), inOneOrder(expected));
      for (const { actor, requestId, address, at } of entries) {
        const isOutside = actor.how === 'command';
        assert.match(requestId, isOutside ? /^$/ : /^[\w-]{36}$/);
        assert.match(address, isOutside ? /^$/ : /^127\.0\.0\.1$/);
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
      }
    });

  test('the first start leaves the first entry', async () => {
    await using fresh = await startCatalog();
    await firstStart(fresh.services, { empty: true });
    const entries = await entriesOf(fresh.services.db);
    assert.deepEqual(
      entries.map(({ action, actor, position }) => [action, actor.how, position]),
      [['catalog.begin', 'catalog', 1]],
    );
    happened.add('catalog.begin');
  });

  test('a flood of failed logins leaves one entry, and no further ones', async () => {
    await using flooded = await startCatalog();
    for (let hits = 0; hits < 999; hits += 1)
      await flooded.services.windowCounter.hit('audited login failures', 1_000, 3_600_000);
    const wrong = json({ username: 'nobody', password: 'wrong password' });
    const entries = await entriesLeftBy(flooded, async () => {
      for (let tries = 0; tries < 4; tries += 1) assert.equal((await flooded.ask('/v1/auth/login', wrong)).status, 401);
    });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['login.fail', 'login.flood'],
    );
    happened.add('login.flood');
  });

  test('attempts to log in beyond the limit leave no entry', async () => {
    const wrong = json({ username: 'much-tried', password: 'wrong password' });
    const entries = await entriesLeftBy(catalog, async () => {
      for (let tries = 0; tries < 12; tries += 1) await catalog.ask('/v1/auth/login', wrong);
    });
    assert.equal(entries.length, 10);
  });

  test('every action and every operation that changes something is among these', () => {
    assert.deepEqual([...happened].toSorted(), auditActions.toSorted());
    const changing = Object.entries(operations).filter(([, { method }]) => method !== 'GET');
    const asked = new Set<string>([...silent, ...rows.flatMap(({ operation = [] }) => operation)]);
    assert.deepEqual(
      changing.map(([id]) => id).filter((id) => !asked.has(id)),
      [],
    );
  });

  test('every action is explained in docs/api.md', () => {
    const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    for (const action of auditActions) assert.match(guide, new RegExp(`^\\| .*\`${action}\`.* \\|.*\\|.*\\|$`, 'm'));
  });

  test('none of these entries contains a secret, or text that a user wrote', async () => {
    assert.ok(unspoken.size > 40);
    const text = JSON.stringify(await catalog.services.db.all(sql`select * from audit`));
    assert.ok(text.length > 10_000);
    for (const secret of unspoken) {
      assert.ok(secret.length > 7, secret);
      assert.ok(!text.includes(secret), secret);
      assert.ok(!text.includes(hash('sha256', secret)), `the hash of ${secret}`);
    }
  });
});

describe('nothing else does:', () => {
  test('reading, starring, downloading and refreshing', async () => {
    const { slug } = await newRealm();
    const { refreshToken } = await logIn(catalog, 'alice');
    const fields = { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'] };
    const client = await ask(201, '/v1/oauth/clients', json(fields, alice.token));
    const entries = await entriesLeftBy(catalog, async () => {
      for (const path of ['/v1/realms', `/v1/realms/${slug}`, '/v1/me', '/v1/keys', '/v1/stats'])
        await ask(200, path, bearer(alice.token));
      for (const method of ['PUT', 'DELETE']) await ask(204, `/v1/realms/${slug}/star`, { method, ...bearer(key.key) });
      await ask(200, `/v1/realms/${slug}/download`, { method: 'POST' });
      await ask(200, '/v1/auth/refresh', json({ refreshToken }));
      await ask(200, '/v1/audit', bearer(root.token));
      const authorization = `Basic ${btoa(`${client.id}:${client.clientSecret}`)}`;
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      await ask(200, '/oauth/token', { method: 'POST', headers: { authorization }, body });
    });
    assert.deepEqual(entries, []);
  });

  test('requests that are refused or fail', async () => {
    const { slug, uploadToken } = await newRealm();
    await upload(slug, uploadToken);
    const next = await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
    const unknown = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
    const picks = { slug: 'taken', name: 'x', description: '', realms: [] };
    await ask(201, '/v1/collections', json(picks, root.token));
    const bob = await signUp(catalog, { username: 'bob' });
    const entries = await entriesLeftBy(catalog, async () => {
      await ask(409, '/v1/auth/register', json({ username: 'alice', password: PASSWORD }));
      await ask(403, '/v1/keys', json({ name: 'x' }, key.key));
      await ask(400, '/v1/keys', json({ name: '' }, alice.token));
      await ask(404, `/v1/keys/${unknown}`, remove(alice.token));
      await ask(404, `/v1/keys/${key.id}`, remove(bob.token));
      await ask(404, `/v1/oauth/clients/${unknown}`, remove(alice.token));
      await ask(400, '/v1/realms', json({ ...realm, name: '' }, key.key));
      await ask(403, `/v1/realms/${slug}`, json({ visibility: 'private' }, bob.token, 'PATCH'));
      await ask(403, `/v1/realms/${slug}`, remove(bob.token));
      await ask(404, '/v1/realms/unknown', remove(key.key));
      await upload(slug, next.uploadToken, 422, new Uint8Array(100));
      await upload(slug, next.uploadToken, 409);
      await ask(404, `/v1/realms/${slug}/versions/9.9.9`, json({ yanked: true }, key.key, 'PATCH'));
      await ask(409, '/v1/collections', json(picks, root.token));
      await ask(404, '/v1/collections/unknown', remove(root.token));
      const refused = await Promise.all([
        admin(catalog, 'users', 'add', 'alice', '--password', PASSWORD),
        admin(catalog, 'realms', 'feature', 'unknown'),
      ]);
      for (const { code } of refused) assert.equal(code, 1);
      const taken = sql`insert into old_slugs (slug, realm_id) values ('twice', ''), ('twice', '')`;
      await assert.rejects(
        catalog.services.db.batch([insertAuditEntry(newAuditEntry(commandActor, 'realm.delete', 'twice')), taken]),
      );
    });
    assert.deepEqual(entries, []);
  });

  test('of many requests that do the same at once, one leaves an entry', async () => {
    const { slug } = await newRealm();
    const { id } = await aKey(catalog, alice.token);
    const entries = await entriesLeftBy(catalog, async () => {
      await Promise.all(Array.from({ length: 8 }, () => catalog.ask(`/v1/keys/${id}`, remove(alice.token))));
      await Promise.all(Array.from({ length: 8 }, () => catalog.ask(`/v1/realms/${slug}`, remove(key.key))));
    });
    assert.deepEqual(entries.map(({ action }) => action).toSorted(), ['key.revoke', 'realm.delete']);
  });
});
