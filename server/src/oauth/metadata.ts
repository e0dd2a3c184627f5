// The metadata of the authorization server for programs: RFC 8414, RFC 9728, and the public keys.
import { scopes } from '@realm-catalog/contract';
import type { RawHandler, RawRoute } from '../api/raw-routes.ts';
import type { Config } from '../config/config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import { toPublicJwk } from '../credentials/jwt.ts';
import { documentResponse, JSON_TYPE, type CacheableResponse } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import { paths, resourceOf } from './addresses.ts';
import { grantTypeNames } from './clients.ts';

function document(content: object): RawHandler {
  const made = documentResponse(JSON.stringify(content), JSON_TYPE);
  return async () => made;
}

export function metadataRoutes(route: RawRoute, { publicUrl }: Pick<Config, 'publicUrl'>): Route[] {
  const resource = document(protectedResource(publicUrl));
  return [
    route('/.well-known/oauth-authorization-server', document(authorizationServer(publicUrl))),
    route('/.well-known/oauth-protected-resource', resource),
    route('/.well-known/oauth-protected-resource/v1', resource), // the path that RFC 9728 defines for the resource …/v1
  ];
}

/** The public keys. */
export async function keySet(keyring: Keyring): Promise<CacheableResponse> {
  const keys = (await keyring.signingKeys()).map(toPublicJwk);
  return documentResponse(JSON.stringify({ keys }), 'application/jwk-set+json; charset=utf-8');
}

function authorizationServer(publicUrl: string): object {
  const authMethods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + paths.authorization,
    token_endpoint: publicUrl + paths.token,
    device_authorization_endpoint: publicUrl + paths.device_authorization,
    revocation_endpoint: publicUrl + paths.revocation,
    introspection_endpoint: publicUrl + paths.introspection,
    jwks_uri: publicUrl + paths.jwks,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.values(grantTypeNames),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    protected_resources: [resourceOf({ publicUrl })],
    service_documentation: `${publicUrl}/docs/api`,
  };
}

function protectedResource(publicUrl: string): object {
  return {
    resource: resourceOf({ publicUrl }),
    resource_name: 'Realm Catalog',
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/docs/api`,
  };
}
