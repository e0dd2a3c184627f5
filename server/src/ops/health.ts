// Health checks: `/healthz` tells that the process is alive, `/readyz` whether it can serve requests.
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { VerifiedArchives } from '../archives/verified.ts';
import type { ArchiveLookup } from './archive-lookup.ts';
import type { Reader } from '../db/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { problem } from '../http/problem.ts';

export function addHealthRoutes(
  app: FastifyInstance,
  {
    db,
    catalog,
    archives,
    archiveLookup,
  }: { db: Reader; catalog: Catalog; archives: VerifiedArchives; archiveLookup: ArchiveLookup },
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    if (catalog.staleSeconds !== undefined) throw problem('unavailable', 'The store does not answer.'); // a query might hang
    const store = await db.get(sql`select name from migrations limit 1`).catch((error: unknown) => {
      request.log.error({ reqId: request.id, err: error }, 'the store does not answer');
    });
    if (!app.server.listening) throw problem('unavailable', 'The service is stopping.');
    if (!store) throw problem('unavailable', 'The store does not answer.');
    if (catalog.size === undefined) throw problem('unavailable', 'The catalog is still being read.');
    if (archiveLookup.hasNone()) throw problem('unavailable', 'The archive store has none of the archives.');
    const degraded = [
      ...(archives.health?.failure() ? ['archives'] : []),
      ...(archives.countDamaged() > 0 ? ['damaged-archives'] : []),
    ];
    // The process can still serve most requests.
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ready', ...(degraded.length > 0 && { degraded }) });
  });
}
