// The one door: which credentials are believed, what each may do and see, and that none of them is kept in clear.
import assert from 'node:assert/strict';
import crypto, { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import sql from 'sql-template-tag';
import { bearer as openBearer } from '../src/credentials/bearer.ts';
import { anonymous, may } from '../src/credentials/caller.ts';
import { openKeyring, WrongKeyError } from '../src/credentials/keyring.ts';
import { openServices } from '../src/services.ts';
import { openStore } from '../src/store.ts';
import {
  aCollection,
  aKey,
  anAccessToken,
  aRealm,
  bearer,
  closeStore,
  json,
  logIn,
  PASSWORD,
  PUBLIC_URL,
  request,
  send,
  signUp,
  startCatalog,
  type Catalog,
  type Person,
  type Reply,
} from './harness.ts';
import { isLarge, tablesOf } from './stores.ts';

const fields = { name: 'My realm', description: 'What it is.', category: 'saas' };

let catalog: Catalog;
let bob: Person;
let carol: Person;
let root: Person;
/** A default key of Bob's. */
let key: string;

before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  bob = await signUp(catalog, { username: 'bob' });
  carol = await signUp(catalog, { username: 'carol' });
  root = await signUp(catalog, { username: 'root', role: 'admin' });
  ({ key } = await aKey(catalog, bob.token));
});
after(() => catalog[Symbol.asyncDispose]());

function assertUnauthorized({ status, headers, text }: Omit<Reply, 'body'>, challenge: RegExp): void {
  assert.equal(status, 401, text);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
  assert.equal((JSON.parse(text) as { code: string }).code, 'unauthorized');
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer\b/);
  assert.match(headers.get('www-authenticate') ?? '', challenge);
}
const noError = /^(?!.*error=)/;
const invalidToken = /error="invalid_token"/;

describe('POST /realms', () => {
  const kinds: [kind: string, credential: () => Promise<string>][] = [
    ['an API key', async () => key],
    ['an OAuth 2.0 access token', async () => (await anAccessToken(catalog, bob.token)).accessToken],
    ['the JWT of a login', async () => bob.token],
  ];
  for (const [kind, credential] of kinds)
    for (const prefix of ['/v1/api', '/v1'])
      test(`accepts ${kind} under ${prefix}`, async () => {
        const name = `By ${kind} ${prefix}`;
        const reply = await catalog.ask(`${prefix}/realms`, json({ ...fields, name }, await credential()));
        assert.equal(reply.status, 201, reply.text);
        const { id, slug, uploadUrl, uploadToken } = reply.body;
        assert.deepEqual(Object.keys(reply.body).toSorted(), ['id', 'slug', 'uploadToken', 'uploadUrl']);
        assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        assert.ok(uploadUrl.startsWith(`${PUBLIC_URL}/v1/`) && URL.canParse(uploadUrl));
        assert.match(uploadToken, /^\S{27,}$/);
        assert.equal(reply.headers.get('location'), `${PUBLIC_URL}/v1/api/realms/${slug}`);
        assert.equal(reply.headers.get('cache-control'), 'private, no-store');
        const { body: realm } = await catalog.ask(`/v1/realms/${slug}`);
        assert.deepEqual([realm.id, realm.name, realm.author.username], [id, name, 'bob']);
      });

  test('without a credential is a 401 that asks for one, before the body is looked at', async () => {
    assertUnauthorized(await catalog.ask('/v1/realms', json(fields)), noError);
    for (const body of ['{', '{}', 'x'.repeat(100_000)])
      assertUnauthorized(await catalog.ask('/v1/realms', { ...json({}), body }), noError);
  });

  test('without the scope realms:write is a 403 that names it, before the body is looked at', async () => {
    const { key } = await aKey(catalog, bob.token, { scopes: ['realms:read', 'account'] });
    const { accessToken } = await anAccessToken(catalog, bob.token, ['realms:read']);
    for (const credential of [key, accessToken])
      for (const body of [fields, {}]) {
        const { status, headers, body: problem } = await catalog.ask('/v1/realms', json(body, credential));
        assert.equal(status, 403);
        assert.equal(problem.code, 'forbidden');
        assert.match(problem.detail, /\brealms:write\b/);
        assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope".*scope="realms:write"/);
      }
  });
});

