export declare const scopes: readonly ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'];
export type Scope = (typeof scopes)[number];
export declare const Scope: {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly type: 'string';
    readonly enum: readonly ("account" | "admin" | "collections:write" | "realms:read" | "realms:write")[];
};
/** What each scope allows, all of it, as people are asked before they allow it. */
export declare const scopeMeanings: Record<Scope, string>;
export declare const defaultScopes: Scope[];
export declare const roles: readonly ['user', 'curator', 'admin'];
export type Role = (typeof roles)[number];
export declare const plans: readonly ['free', 'premium'];
export type Plan = (typeof plans)[number];
/** What an operation asks of its caller: nothing, any good credential, one that has a scope, or the token of an upload. */
export type Access = 'public' | 'credential' | {
    scope: Scope;
} | 'upload';
