// Tests that upload tokens and keys end when the credential that they were made with is revoked or removed.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { updateAccount } from '../../src/accounts/queries.ts';
import { adminDone } from '../admin/admin-command.ts';
import { applicationsAt } from '../oauth/applications.ts';
import { entriesLeftBy } from '../audit/entries.ts';
import {
  aKey,
  type Answer,
  bearer,
  json,
  logIn,
  PASSWORD,
  type Person,
  prepare,
  request,
  signUp,
  useCatalog,
} from '../support/harness.ts';
import { aClient, answersIn } from '../http/raw-sockets.ts';
import { create, openUpload, project, slowUpload, upload } from '../publishing/uploads.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000' });
let apps: Awaited<ReturnType<typeof applicationsAt>>;
prepare(async () => {
  apps = await applicationsAt(catalog);
});

const remove = (token: string) => ({ method: 'DELETE', ...bearer(token) });
let people = 0;
const someone = (role: 'user' | 'admin' = 'user') => signUp(catalog, { username: `someone-${(people += 1)}`, role });

async function status(expected: number, path: string, init: RequestInit): Promise<any> {
  const { status, body, text } = await catalog.ask(path, init);
  assert.equal(status, expected, text);
  return body;
}

/** A credential that opens uploads, and the action that ends it. */
interface Row {
  ended: string;
  open: (person: Person) => Promise<{ token: string; end: () => Promise<unknown> }>;
}

const newPassword = (token: string) =>
  status(200, '/v1/me', json({ password: 'another password', currentPassword: PASSWORD }, token, 'PATCH'));

/** An application that this person has allowed to act for them. */
async function allowed({ account }: Person) {
  const client = await apps.registerClient({ scopes: ['realms:write', 'account'] });
  const scope = 'realms:write account';
  const { access, refresh } = await apps.tokensOf(
    client,
    await apps.exchange(client, await apps.authorize(client, account.username, { scope })),
  );
  const id = client.self.client_id;
  return {
    token: access,
    revoke: () =>
      status(200, '/oauth/revoke', {
        method: 'POST',
        body: new URLSearchParams({ client_id: id, token: refresh, token_type_hint: 'refresh_token' }),
      }),
    removeClient: () => status(204, `/v1/oauth/clients/${id}`, remove(apps.tokenOf('ada'))),
  };
}

const rows: Row[] = [
  {
    ended: 'its key is revoked',
    open: async ({ token }) => {
      const { id, key } = await aKey(catalog, token);
      return { token: key, end: () => status(204, `/v1/keys/${id}`, remove(token)) };
    },
  },
  {
    ended: 'the key is revoked that its key was made with',
    open: async ({ token }) => {
      const parent = await aKey(catalog, token, { scopes: ['account', 'realms:write'] });
      const { key } = await aKey(catalog, parent.key, { scopes: ['realms:write'] });
      return { token: key, end: () => status(204, `/v1/keys/${parent.id}`, remove(token)) };
    },
  },
  {
    ended: 'its session is logged out',
    open: async ({ token }) => ({ token, end: () => status(204, '/v1/auth/logout', json({}, token)) }),
  },
  {
    ended: 'a refresh token of its session comes twice',
    open: async ({ token, refreshToken }) => ({
      token,
      end: async () => {
        await status(200, '/v1/auth/refresh', json({ refreshToken }));
        await status(401, '/v1/auth/refresh', json({ refreshToken }));
      },
    }),
  },
  {
    ended: 'a new password ends its session',
    open: async ({ account, token }) => ({
      token,
      end: async () => newPassword((await logIn(catalog, account.username)).token),
    }),
  },
  {
    ended: 'a new password ends its grant',
    open: async (person) => ({ ...(await allowed(person)), end: () => newPassword(person.token) }),
  },
  {
    ended: 'its grant is revoked',
    open: async (person) => {
      const { token, revoke } = await allowed(person);
      return { token, end: revoke };
    },
  },
  {
    ended: 'the client of its grant is removed',
    open: async (person) => {
      const { token, removeClient } = await allowed(person);
      return { token, end: removeClient };
    },
  },
  {
    ended: 'the client is removed that acts for its owner',
    open: async ({ token }) => {
      const fields = { name: 'x', type: 'confidential', grantTypes: ['client_credentials'], scopes: ['realms:write'] };
      const { id, clientSecret } = await status(201, '/v1/oauth/clients', json(fields, token));
      const granted = await status(200, '/oauth/token', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'realms:write' }),
      });
      return { token: granted.access_token, end: () => status(204, `/v1/oauth/clients/${id}`, remove(token)) };
    },
  },
  {
    ended: 'its account is removed',
    open: async ({ account, token }) => ({
      token: (await aKey(catalog, token)).key,
      end: () => adminDone(['users', 'remove', account.username], catalog.env),
    }),
  },
];

