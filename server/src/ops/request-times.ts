// Measures how long requests take, by method, route and status.
import type { Histogram, Registry } from '@prometheus-io/client';
import type { AccessLog } from '../api/access-log.ts';

const about = {
  name: 'http_request_duration_seconds',
  help: 'Time from a request to its answer.',
  type: 'histogram',
  aggregator: 'sum',
};

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A client may send any method to an unknown path. Only these have a label of their own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Times {
  labels: Record<string, string>;
  /** How many requests fell into each bucket; the last bucket has no upper bound. */
  buckets: number[];
  sum: number;
}

/** Counts without the library, because it joins the labels anew for each request, which takes ten times as long. */
export function requestTimes(registry: Registry): AccessLog {
  const all = new Map<string, Times>();
  /** By route, method and status. Entries with the same labels share one `Times`. */
  const cache = new Map<string, Map<string, Map<number, Times>>>();

  function timesOf(url: string, method: string, status: number): Times {
    const found = cache.get(url)?.get(method)?.get(status);
    if (found) return found;
    const labels = labelsOf(url, method, status);
    const key = Object.values(labels).join(' ');
    const times = all.get(key) ?? { labels, buckets: Array<number>(SECONDS_BUCKETS.length + 1).fill(0), sum: 0 };
    all.set(key, times);
    const byMethod = cache.get(url) ?? new Map<string, Map<number, Times>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Times>();
    cache.set(url, byMethod.set(method, byStatus.set(status, times)));
    return times;
  }

  // The registry uses no other members of a metric.
  const metric = { name: about.name, get: async () => ({ ...about, values: [...all.values()].flatMap(samplesOf) }) };
  registry.registerMetric(metric as unknown as Histogram);

  return ({ request: { method = '' } }, route, { status, ms }) => {
    if (route === '/metrics') return;
    const times = timesOf(route, method, status);
    const seconds = ms / 1_000;
    let at = 0;
    while (at < SECONDS_BUCKETS.length && seconds > (SECONDS_BUCKETS[at] ?? 0)) at += 1;
    times.buckets[at] = (times.buckets[at] ?? 0) + 1;
    times.sum += seconds;
  };
}

/** The route as the contract writes it. `/v1` and `/v1/api` are one route; an unknown path is `none`. */
function labelsOf(url: string, method: string, status: number): Times['labels'] {
  if (url === '') return { method: METHODS.has(method) ? method : 'other', route: 'none', status: String(status) };
  const route = url.replace(/^\/v1\/api\//, '/v1/').replaceAll(/:(\w+)/g, '{$1}');
  return { method, route, status: String(status) };
}

/** In a histogram of Prometheus each bucket includes those before it. */
function samplesOf({ labels, buckets, sum }: Times) {
  let count = 0;
  const samples = buckets.map((own, at) => {
    count += own;
    const le = SECONDS_BUCKETS[at] ?? '+Inf';
    return { metricName: `${about.name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...samples,
    { metricName: `${about.name}_sum`, labels, value: sum },
    { metricName: `${about.name}_count`, labels, value: count },
  ];
}
