// One scenario of two versions: bursts of the same requests that take turns, and the processor time that each server took for them.
import type { Line } from './against-report.ts';
import type { ComparedScenario } from './against-scenarios.ts';
import { load, type Plan } from './load.ts';
import { CONNECTIONS, requests, revalidating } from './measure.ts';
import { probe, reasonNotToCompare, unlikeSizes } from './probe.ts';
import { orderOf, type Both, type Side } from './ratios.ts';
import { FEW_REQUESTS, type Request } from './scenarios.ts';
import type { Server } from './servers.ts';

/** More than a server on one core answers. */
const PREPARED_PER_SECOND = 40_000;
/** A server is warm after so much processor time, in microseconds, and so many answers to each request that is repeated; or after so many bursts. */
const WARM_CPU_US = 500_000;
const WARM_REPEATS = 3;
const MAX_WARM_BURSTS = 6;
/** Of what the slower server answers in a burst: the same requests are for both, and all are answered in time. */
const PART_OF_BURST = 0.75;

type Kind = ComparedScenario['kind'];
type Servers = Both<Server> & { bare: Server };
/** The requests of a version from this one on. */
type Ask = (side: Side, from: number, count: number) => Promise<Request[]>;

/** Adds the values of a pair of rounds to the line, or why there are none. */
export async function compareScenario(
  scenario: Both<ComparedScenario>,
  servers: Servers,
  line: Line,
  { pair, seconds }: { pair: number; seconds: number },
): Promise<void> {
  const { title, kind, status } = scenario.now;
  const ask = askerOf(scenario, servers);
  const asked = async (side: Side) => probe(servers[side].url, await ask(side, 0, FEW_REQUESTS));
  const reason = reasonNotToCompare(scenario.now, { before: await asked('before'), now: await asked('now') });
  if (reason) return void (line.reason = reason);

  const count = await warm(scenario, servers, seconds);
  for (const round of [0, 1] as const) {
    const from = seconds * PREPARED_PER_SECOND + round * count;
    const turn = { from, count, seconds, kind, order: orderOf(pair, round) };
    const { now, before, bare } = await takeTurns(servers, ask, turn);
    line.before.push(before.cpu);
    line.now.push(now.cpu);
    line.bare.push(bare.cpu);
    const unlike = status === 200 && unlikeSizes({ now: now.bytes, before: before.bytes });
    if (unlike) line.reason = unlike;
    process.stderr.write(`${title}: ${before.cpu.toFixed(1)} µs before, ${now.cpu.toFixed(1)} µs now\n`);
  }
}

function askerOf(scenario: Both<ComparedScenario>, servers: Both<Server>): Ask {
  const { distinct } = scenario.now;
  return (side, from, count) =>
    revalidating(scenario[side], servers[side].url, requests(scenario[side], distinct ? 0 : from, distinct ?? count));
}

/** Returns how many requests a burst has. */
export async function warm(scenario: Both<ComparedScenario>, servers: Both<Server>, seconds: number): Promise<number> {
  const { kind, distinct = 0 } = scenario.now;
  const ask = askerOf(scenario, servers);
  const answers = { before: 0, now: 0 };
  for (const side of ['before', 'now'] as const) {
    const server = servers[side];
    const asked = await ask(side, 0, seconds * PREPARED_PER_SECOND);
    const begun = server.cpu();
    const isWarm = (all: number) => server.cpu() - begun >= WARM_CPU_US && all >= distinct * WARM_REPEATS;
    for (let bursts = 0, all = 0; bursts < MAX_WARM_BURSTS && !isWarm(all); bursts += 1) {
      const { answered } = await load({ url: server.url, requests: asked, connections: CONNECTIONS, seconds });
      answers[side] = answered;
      all += answered;
    }
    await settle(server, kind);
  }
  return Math.max(CONNECTIONS, Math.floor(Math.min(answers.before, answers.now) * PART_OF_BURST));
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
  const { from, count, seconds, kind } = turn;
  const [first = 'before', second = 'now'] = turn.order;
  const asked = { before: await ask('before', from, count), now: await ask('now', from, count) };
  const one = await burst(servers[first], { requests: asked[first], seconds, count }, kind);
  const bare = await burst(servers.bare, { requests: [{ method: 'GET', path: '/' }], seconds }, 'read');
  const other = await burst(servers[second], { requests: asked[second], seconds, count }, kind);
  return first === 'before' ? { before: one, now: other, bare } : { before: other, now: one, bare };
}

async function burst(server: Server, plan: Pick<Plan, 'requests' | 'seconds' | 'count'>, kind: Kind): Promise<Burst> {
  const before = server.cpu();
  const { answered, bytes } = await load({ url: server.url, connections: CONNECTIONS, ...plan });
  await settle(server, kind);
  // Some are answered too late where there is no count, or the machine is too busy for it.
  const late = Math.min(CONNECTIONS, (plan.count ?? Number.POSITIVE_INFINITY) - answered);
  return { cpu: (server.cpu() - before) / (answered + late), bytes };
}
