// Metrics of several processes on one port: whichever is asked answers for all of them.
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bearer } from '../support/harness.ts';
import { aProcess, type CatalogProcess } from '../support/processes.ts';
import { samplesOf } from './scrapes.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';
import { databaseUrl, onServer } from '../support/stores.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a-token-for-scrapes';
const given = process.env['TEST_DATABASE_URL'];
const name = `test_${randomUUID().replaceAll('-', '')}`;
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-metrics-'));
let own: PostgresServer | undefined;
let primary: CatalogProcess;

before(async () => {
  if (!given) own = await startPostgres();
  const server = given ?? own?.url ?? '';
  await onServer(server, `create database ${name}`);
  primary = await aProcess({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(server, name),
    DATABASE_POOL: '3',
    WORKERS: '2',
    METRICS_TOKEN: TOKEN,
    RATE_LIMIT_FREE: '1000000',
  });
  await primary.start();
});
after(async () => {
  await primary.stop();
  if (given) await onServer(given, `drop database ${name} with (force)`);
  await own?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const pids = () => readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8').trim().split(' ');

/** A connection that was just handed to a process that is killed is never answered. */
async function scrape(): Promise<string> {
  const { status, text } = await primary.ask('/metrics', { ...bearer(TOKEN), signal: AbortSignal.timeout(5_000) });
  assert.equal(status, 200, text);
  return text;
}

/** By the process that measured it. */
function valuesOf(text: string, wanted: string, route?: string): Map<string, number> {
  const found = samplesOf(text).filter((one) => one.name === wanted && (!route || one.labels['route'] === route));
  return new Map(found.map(({ labels, value }) => [labels['worker'] ?? '', value]));
}

const total = (values: Map<string, number>) => values.values().reduce((sum, value) => sum + value, 0);
const processesIn = async () =>
  scrape().then(
    (text) => valuesOf(text, 'process_start_time_seconds').size,
    () => 0,
  );

test('each scrape has all of them, each under its number', async () => {
  await until('both serve', async () => (await processesIn()) === 2);
  for (let times = 0; times < 40; times += 1) assert.equal((await primary.ask('/v1/stats')).status, 200);
  const counted = async () => valuesOf(await scrape(), 'http_request_duration_seconds_count', '/v1/stats');
  await until('all requests are counted', async () => total(await counted().catch(() => new Map())) === 40);
  const values = await counted();
  assert.equal(values.size, 2, 'both have answered some');

  const text = await scrape();
  for (const family of [
    'realm_catalog_read_model_filled',
    'nodejs_eventloop_lag_p99_seconds',
    'realm_catalog_connections',
  ])
    assert.equal(valuesOf(text, family).size, 2, family);
  const families = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, family]) => family);
  assert.equal(new Set(families).size, families.length, 'each family stands together');
  for (let times = 0; times < 6; times += 1) assert.equal(total(await counted()), 40, 'whichever is asked');
});

test('one that hangs is left out, and one that is lost is replaced', async () => {
  const [hanging = '', other = ''] = pids();
  process.kill(Number(hanging), 'SIGSTOP');
  try {
    // Connections go to the processes in turn, so one of two scrapes reaches the one that hangs and must not be waited for.
    const reached = await Promise.any([scrape(), scrape(), scrape()]);
    assert.equal(valuesOf(reached, 'process_start_time_seconds').size, 1);
  } finally {
    process.kill(Number(hanging), 'SIGCONT');
  }
  await until('both answer again', async () => (await processesIn()) === 2);

  const before = valuesOf(await scrape(), 'process_start_time_seconds');
  process.kill(Number(other), 'SIGKILL');
  await until('another takes its place', async () => {
    const text = await scrape().catch(() => ''); // the one that is lost may have had the connection
    const now = valuesOf(text, 'process_start_time_seconds');
    return now.size === 2 && now.keys().some((worker) => !before.has(worker));
  });
});
