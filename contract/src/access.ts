// Who may do what: the scopes of a credential, the roles and plans of an account, and what an operation asks for.
import { oneOf } from './schema.ts';

export const scopes = ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'] as const;
export type Scope = (typeof scopes)[number];
export const Scope = oneOf(scopes, { description: 'What a credential may do.', examples: ['realms:read'] });

/** What each scope allows, all of it, as people are asked before they allow it. */
export const scopeMeanings: Record<Scope, string> = {
  'realms:read': 'List all your realms, and read and download the private ones',
  'realms:write': 'Create, publish, change and delete your realms, and star realms',
  'collections:write': 'Create, change and delete collections, as a curator',
  account:
    'Change your profile and password, create and revoke API keys, register, change and delete OAuth clients, see and end your ' +
    'sessions, and see and revoke the access of applications',
  admin:
    'As an administrator: read every private realm, all accounts and the audit log, set plans and roles, suspend accounts, ' +
    'feature and quarantine realms, and, with realms:write, change and delete every realm',
};

export const defaultScopes: Scope[] = ['realms:read', 'realms:write'];

export const roles = ['user', 'curator', 'admin'] as const;
export type Role = (typeof roles)[number];

export const plans = ['free', 'premium'] as const;
export type Plan = (typeof plans)[number];

/** What an operation asks of its caller: nothing, any good credential, one that has a scope, or the token of an upload. */
export type Access = 'public' | 'credential' | { scope: Scope } | 'upload';
