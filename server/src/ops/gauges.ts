// Gauges that are read at each scrape: connections, the pool of the database, the archive store, and the realms in memory.
import type { Server } from 'node:http';
import { Gauge, type Registry } from '@prometheus-io/client';
import { version } from '../config/config.ts';
import type { ArchiveLookup } from './archive-lookup.ts';
import type { VerifiedArchives } from '../archives/verified.ts';
import type { Database } from '../db/database.ts';
import type { Catalog } from '../catalog/catalog.ts';

export interface MeasuredServices {
  db: Database;
  replica: Database | undefined;
  catalog: Catalog;
  archives: VerifiedArchives;
  archiveLookup: ArchiveLookup;
}

export function addGauges(
  registry: Registry,
  { db, replica, catalog, archives, archiveLookup }: MeasuredServices,
  server: Server,
): void {
  const registers = [registry];
  const info = { name: 'realm_catalog_info', help: 'Always 1; the version is in the label.', labelNames: ['version'] };
  new Gauge({ ...info, registers }).set({ version }, 1);

  addGauge('realm_catalog_connections', 'Open connections of clients.', () => connectionsOf(server));

  addGauge(
    'realm_catalog_read_model_filled',
    'Whether the read model is filled and lists are answered (1), or not yet (0).',
    () => (catalog.size === undefined ? 0 : 1),
  );
  addGauge('realm_catalog_read_model_realms', 'Realms in the read model that can be listed.', () => catalog.size ?? 0);
  addGauge(
    'realm_catalog_read_model_revision',
    'The last change of the database that the read model has applied.',
    () => catalog.revision,
  );
  addGauge(
    'realm_catalog_read_model_generation',
    'How often all cached responses have become old.',
    () => catalog.generation,
  );

  addGauge(
    'realm_catalog_archives_up',
    'Whether the archive store can be used (1), or fails or is a wrong one (0).',
    () => (archives.health?.failure() || archiveLookup.hasNone() ? 0 : 1),
  );
  addGauge(
    'realm_catalog_damaged_archives',
    'Archives that are damaged now, as far as this process has read them.',
    () => archives.countDamaged(),
  );

  addPoolGauges(registry, { primary: db, replica });

  function addGauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    });
    registry.registerMetric(gauge);
  }
}

function addPoolGauges(registry: Registry, databases: Record<string, Database | undefined>): void {
  const pools = Object.entries(databases);
  const waiting = new Gauge({
    name: 'realm_catalog_database_waiting',
    help: 'Statements that wait for a connection to the database server.',
    labelNames: ['database'],
    registers: [],
  });
  const connections = new Gauge({
    name: 'realm_catalog_database_connections',
    help: 'Connections to the database server.',
    labelNames: ['database', 'state'],
    registers: [],
    collect() {
      for (const [database, store] of pools) {
        const pool = store?.connections?.();
        if (!pool) continue;
        this.set({ database, state: 'idle' }, pool.idle);
        this.set({ database, state: 'busy' }, pool.open - pool.idle);
        waiting.set({ database }, pool.waiting);
      }
    },
  });
  for (const gauge of [connections, waiting]) registry.registerMetric(gauge); // `connections` sets `waiting`, so it is collected first
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
