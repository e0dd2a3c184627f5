// Runs the tests: all of them on this machine's disk, and those of the catalog's behaviour again on PostgreSQL, Redis and S3.
//   npm test                          everything
//   npm test -- --complete            what was skipped is a failure, too
//   node server/test/run.ts FILE …    these files
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { openStore } from '../src/store.ts';
import { kernel, kernelTests, uncovered } from './kernel.ts';
import { startPostgres } from './servers/postgres.ts';
import { anyRedis } from './servers/redis.ts';
import { startS3 } from './servers/s3.ts';
import { databaseUrl, freshStores, onServer, TEMPLATE } from './stores.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { complete: { type: 'boolean', default: false } },
});

/** As `npm start` has it, for the processes that tests start; not where coverage is measured, which it makes less exact. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') };

interface Outcome {
  failed: number;
  passed: number;
  skipped: string[];
  /** Where the security kernel was not tested, if that was looked at. */
  uncovered: string[];
}

/** With `coverage`, what of the security kernel these files leave out is looked at. */
async function runTests(files: string[], env: Record<string, string>, coverage = false): Promise<Outcome> {
  const outcome: Outcome = { failed: 0, passed: 0, skipped: [], uncovered: [] };
  const tests = run({
    files,
    cwd: root,
    concurrency: 3,
    timeout: 300_000,
    forceExit: true, // a client library that holds a timer or a socket after the last test must not hold up all others
    env: { ...process.env, ...(coverage ? {} : compiled), ...env },
    coverage,
    coverageIncludeGlobs: kernel,
  });
  tests.on('test:fail', ({ todo }) => void (todo === undefined && (outcome.failed += 1)));
  tests.on('test:pass', ({ name, skip, details }) => {
    if (skip !== undefined) outcome.skipped.push(`${name} (${typeof skip === 'string' ? skip : 'without a reason'})`);
    else if (details.type !== 'suite') outcome.passed += 1;
  });
  tests.on('test:coverage', ({ summary }) => {
    const except = env['TEST_REDIS_URL'] ? [] : ['server/src/limits/redis.ts', 'server/src/limits/queries.ts'];
    outcome.uncovered = uncovered(root, summary.files, except);
  });
  for await (const text of tests.compose(new spec())) process.stdout.write(String(text));
  return outcome;
}

/** Files that start catalogs by the harness (or have `published.ts` do it), which then stand on whatever stores are tested; those with servers of their own do not. */
function aboutBehaviour(file: string): boolean {
  const text = readFileSync(root + file, 'utf8');
  return /await startCatalog\(|from '\.\/published\.ts'/.test(text) && !text.includes("from './servers/");
}

async function makeTemplate(server: string): Promise<void> {
  await onServer(server, `drop database if exists ${TEMPLATE}`);
  await onServer(server, `create database ${TEMPLATE}`);
  await using stores = await freshStores();
  const db = await openStore(readConfig({ ...stores.env, DATABASE_URL: databaseUrl(server, TEMPLATE) }));
  await db.close();
}

async function main(): Promise<void> {
  const files =
    positionals.length > 0
      ? positionals
      : globSync(['server/test/*.test.ts', 'starters/test/*.test.ts'], { cwd: root });
  const given = process.env['TEST_DATABASE_URL'];
  await using postgres = given ? undefined : await startPostgres();
  await using redis = await anyRedis();
  await using s3 = await startS3();
  const server = given ?? postgres?.url ?? '';
  await makeTemplate(server);
  const { S3_ACCESS_KEY_ID: key = '', S3_SECRET_ACCESS_KEY: secret = '', ARCHIVES_URL: archives = '' } = s3.env;
  const [, , bucket] = archives.split('/');
  const servers = {
    TEST_DATABASE_URL: server,
    TEST_S3_URL: s3.url.replace('//', `//${encodeURIComponent(key)}:${encodeURIComponent(secret)}@`) + `/${bucket}`,
    ...(redis && { TEST_REDIS_URL: redis.url }),
  };
  const onSmall = { ...servers, TEST_STORES: 'small' };
  const isWhole = kernelTests.every((file) => files.includes(file));
  const first = isWhole ? kernelTests : []; // by themselves: measuring slows the others down
  const ofKernel = await runTests(first, onSmall, isWhole);
  const ofRest = await runTests(
    files.filter((file) => !first.includes(file)),
    onSmall,
  );
  const large = await runTests(files.filter(aboutBehaviour), { ...servers, TEST_STORES: 'large' });
  const skipped = [
    ...ofKernel.skipped,
    ...ofRest.skipped,
    ...large.skipped,
    ...(redis ? [] : ['limits on Redis (redis-server is not to be had)']),
  ];
  console.log(`
on SQLite, disk and memory    ${ofKernel.passed + ofRest.passed} passed, ${ofKernel.failed + ofRest.failed} failed
on PostgreSQL, S3 and Redis   ${large.passed} passed, ${large.failed} failed
security kernel, untested     ${isWhole ? listed(ofKernel.uncovered) : 'not looked at'}
skipped                       ${listed(skipped)}
`);
  const failed = ofKernel.failed + ofRest.failed + large.failed + ofKernel.uncovered.length;
  process.exitCode = failed > 0 || (options.complete && skipped.length > 0) ? 1 : 0;
}

const listed = (names: string[]) => [names.length, ...names.map((name) => `  ${name}`)].join('\n');

await main();