describe('what is no credential', () => {
  const cases: [what: string, bytes: (path: string) => string][] = [
    ['none', (path) => request('GET', path)],
    ['Basic', (path) => request('GET', path, { authorization: `Basic ${btoa(`bob:${PASSWORD}`)}` })],
    ['a key as Basic', (path) => request('GET', path, { authorization: `Basic ${btoa(`${key}:`)}` })],
    ['another scheme', (path) => request('GET', path, { authorization: `Token ${key}` })],
    ['a scheme that begins alike', (path) => request('GET', path, { authorization: `Bearers ${key}` })],
    ['a key without a scheme', (path) => request('GET', path, { authorization: key })],
    ['an empty header', (path) => request('GET', path, { authorization: '' })],
    [
      'two headers, each of them good',
      (path) => request('GET', path, {}, `Authorization: Bearer ${key}`, `authorization: Bearer ${key}`),
    ],
    [
      'two headers, the second one good',
      (path) => request('GET', path, {}, 'Authorization: Basic eDp5', `Authorization: Bearer ${key}`),
    ],
    ['a key in the query', (path) => request('GET', `${path}?access_token=${key}&token=${key}&api_key=${key}`)],
    ['a key in other headers', (path) => request('GET', path, { 'x-api-key': key, 'proxy-authorization': key })],
    ['a key in a cookie', (path) => request('GET', path, { cookie: `access_token=${key}; authorization=${key}` })],
  ];
  for (const [what, bytes] of cases)
    test(`${what}: the public is served as the public, and what needs a credential is a 401`, async () => {
      const open = await send(catalog, bytes('/v1/realms'));
      assert.equal(open.status, 200);
      assert.match(open.headers.get('cache-control') ?? '', /^public/);
      assertUnauthorized(await send(catalog, bytes('/v1/me')), noError);
    });
});

describe('a good credential', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    test(`may be sent as ${scheme}`, async () => {
      const { status, body } = await catalog.ask('/v1/me', { headers: { authorization: `${scheme} ${key}` } });
      assert.equal(status, 200);
      assert.equal(body.username, 'bob');
    });

  test('has answers that nobody else may keep', async () => {
    const { body } = await catalog.ask('/v1/realms', json({ ...fields, name: 'Kept' }, key));
    for (const path of ['/realms', `/realms/${body.slug}`, '/collections', '/stats', '/me', '/rate_limit'])
      for (const headers of [{}, { 'if-none-match': '*' }]) {
        const reply = await catalog.ask(`/v1${path}`, { headers: { ...headers, ...bearer(key).headers } });
        assert.equal(reply.headers.get('cache-control'), 'private, no-store', path);
      }
    const { headers } = await catalog.ask('/v1/realms');
    assert.match(headers.get('vary') ?? '', /\bauthorization\b/i);
  });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a bad credential', () => {
  const cases: [what: string, header: () => Promise<string> | string][] = [
    ['nonsense', () => 'Bearer wrong'],
    ['nothing after the scheme', () => 'Bearer'],
    ['two tokens', () => `Bearer ${key} ${key}`],
    ['two schemes', () => `Bearer Bearer ${key}`],
    ['two headers in one', () => `Bearer ${key}, Bearer ${key}`],
    ['a key in quotes', () => `Bearer "${key}"`],
    ['a key that lacks its end', () => `Bearer ${key.slice(0, -1)}`],
    ['a key in upper case', () => `Bearer ${key.toUpperCase()}`],
    ['the hash of a key', () => `Bearer ${sha256(key)}`],
    ['a refresh token', () => `Bearer ${bob.refreshToken}`],
    ['a client secret', async () => `Bearer ${(await anAccessToken(catalog, bob.token)).clientSecret}`],
    ['an upload token', async () => `Bearer ${(await catalog.ask('/v1/realms', json(fields, key))).body.uploadToken}`],
    [
      'an upload token that lacks its end',
      async () => `Bearer ${(await catalog.ask('/v1/realms', json(fields, key))).body.uploadToken.slice(0, -1)}`,
    ],
    [
      'the hash of an access token',
      async () => `Bearer ${sha256((await anAccessToken(catalog, bob.token)).accessToken)}`,
    ],
    ['a password', () => `Bearer ${btoa(PASSWORD)}`],
    ['three empty parts', () => 'Bearer ..'],
    ['a very long one', () => `Bearer ${'a'.repeat(10_000)}`],
    ['SQL', () => `Bearer '--`],
  ];
  for (const [what, header] of cases)
    test(`${what}: is a 401 that says so, on public operations too`, async () => {
      const authorization = await header();
      for (const path of ['/v1/realms', '/v1/api/realms/unknown', '/v1/stats', '/v1/collections', '/v1/me'])
        assertUnauthorized(await catalog.ask(path, { headers: { authorization } }), invalidToken);
      const create = { ...json(fields), headers: { 'content-type': 'application/json', authorization } };
      assertUnauthorized(await catalog.ask('/v1/realms', create), invalidToken);
      const login = json({ username: 'bob', password: PASSWORD });
      const reply = await catalog.ask('/v1/auth/login', { ...login, headers: { ...login.headers, authorization } });
      assertUnauthorized(reply, invalidToken);
    });
});

