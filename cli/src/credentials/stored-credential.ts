// A credential for one registry, in the form in which it is stored.

export interface StoredCredential {
  /** `oauth` was given by the device grant and is refreshed; `token` was pasted: an API key, or any other token. */
  kind: 'oauth' | 'token';
  token: string;
  /** Of `oauth`: gives the next token, once. */
  refreshToken?: string;
  /** When `token` ends. Absent if that is not known. */
  expiresAt?: string;
}

const MAX_TOKEN_LENGTH = 4_096;
/** RFC 6750, 2.1. Nothing else can be sent in the header, least of all a line break. */
const TOKEN_PATTERN = /^[\w\-.~+/]+=*$/;

export function isToken(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_TOKEN_LENGTH && TOKEN_PATTERN.test(text);
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
