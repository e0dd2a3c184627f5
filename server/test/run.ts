// Runs the tests.
//   npm test                          those that need Node alone, on SQLite and local files
//   npm run test:all                  all of them; those of the catalog's behaviour again on PostgreSQL, Redis and S3, and some of the
//                                     browser again in the one that people have. A test that is skipped is a failure, too
//   node server/test/run.ts PATH …    these files, or those in these folders, on all that they need
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/store.ts';
import { cpuMs, readCpuTimes, type CpuTime } from './support/cpu-time.ts';
import { kernel, kernelTests, uncovered } from './support/kernel.ts';
import { groupsOf, type Round } from './support/groups.ts';
import { LEFT_TO_TEST_ALL } from './support/node-alone.ts';
import { runLineOf, type Need } from './support/run-line.ts';
import { reportProgress, seconds, type Outcome } from './support/progress.ts';
import { compileCache } from './support/compile-cache.ts';
import { preparePostgres, startPostgres } from './support/servers/postgres.ts';
import { anyRedis } from './support/servers/redis.ts';
import { startS3 } from './support/servers/s3.ts';
import { databaseUrl, freshStores, onServer, SQLITE_FILE, TEMPLATE } from './support/stores.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});

/** A signal ends the tests, and then what they use, so that nothing is left behind. Ctrl-C comes twice: from the terminal, and from npm. */
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new Error(`The run was ended by ${name}.`)));

interface KernelOutcome extends Outcome {
  /** The places in the security kernel that no test reached. */
  uncovered: string[];
}

/** With `coverage`, it looks for places in the security kernel that these files do not test. */
async function runTests(
  files: Partial<Record<Round, string[]>>,
  env: Record<string, string>,
  coverage = false,
): Promise<KernelOutcome> {
  let uncoveredPlaces: string[] = [];
  const { entries, namesOf } = groupsOf(root, { small: [], large: [], chromium: [], ...files }, tmpdir());
  const tests = run({
    files: entries,
    cwd: root,
    execArgv: ['test-process', 'collect-statements'].flatMap((name) => [
      '--import',
      `${root}server/test/support/${name}.ts`,
    ]),
    concurrency: 4, // on two cores: many tests wait for a process or a clock
    timeout: 600_000,
    signal: interruption.signal,
    env: { ...process.env, ...(coverage ? {} : compileCache), ...env },
    coverage,
    coverageIncludeGlobs: kernel,
  });
  tests.on('test:coverage', ({ summary }) => {
    const except = env['TEST_REDIS_URL']
      ? []
      : ['window-counter', 'client', 'connection']
          .map((part) => `server/src/limits/redis-${part}.ts`)
          .concat('server/src/limits/queries.ts');
    uncoveredPlaces = uncovered(root, summary.files, except);
  });
  const outcome = await reportProgress(tests, root, { entries, namesOf }, interruption.signal);
  interruption.signal.throwIfAborted();
  return { ...outcome, uncovered: uncoveredPlaces };
}

async function makeTemplate(server: string): Promise<void> {
  await onServer(server, `drop database if exists ${TEMPLATE}`);
  await onServer(server, `create database ${TEMPLATE}`);
  await using stores = await freshStores();
  const db = await openDatabase(readConfig({ ...stores.env, DATABASE_URL: databaseUrl(server, TEMPLATE) }));
  await db.close();
}

/** Returns the path of a SQLite file with the tables made: to make them takes a third of the time in which a catalog starts. */
async function makeSqliteFile(folder: string): Promise<string> {
  const dataDir = join(folder, 'template');
  const db = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  await db.close();
  return join(dataDir, SQLITE_FILE);
}

/** In bytes: more than all files that the tests have at one time. */
const MIN_FREE_BYTES = 4 * 1_024 ** 3;

/**
 * All temporary files of a run are in one folder, so that none is left behind. It is in memory where there is room, since databases wait for a disk
 * at every commit; programs of PostgreSQL are in it as well.
 */
function temporaryFolder(): Disposable & { path: string } {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  const mayUseMemory = !process.env['TMPDIR'] && /^\S+ \/dev\/shm tmpfs (?!.*\bnoexec\b)/m.test(mounts);
  const hasRoom = mayUseMemory && freeBytes('/dev/shm') > MIN_FREE_BYTES;
  const path = mkdtempSync(join(hasRoom ? '/dev/shm' : tmpdir(), 'realm-'));
  chmodSync(path, 0o711); // PostgreSQL never runs as root, and has a user of its own then
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Checks the plans of the statements that all others have prepared, so it runs after them. */
const PLANS = 'server/test/db/plans.test.ts';

const EVERYTHING = [
  '{archive,contract,web,server,clients,clients/*,cli,action,bench,faults,worst-cases}/test/**/*.test.ts',
  'starters/test/*.test.ts',
];

function filesIn(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root }).toSorted();
}

