// What the service says about itself: that it is alive, that it can serve, its OpenAPI document and the schema of realm.json.
import { ManifestSchema, openApiDocument } from '@realm-catalog/contract';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { version } from '../config.ts';
import type { Services } from '../services.ts';
import { cacheableWhenAsked, sendCacheable } from './caching.ts';
import { PREFIXES } from './operation.ts';
import { problem } from './problem.ts';

export function meta(app: FastifyInstance, { config, db, shelves, archives }: Services): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    if (shelves.staleSeconds !== undefined) throw problem('unavailable', 'The store does not answer.'); // and may hang
    const store = await db.get(sql`select name from migrations limit 1`).catch((error: unknown) => {
      request.log.error({ reqId: request.id, err: error }, 'the store does not answer');
    });
    if (!app.server.listening) throw problem('unavailable', 'The service is stopping.');
    if (!store) throw problem('unavailable', 'The store does not answer.');
    if (!shelves.isReady) throw problem('unavailable', 'The catalog is still being read.');
    const degraded = archives.health?.failure() && { degraded: ['archives'] }; // no reason to send requests elsewhere
    return reply.header('cache-control', 'no-store').send({ status: 'ready', ...degraded });
  });

  const manifest = cacheableWhenAsked(() =>
    JSON.stringify({ $id: `${config.publicUrl}/schemas/realm.json`, ...ManifestSchema }),
  );
  app.get('/schemas/realm.json', (request, reply) =>
    sendCacheable(request, reply.type('application/schema+json; charset=utf-8'), manifest()),
  );

  const servers = [{ url: `${config.publicUrl}/v1`, description: 'This catalog' }];
  if (config.stagingUrl) servers.push({ url: `${config.stagingUrl}/v1`, description: 'Staging' });
  const document = cacheableWhenAsked(() => JSON.stringify(openApiDocument(version, servers)));
  for (const prefix of PREFIXES)
    app.get(`${prefix}/openapi.json`, (request, reply) =>
      sendCacheable(request, reply.type('application/json; charset=utf-8'), document()),
    );
}
