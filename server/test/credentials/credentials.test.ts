// Tests credentials: which are valid, and what each may do.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { openAuthenticator } from '../../src/credentials/authenticator.ts';
import { anonymous, may, type Caller } from '../../src/credentials/caller.ts';
import {
  aKey,
  anAccessToken,
  bearer,
  closeStore,
  json,
  PASSWORD,
  prepare,
  PUBLIC_URL,
  request,
  send,
  signUp,
  startCatalog,
  useCatalog,
  usePerson,
} from '../support/harness.ts';
import { assertUnauthorized, invalidToken } from '../support/replies.ts';

const fields = { name: 'My realm', description: 'What it is.', category: 'saas' };

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const bob = usePerson(catalog, { username: 'bob' });
/** A key of Bob's with the default scopes. */
let key: string;

prepare(async () => {
  ({ key } = await aKey(catalog, bob.token));
});

const noError = /^(?!.*error=)/;

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

test('a scope that the account’s role does not have is a 403 that names the role and the scope', async () => {
  const { status, headers, body } = await catalog.ask('/v1/collections', json({}, bob.token));
  assert.deepEqual([status, body.code], [403, 'forbidden']);
  assert.match(body.detail, /needs a role that the account bob does not have \(for the scope collections:write\)/);
  assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope".*scope="collections:write"/);
});

const upload = (slug: string, token?: string) =>
  catalog.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', ...(token && bearer(token)), body: 'x' });
const create = async (credential: string, name: string) =>
  (await catalog.ask('/v1/realms', json({ ...fields, name }, credential))).body;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('the upload of an archive', () => {
  test('is admitted with its token, and is a 403 with any other credential and a 401 without one', async () => {
    const { slug, uploadToken } = await create(key, 'Admitted');
    assertUnauthorized(await upload(slug), noError);
    for (const credential of [key, bob.token, (await anAccessToken(catalog, bob.token)).accessToken]) {
      const { status, body } = await upload(slug, credential);
      assert.deepEqual([status, body.code], [403, 'forbidden']);
      assert.match(body.detail, /^This needs the upload token/);
    }
    assert.equal((await upload(slug, uploadToken)).status, 415, 'admitted, and then refused for its media type');
  });

  test('has a token that is a 401 at every other operation', async () => {
    const { slug, uploadToken } = await create(key, 'Elsewhere');
    for (const path of ['/v1/me', '/v1/realms', `/v1/realms/${slug}`, '/v1/rate_limit'])
      assertUnauthorized(await catalog.ask(path, bearer(uploadToken)), invalidToken);
  });

  test('has a token that expires within an hour, and no later than the key that opened it', async () => {
    const { slug } = await create(key, 'Expiring');
    const open = async (credential: string) =>
      (await catalog.ask(`/v1/realms/${slug}/versions`, json({}, credential))).body.expiresAt as string;
    const soon = inMinutes(10);
    assert.equal(await open((await aKey(catalog, bob.token, { expiresAt: soon })).key), soon);
    const later = await open((await aKey(catalog, bob.token, { expiresAt: inMinutes(120) })).key);
    assert.ok(later > inMinutes(50) && later <= inMinutes(60), later);
  });
});

describe('a header that is no credential', () => {
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

  test('gets responses that no cache may share', async () => {
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
    test(`${what}: is a 401 with invalid_token, on public operations too`, async () => {
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
        holding.filter((scope) => may({ ...caller, source: { expiresAt: '' } } as Caller, scope)),
        scopes,
      );
    });
});

test('the last use of keys is stored every minute, and no request fails if it cannot be stored', async (t) => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'bob' });
  const { key } = await aKey(catalog, token);
  const { db, tokens } = catalog.services;
  t.mock.timers.enable({ apis: ['setInterval'] });
  const identifier = openAuthenticator(db, tokens);
  const headers = { authorization: `Bearer ${key}` };
  const request = { headers, rawHeaders: Object.entries(headers).flat() } as unknown as IncomingMessage;
  const used = async () => (await catalog.ask('/v1/keys', bearer(token))).body.keys[0].lastUsedAt as string;
  assert.equal((await identifier.identify(request))?.kind, 'key');
  assert.equal(await used(), '');
  t.mock.timers.tick(60_000);
  for (let tries = 0; (await used()) === ''; tries += 1) assert.ok(tries < 100);
  await identifier.identify(request);
  await closeStore(catalog);
  t.mock.timers.tick(60_000); // a promise that nobody looks after would end the test
  await identifier.close();
});
