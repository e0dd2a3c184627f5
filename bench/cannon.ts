// The load where there is no wrk: autocannon in a process of its own, `node bench/cannon.ts PLAN`.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Measured } from './load.ts';
import type { Request } from './scenarios.ts';

interface Plan {
  url: string;
  requests: Request[];
  connections: number;
  seconds: number;
}

const { url, requests, connections, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;

/** Each connection has a part of the requests of its own. */
let connection = 0;
function setupClient(client: autocannon.Client): void {
  const first = connection % requests.length;
  connection += 1;
  client.setRequests(requests.filter((_, at) => at % Math.min(connections, requests.length) === first));
}

const result = await autocannon({ url, connections, duration: seconds, timeout: 600, setupClient });
const measured: Measured = {
  answered: result.requests.total,
  seconds: result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result['4xx'] + result['5xx'] + result.errors,
};
console.log(JSON.stringify(measured));
