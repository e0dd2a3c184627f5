// The one door: which credentials are believed, what each may do and see, and that none of them is kept in clear.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import sql from 'sql-template-tag';
import { openServices } from '../src/services.ts';
import {
  aCollection,
  aKey,
  anAccessToken,
  aRealm,
  bearer,
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

describe('a bad credential', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
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

describe('a JSON Web Token', () => {
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

  /** Bob's token with other claims or another header, signed with the catalog's own key unless another is given. */
  async function forged(claims: Claims = {}, header: object = {}, signer?: JWK): Promise<string> {
    const signingKey = signer ?? (await ours());
    const all = Object.entries({ ...decodeJwt(bob.token), ...claims }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(all))
      .setProtectedHeader({ ...decodeProtectedHeader(bob.token), alg: 'EdDSA', ...header })
      .sign(await importJWK(signingKey, 'EdDSA'));
  }
  const parts = (token: string) => token.split('.') as [string, string, string];
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const foreignKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;
  async function withPublicKeyAs(secret: (publicKey: JWK) => string): Promise<string> {
    const { kty, crv, x } = await ours();
    return new SignJWT(decodeJwt(bob.token))
      .setProtectedHeader({ ...decodeProtectedHeader(bob.token), alg: 'HS256' })
      .sign(Buffer.from(secret({ kty, crv, x } as JWK)));
  }

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

describe('the keys that sign', () => {
  test('can be replaced: what the last one signed stays good, and the next is signed with the new one', async () => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? assert.fail();
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
    assert.deepEqual(keys.map(({ kid }) => kid).toSorted(), [kidOf(old), kidOf(token)].toSorted());
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
});

describe('private realms', () => {
  const names = (reply: Reply) => (reply.body.realms as { slug: string }[]).map(({ slug }) => slug).toSorted();
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

describe('the fields of a new realm', () => {
  const create = (body: object, query = '') => catalog.ask(`/v1/realms${query}`, json(body, key));
  const read = async ({ status, body, text }: Reply): Promise<Record<string, unknown>> => {
    assert.equal(status, 201, text);
    return (await catalog.ask(`/v1/realms/${body.slug}`, bearer(key))).body as Record<string, unknown>;
  };
  const full = {
    name: 'Full realm',
    description: 'All of it.',
    category: 'machine-learning',
    tags: ['c++', 'asp.net', 'zod'],
    visibility: 'unlisted',
    license: 'Apache-2.0 OR MIT',
    repository: 'https://git.example/full?x=1#readme',
  };
  const query = (values: object) =>
    `?${new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString()}`;

  function assertFull(realm: Record<string, unknown>): void {
    const { visibility: _visibility, ...shown } = full;
    assert.deepEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, realm[name]])), shown);
  }
  const refused = (reply: Reply, ...names: string[]) => {
    assert.equal(reply.status, 400, reply.text);
    assert.equal(reply.body.code, 'invalid_request');
    const fields = (reply.body.errors as { field: string }[]).map(({ field }) => field);
    assert.deepEqual([...new Set(fields)].toSorted(), names.toSorted());
  };

  test('come in the body', async () => assertFull(await read(await create(full))));

  test('come in the query, also with Content-Type: application/json and no body', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const init = { method: 'POST', headers: { ...headers, ...bearer(key).headers } };
      assertFull(await read(await catalog.ask(`/v1/api/realms${query(full)}`, init)));
    }
  });

  test('come in both, where they are the same or each in one', async () => {
    assertFull(await read(await create(full, query(full))));
    const { name, tags, ...others } = full;
    assertFull(await read(await create(others, query({ name, tags }))));
    assertFull(await read(await create({ name, tags }, query(others))));
    const repeated = `?${tags.map((tag) => `tags=${encodeURIComponent(tag)}`).join('&')}`;
    assertFull(await read(await create({ name, ...others }, repeated)));
  });

  for (const [name, other] of Object.entries({ ...full, visibility: 'private', tags: 'zod,c++,asp.net' }))
    test(`${name} with one value in the query and another in the body is a 400 that names it`, async () => {
      refused(
        await create(full, query({ [name]: name === 'visibility' || name === 'tags' ? other : `${String(other)}x` })),
        name,
      );
    });

  test('are empty where they are not said, and the realm is public', async () => {
    const realm = await read(await create({ ...fields, category: 'emptiness' }));
    const {
      tags,
      license,
      repository,
      demo,
      longDescription,
      version,
      downloadCount,
      starCount,
      features,
      requirements,
    } = realm;
    assert.deepEqual([tags, license, repository, demo, longDescription, version], [[], '', '', '', '', '0.0.0']);
    assert.deepEqual([downloadCount, starCount], [0, 0]);
    assert.deepEqual(features, { auth: false, payments: false, database: false });
    assert.deepEqual(requirements, { node: '', npm: '' });
    assert.equal((await catalog.ask('/v1/realms?category=emptiness')).body.pagination.total, 1);
  });

  test('that a creator may not set are ignored', async () => {
    const own = {
      id: randomUUID(),
      slug: 'chosen',
      ownerId: carol.account.id,
      owner: 'carol',
      author: { username: 'carol' },
    };
    const counts = {
      downloadCount: 99,
      starCount: 99,
      featured: true,
      version: '9.9.9',
      createdAt: '2001-01-01T00:00:00.000Z',
    };
    const texts = {
      longDescription: '# Long',
      demo: 'https://demo.example',
      features: { auth: true },
      uploadToken: 'mine',
    };
    const created = await create(
      { ...fields, name: 'Modest', ...own, ...counts, ...texts },
      '?slug=chosen&featured=true',
    );
    const realm = await read(created);
    assert.equal(realm['slug'], 'modest');
    assert.notEqual(realm['id'], own.id);
    assert.notEqual(created.body.uploadToken, 'mine');
    assert.equal((realm['author'] as { username: string }).username, 'bob');
    assert.deepEqual([realm['downloadCount'], realm['starCount'], realm['version']], [0, 0, '0.0.0']);
    assert.deepEqual([realm['longDescription'], realm['demo']], ['', '']);
    assert.ok(String(realm['createdAt']) > '2026');
    const featured = (await catalog.ask('/v1/realms?featured&search=modest')).body.pagination.total;
    assert.equal(featured, 0);
  });

  test('are all named when they are missing', async () => {
    refused(await create({}), 'name', 'description', 'category');
    refused(await catalog.ask('/v1/realms', { method: 'POST', ...bearer(key) }), 'name', 'description', 'category');
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);
  const wrong: [name: string, values: unknown[]][] = [
    [
      'name',
      [
        '',
        ' ',
        '\t\n',
        'x'.repeat(101),
        '🚀'.repeat(101),
        'a\u0000b',
        'a\u0007b',
        'a\nb',
        'a\u007fb',
        'a\u0085b',
        '\ud800',
        'a\udc00b',
        1,
        null,
        true,
        ['x'],
        {},
      ],
    ],
    ['description', ['', ' ', 'x'.repeat(501), 'a\u0000b', 'a\u001bb', '\udfff', 7, null, []]],
    ['category', ['', 'Saas', 'sa as', '-saas', 'x'.repeat(33), 'sa_as', 'saäs', 'saas\u0000', 1, null, ['saas']]],
    [
      'tags',
      ['auth', ['.net'], [''], ['a b'], ['-a'], ['x'.repeat(33)], ['ä'], [1], [null], many(21), ['a\u0000'], {}, null],
    ],
    ['visibility', ['', 'Public', 'secret', 1, null, ['public']]],
    ['license', ['x'.repeat(101), 'M\u0000IT', 1, null]],
    [
      'repository',
      [
        'git.example/x',
        '/x',
        '//git.example/x',
        'ftp://git.example/x',
        'javascript:alert(1)',
        'https://',
        'https:///x',
        'http:git.example',
        'git@git.example:x',
        'https://git example/x',
        'https://git.example/\u0000',
        1,
        null,
      ],
    ],
  ];
  for (const [name, values] of wrong)
    for (const value of values)
      test(`${name} ${JSON.stringify(value).slice(0, 40)} is a 400 that names it`, async () => {
        refused(await create({ ...fields, [name]: value }), name);
      });

  const right: [name: string, given: unknown, kept: unknown][] = [
    ['name', 'x', 'x'],
    ['name', 'x'.repeat(100), 'x'.repeat(100)],
    ['name', '🚀'.repeat(100), '🚀'.repeat(100)],
    ['name', `  ${'x'.repeat(100)}\t\n`, 'x'.repeat(100)],
    ['name', 'e\u0301'.repeat(100), 'é'.repeat(100)],
    ['name', '<b>&"\'`;--', '<b>&"\'`;--'],
    ['description', 'x'.repeat(500), 'x'.repeat(500)],
    ['description', ' Cafe\u0301 ', 'Café'],
    ['category', '4', '4'],
    ['category', `a${'-'.repeat(31)}`, `a${'-'.repeat(31)}`],
    ['category', ' saas ', 'saas'],
    ['tags', ['Zod', 'AUTH', 'zod', 'C++', 'auth', 'c#'], ['zod', 'auth', 'c++', 'c#']],
    ['tags', many(20), many(20)],
    ['tags', ['x'.repeat(32), ' a '], ['x'.repeat(32), 'a']],
    ['tags', [], []],
    ['license', 'x'.repeat(100), 'x'.repeat(100)],
    ['license', '', ''],
    ['repository', 'http://localhost:8080/x', 'http://localhost:8080/x'],
    ['repository', 'HTTPS://GIT.example/x', 'HTTPS://GIT.example/x'],
    ['repository', '', ''],
  ];
  for (const [name, given, kept] of right)
    test(`${name} ${JSON.stringify(given).slice(0, 40)} is kept as ${JSON.stringify(kept).slice(0, 40)}`, async () => {
      assert.deepEqual((await read(await create({ ...fields, [name]: given })))[name], kept);
    });
});

describe('the slug of a new realm', () => {
  let catalog: Catalog;
  let bob: Person;
  before(async () => {
    catalog = await startCatalog();
    bob = await signUp(catalog, { username: 'bob' });
  });
  after(() => catalog[Symbol.asyncDispose]());

  const create = async (name: string): Promise<string> => {
    const { status, body, text } = await catalog.ask('/v1/realms', json({ ...fields, name }, bob.token));
    assert.equal(status, 201, text);
    return body.slug as string;
  };
  const shape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

  const slugs: [name: string, slug: string][] = [
    ['Plain', 'plain'],
    ['Café au lait!', 'cafe-au-lait'],
    ['  Ünïcödé  & more…  ', 'unicode-more'],
    ['İzmir Kelvin', 'izmir-kelvin'],
    ['ﬁne ① ｗｉｄｅ', 'fine-1-wide'],
    ['a--b__c  d', 'a-b-c-d'],
    ['--edge--', 'edge'],
    ['v2.0', 'v2-0'],
    [`${'q'.repeat(63)} r`, 'q'.repeat(63)],
    ['w'.repeat(100), 'w'.repeat(64)],
    ['日本語', 'realm'],
  ];
  for (const [name, slug] of slugs)
    test(`of ${name.slice(0, 30)} is ${slug.slice(0, 30)}`, async () => assert.equal(await create(name), slug));

  test('has a number when it is taken, by whatever realm', async () => {
    assert.deepEqual(
      [
        await create('Taken'),
        await create('taken!'),
        await create('Táken'),
        await create('Taken 2'),
        await create('TAKEN'),
      ],
      ['taken', 'taken-2', 'taken-3', 'taken-2-2', 'taken-4'],
    );
    assert.match(await create('🚀'), /^realm-[2-9]$/);
  });

  test('is never longer than 64, also with a number, and never ends in a dash', async () => {
    for (const name of ['z'.repeat(64), `${'y'.repeat(61)} ab`, `${'u'.repeat(55)} ${'v'.repeat(40)}`]) {
      const first = await create(name);
      const seen = [first];
      for (let n = 2; n <= 11; n += 1) seen.push(await create(name));
      assert.equal(new Set(seen).size, 11);
      for (const [at, slug] of seen.entries()) {
        assert.match(slug, shape);
        assert.ok(slug.length <= 64, slug);
        if (at > 0) assert.ok(slug.endsWith(`-${at + 1}`) && first.startsWith(slug.replace(/-\d+$/, '')), slug);
      }
    }
  });

  test('is another for each of 20 realms of one name that are made at once', async () => {
    const slugs = await Promise.all(Array.from({ length: 20 }, () => create('Same name')));
    const expected = ['same-name', ...Array.from({ length: 19 }, (_, n) => `same-name-${n + 2}`)];
    assert.deepEqual(slugs.toSorted(), expected.toSorted());
  });

  test('of a private realm is taken too', async () => {
    const secret = { ...fields, name: 'Hidden away', visibility: 'private' };
    assert.equal((await catalog.ask('/v1/realms', json(secret, bob.token))).body.slug, 'hidden-away');
    assert.equal(await create('Hidden away'), 'hidden-away-2');
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
    ...[token, refreshToken, refreshed.token, refreshed.refreshToken, key, uploadToken],
    ...[client.accessToken, client.clientSecret, ...signing, ...cookies, master],
  ];
  const { db } = catalog.services;
  const tables = await db.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`);
  assert.ok(tables.length > 10);
  const rows = await Promise.all(tables.map(({ name }) => db.all(sql([`select * from "${name}"`]))));
  const files = readdirSync(dataDir).filter((name) => name !== 'secret.key');
  const places = {
    log: catalog.logged.join(''),
    tables: JSON.stringify(rows),
    files: files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join(''),
  };
  assert.match(places.log, /\/v1\/auth\/login/);
  assert.match(places.tables, /"username":"bob"/);
  assert.match(places.files, /bob/);
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) {
      assert.ok(secret.length >= 16);
      assert.ok(!text.includes(secret), `${secret.slice(0, 12)}… is in the ${place}`);
    }
});
