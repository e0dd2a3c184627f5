// Measures the catalog against bare `node:http`, at several sizes and on several stores: `npm run bench -- [options]`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../server/src/config/config.ts';
import { compareWith } from './against.ts';
import { againstOptions } from './against-options.ts';
import { commandGroups, measureCommands } from './commands.ts';
import { exitOnSignals } from './children.ts';
import { leaveFirstCore } from './cores.ts';
import { publishFiles } from './files.ts';
import { generator } from './load.ts';
import { machine } from './machine.ts';
import { measure, type Effort, type Figures } from './measure.ts';
import { plot } from './plot.ts';
import { median } from './ratios.ts';
import { commandTable, report, textTable, uploadTable } from './report.ts';
import type { CatalogResults, Results, Start } from './results.ts';
import { scenariosOf } from './scenarios.ts';
import { startBare, startCatalog, type Server } from './servers.ts';
import { openStores, prepare, type StoreName, type Stores } from './stores.ts';
import { measureTexts } from './text.ts';
import { measureUploads } from './uploads.ts';

const { values: options } = parseArgs({
  options: {
    realms: { type: 'string', default: '1000,100000,1000000' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    skip: { type: 'string', default: '' },
    add: { type: 'boolean', default: false },
    data: { type: 'string', default: join(tmpdir(), 'realm-catalog-bench') },
    'postgres-url': { type: 'string' },
    against: { type: 'string' },
  },
});
const effort: Effort = { seconds: Number(options.seconds), rounds: Number(options.rounds) };
const data = resolve(options.data);

async function run(): Promise<void> {
  exitOnSignals();
  leaveFirstCore();
  if (options.against !== undefined) return compareWith(againstOptions(process.argv.slice(2)));
  if (options.only === 'text') return console.log(textTable(measureTexts()));
  if (options.only === 'uploads') return console.log(uploadTable(await measureUploads(data)));
  if (options.only === 'commands') return console.log(commandTable(await measureCommands(data)));
  const group = commandGroups.find((name) => options.only === `commands-${name}`);
  if (group) return console.log(commandTable(await measureCommands(data, [group])));
  const names = options.stores.split(',').map(storeNamed);
  await using stores = await openStores(data, names, options['postgres-url']);
  await using bare = await startBare();
  const results: Results = {
    date: new Date().toISOString(),
    machine,
    versions: { 'Realm Catalog': version, Node: process.versions.node, ...stores.versions, generator },
    effort,
    ...(options.only === '' && {
      starters: await measureStarters(),
      texts: measureTexts(),
      uploads: await measureUploads(data),
      commands: await measureCommands(data),
    }),
    catalogs: [],
  };
  for (const store of names)
    for (const realms of options.realms.split(',').map(Number)) {
      if (options.skip.split(',').includes(`${store}-${realms}`)) continue;
      results.catalogs.push(await measureCatalog(stores.of, store, realms, bare));
      if (!options.only) keep(results);
    }
  console.log(report(results));
}

function storeNamed(name: string): StoreName {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new Error(`"${name}" is no store; there are sqlite and postgres.`);
}

async function measureCatalog(of: Stores, store: StoreName, realms: number, bare: Server): Promise<CatalogResults> {
  const settings = await of(store, realms);
  const { seeded, key } = await prepare(settings, realms);
  await startOnce(settings);
  await using catalog = await startCatalog(settings);
  await catalog.atRest();
  const [ready, idle, scenarios] = [catalog.readyAfter, catalog.memory(), [] as Figures[]];
  const filesPath = await publishFiles(catalog.url, key);
  for (const scenario of scenariosOf(seeded, key, Date.now().toString(36), filesPath)) {
    const { name, heat } = scenario;
    if (!new RegExp(options.only).test(`${name}, ${heat}`)) continue;
    const measured = await measure(scenario, catalog, bare, effort);
    scenarios.push(measured);
    const { ratio, perSecond, cpu, p50, p99, held, finds } = measured;
    const line = [ratio.toFixed(3), `${Math.round(perSecond)}/s`, `p50 ${p50.toFixed(1)}`, `p99 ${p99.toFixed(1)}`];
    const more = [
      `cpu ${cpu.toFixed(0)} µs`,
      `held ${held.longest.toFixed(1)} ms`,
      finds === undefined ? '' : `finds ${finds}`,
    ];
    process.stderr.write(`${store} ${realms} ${name}, ${heat}: ${[...line, ...more].join('  ')}\n`);
  }
  return { store, realms, ready, idle, after: catalog.memory(), scenarios };
}

/** The first start after an import reads the whole store, and saves what all others begin with: these are measured. */
async function startOnce(settings: Record<string, string>): Promise<void> {
  await using catalog = await startCatalog(settings);
  await catalog.atRest();
  process.stderr.write(`ready after ${Math.round(catalog.readyAfter)} ms at first\n`);
}

/** The catalog as people meet it first, and its starts after that. */
async function measureStarters(): Promise<NonNullable<Results['starters']>> {
  const DATA_DIR = join(data, 'starters');
  rmSync(DATA_DIR, { recursive: true, force: true });
  const starts: Start[] = [];
  for (let start = 0; start < 4; start += 1) {
    await using catalog = await startCatalog({ DATA_DIR });
    await catalog.atRest();
    starts.push({ ready: catalog.readyAfter, idle: catalog.memory() });
  }
  const [first = { ready: 0, idle: 0 }, ...later] = starts;
  return {
    first,
    later: { ready: median(later.map(({ ready }) => ready)), idle: median(later.map(({ idle }) => idle)) },
  };
}

/** Into the files that are shown; after each catalog, so that a run that breaks off leaves what it has. */
function keep(measured: Results): void {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'latest.json');
  const results = options.add ? added(measured, JSON.parse(readFileSync(file, 'utf8')) as Results) : measured;
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(folder, 'cost.svg'), plot(results.catalogs));
  const guide = join(import.meta.dirname, 'README.md');
  const between = /(<!-- results -->\n)[\s\S]*(<!-- end of results -->)/;
  writeFileSync(
    guide,
    readFileSync(guide, 'utf8').replace(
      between,
      (_, begin: string, end: string) => `${begin}\n${report(results)}\n\n${end}`,
    ),
  );
}

const isSame = (one: CatalogResults) => (other: CatalogResults) =>
  one.store === other.store && one.realms === other.realms;

/** Those of catalogs that were not measured again stay as they were. */
function added(measured: Results, before: Results): Results {
  const again = before.catalogs.map((one) => measured.catalogs.find(isSame(one)) ?? one);
  const others = measured.catalogs.filter((one) => !before.catalogs.some(isSame(one)));
  return {
    ...before,
    ...(measured.texts && { texts: measured.texts }),
    ...(measured.uploads && { uploads: measured.uploads }),
    ...(measured.commands && { commands: measured.commands }),
    catalogs: [...again, ...others],
  };
}

await run();
