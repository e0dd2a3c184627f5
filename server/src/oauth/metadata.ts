// The metadata of the authorization server for programs: RFC 8414, RFC 9728, and the public keys.
import { scopes } from '@realm-catalog/contract';
import type { Config } from '../config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { FastifyInstance } from 'fastify';
import { toPublicJwk } from '../credentials/jwt.ts';
import { cacheable, sendCacheable } from '../http/caching.ts';
import { paths, resourceOf } from './addresses.ts';
import { grantTypeNames } from './clients.ts';

export function metadata(app: FastifyInstance, { config, keyring }: { config: Config; keyring: Keyring }): void {
  const server = cacheable(JSON.stringify(authorizationServer(config.publicUrl)));
  const resource = cacheable(JSON.stringify(protectedResource(config.publicUrl)));
  const documents = {
    '/.well-known/oauth-authorization-server': server,
    '/.well-known/oauth-protected-resource': resource,
    '/.well-known/oauth-protected-resource/v1': resource, // the path that RFC 9728 defines for the resource …/v1
  };
  for (const [path, document] of Object.entries(documents))
    app.get(path, (request, reply) => sendCacheable(request, reply.type('application/json; charset=utf-8'), document));

  app.get(paths.jwks, async (request, reply) => {
    const keys = (await keyring.signingKeys()).map(toPublicJwk);
    return sendCacheable(
      request,
      reply.type('application/jwk-set+json; charset=utf-8'),
      cacheable(JSON.stringify({ keys })),
    );
  });
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
    service_documentation: `${publicUrl}/docs`,
  };
}

function protectedResource(publicUrl: string): object {
  return {
    resource: resourceOf({ publicUrl }),
    resource_name: 'Realm Catalog',
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/docs`,
  };
}
