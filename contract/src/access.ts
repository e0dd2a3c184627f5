// Who may do what: the scopes of a credential, the roles and plans of an account, and what an operation asks for.

export const scopes = ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export const scopeMeanings: Record<Scope, string> = {
  'realms:read': 'Read your private realms',
  'realms:write': 'Create and change your realms',
  'collections:write': 'Manage collections, as a curator',
  account: 'Change your profile, password, keys and OAuth clients',
  admin: 'Administer the catalog, as an administrator',
};

export const defaultScopes: Scope[] = ['realms:read', 'realms:write'];

export const roles = ['user', 'curator', 'admin'] as const;
export type Role = (typeof roles)[number];

export const plans = ['free', 'premium'] as const;
export type Plan = (typeof plans)[number];

/** What an operation asks of its caller: nothing, any good credential, one that has a scope, or the token of an upload. */
export type Access = 'public' | 'credential' | { scope: Scope } | 'upload';