describe('the token of an upload ends when', () => {
  for (const { ended, open } of rows)
    test(ended, async () => {
      const { token, end } = await open(await someone());
      const [first, second, third] = [
        await create(catalog, { token }),
        await create(catalog, { token }),
        await create(catalog, { token }),
      ];
      assert.equal((await upload(catalog, first, await project('1.0.0'))).status, 201);
      const underWay = await slowUpload(catalog, second, await project('1.0.0'));
      await end();
      assert.equal((await upload(catalog, third, await project('1.0.0'))).status, 401);
      assert.equal((await underWay.finish()).status, 409);
      assert.deepEqual((await catalog.ask(`/v1/realms/${second.slug}/versions`)).body.versions, []);
    });

  test('its account is no longer an administrator', async () => {
    const [owner, admin] = [await someone(), await someone('admin')];
    const { slug } = await create(catalog, owner);
    const opened = await openUpload(catalog, admin, slug);
    await catalog.services.db.batch(updateAccount(admin.account.id, { role: 'user' }));
    assert.equal((await upload(catalog, opened, await project('1.0.0'))).status, 401);
  });

  test('its key expires, if that is within the hour', async () => {
    const { token } = await someone();
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const { key } = await aKey(catalog, token, { expiresAt });
    const { slug } = await create(catalog, { token: key });
    assert.equal((await openUpload(catalog, { token: key }, slug)).expiresAt, expiresAt);
  });
});

describe('the token of an upload stays valid when', () => {
  test('the JWT that opened it has expired, and its session has not', async (t) => {
    const { token } = await someone();
    const realm = await create(catalog, { token });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 16 * 60_000 });
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401);
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
  });

  test('a new password comes from the session that opened it, or a key opened it', async () => {
    const { token } = await someone();
    const { key } = await aKey(catalog, token);
    const [own, byKey] = [await create(catalog, { token }), await create(catalog, { token: key })];
    await newPassword(token);
    assert.equal((await upload(catalog, own, await project('1.0.0'))).status, 201);
    assert.equal((await upload(catalog, byKey, await project('1.0.0'))).status, 201);
  });

  test('another key, session or grant of the account ends', async () => {
    const person = await someone();
    const [kept, other] = [await aKey(catalog, person.token), await aKey(catalog, person.token)];
    const realm = await create(catalog, { token: kept.key });
    const { revoke } = await allowed(person);
    await revoke();
    await status(204, `/v1/keys/${other.id}`, remove(person.token));
    await status(204, '/v1/auth/logout', json({}, person.token));
    assert.equal((await upload(catalog, realm, await project('1.0.0'))).status, 201);
  });
});

test('a revocation that is acknowledged is never followed by a version, however close the two are', async () => {
  const { token } = await someone();
  for (let round = 0; round < 8; round += 1) {
    const { id, key } = await aKey(catalog, token);
    const realm = await create(catalog, { token: key });
    const uploading = upload(catalog, realm, await project('1.0.0'));
    await setTimeout(round * 15);
    await status(204, `/v1/keys/${id}`, remove(token));
    const { versions } = (await catalog.ask(`/v1/realms/${realm.slug}/versions`)).body;
    const { status: answered } = await uploading;
    const { versions: later } = (await catalog.ask(`/v1/realms/${realm.slug}/versions`)).body;
    assert.deepEqual(later, versions);
    assert.equal(answered === 201, later.length === 1);
  }
});

test('the audit names the administrator who opened an upload in the realm of another', async () => {
  const [owner, admin] = [await someone(), await someone('admin')];
  const { slug } = await create(catalog, owner);
  const entries = await entriesLeftBy(catalog, async () => {
    const opened = await openUpload(catalog, admin, slug);
    assert.equal((await upload(catalog, opened, await project('1.0.0'))).status, 201);
  });
  assert.deepEqual(
    entries.map(({ action, actor, subject }) => [action, actor.id, actor.how, subject.kind, subject.id]),
    [
      ['upload.open', admin.account.id, 'jwt', 'realm', slug],
      ['realm.publish', admin.account.id, 'upload', 'realm', slug],
    ],
  );
});

const works = async (key: string) => (await catalog.ask('/v1/me', bearer(key))).status === 200;