interface Claims {
  iss?: string;
  aud?: string | string[];
  exp?: number;
  nbf?: number;
  sid?: string;
  sub?: string;
  jti?: string;
}
const now = () => Math.floor(Date.now() / 1_000);
const ours = async (): Promise<JWK> => (await catalog.services.keyring.signingKeys())[0] ?? assert.fail();
const parts = (token: string) => token.split('.') as [string, string, string];
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const foreignKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;

/** Bob's token with other claims or another header, signed with the catalog's own key unless another is given. */
async function forged(claims: Claims = {}, header: object = {}, signer?: JWK): Promise<string> {
  const signingKey = signer ?? (await ours());
  const all = Object.entries({ ...decodeJwt(bob.token), ...claims }).filter(([, value]) => value !== undefined);
  return new SignJWT(Object.fromEntries(all))
    .setProtectedHeader({ ...decodeProtectedHeader(bob.token), alg: 'EdDSA', ...header })
    .sign(await importJWK(signingKey, 'EdDSA'));
}
async function withPublicKeyAs(secret: (publicKey: JWK) => string): Promise<string> {
  const { kty, crv, x } = await ours();
  return new SignJWT(decodeJwt(bob.token))
    .setProtectedHeader({ ...decodeProtectedHeader(bob.token), alg: 'HS256' })
    .sign(Buffer.from(secret({ kty, crv, x } as JWK)));
}

