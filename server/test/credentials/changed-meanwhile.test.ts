// What was checked of a credential is still true when something is written: between the two, another request changes it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test, type TestContext } from 'node:test';
import sql from 'sql-template-tag';
import { linkPerson } from '../../src/accounts/sign-in/provider-sign-in.ts';
import { insertOneTimeToken, makeOneTimeToken } from '../../src/credentials/one-time-queries.ts';
import { CodedError } from '../../src/errors.ts';
import { insertIdentity } from '../../src/accounts/identities/queries.ts';
import { adminDone } from '../admin/admin-command.ts';
import { codeOf, logInWith, newApp, newCodes, turnOn } from '../accounts/factors/factors.ts';
import { answerOfPasskey, aPasskey, questionIn, softPasskey } from '../accounts/factors/soft-passkey.ts';
import { browserCaller } from '../support/browser-caller.ts';
import { browserAt } from '../support/browser.ts';
import {
  aKey,
  anAccessToken,
  bearer,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  useCatalog,
  type Person,
  type Reply,
} from '../support/harness.ts';
import { assertRefused, assertStatus } from '../support/replies.ts';
import { signInToWeb } from '../support/web-session.ts';
import { whileItWrites } from '../support/while-it-writes.ts';
import { authorizeApp, openConsentPage } from '../accounts/authorized-app.ts';

const catalog = useCatalog();
const NEW_PASSWORD = 'another horse, another battery';

let people = 0;
const someone = () => signUp(catalog, { username: `hasty-${(people += 1)}` });
const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const remove = (path: string, token: string) => catalog.ask(path, { method: 'DELETE', ...bearer(token) });
const changePassword = (token: string, password: string, currentPassword = PASSWORD) =>
  catalog.ask('/v1/me', json({ password, currentPassword }, token, 'PATCH'));
const login = (username: string, password: string) => catalog.ask('/v1/auth/login', json({ username, password }));
const held = <Result>(t: TestContext, written: RegExp, one: () => Promise<Result>, other: () => Promise<unknown>) =>
  whileItWrites(t, catalog, written, one, other);
const actionsAbout = async (accountId: string) => {
  const rows = await catalog.services.db.all<{ action: string }>(
    sql`select action from audit where actor_id = ${accountId} or subject = ${accountId} order by id`,
  );
  return rows.map(({ action }) => action);
};

const PASSWORD_WRITE = /update accounts set password_hash = /;

