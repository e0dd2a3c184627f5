// Who is calling: nobody in particular, or an account by one of its credentials.
import type { Plan, Role, Scope } from '@realm-catalog/contract';

export interface AccountCaller {
  kind: 'key' | 'jwt' | 'oauth';
  account: { id: string; username: string; role: Role; plan: Plan };
  scopes: readonly Scope[];
  /** The login that a JWT belongs to. */
  sessionId?: string;
}

/** Whoever holds the token of an upload: it opens that upload and nothing else. */
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