describe('a JSON Web Token', () => {
  test('is believed when it is signed as the catalog signs: the forgeries below differ in one thing each', async () => {
    assert.equal((await catalog.ask('/v1/me', bearer(await forged()))).status, 200);
    assert.equal((await catalog.ask('/v1/me', bearer(await forged({ exp: now() + 60 })))).status, 200);
  });

  const forgeries: [what: string, token: () => Promise<string>][] = [
    ['alg=none', async () => new UnsecuredJWT(decodeJwt(bob.token)).encode()],
    [
      'alg=none with the header of a good one',
      async () => `${encoded({ ...decodeProtectedHeader(bob.token), alg: 'none' })}.${parts(bob.token)[1]}.`,
    ],
    [
      'alg=none with a good signature',
      async () => `${encoded({ typ: 'at+jwt', alg: 'none' })}.${parts(bob.token).slice(1).join('.')}`,
    ],
    ['HS256 with the public key as its secret', () => withPublicKeyAs(({ x }) => x ?? '')],
    [
      'HS256 with the public key’s bytes',
      () => withPublicKeyAs(({ x }) => Buffer.from(x ?? '', 'base64url').toString('latin1')),
    ],
    ['HS256 with the public key as JSON', () => withPublicKeyAs((publicKey) => JSON.stringify(publicKey))],
    ['one that has expired', () => forged({ exp: now() - 1 })],
    ['one that expires this second', () => forged({ exp: now() })],
    ['one that never expires', () => forged({ exp: undefined as never })],
    ['one that is not good yet', () => forged({ nbf: now() + 3_600 })],
    ['another audience', () => forged({ aud: 'https://other.example/v1' })],
    ['no audience', () => forged({ aud: undefined as never })],
    ['another issuer', () => forged({ iss: 'https://other.example' })],
    ['no issuer', () => forged({ iss: undefined as never })],
    ['no session', () => forged({ sid: undefined as never })],
    ['a session that is no text', () => forged({ sid: 42 as never })],
    ['an unknown session', () => forged({ sid: randomUUID() })],
    ['no id', () => forged({ jti: undefined as never })],
    ['another type', () => forged({}, { typ: 'JWT' })],
    ['no type', () => forged({}, { typ: undefined })],
    ['an unknown key id', () => forged({}, { kid: randomUUID() })],
    ['a foreign key under our key id', () => forged({}, {}, foreignKey())],
    [
      'a foreign key that it brings along',
      async () => {
        const foreign = foreignKey();
        const { kty, crv, x } = foreign;
        return forged({}, { jwk: { kty, crv, x } }, foreign);
      },
    ],
    [
      'a header that asks for an extension',
      async () => {
        const [, payload, signature] = parts(bob.token);
        return `${encoded({ ...decodeProtectedHeader(bob.token), crit: ['x'], x: 1 })}.${payload}.${signature}`;
      },
    ],
    [
      'a payload that was changed',
      async () => {
        const [header, , signature] = parts(bob.token);
        return `${header}.${encoded({ ...decodeJwt(bob.token), exp: now() + 99_999 })}.${signature}`;
      },
    ],
    [
      'the payload of another token',
      async () => {
        const [header, , signature] = parts(bob.token);
        return [header, parts(carol.token)[1], signature].join('.');
      },
    ],
    [
      'a signature that was changed',
      async () => {
        const [header, payload, signature] = parts(bob.token);
        return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      },
    ],
    ['no signature', async () => `${parts(bob.token).slice(0, 2).join('.')}.`],
    ['a fourth part', async () => `${bob.token}.`],
  ];
  for (const [what, token] of forgeries)
    test(`${what}: is a 401`, async () => {
      for (const path of ['/v1/realms', '/v1/me'])
        assertUnauthorized(await catalog.ask(path, bearer(await token())), invalidToken);
      assertUnauthorized(await catalog.ask('/v1/realms', json(fields, await token())), invalidToken);
    });

  test('ends after fifteen minutes, also when it was in use until then', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { token } = await logIn(catalog, 'bob');
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
    t.mock.timers.tick(899_000);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
    t.mock.timers.tick(2_000);
    assertUnauthorized(await catalog.ask('/v1/me', bearer(token)), invalidToken);
  });
});

const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? assert.fail();

