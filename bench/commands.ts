// How long commands take that people wait for: the start of `realm`, `realm get` beside giget and `curl | tar` with the same archive, and `realm pack`
// beside `tar | gzip` with the same files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endsWithUs } from './children.ts';
import { publishFiles, signUp } from './files.ts';
import { seeded } from './random.ts';
import { median } from './ratios.ts';
import { startCatalog } from './servers.ts';
import { text } from './words.ts';

export interface CommandFigures {
  name: string;
  /** From the start of the process to its end; the median of the rounds. */
  ms: number;
  /** The most resident memory, in MiB; of commands of ours alone. */
  memory?: number;
}

const ROUNDS = 5;
const root = fileURLToPath(new URL('..', import.meta.url));
const realm = [process.execPath, join(root, 'cli/realm.js')];
const giget = [process.execPath, join(root, 'node_modules/giget/dist/cli.mjs')];
/** Tells the most memory that a process had when it ends. */
const TELL_MEMORY = `--import=data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(2, '\\nmemory=' + process.resourceUsage().maxRSS));`,
)}`;

const groups = { start: measureStart, get: measureGet, pack: measurePack };
export const commandGroups = Object.keys(groups) as (keyof typeof groups)[];

/** All of them, or those of one group. */
export async function measureCommands(data: string, only = commandGroups): Promise<CommandFigures[]> {
  const folder = join(data, 'commands');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const figures: CommandFigures[] = [];
  for (const group of only) figures.push(...(await groups[group](folder)));
  return figures;
}

/** What everyone waits for, beside a program that does nothing. */
async function measureStart(folder: string): Promise<CommandFigures[]> {
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  const env = { HOME: folder };
  return [
    await measure('an empty program of Node', [process.execPath, empty], env, () => {}),
    await measure('realm --version', [...realm, '--version'], env, () => {}),
    await measure('realm --help', [...realm, '--help'], env, () => {}),
  ];
}

/** The archive has 1,000 files of some 2 KB. */
async function measureGet(folder: string): Promise<CommandFigures[]> {
  await using catalog = await startCatalog({ DATA_DIR: join(folder, 'catalog') });
  const { url } = catalog;
  const [, slug = ''] = /\/realms\/([^/]+)\//.exec(await publishFiles(url, await signUp(url))) ?? [];
  const cache = join(folder, 'cache');
  const target = join(folder, 'got');
  const env = { XDG_CACHE_HOME: cache, HOME: folder, REALM_REGISTRY: url, GIGET_REGISTRY: `${url}/giget` };
  const byCurl = `curl -sf -X POST ${url}/v1/api/realms/${slug}/download | sed -n 's/.*"downloadUrl":"\\([^"]*\\)".*/\\1/p' | xargs curl -sf | tar -xz -C ${target} --strip-components=1`;
  const emptyTarget = () => rmSync(target, { recursive: true, force: true });
  const emptyAll = () => [target, cache].forEach((path) => rmSync(path, { recursive: true, force: true }));
  const get = [...realm, 'get', slug, target];
  const getByGiget = [...giget, slug, target];
  return [
    await measure('realm get, cold', get, env, emptyAll),
    await measure('giget, cold', getByGiget, env, emptyAll),
    await measure('curl and tar', ['sh', '-c', byCurl], env, () => (emptyAll(), mkdirSync(target))),
    await measure('realm get, cached', get, env, emptyTarget),
    await measure('giget, cached', [...getByGiget, '--prefer-offline'], env, emptyTarget),
    await measure('realm get --offline', [...get, '--offline'], env, emptyTarget),
  ];
}

/** Ten times as many files, or bytes, take no more memory. `tar | gzip` checks nothing: neither names, nor secrets, nor the archive. */
async function measurePack(folder: string): Promise<CommandFigures[]> {
  const sources = [
    { name: '1,000 files of 2 KB', count: 1_000, words: 300 },
    { name: '10,000 files of 2 KB', count: 10_000, words: 300 },
    { name: '20 MB in 1,000 files', count: 1_000, words: 2_700 },
  ];
  const figures: CommandFigures[] = [];
  const target = join(folder, 'packed.tar.gz');
  for (const [at, { name, count, words }] of sources.entries()) {
    const source = join(folder, `pack-${at}`);
    writeFiles(source, count, words);
    const pack = [...realm, 'pack', source, '-o', target, '--force', '--quiet'];
    const byTar = ['sh', '-c', `tar -cf - -C ${source} . | gzip > ${target}`];
    figures.push(await measure(`realm pack, ${name}`, pack, { HOME: folder }, () => {}));
    figures.push(await measure(`tar and gzip, ${name}`, byTar, { HOME: folder }, () => {}));
  }
  return figures;
}

function writeFiles(folder: string, count: number, words: number): void {
  const random = seeded(count);
  for (let at = 0; at < count; at += 1) {
    const path = join(folder, `src/folder-${at % 100}/file-${at}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text(random, words));
  }
}

async function measure(
  name: string,
  command: string[],
  env: Record<string, string>,
  prepare: () => void,
): Promise<CommandFigures> {
  const rounds: { ms: number; memory: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    prepare();
    rounds.push(await run(command, env));
  }
  const [, ...counted] = rounds; // the first one fills the compile cache
  const memory = Math.max(...counted.map((one) => one.memory));
  return { name, ms: median(counted.map(({ ms }) => ms)), ...(command[1] === realm[1] && { memory }) };
}

async function run(
  [program = '', ...args]: string[],
  env: Record<string, string>,
): Promise<{ ms: number; memory: number }> {
  const begun = performance.now();
  const own = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    NODE_OPTIONS: TELL_MEMORY,
  };
  const child = endsWithUs(spawn(program, args, { env: { ...own, ...env }, stdio: ['ignore', 'ignore', 'pipe'] }));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${said}`);
  return { ms: performance.now() - begun, memory: Number(/memory=(\d+)/.exec(said)?.[1] ?? 0) / 1_024 };
}
