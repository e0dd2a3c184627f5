// What is measured of this process, for Prometheus. Loaded only where someone asks for it: it takes a tenth of a second and some memory.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from '@prometheus-io/client';
import type { AccessLog } from '../api/access-log.ts';
import { addGauges, type MeasuredServices } from './gauges.ts';
import { allProcesses, type Measured } from './worker-metrics.ts';
import { countReports } from './counters.ts';
import { requestTimes } from './request-times.ts';

export interface Metrics {
  observe: AccessLog;
  /** Adds the gauges that are read from these at each scrape. */
  addGauges(services: MeasuredServices, server: Server): void;
  readonly contentType: string;
  /** Of this process, or of all that share its port. */
  text(): Promise<string>;
  close(): Promise<void>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = requestTimes(registry);
  const stopCounting = countReports(registry);
  const { worker } = cluster;
  if (worker) registry.setDefaultLabels({ worker: String(worker.id) });
  const processes = worker && allProcesses(() => registry.getMetricsAsJSON());

  return {
    observe,
    addGauges: (services, server) => addGauges(registry, services, server),
    contentType: registry.contentType,
    text: async () => (processes ? together(await processes.measured()) : registry.metrics()),
    async close() {
      stopCounting();
      processes?.close();
    },
  };
}

/**
 * Every value keeps the label of its process. A sum over all of them would fall when one is replaced, and Prometheus would take the rest of
 * it for new; and of delays a mean hides the one that hangs.
 */
function together(measured: Measured[]): Promise<string> {
  const apart = measured.map((ofOne) => ofOne.map((metric) => ({ ...(metric as object), aggregator: 'first' })));
  return AggregatorRegistry.aggregate(apart).metrics();
}
