// How long requests take, by method, route and status.
import type { Histogram, Registry } from '@prometheus-io/client';
import type { AccessLog } from '../api/access-log.ts';

const about = {
  name: 'http_request_duration_seconds',
  help: 'Time from a request to its answer.',
  type: 'histogram',
  aggregator: 'sum',
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Where no route answers, anybody may try any method; these are told apart. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Times {
  labels: Record<string, string>;
  /** How many took so long and no longer; the last of them took longer than all. */
  within: number[];
  sum: number;
}

/** Counted by hand: the library puts the labels together anew for each request, which takes ten times as long. */
export function requestTimes(registry: Registry): AccessLog {
  const all = new Map<string, Times>();
  /** By route, method and status; those that have the same labels have the same times. */
  const known = new Map<string, Map<string, Map<number, Times>>>();

  function timesOf(url: string, method: string, status: number): Times {
    const found = known.get(url)?.get(method)?.get(status);
    if (found) return found;
    const labels = labelsOf(url, method, status);
    const key = Object.values(labels).join(' ');
    const times = all.get(key) ?? { labels, within: Array<number>(SECONDS.length + 1).fill(0), sum: 0 };
    all.set(key, times);
    const ofRoute = known.get(url) ?? new Map<string, Map<number, Times>>();
    const ofMethod = ofRoute.get(method) ?? new Map<number, Times>();
    known.set(url, ofRoute.set(method, ofMethod.set(status, times)));
    return times;
  }

  // All that the registry asks of a metric.
  const metric = { name: about.name, get: async () => ({ ...about, values: [...all.values()].flatMap(samplesOf) }) };
  registry.registerMetric(metric as unknown as Histogram);

  return ({ route, method, status, ms }) => {
    if (route === '/metrics') return;
    const times = timesOf(route, method, status);
    const seconds = ms / 1_000;
    let at = 0;
    while (at < SECONDS.length && seconds > (SECONDS[at] ?? 0)) at += 1;
    times.within[at] = (times.within[at] ?? 0) + 1;
    times.sum += seconds;
  };
}

/** The route as the contract writes it. The two spellings of an operation are one; where none answers it is `none`. */
function labelsOf(url: string, method: string, status: number): Times['labels'] {
  if (url === '') return { method: METHODS.has(method) ? method : 'other', route: 'none', status: String(status) };
  const route = url.replace(/^\/v1\/api\//, '/v1/').replaceAll(/:(\w+)/g, '{$1}');
  return { method, route, status: String(status) };
}

/** Of a histogram of Prometheus each bucket holds those before it as well. */
function samplesOf({ labels, within, sum }: Times) {
  let count = 0;
  const buckets = within.map((some, at) => {
    count += some;
    return { metricName: `${about.name}_bucket`, labels: { le: SECONDS[at] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${about.name}_sum`, labels, value: sum },
    { metricName: `${about.name}_count`, labels, value: count },
  ];
}
