// The metrics of this process, for Prometheus. They are loaded only with METRICS_TOKEN, since that takes a tenth of a second and some memory.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from '@prometheus-io/client';
import type { AccessLog } from '../api/access-log.ts';
import { addGauges, type MeasuredServices } from './gauges.ts';
import { countEvents } from './counters.ts';
import { requestTimes } from './request-times.ts';
import { collectFromWorkers, type ProcessMetrics } from './worker-metrics.ts';

export interface Metrics {
  observe: AccessLog;
  /** Adds the gauges that are read at each scrape. */
  addGauges(services: MeasuredServices, server: Server): void;
  readonly contentType: string;
  /** The metrics of this process, or of all processes that share its port. */
  text(): Promise<string>;
  close(): Promise<void>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = requestTimes(registry);
  const stopCounting = countEvents(registry);
  const { worker } = cluster;
  if (worker) registry.setDefaultLabels({ worker: String(worker.id) });
  const workers = worker && collectFromWorkers(() => registry.getMetricsAsJSON());

  return {
    observe,
    addGauges: (services, server) => addGauges(registry, services, server),
    contentType: registry.contentType,
    text: async () => (workers ? merge(await workers.collect()) : registry.metrics()),
    async close() {
      stopCounting();
      workers?.close();
    },
  };
}

/**
 * Every value keeps the label of its process. A sum over all processes would fall when one is replaced, which Prometheus takes for a reset,
 * and a mean of delays would hide a process that hangs.
 */
function merge(processes: ProcessMetrics[]): Promise<string> {
  const separate = processes.map((metrics) =>
    metrics.map((metric) => ({ ...(metric as object), aggregator: 'first' })),
  );
  return AggregatorRegistry.aggregate(separate).metrics();
}
