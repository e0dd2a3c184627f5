// Compares the working tree with a commit, by the processor time of a request in bursts that take turns: `npm run bench -- --against REF`.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgainstOptions } from './against-options.ts';
import { comparisonTable, type Comparison, type Line } from './against-report.ts';
import { compareScenario, warm } from './against-rounds.ts';
import { comparedScenarios, type ComparedScenario } from './against-scenarios.ts';
import { checkOut, workingTree, type Checkout } from './checkouts.ts';
import { publishFiles } from './files.ts';
import { fill, type Filled } from './filled.ts';
import { generator } from './load.ts';
import { machine } from './machine.ts';
import { orderOf, type Both, type Side } from './ratios.ts';
import { scenariosOf } from './scenarios.ts';
import { startBare, startCatalog, type Server } from './servers.ts';

export async function compareWith(options: AgainstOptions): Promise<void> {
  const checkouts = { before: checkOut(options.ref, options.data), now: workingTree(options.data) };
  const filled = {
    before: await fill(checkouts.before, options.realms),
    now: await fill(checkouts.now, options.realms),
  };
  await using bare = await startBare();
  if (Number.isNaN(bare.cpu())) throw new Error('--against reads processor times in /proc, as Linux has it.');
  const { realms, seconds, rounds } = options;
  const comparison: Comparison = {
    date: new Date().toISOString(),
    machine,
    generator,
    names: { before: checkouts.before.name, now: checkouts.now.name },
    realms,
    seconds,
    rounds,
    lines: [],
  };
  for (let pair = 0; pair < rounds / 2; pair += 1) {
    await using running = await startBoth(pair, checkouts, filled, comparison);
    const chosen = await scenariosFor(running.servers, filled, options.only);
    // A new process compiles at first what every scenario needs: it is warmed once more, by what every version answers.
    const [detail] = await scenariosFor(running.servers, filled, /^detail, hot$/);
    if (detail) await warm(detail, running.servers, seconds);
    for (const scenario of chosen) {
      const line = lineOf(comparison, scenario.now.title, 'µs');
      await compareScenario(scenario, { ...running.servers, bare }, line, { pair, seconds });
    }
  }
  const file = join(options.data, `${checkouts.before.revision.slice(0, 7)}-${realms}.json`);
  writeFileSync(file, `${JSON.stringify(comparison, undefined, 2)}\n`);
  console.log(comparisonTable(comparison));
  process.stderr.write(`All figures are in ${file}.\n`);
}

/** The line of this title, made where it is new. */
function lineOf({ lines }: Comparison, title: string, unit: Line['unit']): Line {
  const known = lines.find((line) => line.title === title);
  if (known) return known;
  const line: Line = { title, unit, before: [], now: [], bare: [] };
  lines.push(line);
  return line;
}

/**
 * New processes for each pair of rounds: two processes of the same code differ, for as long as they run. Each version is started twice,
 * while nothing else of the run is at work.
 */
async function startBoth(
  pair: number,
  checkouts: Both<Checkout>,
  filled: Both<Filled>,
  comparison: Comparison,
): Promise<AsyncDisposable & { servers: Both<Server> }> {
  await using stack = new AsyncDisposableStack();
  const folders = { before: filled.before.copy(), now: filled.now.copy() };
  stack.defer(() => Object.values(folders).forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  const ready = lineOf(comparison, 'ready', 'ms');
  const readyCpu = lineOf(comparison, 'ready, processor time', 'ms');
  const memory = lineOf(comparison, 'memory at rest', 'MiB');
  const start = async (side: Side) => {
    const server = await startCatalog({ DATA_DIR: folders[side] }, checkouts[side].root);
    readyCpu[side].push(server.cpu() / 1_000);
    ready[side].push(server.readyAfter);
    return server;
  };
  for (const side of orderOf(pair, 0)) await (await start(side))[Symbol.asyncDispose]();
  const servers: Partial<Both<Server>> = {};
  for (const side of orderOf(pair, 1)) {
    const server = (servers[side] = stack.use(await start(side)));
    await server.atRest();
    memory[side].push(server.memory());
  }
  const moved = stack.move();
  return { servers: servers as Both<Server>, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** The same requests for both, each with its own key. */
async function scenariosFor(
  servers: Both<Server>,
  filled: Both<Filled>,
  only: RegExp | undefined,
): Promise<Both<ComparedScenario>[]> {
  const run = Date.now().toString(36);
  const scenariosBy = (side: Side, filesPath: string) =>
    comparedScenarios(scenariosOf(filled.now.seeded, filled[side].key, run, filesPath), only);
  const hasFiles = scenariosBy('now', '').some(({ group }) => group === 'file');
  // A version that takes no files has no such scenario, as its answers will tell.
  const filesOf = (side: Side) =>
    hasFiles ? publishFiles(servers[side].url, filled[side].key).catch(() => '/files') : '';
  const before = scenariosBy('before', await filesOf('before'));
  const now = scenariosBy('now', await filesOf('now'));
  if (now.length === 0) throw new Error('--only matches no scenario.');
  return now.map((scenario, at) => ({ now: scenario, before: before[at] ?? scenario }));
}
