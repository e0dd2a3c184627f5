// Signs and verifies the JSON Web Token of a login: signed with Ed25519, for this catalog only, valid for fifteen minutes.
import { randomUUIDv7 } from 'node:crypto';
import type { JWK } from 'jose';
import { lruCache } from '../concurrency/lru-cache.ts';
import { hashSecret } from './secrets.ts';
import type { Keyring } from './keyring.ts';

export const TOKEN_LIFETIME_SECONDS = 900;
const MAX_VERIFIED = 10_000;

/** Loaded with the first token, since it would make every start a tenth longer. */
const jose = () => import('jose');

interface TokenSubject {
  accountId: string;
  sessionId: string;
}

/** A token whose signature was verified, and the key that verified it. The token is valid no longer than that key. */
interface VerifiedToken {
  subject: TokenSubject;
  kid: string;
  expiresAt: number;
}

export interface Tokens {
  sign(subject: TokenSubject): Promise<string>;
  /** Verifies the signature and the claims, and returns the subject. The caller checks whether the session still exists. */
  verify(token: string): Promise<TokenSubject | undefined>;
}

export function jwtTokens(keyring: Keyring, publicUrl: string): Tokens {
  const audience = `${publicUrl}/v1`;
  // Verifying a signature takes some 200 µs, and a client sends the same token for fifteen minutes.
  const verified = lruCache<string, VerifiedToken>(MAX_VERIFIED);

  async function check(token: string): Promise<VerifiedToken | undefined> {
    const { createLocalJWKSet, jwtVerify } = await jose();
    const keys = createLocalJWKSet({ keys: (await keyring.signingKeys()).map(toPublicJwk) });
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      issuer: publicUrl,
      audience,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
    });
    const { sub = '', sid, iat = 0, exp = 0 } = payload;
    const { kid } = protectedHeader;
    if (typeof sid !== 'string' || kid === undefined) return undefined;
    // Only the lifetime is checked, not `iat`: a token that was signed while the clock was ahead stays valid when the clock is corrected.
    if (exp - iat > TOKEN_LIFETIME_SECONDS) return undefined;
    return { subject: { accountId: sub, sessionId: sid }, kid, expiresAt: exp * 1_000 };
  }

  async function isKnownKey(kid: string): Promise<boolean> {
    return (await keyring.signingKeys()).some((key) => key.kid === kid);
  }

  return {
    async sign({ accountId, sessionId }) {
      const { importJWK, SignJWT } = await jose();
      const [key] = await keyring.signingKeys();
      const now = nowSeconds();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(accountId)
        .setJti(randomUUIDv7())
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_LIFETIME_SECONDS)
        .sign(await importJWK(key, 'EdDSA'));
    },

    async verify(token) {
      const hash = hashSecret(token);
      const cached = verified.get(hash);
      if (cached) {
        const isValid = cached.expiresAt > Date.now() && (await isKnownKey(cached.kid));
        if (!isValid) verified.delete(hash);
        return isValid ? cached.subject : undefined;
      }
      const result = await check(token).catch(async (error: unknown) => {
        const { errors } = await jose();
        /** An invalid token is a result. Any other error is thrown: the store may not answer. */
        const toInvalid = (reason: unknown): undefined => {
          if (!(reason instanceof errors.JOSEError)) throw reason;
        };
        if (!(error instanceof errors.JWKSNoMatchingKey)) return toInvalid(error);
        await keyring.reload(); // another process may have created the key a moment ago
        return check(token).catch(toInvalid);
      });
      if (!result) return undefined;
      verified.set(hash, result);
      return result.subject;
    },
  };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

export function toPublicJwk({ kty, crv, x, kid, alg, use }: JWK): JWK {
  return { kty, crv, x, kid, alg, use } as JWK;
}
