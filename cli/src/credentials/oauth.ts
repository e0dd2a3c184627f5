// OAuth 2.0 as the command line needs it, by the client's functions: their errors become those of commands, with what to do about them.
import { isCatalogError } from '@realm-catalog/client';
import {
  refreshTokens as refresh,
  revokeToken as revoke,
  startDeviceLogin as start,
  type DeviceLogin,
  type OAuthOptions,
} from '@realm-catalog/client/oauth';
import type { Outcome } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import type { StoredCredential } from './stored-credential.ts';

export interface OAuthServer extends OAuthOptions {
  /** The registry, without a slash at its end. */
  baseUrl: string;
}

export async function startDeviceLogin(server: OAuthServer, scopes: string[]): Promise<DeviceLogin> {
  return start({ ...server, scopes }).catch(throwForPeople);
}

export async function waitForLogin(login: DeviceLogin): Promise<StoredCredential> {
  return { kind: 'oauth', ...(await login.wait().catch(throwForPeople)) };
}

export async function refreshTokens(server: OAuthServer, refreshToken: string): Promise<StoredCredential> {
  return { kind: 'oauth', ...(await refresh(server, refreshToken).catch(throwForPeople)) };
}

export async function revokeToken(server: OAuthServer, token: string): Promise<void> {
  await revoke(server, token).catch(throwForPeople);
}

const outcomes: Record<string, Outcome> = {
  invalid_request: 'usage',
  unauthorized: 'login',
  forbidden: 'forbidden',
  rate_limited: 'rateLimited',
  unavailable: 'network',
};
const hints: Record<string, string> = {
  invalid_scope: 'The scopes of a login are realms:read, realms:write, collections:write and account.',
  invalid_client: 'This catalog is too old for this kind of login. Log in with a token: --with-token',
};

/** What the network makes fail stays an error of the client, of which every command says more. */
function throwForPeople(error: unknown): never {
  const outcome = isCatalogError(error) ? outcomes[error.kind] : undefined;
  if (!isCatalogError(error) || !outcome) throw error;
  const { code, message } = error;
  const hint = Object.hasOwn(hints, code) ? hints[code] : undefined;
  throw new CommandError(outcome, message, { code, ...(hint && { hint }) });
}