/** `path` is relative to the repository's root, or absolute. */
function filesAt(path: string): string[] {
  const name = relative(root, resolve(root, path));
  const files = filesIn([name.endsWith('.test.ts') ? name : join(name, '**/*.test.ts')]);
  if (files.length === 0) throw new Error(`There are no tests at ${path}`);
  return files;
}

/** The servers that these files need, as the settings by which their tests find them. */
async function startServers(files: string[]): Promise<AsyncDisposable & { env: Record<string, string> }> {
  await using started = new AsyncDisposableStack();
  const env: Record<string, string> = {};
  const lines = files.flatMap((file) => runLineOf(root + file) ?? []);
  const isNeeded = (need: Need) => lines.some(({ isOnBothStores, needs }) => isOnBothStores || needs.includes(need));
  if (isNeeded('S3')) env['TEST_S3_URL'] = started.use(await startS3()).testUrl;
  if (isNeeded('Redis')) {
    const redis = await anyRedis();
    if (redis) env['TEST_REDIS_URL'] = started.use(redis).url;
  }
  if (isNeeded('PostgreSQL')) {
    const given = process.env['TEST_DATABASE_URL'];
    if (!given) process.env['TEST_POSTGRES_FOLDER'] = started.use(await preparePostgres()).folder;
    env['TEST_DATABASE_URL'] = given ?? started.use(await startPostgres()).url;
    await makeTemplate(env['TEST_DATABASE_URL']);
  }
  const rest = started.move();
  return { env, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function main(): Promise<void> {
  using folder = temporaryFolder();
  process.env['TMPDIR'] = folder.path;
  const isNodeAlone = !options.all && positionals.length === 0;
  const found = positionals.length > 0 ? [...new Set(positionals.flatMap(filesAt))] : filesIn(EVERYTHING);
  const left = isNodeAlone ? found.filter((file) => runLineOf(root + file)?.needs.length) : [];
  const files = found.filter((file) => file !== PLANS && !left.includes(file));
  const cpuLog = join(folder.path, 'cpu-times');
  const statementLog = join(folder.path, 'statements');
  await using servers = isNodeAlone ? undefined : await startServers(files);
  const env = {
    ...servers?.env,
    TEST_CPU_LOG: cpuLog,
    TEST_STATEMENT_LOG: statementLog,
    TEST_SQLITE_FILE: await makeSqliteFile(folder.path),
    TEST_ROUND: 'small',
    ...(isNodeAlone && { TEST_NODE_ALONE: 'yes' }),
  };
  const measuresKernel = !isNodeAlone && kernelTests.every((file) => files.includes(file));
  const first = measuresKernel ? kernelTests : []; // by themselves: measuring slows the others down
  const ofKernel = await runTests({ small: first }, env, measuresKernel);
  const ofRest = await runTests(
    {
      small: files.filter((file) => !first.includes(file)),
      ...(!isNodeAlone && {
        large: files.filter((file) => runLineOf(root + file)?.isOnBothStores),
        chromium: files.filter((file) => runLineOf(root + file)?.isInBothBrowsers),
      }),
    },
    env,
  );
  const ofPlans = await runTests(
    { small: existsSync(statementLog) ? [PLANS] : [] },
    { ...env, ...(options.all && { TEST_HAS_ALL_STATEMENTS: 'yes' }) },
  );
  const skipped = [...ofKernel.skipped, ...ofRest.skipped].filter(
    (reason) => !reason.endsWith(`(${LEFT_TO_TEST_ALL})`),
  );
  const failed = [...ofKernel.failed, ...ofRest.failed, ...ofPlans.failed];
  console.log(`
processor time of the tests   ${seconds(cpuMs())}; the most by ${listed(mostCpu(readCpuTimes(cpuLog)))}
on SQLite, disk and memory    ${ofKernel.passed.small + ofRest.passed.small + ofPlans.passed.small} passed
on PostgreSQL, S3 and Redis   ${ofRest.passed.large} passed
in the full Chromium          ${ofRest.passed.chromium} passed
failed                        ${listed(failed)}
security kernel, untested     ${measuresKernel ? listed(ofKernel.uncovered) : 'not looked at'}
skipped                       ${listed(skipped)}${left.length > 0 ? `\nleft to npm run test:all       ${left.length} files, and parts of others` : ''}
`);
  const isGreen = failed.length === 0 && ofKernel.uncovered.length === 0;
  process.exitCode = isGreen && !(options.all && skipped.length > 0) ? 0 : 1;
}

const SHOWN_FILES = 20;

function mostCpu(times: CpuTime[]): string[] {
  const most = times.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_FILES);
  return most.map(({ file, round, ms }) => `${seconds(ms).padStart(8)}  ${round}  ${file}`);
}

function listed(names: string[]): string {
  return [names.length, ...names.map((name) => `  ${name}`)].join('\n');
}

await main().catch((error: unknown) => {
  if (error !== interruption.signal.reason) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
});