describe('the keys that sign', () => {
  test('can be replaced: what the last one signed stays good, and the next is signed with the new one', async () => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    const published = async () => {
      const metadata = await catalog.ask('/.well-known/oauth-authorization-server');
      const { body } = await catalog.ask((metadata.body.jwks_uri as string).replace(PUBLIC_URL, ''));
      return body.keys as JWK[];
    };
    assert.deepEqual(
      (await published()).map(({ kid }) => kid),
      [kidOf(old)],
    );

    await catalog.services.keyring.rotate();
    const { token } = await logIn(catalog, 'bob');
    assert.notEqual(kidOf(token), kidOf(old));
    const keys = await published();
    assert.deepEqual(new Set(keys.map(({ kid }) => kid)), new Set([kidOf(old), kidOf(token)]));
    for (const one of keys) assert.deepEqual([one.kty, one.crv, 'd' in one], ['OKP', 'Ed25519', false]);

    for (let n = 0; n < 2; n += 1) {
      for (const one of [old, token]) assert.equal((await catalog.ask('/v1/me', bearer(one))).status, 200);
      await catalog.restart();
    }
    await catalog.services.keyring.rotate();
    assertUnauthorized(await catalog.ask('/v1/me', bearer(old)), invalidToken);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);
  });

  test('that another process made are met at once, when a token names them', async (t) => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2_000 });
    const other = await openServices(catalog.services.config);
    await other.keyring.rotate();
    const { sub: accountId = '', sid } = decodeJwt<{ sid: string }>(old);
    const token = await other.tokens.sign({ accountId, sessionId: sid });
    await other.close();
    for (const one of [token, old]) assert.equal((await catalog.ask('/v1/me', bearer(one))).status, 200);
  });

  test('that another process made sign here a minute later', async (t) => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    const other = await openServices(catalog.services.config);
    await other.keyring.rotate();
    const [newest] = await other.keyring.signingKeys();
    await other.close();
    assert.equal(kidOf((await logIn(catalog, 'bob')).token), kidOf(old));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    assert.equal(kidOf((await logIn(catalog, 'bob')).token), newest.kid);
  });

  test('that cannot be read are no reason to call a token bad', async (t) => {
    await using catalog = await startCatalog();
    const { token } = await signUp(catalog, { username: 'bob' });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    await closeStore(catalog);
    const { status, body } = await catalog.ask('/v1/me', bearer(token));
    assert.deepEqual([status, body.code], [503, 'unavailable']);
  });

  test('sign when they are the newest, also where the clock was set back', async (t) => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    const yesterday = (Date.now() - 86_400_000).toString(16).padStart(12, '0');
    t.mock.method(
      crypto,
      'randomUUIDv7',
      () => `${yesterday.slice(0, 8)}-${yesterday.slice(8)}${randomUUID().slice(13)}`,
    );
    syncBuiltinESMExports();
    await catalog.services.keyring.rotate();
    t.mock.restoreAll();
    syncBuiltinESMExports();
    const { token } = await logIn(catalog, 'bob');
    assert.notEqual(kidOf(token), kidOf(old));
    await catalog.restart();
    assert.equal(kidOf((await logIn(catalog, 'bob')).token), kidOf(token));
    for (const one of [old, token]) assert.equal((await catalog.ask('/v1/me', bearer(one))).status, 200);
  });

  test('are the same for two that begin at once on an empty store, and open to their own secret alone', async () => {
    await using catalog = await startCatalog();
    const { db, config } = catalog.services;
    await db.batch([sql`delete from secrets`]);
    const elsewhere = await openStore(config);
    const [one, other] = await Promise.all([openKeyring(db, 'the secret'), openKeyring(elsewhere, 'the secret')]);
    await elsewhere.close();
    assert.deepEqual(await one.signingKeys(), await other.signingKeys());
    assert.deepEqual(await one.cookieKeys(), await other.cookieKeys());
    assert.equal((await one.newestLinkKey()).id, (await other.newestLinkKey()).id);
    await assert.rejects(openKeyring(db, 'another secret'), WrongKeyError);
  });
});

