// Documents that programs read: the OpenAPI document of the API, and the schema of realm.json.
import { ManifestSchema, openApiDocument } from '@realm-catalog/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { version, type Config } from '../config.ts';
import { lazyCacheable, sendCacheable } from '../http/caching.ts';
import { PREFIXES } from './router.ts';

export function documents(app: FastifyInstance, config: Config, onRequest: onRequestHookHandler): void {
  const manifest = lazyCacheable(() =>
    JSON.stringify({ $id: `${config.publicUrl}/schemas/realm.json`, ...ManifestSchema }),
  );
  app.get('/schemas/realm.json', (request, reply) =>
    sendCacheable(request, reply.type('application/schema+json; charset=utf-8'), manifest()),
  );

  const servers = [{ url: `${config.publicUrl}/v1`, description: 'This catalog' }];
  if (config.stagingUrl) servers.push({ url: `${config.stagingUrl}/v1`, description: 'Staging' });
  const document = lazyCacheable(() => JSON.stringify(openApiDocument(version, servers)));
  for (const prefix of PREFIXES)
    app.get(`${prefix}/openapi.json`, { onRequest }, (request, reply) =>
      sendCacheable(request, reply.type('application/json; charset=utf-8'), document()),
    );
}