describe('a new password', () => {
  test('is set by one of two requests that know the one before', async (t) => {
    const { account, token } = await someone();
    const one = () => changePassword(token, 'the slower of two passwords');
    const other = () => assertStatus(200, changePassword(token, NEW_PASSWORD));
    assertRefused(await held(t, PASSWORD_WRITE, one, other), 'currentPassword');
    await assertStatus(401, login(account.username, 'the slower of two passwords'));
    await assertStatus(200, login(account.username, NEW_PASSWORD));
  });

  test('is set by one of two requests to an account without one', async (t) => {
    const { account, token } = await someone();
    await catalog.services.db.batch([sql`update accounts set password_hash = '' where id = ${account.id}`]);
    const one = () => changePassword(token, 'the slower of two passwords', '');
    const other = () => assertStatus(200, changePassword(token, NEW_PASSWORD, ''));
    assertRefused(await held(t, PASSWORD_WRITE, one, other), 'currentPassword');
    await assertStatus(200, login(account.username, NEW_PASSWORD));
  });

  test('is refused to a login with the one before', async (t) => {
    const { account, token } = await someone();
    const one = () => login(account.username, PASSWORD);
    const other = () => assertStatus(200, changePassword(token, NEW_PASSWORD));
    assert.equal((await held(t, /insert into sessions/, one, other)).status, 401);
  });

  test('begins no session at the settings if yet another one came after it', async (t) => {
    const { account } = await someone();
    const browser = await signInToWeb(catalog, account.username);
    const fields = { currentPassword: PASSWORD, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    const other = async () => {
      const { body } = await login(account.username, NEW_PASSWORD);
      await assertStatus(200, changePassword(body.token, 'the last of three passwords', NEW_PASSWORD));
    };
    const afterTheWrite = /select id, username, name, email, [^]* from accounts where id = /;
    const reply = await held(t, afterTheWrite, () => browser.post('/settings/password', fields), other);
    assert.deepEqual(reply.headers.getSetCookie(), []);
    assert.match((await browser.get('/me')).headers.get('location') ?? '', /\/sign-in/);
  });

  test('by a link is refused if the account has another address by then, and so is verifying that', async (t) => {
    const { account, token } = await someone();
    for (const [kind, path, written] of [
      ['reset', '/v1/auth/reset', PASSWORD_WRITE],
      ['verify', '/v1/auth/verify-email', /insert into verified_emails/],
    ] as const) {
      const email = `${kind}@before.example`;
      await assertStatus(200, catalog.ask('/v1/me', json({ email }, token, 'PATCH')));
      const link = makeOneTimeToken();
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const stored = { kind, accountId: account.id, payload: email, expiresAt };
      await catalog.services.db.batch([insertOneTimeToken(link, stored)]);
      const method = kind === 'reset' ? 'PUT' : 'POST';
      const body = { token: link, ...(kind === 'reset' && { password: NEW_PASSWORD }) };
      const one = () => catalog.ask(path, json(body, '', method));
      const other = () => catalog.ask('/v1/me', json({ email: `${kind}@after.example` }, token, 'PATCH'));
      assert.equal((await held(t, written, one, other)).status, 404);
    }
    await assertStatus(200, login(account.username, PASSWORD));
    assert.equal((await me(token)).body.isEmailVerified, false);
  });
});

test('another address is refused to a key if the one before was verified meanwhile', async (t) => {
  const { account, token } = await someone();
  const { key } = await aKey(catalog, token, { scopes: ['account'] });
  const change = (email: string) => catalog.ask('/v1/me', json({ email }, key, 'PATCH'));
  await assertStatus(200, change('owner@mail.example'));
  const verified = sql`insert into verified_emails (account_id, email, verified_at)
    values (${account.id}, 'owner@mail.example', ${new Date().toISOString()})`;
  const one = () => change('thief@mail.example');
  const reply = await held(t, /update accounts set email = \S+ where/, one, () =>
    catalog.services.db.batch([verified]),
  );
  assert.equal(reply.status, 403, reply.text);
  assert.equal((await me(token)).body.email, 'owner@mail.example');
});

const withPrivateRealm = async () => {
  const person = await someone();
  const realm = { name: 'Mine', description: 'x', category: 'api', visibility: 'private' };
  const { body } = await catalog.ask('/v1/realms', json(realm, person.token));
  return { ...person, slug: body.slug as string };
};
const erase = (token: string) => catalog.ask('/v1/me', json({ password: PASSWORD }, token, 'DELETE'));

describe('an account is not deleted, and keeps its private realms', () => {
  test('if its password was changed meanwhile', async (t) => {
    for (const written of [/delete from realms where/, /removed_at = \S+\s+where/]) {
      const { token, slug } = await withPrivateRealm();
      if (!written.source.includes('realms')) await assertStatus(204, remove(`/v1/realms/${slug}`, token));
      const other = () => assertStatus(200, changePassword(token, NEW_PASSWORD));
      assertRefused(await held(t, written, () => erase(token), other), 'password');
      await assertStatus(200, me(token));
      if (written.source.includes('realms')) await assertStatus(200, catalog.ask(`/v1/realms/${slug}`, bearer(token)));
    }
  });

  test('if a second factor was turned on meanwhile, whose code nobody has asked for', async (t) => {
    const { token, slug } = await withPrivateRealm();
    const reply = await held(
      t,
      /delete from realms where/,
      () => erase(token),
      () => turnOn(catalog, token),
    );
    assertRefused(reply, 'password');
    await assertStatus(200, catalog.ask(`/v1/realms/${slug}`, bearer(token)));
  });
});

/** What somebody may do to an account; `prepare` returns the request, and `written` is in the batch by which it is done. */
const changes: [name: string, written: RegExp, prepare: (person: Person) => Promise<() => Promise<Reply>>][] = [
  [
    'another name',
    /update accounts set name = /,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/me', json({ name: 'X' }, token, 'PATCH')),
  ],
  [
    'a key',
    /insert into api_keys/,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/keys', json({ name: 'x' }, token)),
  ],
  [
    'an end of a key',
    /delete from api_keys/,
    async ({ token }) => {
      const { id } = await aKey(catalog, token);
      return () => remove(`/v1/keys/${id}`, token);
    },
  ],
  [
    'an end of a session',
    /delete from sessions/,
    async ({ account, token }) => {
      const { db } = catalog.services;
      await logIn(catalog, account.username);
      const last = await db.get<{ id: string }>(
        sql`select max(id) as id from sessions where account_id = ${account.id}`,
      );
      return () => remove(`/v1/me/sessions/${last?.id}`, token);
    },
  ],
  [
    'an end of a grant',
    /delete from oauth_records/,
    async (person) => {
      await authorizeApp(catalog, person);
      const { body } = await catalog.ask('/v1/me/grants', bearer(person.token));
      return () => remove(`/v1/me/grants/${body.grants[0].id}`, person.token);
    },
  ],
  [
    'an application',
    /insert into oauth_clients/,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/oauth/clients', json({ name: 'App', redirectUris: ['https://app.example/'] }, token)),
  ],
  [
    'another name of an application',
    /update oauth_clients set name/,
    async ({ token }) => {
      const id = await clientOf(token);
      return () => catalog.ask(`/v1/oauth/clients/${id}`, json({ name: 'Other' }, token, 'PATCH'));
    },
  ],
  [
    'another secret of an application',
    /update oauth_clients set secret_hash/,
    async ({ token }) => {
      const id = await clientOf(token);
      return () => catalog.ask(`/v1/oauth/clients/${id}/secret`, json({}, token));
    },
  ],
  [
    'an end of an application',
    /delete from oauth_clients/,
    async ({ token }) => {
      const id = await clientOf(token);
      return () => remove(`/v1/oauth/clients/${id}`, token);
    },
  ],
  [
    'the secret of an app',
    /insert into second_factors/,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/me/second-factors/totp', { method: 'POST', ...bearer(token) }),
  ],
  [
    'an app',
    /update second_factors set totp_confirmed_at/,
    async ({ token }) => {
      const { secret } = await newApp(catalog, token);
      return () => catalog.ask('/v1/me/second-factors/totp', json({ code: codeOf(secret) }, token, 'PUT'));
    },
  ],
  [
    'an end of an app',
    /update second_factors set totp_encrypted = ''/,
    async ({ token }) => {
      const { secret } = await newApp(catalog, token);
      await assertStatus(204, catalog.ask('/v1/me/second-factors/totp', json({ code: codeOf(secret) }, token, 'PUT')));
      return () => remove('/v1/me/second-factors/totp', token);
    },
  ],
  [
    'new recovery codes',
    /insert into recovery_codes/,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/me/second-factors/recovery-codes', { method: 'POST', ...bearer(token) }),
  ],
  [
    'recovery codes',
    /update recovery_codes/,
    async ({ token }) => {
      const [code] = await newCodes(catalog, token);
      return () => catalog.ask('/v1/me/second-factors/recovery-codes', json({ code }, token, 'PUT'));
    },
  ],
  [
    'a passkey',
    /insert into passkeys/,
    async ({ token }) => {
      const answer = await answerOfPasskey(catalog, token);
      return () => catalog.ask('/v1/me/second-factors/passkeys', json(answer, token));
    },
  ],
  [
    'an end of a passkey',
    /delete from passkeys/,
    async ({ token }) => {
      const id = await aPasskey(catalog, token);
      return () => remove(`/v1/me/second-factors/passkeys/${id}`, token);
    },
  ],
  [
    'an end of an identity',
    /delete from identities/,
    async ({ account, token }) => {
      const id = await identityOf(account.id);
      return () => remove(`/v1/me/identities/${id}`, token);
    },
  ],
  [
    'the end of the account',
    /removed_at = \S+\s+where/,
    async ({ token }) =>
      () =>
        catalog.ask('/v1/me', json({ password: PASSWORD }, token, 'DELETE')),
  ],
];

async function clientOf(token: string): Promise<string> {
  const fields = { name: 'test', type: 'confidential', grantTypes: ['client_credentials'], scopes: ['realms:read'] };
  return (await catalog.ask('/v1/oauth/clients', json(fields, token))).body.id as string;
}

async function identityOf(accountId: string): Promise<string> {
  const id = randomUUIDv7();
  const createdAt = new Date().toISOString();
  const identity = { id, issuer: 'https://login.example', subject: id, accountId, name: 'x', createdAt };
  await catalog.services.db.batch([insertIdentity(identity)]);
  return id;
}

describe('by a credential that ends meanwhile, an account gets', () => {
  for (const [name, written, prepare] of changes)
    test(name, async (t) => {
      const person = await someone();
      const request = await prepare(person);
      const before = await actionsAbout(person.account.id);
      const end = () =>
        catalog.services.db.batch([
          sql`delete from sessions where account_id = ${person.account.id} and id =
            (select min(id) from sessions where account_id = ${person.account.id})`,
        ]);
      const reply = await held(t, written, request, end);
      assert.deepEqual([reply.status, reply.body.code], [401, 'unauthorized'], reply.text);
      assert.deepEqual(await actionsAbout(person.account.id), before);
    });

  test('no key, whether a key or an application was to make it', async (t) => {
    const { token } = await someone();
    const { db } = catalog.services;
    const { key } = await aKey(catalog, token, { name: 'parent', scopes: ['account'] });
    const { accessToken } = await anAccessToken(catalog, token, ['account']);
    for (const [parent, end] of [
      [key, sql`delete from api_keys where name = 'parent'`],
      [accessToken, sql`delete from oauth_clients where name = 'test'`],
    ] as const) {
      const one = () => catalog.ask('/v1/keys', json({ name: 'child', scopes: ['account'] }, parent));
      const reply = await held(t, /insert into api_keys/, one, () => db.batch([end]));
      assert.deepEqual([reply.status, reply.body.code], [401, 'unauthorized'], reply.text);
    }
    assert.deepEqual(await db.all(sql`select id from api_keys where name = 'child'`), []);
  });

  test('no identity at another provider', async (t) => {
    const person = await someone();
    const { db } = catalog.services;
    const caller = await browserCaller(catalog, person);
    const names = { username: 'ann', name: 'Ann', email: '' };
    const ann = { issuer: 'https://login.example', subject: 'ann', profile: async () => names };
    const one = () => linkPerson(db, caller, ann, { ip: '127.0.0.1', requestId: '' }).catch((error: unknown) => error);
    const end = () => db.batch([sql`delete from sessions where account_id = ${person.account.id}`]);
    const error = await held(t, /insert into identities/, one, end);
    assert.ok(error instanceof CodedError && error.public.code === 'unauthorized');
    assert.deepEqual(await db.all(sql`select id from identities where account_id = ${person.account.id}`), []);
  });

  test('no consent to an application', async (t) => {
    const person = await someone();
    const { db } = catalog.services;
    const { browser, consent } = await openConsentPage(catalog, person);
    const end = () => db.batch([sql`delete from sessions where account_id = ${person.account.id} and kind = 'web'`]);
    const page = await held(t, /insert into oauth_records/, () => browser.submit(consent, 'Allow'), end);
    assert.equal(page.status, 400);
    assert.match(page.text, /This page has expired/);
    const grants = sql`select id_hash from oauth_records where account_id = ${person.account.id} and kind = 'Grant'`;
    assert.deepEqual(await db.all(grants), []);
  });
});

describe('a second factor', () => {
  test('signs nobody in who has shown one that is gone by then: of an app, a recovery code, or a passkey', async (t) => {
    const { db } = catalog.services;
    for (const kind of ['app', 'recovery-code'] as const) {
      const { account, token } = await someone();
      const { secret, codes } = await turnOn(catalog, token);
      const one = () => logInWith(catalog, account.username, kind === 'app' ? codeOf(secret) : codes[1]);
      const other = async () => {
        const [fresh] = await newCodes(catalog, token);
        const confirm = json({ code: fresh }, token, 'PUT');
        await assertStatus(204, catalog.ask('/v1/me/second-factors/recovery-codes', confirm));
        await assertStatus(204, remove('/v1/me/second-factors/totp', token));
      };
      assert.equal((await held(t, /insert into sessions/, one, other)).status, 401, kind);
    }
    const { account, token } = await someone();
    await turnOn(catalog, token);
    const device = softPasskey();
    const id = await aPasskey(catalog, token, device);
    const browser = browserAt(catalog.url, new Set());
    const page = await browser.open(`${PUBLIC_URL}/sign-in?return=%2Ftags`);
    const asked = await browser.submit(page, 'Sign in', { username: account.username, password: PASSWORD });
    const one = () => browser.submit(asked, 'Use a passkey', { response: device.get(questionIn(asked)) });
    const other = () => assertStatus(204, remove(`/v1/me/second-factors/passkeys/${id}`, token));
    assert.equal((await held(t, /insert into sessions/, one, other)).status, 401);
    const web = sql`select id from sessions where account_id = ${account.id} and kind = 'web'`;
    assert.deepEqual(await db.all(web), []);
  });

  test('is the app whose code was typed, not one that was added or confirmed meanwhile', async (t) => {
    const { token } = await someone();
    const { secret } = await newApp(catalog, token);
    const put = (code: string) => catalog.ask('/v1/me/second-factors/totp', json({ code }, token, 'PUT'));
    const confirm = /update second_factors set totp_confirmed_at/;
    const replaced = await held(
      t,
      confirm,
      () => put(codeOf(secret)),
      () => newApp(catalog, token),
    );
    assert.equal(replaced.status, 409, replaced.text);
    const { secret: second } = await newApp(catalog, token);
    const add = () => catalog.ask('/v1/me/second-factors/totp', { method: 'POST', ...bearer(token) });
    const added = await held(t, /insert into second_factors/, add, () => assertStatus(204, put(codeOf(second))));
    assert.equal(added.status, 409, added.text);
  });

  test('has the recovery codes of which one was typed, and not those that nobody has seen yet', async (t) => {
    const { account, token } = await someone();
    const { codes } = await turnOn(catalog, token);
    const [code] = await newCodes(catalog, token);
    const put = () => catalog.ask('/v1/me/second-factors/recovery-codes', json({ code }, token, 'PUT'));
    assertRefused(await held(t, /update recovery_codes/, put, () => newCodes(catalog, token)), 'code');
    assert.equal((await logInWith(catalog, account.username, codes[1])).status, 200, 'the earlier ones are still good');
  });

  test('or an identity is removed once by two requests, and the audit says so once', async (t) => {
    const person = await someone();
    const { token, account } = person;
    await turnOn(catalog, token);
    const passkey = await aPasskey(catalog, token);
    const identity = await identityOf(account.id);
    const before = (await actionsAbout(account.id)).length;
    const paths: [path: string, written: RegExp][] = [
      ['/v1/me/second-factors/totp', /update second_factors set totp_encrypted = ''/],
      [`/v1/me/second-factors/passkeys/${passkey}`, /delete from passkeys/],
      [`/v1/me/identities/${identity}`, /delete from identities/],
    ];
    for (const [path, written] of paths) {
      const twice = await held(
        t,
        written,
        () => remove(path, token),
        () => assertStatus(204, remove(path, token)),
      );
      assert.equal(twice.status, 404, twice.text);
    }
    const added = (await actionsAbout(account.id)).slice(before);
    assert.deepEqual(added, ['account.factor', 'account.factor', 'account.unlink']);
  });

  test('that an operator takes off is not asked for: a login that showed it begins no session', async (t) => {
    const { account, token } = await someone();
    const { secret } = await turnOn(catalog, token);
    const one = () => logInWith(catalog, account.username, codeOf(secret));
    const other = () => adminDone(['users', 'reset-factors', account.username], catalog.env);
    assert.equal((await held(t, /insert into sessions/, one, other)).status, 401);
  });
});

describe('second factors that two requests turn on at once', () => {
  type Half = 'codes' | 'app' | 'passkey';
  const written = {
    codes: /update recovery_codes/,
    app: /update second_factors set totp_confirmed_at/,
    passkey: /insert into passkeys/,
  };

  async function requestFor(half: Half, token: string): Promise<() => Promise<Reply>> {
    if (half === 'passkey') {
      const answer = await answerOfPasskey(catalog, token);
      return () => catalog.ask('/v1/me/second-factors/passkeys', json(answer, token));
    }
    const code = half === 'app' ? codeOf((await newApp(catalog, token)).secret) : (await newCodes(catalog, token))[0];
    const path = half === 'app' ? 'totp' : 'recovery-codes';
    return () => catalog.ask(`/v1/me/second-factors/${path}`, json({ code }, token, 'PUT'));
  }

  for (const [first, second] of [
    ['app', 'codes'],
    ['codes', 'app'],
    ['passkey', 'codes'],
    ['codes', 'passkey'],
  ] as const)
    test(`end what came in with the password alone: ${first}, and meanwhile ${second}`, async (t) => {
      const person = await someone();
      const older = await logIn(catalog, person.account.username);
      const grant = await authorizeApp(catalog, person);
      const [one, other] = [await requestFor(first, person.token), await requestFor(second, person.token)];
      const reply = await held(t, written[first], one, other);
      assert.ok(reply.status === 201 || reply.status === 204, reply.text);
      assert.equal((await catalog.ask('/v1/me/second-factors', bearer(person.token))).body.isOn, true);
      await assertStatus(401, me(older.token), me(grant.accessToken));
      await assertStatus(200, me(person.token));
    });

  test('end nothing once they are on', async () => {
    const { account, token } = await someone();
    const { secret } = await turnOn(catalog, token);
    const { body } = await logInWith(catalog, account.username, codeOf(secret));
    await aPasskey(catalog, token);
    const [code] = await newCodes(catalog, token);
    const put = json({ code }, token, 'PUT');
    await assertStatus(204, catalog.ask('/v1/me/second-factors/recovery-codes', put));
    await assertStatus(200, me(body.token));
  });
});