describe('what a caller may do', () => {
  const someone = { id: '', username: 'bob', plan: 'free' } as const;
  const holding = ['admin', 'collections:write', 'realms:write'] as const;
  const rows = [
    ['nobody may do nothing that needs a scope', anonymous, []],
    [
      'nor may the token of an upload',
      { kind: 'upload', account: { ...someone, role: 'admin' }, scopes: [], realmId: '', tokenHash: '' },
      [],
    ],
    [
      'a user with every scope',
      { kind: 'key', account: { ...someone, role: 'user' }, scopes: holding },
      ['realms:write'],
    ],
    [
      'a curator with every scope',
      { kind: 'oauth', account: { ...someone, role: 'curator' }, scopes: holding },
      ['collections:write', 'realms:write'],
    ],
    [
      'an administrator with every scope',
      { kind: 'jwt', account: { ...someone, role: 'admin' }, scopes: holding },
      holding,
    ],
    ['an administrator without a scope', { kind: 'key', account: { ...someone, role: 'admin' }, scopes: [] }, []],
  ] as const;
  for (const [who, caller, scopes] of rows)
    test(`${who}: ${scopes.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(
        holding.filter((scope) => may(caller, scope)),
        scopes,
      );
    });
});

test('the last use of keys is written down every minute, and it harms nobody when it cannot be', async (t) => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'bob' });
  const { key } = await aKey(catalog, token);
  const { db, tokens } = catalog.services;
  t.mock.timers.enable({ apis: ['setInterval'] });
  const door = openBearer(db, tokens);
  const headers = { authorization: `Bearer ${key}` };
  const request = { headers, rawHeaders: Object.entries(headers).flat() } as unknown as IncomingMessage;
  const used = async () => (await catalog.ask('/v1/keys', bearer(token))).body.keys[0].lastUsedAt as string;
  assert.equal((await door.identify(request))?.kind, 'key');
  assert.equal(await used(), '');
  t.mock.timers.tick(60_000);
  for (let tries = 0; (await used()) === ''; tries += 1) assert.ok(tries < 100);
  await door.identify(request);
  await closeStore(catalog);
  t.mock.timers.tick(60_000); // a promise that nobody looks after would end the test
  await door.close();
});

const names = (reply: Reply) => (reply.body.realms as { slug: string }[]).map(({ slug }) => slug).toSorted();

describe('private realms', () => {
  const visibilities = ['public', 'unlisted', 'private'] as const;
  const callers: [who: string, credential: () => Promise<string | undefined>, sees: string[]][] = [
    ['nobody in particular', async () => undefined, []],
    ['the owner with a JWT', async () => bob.token, ['bobs-private']],
    ['the owner with a default key', async () => key, ['bobs-private']],
    [
      'the owner with realms:read',
      async () => (await aKey(catalog, bob.token, { scopes: ['realms:read'] })).key,
      ['bobs-private'],
    ],
    [
      'the owner’s application',
      async () => (await anAccessToken(catalog, bob.token, ['realms:read'])).accessToken,
      ['bobs-private'],
    ],
    [
      'the owner without realms:read',
      async () => (await aKey(catalog, bob.token, { scopes: ['realms:write', 'account'] })).key,
      [],
    ],
    [
      'the owner’s application without realms:read',
      async () => (await anAccessToken(catalog, bob.token, ['realms:write'])).accessToken,
      [],
    ],
    ['a user who names the scope admin', async () => (await aKey(catalog, bob.token, { scopes: ['admin'] })).key, []],
    ['another account', async () => carol.token, ['carols-private']],
    ['an administrator', async () => root.token, ['bobs-private', 'carols-private']],
    [
      'an administrator’s key with the scope admin',
      async () => (await aKey(catalog, root.token, { scopes: ['admin'] })).key,
      ['bobs-private', 'carols-private'],
    ],
    ['an administrator’s default key', async () => (await aKey(catalog, root.token)).key, []],
  ];

  before(async () => {
    const realms = [bob, carol].flatMap(({ account }) =>
      visibilities.map((visibility) =>
        aRealm(
          { ...account, passwordHash: '' },
          { slug: `${account.username}s-${visibility}`, name: 'Hideout', category: 'hideouts', visibility },
        ),
      ),
    );
    const collections = [
      aCollection({ ...bob.account, passwordHash: '' }, { name: 'Hideouts', realmIds: realms.map(({ id }) => id) }),
    ];
    await catalog.insert({ realms, collections });
  });

  for (const [who, credential, sees] of callers)
    test(`${who} sees ${sees.join(' and ') || 'none'}: in lists, counts, searches, collections and by slug`, async () => {
      const token = await credential();
      const headers = token === undefined ? {} : bearer(token).headers;
      const init = { headers };
      const listed = ['bobs-public', 'carols-public', ...sees].toSorted();
      for (const query of [
        'category=hideouts',
        'search=hideout&limit=100',
        'search=ideou&category=hideouts&sort=name',
      ]) {
        const reply = await catalog.ask(`/v1/realms?${query}`, init);
        assert.deepEqual(names(reply), listed, query);
        assert.equal(reply.body.pagination.total, listed.length, query);
      }
      const { body } = await catalog.ask('/v1/collections', init);
      const collection = (body.collections as { name: string; realms: string[] }[]).find(
        ({ name }) => name === 'Hideouts',
      );
      assert.deepEqual(collection?.realms.toSorted(), listed);

      const unknown = await catalog.ask('/v1/realms/unheard-of', {
        headers: { ...headers, 'x-request-id': 'test-1' },
      });
      for (const owner of ['bob', 'carol']) {
        for (const visibility of ['public', 'unlisted'])
          assert.equal((await catalog.ask(`/v1/realms/${owner}s-${visibility}`, init)).status, 200);
        const slug = `${owner}s-private`;
        const reply = await catalog.ask(`/v1/realms/${slug}`, {
          headers: { ...headers, 'x-request-id': 'test-1' },
        });
        if (sees.includes(slug)) assert.equal(reply.body.slug, slug);
        else assert.deepEqual([reply.status, reply.text], [404, unknown.text]);
      }
    });

  test('are in nobody’s statistics', async () => {
    const [reference, ...others] = await Promise.all(
      [undefined, bob.token, carol.token, root.token].map((token) =>
        catalog.ask('/v1/stats', token ? bearer(token) : {}),
      ),
    );
    for (const { body } of others) assert.deepEqual(body, reference?.body);
    assert.equal(reference?.body.categories.hideouts, 2);
  });
});

test('nothing secret is in the store or in the log in clear', async () => {
  await using catalog = await startCatalog();
  const { token, refreshToken } = await signUp(catalog, { username: 'bob' });
  const refreshed = (await catalog.ask('/v1/auth/refresh', json({ refreshToken }))).body as {
    token: string;
    refreshToken: string;
  };
  const { key } = await aKey(catalog, token);
  const client = await anAccessToken(catalog, token);
  const { uploadToken } = (await catalog.ask('/v1/realms', json(fields, key))).body as { uploadToken: string };
  const nextPassword = 'another horse, another battery';
  const change = json({ password: nextPassword, currentPassword: PASSWORD }, token, 'PATCH');
  assert.equal((await catalog.ask('/v1/me', change)).status, 200);
  for (const wrong of [`${key}0`, `${token}0`]) await catalog.ask('/v1/me', bearer(wrong));
  await catalog.ask('/v1/auth/login', json({ username: 'bob', password: 'my old password?' }));
  await catalog.ask('/v1/auth/refresh', json({ refreshToken }));
  const signing = (await catalog.services.keyring.signingKeys()).map(({ d = '' }) => d);
  const cookies = await catalog.services.keyring.cookieKeys();
  const { dataDir } = catalog.services.config;
  const master = readFileSync(join(dataDir, 'secret.key'), 'utf8');
  assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o077, 0, 'nobody else may read the key of the store');

  const secrets = [
    PASSWORD,
    nextPassword,
    'my old password?',
    token,
    refreshToken,
    refreshed.token,
    refreshed.refreshToken,
    key,
    uploadToken,
    client.accessToken,
    client.clientSecret,
    ...signing,
    ...cookies,
    master,
  ];
  const { db } = catalog.services;
  const tables = await tablesOf(db);
  assert.ok(tables.length > 10);
  const rows = await Promise.all(tables.map((name) => db.all(sql([`select * from "${name}"`]))));
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key');
  const places = {
    log: catalog.logged.join(''),
    tables: JSON.stringify(rows),
    files: files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join(''),
  };
  assert.match(places.log, /\/v1\/auth\/login/);
  assert.match(places.tables, /"username":"bob"/);
  if (!isLarge) assert.match(places.files, /bob/);
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) {
      assert.ok(secret.length >= 16);
      assert.ok(!text.includes(secret), `${secret.slice(0, 12)}… is in the ${place}`);
    }
});
