// The JSON Web Token that a login gives: signed with Ed25519, for this catalog alone, for fifteen minutes.
import { randomUUIDv7 } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashSecret } from './secrets.ts';
import type { Keyring } from './keyring.ts';

export const TOKEN_SECONDS = 900;

/** Loaded with the first token: it would make every start a tenth longer. */
const jose = () => import('jose');

interface TokenSubject {
  accountId: string;
  sessionId: string;
}

export interface Tokens {
  sign(subject: TokenSubject): Promise<string>;
  /** Whom a token names, if the signature and its claims are good; whether the session still stands is asked elsewhere. */
  verify(token: string): Promise<TokenSubject | undefined>;
}

export function tokens(keyring: Keyring, publicUrl: string): Tokens {
  const audience = `${publicUrl}/v1`;
  // Verifying a signature takes some 200 µs, and a client sends the same token for fifteen minutes.
  const verified = new LRUCache<string, { subject: TokenSubject; expires: number }>({
    max: 10_000,
    ttlAutopurge: false,
  });

  async function check(token: string): Promise<{ subject: TokenSubject; expires: number } | undefined> {
    const { createLocalJWKSet, jwtVerify } = await jose();
    const keys = createLocalJWKSet({ keys: (await keyring.signingKeys()).map(toPublic) });
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      issuer: publicUrl,
      audience,
      requiredClaims: ['sub', 'sid', 'jti', 'exp'],
    });
    const { sub = '', sid, exp = 0 } = payload;
    return typeof sid === 'string' ? { subject: { accountId: sub, sessionId: sid }, expires: exp * 1_000 } : undefined;
  }

  return {
    async sign({ accountId, sessionId }) {
      const { importJWK, SignJWT } = await jose();
      const [key] = await keyring.signingKeys();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(accountId)
        .setJti(randomUUIDv7())
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(await importJWK(key, 'EdDSA'));
    },

    async verify(token) {
      const hash = hashSecret(token);
      const known = verified.get(hash);
      if (known) return known.expires > Date.now() ? known.subject : undefined;
      const result = await check(token).catch(async (error: unknown) => {
        const { errors } = await jose();
        /** A bad token is an answer; that the store does not answer is not. */
        const notGood = (reason: unknown): undefined => {
          if (!(reason instanceof errors.JOSEError)) throw reason;
        };
        if (!(error instanceof errors.JWKSNoMatchingKey)) return notGood(error);
        await keyring.reload(); // perhaps it was signed with a key made a moment ago
        return check(token).catch(notGood);
      });
      if (!result) return undefined;
      verified.set(hash, result);
      return result.subject;
    },
  };
}

export function toPublic({ kty, crv, x, kid, alg, use }: JWK): JWK {
  return { kty, crv, x, kid, alg, use } as JWK;
}
