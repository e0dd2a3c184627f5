// The tokens of a login: refreshed before they end, and revoked.
import { notACatalog, post, type OAuthOptions } from './post.ts';

/** What a program keeps of a login. Each is a secret. */
export interface Tokens {
  /** For `createClient`. */
  token: string;
  /** Gives the next tokens, once. */
  refreshToken?: string;
  /** When `token` ends, in ISO 8601. Absent if that is not known. */
  expiresAt?: string;
}

const MAX_TOKEN_LENGTH = 4_096;
/** Some 31 years. */
const MAX_LIFETIME_SECONDS = 1e9;
/** RFC 6750, 2.1. Nothing else can be sent in the header, least of all a line break. */
const TOKEN_PATTERN = /^[\w\-.~+/]+=*$/;

export function isToken(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_TOKEN_LENGTH && TOKEN_PATTERN.test(text);
}

/** Seconds whose end a `Date` holds. */
export const isLifetime = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && Math.abs(seconds) <= MAX_LIFETIME_SECONDS;

export async function requestTokens(options: OAuthOptions, parameters: Record<string, string>): Promise<Tokens> {
  const { access_token, refresh_token, expires_in } = await post(options, '/token', parameters);
  if (!isToken(access_token)) throw notACatalog(options);
  return {
    token: access_token,
    ...(isToken(refresh_token) && { refreshToken: refresh_token }),
    ...(isLifetime(expires_in) && { expiresAt: new Date(Date.now() + expires_in * 1_000).toISOString() }),
  };
}

/** The old refresh token is used up by this: using it again would end the login. Where the login has ended, it throws an error with the code `invalid_grant`. */
export async function refreshTokens(options: OAuthOptions, refreshToken: string): Promise<Tokens> {
  const next = await requestTokens(options, { grant_type: 'refresh_token', refresh_token: refreshToken });
  return { refreshToken, ...next };
}

/** Ends the login of this token, and so all its tokens (RFC 7009). */
export async function revokeToken(options: OAuthOptions, token: string): Promise<void> {
  await post(options, '/revoke', { token });
}

/** A token that ends sooner is refreshed, so that it does not end on its way. */
const MIN_REMAINING_MS = 60_000;

export function endsSoon({ refreshToken, expiresAt }: Tokens): boolean {
  return refreshToken !== undefined && expiresAt !== undefined && Date.parse(expiresAt) - Date.now() < MIN_REMAINING_MS;
}

/**
 * For `token` of `createClient`: gives the token, and refreshes it before it ends, once for all calls that wait for it. `save` gets the new tokens
 * before they are used. Programs that share the tokens of one login must not refresh them at the same time.
 */
export function refreshedToken(
  options: OAuthOptions,
  tokens: Tokens,
  save: (next: Tokens) => void | Promise<void>,
): () => Promise<string> {
  let current = tokens;
  let refreshing: Promise<string> | undefined;
  async function refresh(refreshToken: string): Promise<string> {
    current = await refreshTokens(options, refreshToken);
    await save(current);
    return current.token;
  }
  return async () => {
    const { token, refreshToken } = current;
    if (!refreshing && (!refreshToken || !endsSoon(current))) return token;
    refreshing ??= refresh(refreshToken ?? '').finally(() => (refreshing = undefined));
    return refreshing;
  };
}
