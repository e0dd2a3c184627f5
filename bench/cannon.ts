// The load where there is no wrk: autocannon in a process of its own, `node bench/cannon.ts PLAN`.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Measured, Plan } from './load.ts';

const { url, requests, connections, seconds, count } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;

/** Each connection has a part of the requests of its own. */
let connection = 0;
function setupClient(client: autocannon.Client): void {
  const first = connection % requests.length;
  connection += 1;
  client.setRequests(requests.filter((_, at) => at % Math.min(connections, requests.length) === first));
}

const most = count === undefined ? {} : { maxOverallRequests: count };
const result = await autocannon({ url, connections, duration: seconds, timeout: 600, setupClient, ...most });
const measured: Measured = {
  answered: result.requests.total,
  seconds: result.duration,
  bytes: result.throughput.total,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result['4xx'] + result['5xx'] + result.errors,
};
console.log(JSON.stringify(measured));
