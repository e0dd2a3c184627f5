// A credential for one registry, in the form in which it is stored.
import { isToken, type Tokens } from '@realm-catalog/client/oauth';

export interface StoredCredential extends Tokens {
  /** `oauth` was given by the device grant and is refreshed; `token` was pasted: an API key, or any other token. */
  kind: 'oauth' | 'token';
}

/** The credential in a stored text. Undefined if the text is not one: it was written by another program, or damaged. */
export function parseCredential(text: string): StoredCredential | undefined {
  try {
    return toCredential(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function toCredential(value: unknown): StoredCredential | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, token, refreshToken, expiresAt } = value as Record<string, unknown>;
  if ((kind !== 'oauth' && kind !== 'token') || !isToken(token)) return undefined;
  return {
    kind,
    token,
    ...(isToken(refreshToken) && { refreshToken }),
    ...(typeof expiresAt === 'string' && !Number.isNaN(Date.parse(expiresAt)) && { expiresAt }),
  };
}
