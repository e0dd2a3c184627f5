// Measures the catalog beside bare `node:http`, Verdaccio and json-server, each with as many items: `npm run bench:peers -- [options]`.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../server/src/config/config.ts';
import { wholeNumber } from './against-options.ts';
import { exitOnSignals } from './children.ts';
import { leaveFirstCore } from './cores.ts';
import { generator } from './load.ts';
import { machine } from './machine.ts';
import { measurePeer } from './peers-measure.ts';
import { peerTable, type PeerResults } from './peers-report.ts';
import { MIN_ITEMS, peerScenarios, routes, type Routes } from './peers-requests.ts';
import {
  fillJsonServer,
  fillVerdaccio,
  installPeers,
  startJsonServer,
  startVerdaccio,
  VERSIONS,
} from './peers-setup.ts';
import { startBare, startCatalog, type Server } from './servers.ts';
import { prepare } from './stores.ts';

const { values } = parseArgs({
  options: {
    realms: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string', default: join(tmpdir(), 'realm-catalog-bench') },
  },
});
const size = wholeNumber('--realms', values.realms);
const seconds = wholeNumber('--seconds', values.seconds);
const rounds = wholeNumber('--rounds', values.rounds);
if (size < MIN_ITEMS) throw new Error(`--realms is ${MIN_ITEMS} or more.`);

interface Contender {
  name: string;
  start: () => Promise<Server>;
  routes: Routes;
}

const scenarios = peerScenarios(size);
const itemOf = (its: Routes) => scenarios[0]?.path(its, 0) ?? '/';

async function run(): Promise<void> {
  exitOnSignals();
  leaveFirstCore();
  const contenders = await prepareAll(resolve(values.data));
  const date = new Date().toISOString();
  const results: PeerResults = { date, machine, generator, items: size, seconds, rounds, starts: {}, lines: [] };
  for (const { name } of contenders) results.starts[name] = { ready: [], memory: [] };
  for (const { title } of scenarios) results.lines.push({ title, figures: {} });
  for (let round = 0; round < rounds; round += 1) {
    // Each is the first in another round.
    const first = round % contenders.length;
    await measureRound([...contenders.slice(first), ...contenders.slice(0, first)], results);
  }
  console.log(peerTable(results));
}

/** Each is filled, and has been started once: the catalog has saved its index, and the files are in the memory of the system. */
async function prepareAll(data: string): Promise<Contender[]> {
  const peers = join(data, 'peers');
  mkdirSync(peers, { recursive: true });
  const packages = await installPeers(peers);
  const settings = { DATA_DIR: join(data, `sqlite-${size}`) };
  await prepare(settings, size);
  const jsonFolder = fillJsonServer(peers, size);
  const verdaccioFolder = await fillVerdaccio(packages, peers, size);
  const { bare, catalog, jsonServer, verdaccio } = routes;
  const contenders: Contender[] = [
    { name: 'bare', start: startBare, routes: bare },
    { name: `Realm Catalog ${version}`, start: () => startCatalog(settings), routes: catalog },
    {
      name: `Verdaccio ${VERSIONS.verdaccio}`,
      start: () => startVerdaccio(packages, verdaccioFolder, itemOf(verdaccio)),
      routes: verdaccio,
    },
    {
      name: `json-server ${VERSIONS['json-server']}`,
      start: () => startJsonServer(packages, jsonFolder, itemOf(jsonServer)),
      routes: jsonServer,
    },
  ];
  for (const { start } of contenders) {
    await using server = await start();
    await server.atRest();
  }
  return contenders;
}

/** With new processes: two of the same code differ, for as long as they run. */
async function measureRound(contenders: Contender[], { starts, lines }: PeerResults): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const running: { contender: Contender; server: Server }[] = [];
  for (const contender of contenders) {
    const server = stack.use(await contender.start());
    await server.atRest();
    starts[contender.name]?.ready.push(server.readyAfter);
    starts[contender.name]?.memory.push(server.memory());
    running.push({ contender, server });
  }
  for (const [at, scenario] of scenarios.entries())
    for (const { contender, server } of running) {
      if (scenario.path(contender.routes, 0) === undefined) continue;
      const all = ((lines[at]?.figures ?? {})[contender.name] ??= { perSecond: [], cpu: [], bytes: [] });
      const figures = await measurePeer(scenario, contender.routes, server, seconds);
      for (const key of ['perSecond', 'cpu', 'bytes'] as const) all[key].push(figures[key]);
      const said = `${figures.perSecond.toFixed(1)}/s, ${figures.cpu.toFixed(0)} µs`;
      process.stderr.write(`${scenario.title}, ${contender.name}: ${said}\n`);
    }
}

await run();
