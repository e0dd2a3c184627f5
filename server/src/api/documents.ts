// Documents that programs read: the OpenAPI document of the API, and the schema of realm.json.
import { ManifestSchema, openApiDocument } from '@realm-catalog/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { version, type Config } from '../config.ts';
import { lazyCacheable, sendCacheable } from '../http/caching.ts';
import { OPENAPI_PATH, PREFIXES } from './router.ts';

/** `oauth` has the paths of the authorization server. */
export function addDocumentRoutes(
  app: FastifyInstance,
  config: Config,
  oauth: { authorization: string; token: string },
  onRequest: onRequestHookHandler,
): void {
  const manifest = lazyCacheable(() =>
    JSON.stringify({ $id: `${config.publicUrl}/schemas/realm.json`, ...ManifestSchema }),
  );
  app.get('/schemas/realm.json', (request, reply) =>
    sendCacheable(request, reply.type('application/schema+json; charset=utf-8'), manifest()),
  );

  const servers = [{ url: `${config.publicUrl}/v1`, description: 'This catalog' }];
  if (config.stagingUrl) servers.push({ url: `${config.stagingUrl}/v1`, description: 'Staging' });
  const addresses = {
    authorizationUrl: config.publicUrl + oauth.authorization,
    tokenUrl: config.publicUrl + oauth.token,
  };
  const document = lazyCacheable(() => JSON.stringify(openApiDocument(version, { servers, oauth: addresses })));
  for (const prefix of PREFIXES)
    app.get(prefix + OPENAPI_PATH, { onRequest }, (request, reply) =>
      sendCacheable(request, reply.type('application/json; charset=utf-8'), document()),
    );
}
