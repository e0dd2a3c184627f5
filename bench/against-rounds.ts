// One scenario of two versions: bursts of the same requests that take turns, and the processor time that each server took for them.
import type { Line } from './against-report.ts';
import type { ComparedScenario } from './against-scenarios.ts';
import { load } from './load.ts';
import { CONNECTIONS, requests, revalidating, type Effort } from './measure.ts';
import { probe, reasonNotToCompare, unlikeSizes } from './probe.ts';
import { orderOf, type Both, type Side } from './ratios.ts';
import { FEW_REQUESTS, type Request } from './scenarios.ts';
import type { Server } from './servers.ts';

/** More than a server on one core answers. */
const PREPARED_PER_SECOND = 40_000;
/** So much processor time, in microseconds, a server has before it is measured, or so many bursts. */
const WARM_CPU_US = 500_000;
const MAX_WARM_BURSTS = 3;
/** Of what the slower server answers in a burst: the same requests are for both, and all are answered in time. */
const PART_OF_BURST = 0.75;

type Kind = ComparedScenario['kind'];
type Servers = Both<Server> & { bare: Server };
/** The requests of a version from this one on. */
type Ask = (side: Side, from: number, count: number) => Promise<Request[]>;

/** Adds a value of each round to the line, or why there is none. */
export async function compareScenario(
  scenario: Both<ComparedScenario>,
  servers: Servers,
  line: Line,
  { seconds, rounds }: Effort,
): Promise<void> {
  const { title, distinct, kind, status } = scenario.now;
  const ask: Ask = (side, from, count) =>
    revalidating(scenario[side], servers[side].url, requests(scenario[side], distinct ? 0 : from, distinct ?? count));
  const asked = async (side: Side) => probe(servers[side].url, await ask(side, 0, FEW_REQUESTS));
  const reason = reasonNotToCompare(scenario.now, { before: await asked('before'), now: await asked('now') });
  if (reason) return void (line.reason = reason);

  const count = await warm(servers, ask, seconds, kind);
  for (let round = 0; round < rounds; round += 1) {
    const from = seconds * PREPARED_PER_SECOND + round * count;
    const { now, before, bare } = await takeTurns(servers, ask, { from, count, seconds, kind, order: orderOf(round) });
    line.before.push(before.cpu);
    line.now.push(now.cpu);
    line.bare.push(bare.cpu);
    const unlike = status === 200 && unlikeSizes({ now: now.bytes, before: before.bytes });
    if (unlike) line.reason = unlike;
    process.stderr.write(`${title}: ${before.cpu.toFixed(1)} µs before, ${now.cpu.toFixed(1)} µs now\n`);
  }
}

/** Returns how many requests a burst has. */
async function warm(servers: Servers, ask: Ask, seconds: number, kind: Kind): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (const side of orderOf(0)) {
    const server = servers[side];
    const asked = await ask(side, 0, seconds * PREPARED_PER_SECOND);
    const begun = server.cpu();
    for (let burst = 0; burst < MAX_WARM_BURSTS && server.cpu() - begun < WARM_CPU_US; burst += 1) {
      const { answered } = await load({ url: server.url, requests: asked, connections: CONNECTIONS, seconds });
      least = Math.min(least, answered);
    }
    await settle(server, kind);
  }
  return Math.max(CONNECTIONS, Math.floor(least * PART_OF_BURST));
}

/** What a write leaves for later is part of what it costs. */
async function settle(server: Server, kind: Kind): Promise<void> {
  await (kind === 'write' ? server.atRest() : server.idle());
}

interface Turn {
  from: number;
  count: number;
  seconds: number;
  kind: Kind;
  order: Side[];
}

interface Burst {
  /** Processor time of the server for each request, in µs. */
  cpu: number;
  bytes: number;
}

/** Bare comes in between, so that it is as near to either. */
async function takeTurns(servers: Servers, ask: Ask, turn: Turn): Promise<Both<Burst> & { bare: Burst }> {
  const [first = 'before', second = 'now'] = turn.order;
  const asked = { before: await ask('before', turn.from, turn.count), now: await ask('now', turn.from, turn.count) };
  const one = await burst(servers[first], asked[first], turn);
  const bare = await burst(servers.bare, [{ method: 'GET', path: '/' }], { ...turn, kind: 'read' });
  const other = await burst(servers[second], asked[second], turn);
  return first === 'before' ? { before: one, now: other, bare } : { before: other, now: one, bare };
}

async function burst(server: Server, asked: Request[], { count, seconds, kind }: Omit<Turn, 'order'>): Promise<Burst> {
  const plan = { url: server.url, requests: asked, connections: CONNECTIONS, seconds, count };
  const before = server.cpu();
  const { answered, bytes } = await load(plan);
  await settle(server, kind);
  const unread = Math.min(CONNECTIONS, count - answered); // where the machine was too busy: answered, though too late
  return { cpu: (server.cpu() - before) / (answered + unread), bytes };
}
