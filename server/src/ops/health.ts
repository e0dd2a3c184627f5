// Health checks: `/healthz` tells that the process is alive, `/readyz` whether it can serve requests.
import type { Server } from 'node:http';
import type { BaseLogger } from 'pino';
import sql from 'sql-template-tag';
import type { RawHandler } from '../api/raw-routes.ts';
import type { VerifiedArchives } from '../archives/verified.ts';
import type { ArchiveLookup } from './archive-lookup.ts';
import type { Reader } from '../db/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { problem } from '../http/problem.ts';
import { response, type Response } from '../http/response.ts';

export const isAlive: RawHandler = async () => uncached({ status: 'alive' });

export function readiness(
  {
    db,
    catalog,
    archives,
    archiveLookup,
  }: { db: Reader; catalog: Catalog; archives: VerifiedArchives; archiveLookup: ArchiveLookup },
  server: Server,
  log: BaseLogger,
): RawHandler {
  return async ({ id }) => {
    if (catalog.staleSeconds !== undefined) throw problem('unavailable', 'The store does not answer.'); // a query might hang
    const store = await db.get(sql`select name from migrations limit 1`).catch((error: unknown) => {
      log.error({ reqId: id, err: error }, 'the store does not answer');
    });
    if (!server.listening) throw problem('unavailable', 'The service is stopping.');
    if (!store) throw problem('unavailable', 'The store does not answer.');
    if (catalog.size === undefined) throw problem('unavailable', 'The catalog is still loading.');
    if (archiveLookup.hasNone()) throw problem('unavailable', 'The archive store has none of the catalog’s archives.');
    const degraded = [
      ...(archives.health?.failure() ? ['archives'] : []),
      ...(archives.countDamaged() > 0 ? ['damaged-archives'] : []),
    ];
    return uncached({ status: 'ready', ...(degraded.length > 0 && { degraded }) }); // the process can still serve most requests
  };
}

function uncached(body: object): Response {
  return response(200, { 'cache-control': 'no-store' }, Buffer.from(JSON.stringify(body)));
}
