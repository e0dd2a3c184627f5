// Load from another core: wrk where it is present, else autocannon; each connection sends as soon as it is answered.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Request } from './scenarios.ts';

export interface Load {
  /** Requests whose answer arrived in time. */
  answered: number;
  perSecond: number;
  /** Of an answer with its headers: the mean. */
  bytes: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** What a generator says, in JSON on its standard output; latencies in milliseconds. */
export interface Measured {
  answered: number;
  seconds: number;
  bytes: number;
  p50: number;
  p99: number;
  /** Answers of 400 and above, and connections that broke. */
  failed: number;
}

export interface Plan {
  url: string;
  requests: Request[];
  connections: number;
  seconds: number;
  /** No more than so many requests, and at least one for each connection. */
  count?: number;
}

const wrkVersion = /wrk \S+/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0];
export const generator = wrkVersion ?? 'autocannon';

/** Sends the requests in their order, from the first again after the last. Any refusal fails the run. */
export async function load(plan: Plan): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-load-'));
  try {
    const { answered, seconds, bytes, p50, p99, failed } = await (wrkVersion ? wrk : autocannon)(plan, folder);
    if (failed > 0) throw new Error(`${failed} of ${answered} requests such as ${plan.requests[0]?.path} failed`);
    return { answered, perSecond: answered / seconds, bytes: bytes / answered, p50, p99 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function wrk({ url, requests, connections, seconds, count }: Plan, folder: string): Promise<Measured> {
  const [script, file] = [join(folder, 'walk.lua'), join(folder, 'requests')];
  writeFileSync(file, requests.map((request) => `${bytesOf(request, url)}\0`).join(''));
  writeFileSync(script, walkThrough(file, connections, count));
  const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`];
  // Nothing times out: what is not answered at the end shows in the throughput.
  return run(['wrk', ...options, '--timeout', '600s', '--script', script, url], seconds);
}

async function autocannon(plan: Plan, folder: string): Promise<Measured> {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  return run([process.execPath, join(import.meta.dirname, 'cannon.ts'), file], plan.seconds);
}

async function run([command = '', ...args]: string[], seconds: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(command, args, { timeout: (seconds + 60) * 1_000 });
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"'))) as Measured;
}

function bytesOf({ method, path, headers = {}, body = '' }: Request, url: string): string {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: new URL(url).host, ...headers, ...length });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
}

/** So many milliseconds every connection has to be opened before its first request: Node takes in one in each turn, which under load is late. */
const OPENING_MS = 200;
/** Longer than any run. */
const NEVER_MS = 3_600_000;

/** https://github.com/wg/wrk/blob/master/SCRIPTING */
function walkThrough(file: string, connections: number, count = Number.MAX_SAFE_INTEGER): string {
  return `
local requests = {}
for request in io.open('${file}', 'rb'):read('*a'):gmatch('([^%z]+)%z') do requests[#requests + 1] = request end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
local sent = 0
function delay()
  sent = sent + 1
  if sent <= ${connections} then return ${OPENING_MS} end
  return sent <= ${count} and 0 or ${NEVER_MS}
end
function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"answered":%d,"seconds":%f,"bytes":%d,"p50":%f,"p99":%f,"failed":%d}',
    summary.requests, summary.duration / 1e6 - ${OPENING_MS / 1_000}, summary.bytes, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status))
end
`;
}
