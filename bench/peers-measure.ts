// One round of one server: its answers are right, it is warm, and then it has a burst of requests; slow ones come one after another.
import { ask } from './measure.ts';
import type { PeerFigures } from './peers-report.ts';
import { routes, type PeerScenario, type Routes } from './peers-requests.ts';
import type { Request } from './scenarios.ts';
import type { Server } from './servers.ts';

const WARM_SECONDS = 1;
/** More than a server on one core answers. */
const PREPARED_PER_SECOND = 40_000;
/** Of more expensive requests, 64 at once would hardly be answered within a round: they are sent one after another, and so many at least. */
const MAX_LOADED_MS = 25;
const MIN_ANSWERS = 3;

type OneRound = { [Key in keyof PeerFigures]: number };

export async function measurePeer(
  scenario: PeerScenario,
  its: Routes,
  server: Server,
  seconds: number,
): Promise<OneRound> {
  const requests = (from: number, forSeconds: number) =>
    Array.from({ length: scenario.distinct ?? forSeconds * PREPARED_PER_SECOND }, (_, i): Request => {
      return { method: 'GET', path: scenario.path(its, scenario.distinct ? i : from + i) ?? '' };
    });
  const { ms, bytes } = await check(scenario, its, server);
  const warm = WARM_SECONDS * PREPARED_PER_SECOND;
  if (ms > MAX_LOADED_MS) return { ...(await askInTurn(server, requests(warm, seconds), seconds)), bytes };
  await ask(server, requests(0, WARM_SECONDS), WARM_SECONDS);
  await server.idle();
  const { perSecond, cpu } = await ask(server, requests(warm, seconds), seconds);
  await server.idle();
  return { perSecond, cpu, bytes };
}

/** Some requests get the right answer; under load, only refusals are counted. Tells the processor time of the cheapest, or how long it took. */
async function check({ title, path, isRight }: PeerScenario, its: Routes, server: Server) {
  let [ms, bytes] = [Number.POSITIVE_INFINITY, 0];
  for (const i of [0, 1, 2]) {
    const [begun, before] = [performance.now(), server.cpu()];
    const response = await get(server.url + (path(its, i) ?? ''));
    const answer = await response.text();
    // A busy machine makes everything slow, and nothing expensive.
    const cost = (server.cpu() - before) / 1_000 || performance.now() - begun;
    [ms, bytes] = [Math.min(ms, cost), Buffer.byteLength(answer)];
    if (response.status !== 200 || (its !== routes.bare && !isRight(answer, i)))
      throw new Error(`${title}: ${response.url} answers ${response.status} with ${answer.slice(0, 500)}`);
  }
  return { ms, bytes };
}

async function askInTurn(server: Server, requests: Request[], seconds: number): Promise<Omit<OneRound, 'bytes'>> {
  const before = server.cpu();
  const begun = performance.now();
  let answers = 0;
  while (answers < MIN_ANSWERS || performance.now() - begun < seconds * 1_000) {
    const response = await get(server.url + (requests[answers % requests.length]?.path ?? ''));
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
    await response.arrayBuffer();
    answers += 1;
  }
  return {
    perSecond: (answers * 1_000) / (performance.now() - begun),
    cpu: (server.cpu() - before) / answers,
  };
}

/** Not compressed, as the load asks for it. */
function get(url: string): Promise<Response> {
  return fetch(url, { headers: { 'accept-encoding': 'identity' } });
}
