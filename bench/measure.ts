// One scenario measured: rounds in turn with bare `node:http`, so that what disturbs the machine disturbs both.
import { heldUp, type Held } from './held.ts';
import { load, type Load } from './load.ts';
import { median } from './ratios.ts';
import { FEW_REQUESTS, type Request, type Scenario } from './scenarios.ts';
import type { Server } from './servers.ts';

export const CONNECTIONS = 64;
/** Seconds before the first round, in which code that is new to the catalog is compiled. */
const WARM_SECONDS = 2;
/** More than a server on one core answers: nothing cold is asked twice in a round, nor in the next one. */
const PREPARED_PER_SECOND = 40_000;

interface Round extends Pick<Load, 'perSecond' | 'p50' | 'p99'> {
  /** Processor time of the server for each request, in µs: hardly disturbed by what else runs on the machine. */
  cpu: number;
}

export interface Figures extends Pick<Scenario, 'name' | 'heat' | 'group' | 'kind'>, Round {
  /** Requests a second, as a part of what bare answered in the same rounds: the median, the least and the most. */
  ratio: number;
  spread: [least: number, most: number];
  bare: Round;
  /** How many realms the list or search finds: the median of a few. */
  finds?: number;
  held: Held;
  /** Of the server after it, in MiB. */
  memory: number;
}

export interface Effort {
  seconds: number;
  rounds: number;
}

export async function measure(
  scenario: Scenario,
  catalog: Server,
  bare: Server,
  { seconds, rounds }: Effort,
): Promise<Figures> {
  const prepared = scenario.heat === 'hot' ? FEW_REQUESTS : seconds * PREPARED_PER_SECOND;
  const part = (at: number, count = prepared) =>
    revalidating(scenario, catalog.url, requests(scenario, at * prepared, count));
  const askBare = () => ask(bare, [{ method: 'GET', path: '/' }], seconds);

  const finds = await check(scenario, catalog.url, await part(rounds + 2, FEW_REQUESTS));
  await ask(catalog, await part(0), WARM_SECONDS);
  await catalog.idle();
  const pairs: { answered: Round; limit: Round }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const asked = await part(round);
    const limit = await askBare();
    pairs.push({ limit, answered: await ask(catalog, asked, seconds) });
    await catalog.idle();
  }
  const last = await part(rounds + 1); // before others ask, whom this process would hold up itself
  const held = await heldUp(catalog.url, ask(catalog, last, 1, 1));

  const ratios = pairs.map(({ answered, limit }) => answered.perSecond / limit.perSecond);
  const answered = medians(pairs.map((pair) => pair.answered));
  const limit = medians(pairs.map((pair) => pair.limit));
  const { name, heat, group, kind } = scenario;
  return {
    name,
    heat,
    group,
    kind,
    ...answered,
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    bare: limit,
    ...(finds !== undefined && { finds }),
    held,
    memory: catalog.memory(),
  };
}

export async function ask(
  server: Server,
  asked: Request[],
  seconds: number,
  connections = CONNECTIONS,
): Promise<Round> {
  const before = server.cpu();
  const { answered, perSecond, p50, p99 } = await load({ url: server.url, requests: asked, connections, seconds });
  return { perSecond, p50, p99, cpu: (server.cpu() - before) / answered };
}

export function requests(scenario: Scenario, from: number, count: number): Request[] {
  return Array.from({ length: count }, (_, i) => scenario.request(from + i));
}

/** With the ETag that the client has from before, where the answer shall be that nothing changed. */
export async function revalidating({ status }: Scenario, url: string, asked: Request[]): Promise<Request[]> {
  if (status !== 304) return asked;
  return Promise.all(
    asked.map(async (request) => {
      const response = await fetch(url + request.path, { headers: { 'accept-encoding': 'identity' } }); // as the load asks for it
      await response.arrayBuffer();
      return { ...request, headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
    }),
  );
}

/** Some requests get the very status; under load, only refusals are counted. Returns how many realms they find. */
async function check({ name, status }: Scenario, url: string, asked: Request[]): Promise<number | undefined> {
  const totals: number[] = [];
  for (const { method, path, headers = {}, body } of asked.slice(0, FEW_REQUESTS)) {
    const response = await fetch(url + path, { method, headers, body: body ?? null });
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${name}: ${path} answers ${response.status}, not ${status}: ${text}`);
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
    const { pagination } = (isJson ? JSON.parse(text) : {}) as { pagination?: { total: number } };
    if (pagination) totals.push(pagination.total);
  }
  return totals.length > 0 ? median(totals) : undefined;
}

function medians(all: Round[]): Round {
  const of = (figure: keyof Round) => median(all.map((one) => one[figure]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') };
}
