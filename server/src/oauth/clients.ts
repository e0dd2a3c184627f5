// The rules for OAuth clients: their defaults, the registrations that are refused, and their metadata for the provider.
import type { OAuthClient, OAuthClientChanges, OAuthClientFields, Problem } from '@realm-catalog/contract';
import type { ApplicationView } from '@realm-catalog/web/pages/oauth/application';
import type { Client } from 'oidc-provider';
import type { FoundClient, GrantType, StoredClient } from './queries.ts';

type Faults = NonNullable<Problem['errors']>;

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The characters of RFC 3986. A percent sign must begin an encoded byte. */
const URI_PATTERN = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})+$/i;
/** A name, an IPv4 address or an IPv6 address. Other characters in a host could add a rule to the Content-Security-Policy of a page. */
const HOST_PATTERN = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The grant types as the protocol spells them. */
export const grantTypeNames: Record<GrantType, string> = {
  authorization_code: 'authorization_code',
  refresh_token: 'refresh_token',
  device_code: 'urn:ietf:params:oauth:grant-type:device_code',
  client_credentials: 'client_credentials',
};

/** Adds the defaults: a client that signs people in through their browser, and refreshes its tokens. */
export function completeFields(fields: OAuthClientFields): Omit<OAuthClient, 'id' | 'createdAt'> {
  const { name, type = 'public', redirectUris = [], grantTypes, scopes } = fields;
  return {
    name,
    type,
    redirectUris: [...new Set(redirectUris)],
    grantTypes: [...new Set(grantTypes ?? (['authorization_code', 'refresh_token'] as const))],
    scopes: [...new Set(scopes ?? (['realms:read', 'realms:write'] as const))],
  };
}

/** The fields of a client after a change. The type stays: a public client has no secret that it could begin to use. */
export function changedFields(client: OAuthClient, changes: OAuthClientChanges): Omit<OAuthClient, 'id' | 'createdAt'> {
  const { name, type, redirectUris, grantTypes, scopes } = client;
  return completeFields({ name, type, redirectUris, grantTypes, scopes, ...changes });
}

export function clientFaults({ type, redirectUris, grantTypes }: Omit<OAuthClient, 'id' | 'createdAt'>): Faults {
  const hasGrant = (grantType: GrantType): boolean => grantTypes.includes(grantType);
  const faults: Faults = redirectUris.flatMap((uri, index) => {
    const message = redirectUriError(uri, type);
    return message ? [{ field: `redirectUris/${index}`, message }] : [];
  });
  if (hasGrant('authorization_code') && redirectUris.length === 0)
    faults.push({ field: 'redirectUris', message: 'must have at least one URI for the grant authorization_code' });
  if (hasGrant('client_credentials') && type === 'public')
    faults.push({ field: 'grantTypes', message: 'may have client_credentials only when the type is confidential' });
  if (hasGrant('refresh_token') && !hasGrant('authorization_code') && !hasGrant('device_code'))
    faults.push({
      field: 'grantTypes',
      message: 'may have refresh_token only together with authorization_code or device_code',
    });
  return faults;
}

/** RFC 8252 and RFC 9700 ask for exact addresses at which only the client can receive the code. */
function redirectUriError(text: string, type: OAuthClient['type']): string | undefined {
  const uri = URI_PATTERN.test(text) ? URL.parse(text) : null;
  if (!uri) return 'must be an absolute URL, percent-encoded';
  if (/[*;]/.test(text)) return 'must not contain * or ;';
  if (text.includes('#')) return 'must not have a fragment';
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return 'must not contain a username or a password';
  if (/^https?:$/.test(uri.protocol) && !HOST_PATTERN.test(uri.hostname))
    return 'must name a host by letters, digits, dots and hyphens';
  const isLoopback = LOOPBACK_HOSTS.has(uri.hostname);
  if (uri.protocol === 'http:')
    return isLoopback ? undefined : 'must use https, unless it is on 127.0.0.1, [::1] or localhost';
  if (uri.protocol === 'https:')
    return isLoopback && type === 'public' ? 'must use http on 127.0.0.1, [::1] and localhost' : undefined;
  if (type === 'confidential') return 'must be https, or http on 127.0.0.1, [::1] or localhost';
  return /^[a-z][a-z0-9+-]*\./.test(uri.protocol)
    ? undefined
    : 'must be https, http on 127.0.0.1, [::1] or localhost, or a private scheme with a dot, such as com.example.app:/callback';
}

/** The hashes of the secrets with which a client may authenticate now. */
function validSecretHashes({ secretHash, formerSecret }: StoredClient, now: string): string[] {
  return formerSecret.endsAt > now ? [secretHash, formerSecret.hash] : [secretHash];
}

/** The client in the terms of OpenID Connect Dynamic Client Registration. A native client may use any port on a loopback address. */
export function toMetadata(client: FoundClient): Record<string, unknown> {
  const isPublic = client.type === 'public';
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: isPublic ? 'native' : 'web',
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...(!isPublic && { client_secret: validSecretHashes(client, new Date().toISOString()).join(' ') }),
    redirect_uris: client.redirectUris,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    response_modes: ['query'],
    grant_types: client.grantTypes.map((grantType) => grantTypeNames[grantType]),
    scope: client.scopes.join(' '),
    owner: client.ownerName,
    created_at: client.createdAt,
  };
}

/** The metadata that the standard does not define, by which people are told whose client it is. */
export const ownMetadata = ['owner', 'created_at'];

export function applicationOf({ clientName, owner, created_at: createdAt }: Client): ApplicationView {
  return { name: clientName, owner, createdAt };
}
