// Who is calling: nobody in particular, or an account by one of its credentials.
import type { Plan, Role, Scope } from '@realm-catalog/contract';

/** What a credential was issued from: one of four. What the credential makes ends when its source is revoked or removed. */
export interface CredentialSource {
  /** The API key itself. */
  keyId?: string;
  /** The login that a JWT belongs to. */
  sessionId?: string;
  /** The OAuth grant of an access token. */
  grantHash?: string;
  /** The OAuth client, where it acts for its owner without a grant. */
  clientId?: string;
  /** When the source ends by itself; empty: never. */
  expiresAt: string;
}

export interface AccountCaller {
  kind: 'key' | 'jwt' | 'oauth';
  account: { id: string; username: string; role: Role; plan: Plan };
  scopes: readonly Scope[];
  source: CredentialSource;
}

/** A caller with the token of an upload, which opens that upload and nothing else. The account is the one that opened it. */
export interface UploadCaller {
  kind: 'upload';
  account: AccountCaller['account'];
  scopes: readonly [];
  realmId: string;
  tokenHash: string;
}

export type Caller = { kind: 'anonymous' } | AccountCaller | UploadCaller;

export const anonymous: Caller = { kind: 'anonymous' };

/** Roles limit what an account may do, scopes what a credential may do of that. */
export function may(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'anonymous' || caller.kind === 'upload') return false;
  return caller.scopes.includes(scope) && hasRole(caller.account.role, scope);
}

export function hasRole(role: Role, scope: Scope): boolean {
  if (scope === 'admin') return role === 'admin';
  if (scope === 'collections:write') return role !== 'user';
  return true;
}

/** Whoever hands scopes on must have them; says which are missing. */
export function scopesBeyond(caller: AccountCaller, scopes: readonly Scope[]): string | undefined {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return undefined;
  return `This credential cannot hand on the scope ${missing.join(', ')}, which it does not have.`;
}
