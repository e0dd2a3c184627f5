import { type OAuthOptions } from './post.js';
/** What a program keeps of a login. Each is a secret. */
export interface Tokens {
    /** For `createClient`. */
    token: string;
    /** Gives the next tokens, once. */
    refreshToken?: string;
    /** When `token` ends, in ISO 8601. Absent if that is not known. */
    expiresAt?: string;
}
export declare function isToken(text: unknown): text is string;
/** Seconds whose end a `Date` holds. */
export declare const isLifetime: (seconds: unknown) => seconds is number;
export declare function requestTokens(options: OAuthOptions, parameters: Record<string, string>): Promise<Tokens>;
/** The old refresh token is used up by this: using it again would end the login. Where the login has ended, it throws an error with the code `invalid_grant`. */
export declare function refreshTokens(options: OAuthOptions, refreshToken: string): Promise<Tokens>;
/** Ends the login of this token, and so all its tokens (RFC 7009). */
export declare function revokeToken(options: OAuthOptions, token: string): Promise<void>;
export declare function endsSoon({ refreshToken, expiresAt }: Tokens): boolean;
/**
 * For `token` of `createClient`: gives the token, and refreshes it before it ends, once for all calls that wait for it. `save` gets the new tokens
 * before they are used. Programs that share the tokens of one login must not refresh them at the same time.
 */
export declare function refreshedToken(options: OAuthOptions, tokens: Tokens, save: (next: Tokens) => void | Promise<void>): () => Promise<string>;