describe('a key', () => {
  const parent = { scopes: ['account', 'realms:read'] as const };

  test('that was made with a key ends with it, and so does what that one made', async () => {
    const { token } = await someone();
    const first = await aKey(catalog, token, { scopes: [...parent.scopes] });
    const second = await aKey(catalog, first.key, { scopes: [...parent.scopes] });
    const third = await aKey(catalog, second.key, { scopes: ['realms:read'] });
    const other = await aKey(catalog, token);
    await status(204, `/v1/keys/${first.id}`, remove(token));
    assert.deepEqual(await Promise.all([first, second, third, other].map(({ key }) => works(key))), [
      false,
      false,
      false,
      true,
    ]);
    assert.equal((await status(200, '/v1/keys', bearer(token))).keys.length, 1);
  });

  test('that was made with a key expires no later than that key', async () => {
    const { token } = await someone();
    const end = new Date(Date.now() + 3_600_000);
    const { key } = await aKey(catalog, token, { scopes: [...parent.scopes], expiresAt: end.toISOString() });
    const without = await status(201, '/v1/keys', json({ name: 'x', scopes: ['realms:read'] }, key));
    assert.equal(without.expiresAt, end.toISOString());
    const earlier = new Date(end.getTime() - 1).toISOString();
    assert.equal(
      (await status(201, '/v1/keys', json({ name: 'x', scopes: ['realms:read'], expiresAt: earlier }, key))).expiresAt,
      earlier,
    );
    const later = new Date(end.getTime() + 1).toISOString();
    const refused = await status(400, '/v1/keys', json({ name: 'x', scopes: ['realms:read'], expiresAt: later }, key));
    assert.deepEqual(
      refused.errors.map(({ field }: { field: string }) => field),
      ['expiresAt'],
    );
  });

  test('that was made through a grant ends with it, and expires no later than the grant', async () => {
    const { token, revoke } = await allowed(await someone());
    const made = await status(201, '/v1/keys', json({ name: 'x', scopes: ['realms:write'] }, token));
    const inAYear = Date.now() + 366 * 86_400_000;
    assert.ok(made.expiresAt !== '' && Date.parse(made.expiresAt) < inAYear);
    assert.ok(await works(made.key));
    await revoke();
    assert.ok(!(await works(made.key)));
  });

  test('that was made by a login outlives its session', async () => {
    const { token } = await someone();
    const { key } = await aKey(catalog, token);
    await status(204, '/v1/auth/logout', json({}, token));
    assert.ok(await works(key));
  });
});

/** Sends a request without the last byte of its body, and sends that byte when `revoke` is done. */
async function sendAround(revoke: () => Promise<unknown>, path: string, key: string, body: object): Promise<Answer> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(text.length),
    authorization: `Bearer ${key}`,
  };
  const remaining = async () => (await catalog.ask('/v1/rate_limit', bearer(key))).body.remaining as number;
  const before = await remaining();
  const client = aClient(catalog, request('POST', path, headers) + text.slice(0, -1));
  while ((await remaining()) === before) await setTimeout(10);
  await revoke();
  client.socket.write(text.slice(-1));
  const [answer] = answersIn(await client.closed);
  assert.ok(answer);
  return answer;
}

describe('a credential that is revoked after a request was let in, and before its body has come, is a 401', () => {
  const scopes: ('account' | 'realms:write')[] = ['account', 'realms:write'];
  for (const [what, pathOf, body] of [
    ['that makes a key', () => '/v1/keys', { name: 'Another', scopes }],
    ['that makes a realm', () => '/v1/realms', { name: 'Made', description: 'x', category: 'api' }],
    ['that opens an upload', (slug: string) => `/v1/realms/${slug}/versions`, {}],
  ] as const)
    test(`for one ${what}`, async () => {
      const person = await someone();
      const { slug } = await create(catalog, person);
      const { id, key } = await aKey(catalog, person.token, { scopes });
      const revoke = () => status(204, `/v1/keys/${id}`, remove(person.token));
      const answer = await sendAround(revoke, pathOf(slug), key, body);
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
      assert.equal((JSON.parse(answer.text) as { code: string }).code, 'unauthorized');
    });

  test('and a realm that is deleted then is a 404', async () => {
    const person = await someone();
    const { slug } = await create(catalog, person);
    const { key } = await aKey(catalog, person.token, { scopes });
    const deletion = () => status(204, `/v1/realms/${slug}`, remove(person.token));
    assert.equal((await sendAround(deletion, `/v1/realms/${slug}/versions`, key, {})).status, 404);
  });
});
