// The JSON Web Token that a login gives: signed with Ed25519, for this catalog alone, for fifteen minutes.
import { randomUUIDv7 } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashSecret } from './secrets.ts';
import type { Keyring } from './keyring.ts';

export const TOKEN_LIFETIME_SECONDS = 900;

/** Loaded with the first token: it would make every start a tenth longer. */
const jose = () => import('jose');

interface TokenSubject {
  accountId: string;
  sessionId: string;
}

/** What was found of a token, and by which key: it is believed no longer than that key. */
interface Verdict {
  subject: TokenSubject;
  kid: string;
  expires: number;
}

export interface Tokens {
  sign(subject: TokenSubject): Promise<string>;
  /** Whom a token names, if the signature and its claims are good; whether the session still stands is asked elsewhere. */
  verify(token: string): Promise<TokenSubject | undefined>;
}

export function tokens(keyring: Keyring, publicUrl: string): Tokens {
  const audience = `${publicUrl}/v1`;
  // Verifying a signature takes some 200 µs, and a client sends the same token for fifteen minutes.
  const verified = new LRUCache<string, Verdict>({ max: 10_000, ttlAutopurge: false });

  async function check(token: string): Promise<Verdict | undefined> {
    const { createLocalJWKSet, jwtVerify } = await jose();
    const keys = createLocalJWKSet({ keys: (await keyring.signingKeys()).map(toPublic) });
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
    // Of the time alone: what was signed while the clock was ahead goes on when it is set right, and nobody is signed out by that.
    if (exp - iat > TOKEN_LIFETIME_SECONDS) return undefined;
    return { subject: { accountId: sub, sessionId: sid }, kid, expires: exp * 1_000 };
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
      const known = verified.get(hash);
      if (known) {
        const isGood = known.expires > Date.now() && (await isKnownKey(known.kid));
        if (!isGood) verified.delete(hash);
        return isGood ? known.subject : undefined;
      }
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

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

export function toPublic({ kty, crv, x, kid, alg, use }: JWK): JWK {
  return { kty, crv, x, kid, alg, use } as JWK;
}
