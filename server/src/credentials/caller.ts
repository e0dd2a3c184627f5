// The caller of a request: anonymous, or an account with one of its credentials.
import type { Plan, Role, Scope } from '@realm-catalog/contract';

/** What a credential was issued from: one of the four fields. What the credential creates ends when its source is revoked or removed. */
export interface CredentialSource {
  /** The id of the API key. */
  keyId?: string;
  /** The id of the session that a JWT or a browser belongs to. */
  sessionId?: string;
  /** The hash of the OAuth grant that an access token belongs to. */
  grantHash?: string;
  /** The id of an OAuth client that acts for its owner, without a grant. */
  clientId?: string;
  /** When the source expires; empty if it never does. */
  expiresAt: string;
}

export interface AccountCaller {
  /** `browser` is a person who is signed in to the web pages. The API accepts no such caller. */
  kind: 'key' | 'jwt' | 'oauth' | 'browser';
  account: { id: string; username: string; role: Role; plan: Plan };
  scopes: readonly Scope[];
  source: CredentialSource;
}

/** A caller with an upload token, which allows one upload and nothing else. The account is the one that opened the upload. */
export interface UploadCaller {
  kind: 'upload';
  account: AccountCaller['account'];
  scopes: readonly [];
  realmId: string;
  tokenHash: string;
}

export type Caller = { kind: 'anonymous' } | AccountCaller | UploadCaller;

export const anonymous: Caller = { kind: 'anonymous' };

/** Notes for the log who calls. */
export function noteCaller(exchange: { account: string; key: string }, caller: Caller): void {
  if (caller.kind !== 'anonymous') exchange.account = caller.account.username;
  if ('source' in caller) exchange.key = caller.source.keyId ?? '';
}

/** A role limits what an account may do. The scopes of a credential limit that further. */
export function may(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'anonymous' || caller.kind === 'upload') return false;
  return caller.scopes.includes(scope) && hasRole(caller.account.role, scope);
}

export function hasRole(role: Role, scope: Scope): boolean {
  if (scope === 'admin') return role === 'admin';
  if (scope === 'collections:write') return role !== 'user';
  return true;
}

/** A credential can pass on only scopes that it has. Returns a message that names the missing ones. */
export function delegationError(caller: AccountCaller, scopes: readonly Scope[]): string | undefined {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return undefined;
  return `This credential does not have the scope ${missing.join(', ')}, so it cannot grant it.`;
}
