// Tests JSON Web Tokens: which are valid and for how long, and the keys that sign them.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import crypto, { generateKeyPairSync, randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import sql from 'sql-template-tag';
import { openKeyring } from '../../src/credentials/keyring.ts';
import { WrongKeyError } from '../../src/credentials/secret-cipher.ts';
import { openServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store.ts';
import {
  bearer,
  closeStore,
  json,
  logIn,
  PUBLIC_URL,
  signUp,
  startCatalog,
  useCatalog,
  usePerson,
} from '../support/harness.ts';
import { assertUnauthorized, invalidToken } from '../support/replies.ts';

const fields = { name: 'My realm', description: 'What it is.', category: 'saas' };

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const bob = usePerson(catalog, { username: 'bob' });
const carol = usePerson(catalog, { username: 'carol' });

interface Claims {
  iss?: string;
  aud?: string | string[];
  iat?: number;
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
  test('is valid when it is signed as the catalog signs: the forgeries below differ in one thing each', async () => {
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
    ['one for a second more than fifteen minutes', () => forged({ iat: now(), exp: now() + 901 })],
    ['one that does not say since when', () => forged({ iat: undefined as never })],
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
    ['no key id', () => forged({}, { kid: undefined })],
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

  test('that were replaced twice end what the first one signed, also a token in use', async (t) => {
    await using catalog = await startCatalog();
    const { token: old } = await signUp(catalog, { username: 'bob' });
    await catalog.services.keyring.rotate();
    const { token } = await logIn(catalog, 'bob');
    for (const one of [old, token]) assert.equal((await catalog.ask('/v1/me', bearer(one))).status, 200);
    await catalog.services.keyring.rotate();
    for (const _ of 'twice') assertUnauthorized(await catalog.ask('/v1/me', bearer(old)), invalidToken);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 200);

    const other = await openServices(catalog.services.config);
    await other.keyring.rotate();
    await other.close();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    assertUnauthorized(await catalog.ask('/v1/me', bearer(token)), invalidToken);
  });

  test('that another process created are read at once, when a token names them', async (t) => {
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

  test('that another process created sign here a minute later', async (t) => {
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

  test('that cannot be read do not make a token invalid', async (t) => {
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

  test('are the same for two processes that start at once on an empty store, and can be decrypted with their own secret only', async () => {
    await using catalog = await startCatalog();
    const { db, config } = catalog.services;
    await db.batch([sql`delete from secrets`]);
    const elsewhere = await openDatabase(config);
    const [one, other] = await Promise.all([openKeyring(db, 'the secret'), openKeyring(elsewhere, 'the secret')]);
    await elsewhere.close();
    assert.deepEqual(await one.signingKeys(), await other.signingKeys());
    assert.deepEqual(await one.cookieKeys(), await other.cookieKeys());
    assert.equal((await one.newestLinkKey()).id, (await other.newestLinkKey()).id);
    await assert.rejects(openKeyring(db, 'another secret'), WrongKeyError);
  });
});
