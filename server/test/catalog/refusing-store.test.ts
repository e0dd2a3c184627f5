// PostgreSQL answers, and refuses; or the process itself stood still: what is in memory is not shown as if it were new.
// Run: one store, own process
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { aRealm, anAccount, startCatalog, type TestCatalog } from '../support/harness.ts';
import { aProcess } from '../support/processes.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';
import { startSwitch } from '../support/servers/switch.ts';
import { impatient } from '../support/store-timeouts.ts';
import { databaseUrl, onServer } from '../support/stores.ts';
import { until } from '../support/until.ts';

const elsewhere = { REDIS_URL: '', ARCHIVES_URL: '', SECRET_KEY: 'a secret of the tests, long enough' };
const timeout = 60_000;
const given = process.env['TEST_DATABASE_URL'];
const ada = anAccount({ username: 'ada' });
const seed = { accounts: [ada], realms: [aRealm(ada, { slug: 'one', name: 'One' })] };

let own: PostgresServer | undefined;
let server: string;
/** The name of a database and of the role that owns it. */
let name: string;
let catalog: TestCatalog;

before(async () => {
  own = given ? undefined : await startPostgres();
  server = given ?? own?.url ?? '';
});
after(() => own?.[Symbol.asyncDispose]());

beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create role ${name} login`);
  await onServer(server, `create database ${name} owner ${name}`);
  const url = Object.assign(new URL(databaseUrl(server, name)), { username: name }).href;
  catalog = await startCatalog(seed, { ...elsewhere, DATABASE_URL: url });
  assert.equal((await catalog.ask('/v1/realms/one')).status, 200);
});
afterEach(async () => {
  await catalog[Symbol.asyncDispose]();
  await onServer(server, `drop database ${name} with (force)`);
  await onServer(server, `drop role ${name}`);
});

const inDatabase = (statement: string) => onServer(databaseUrl(server, name), statement);
const endConnections = () =>
  onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);

/** Until it is so; a test that waits in vain fails by its time limit. */
const isStale = async () => (await catalog.ask('/v1/realms/one')).headers.has('x-catalog-stale');

describe('a database is unavailable', () => {
  const cases: { when: string; refuse: () => Promise<void>; goOn: () => Promise<void> }[] = [
    {
      when: 'that refuses the login',
      refuse: async () => {
        await onServer(server, `alter role ${name} nologin`);
        await endConnections();
      },
      goOn: () => onServer(server, `alter role ${name} login`),
    },
    {
      when: 'that is not there',
      refuse: async () => {
        await onServer(server, `alter database ${name} allow_connections false`);
        await endConnections();
        await onServer(server, `alter database ${name} rename to ${name}_gone`);
      },
      goOn: async () => {
        await onServer(server, `alter database ${name}_gone rename to ${name}`);
        await onServer(server, `alter database ${name} allow_connections true`);
      },
    },
    {
      when: 'that lets nobody read what has changed',
      refuse: () => inDatabase(`revoke select on changes from ${name}`),
      goOn: () => inDatabase(`grant select on changes to ${name}`),
    },
  ];
  for (const { when, refuse, goOn } of cases)
    test(when, { timeout }, async () => {
      await refuse();
      await until('the catalog answers so', async () => {
        const { status, text } = await catalog.ask('/v1/realms/unknown');
        assert.ok(status === 404 || status === 503, text);
        return isStale();
      });
      const refused = await catalog.ask('/v1/stats');
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
      assert.equal((await catalog.ask('/readyz')).status, 503);
      await goOn();
      await until('the catalog answers so', async () => (await catalog.ask('/readyz')).status === 200);
      assert.equal((await catalog.ask('/v1/stats')).status, 200);
      assert.equal(await isStale(), false);
    });

  test('whose changes are listed and cannot be read', { timeout }, async () => {
    await inDatabase(`revoke select on realms from ${name}`);
    await inDatabase(`update realms set visibility = 'private' where slug = 'one'`);
    await until('the response is stale', isStale);
    await inDatabase(`grant select on realms to ${name}`);
    await until('the catalog answers so', async () => (await catalog.ask('/v1/realms/one')).status === 404);
  });
});

test('a process that stood still shows nothing as new before it has asked its database', { timeout }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-still-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await using database = await startSwitch(Number(new URL(server).port));
  const url = Object.assign(new URL(databaseUrl(server, name)), { username: name, port: database.port }).href;
  await using still = await aProcess({ ...elsewhere, ...impatient, DATABASE_URL: url, DATA_DIR: folder });
  await still.start();
  const one = () => still.ask('/v1/realms/one');
  const isFresh = async () => {
    const { status, headers } = await one();
    return status === 200 && !headers.has('x-catalog-stale');
  };
  assert.ok(await isFresh());

  process.kill(still.pid, 'SIGSTOP');
  database.hang();
  await setTimeout(4_000);
  const asked = one();
  process.kill(still.pid, 'SIGCONT');
  const { status, headers } = await asked;
  assert.deepEqual([status, headers.has('x-catalog-stale')], [200, true]);
  database.goOn();
  await until('the realm is shown as new again', isFresh);
});

test('a start whose database stops answering ends with one clear line and exit 1', { timeout }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-silent-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { Client } = await import('pg');
  const url = databaseUrl(server, name);
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('lock table rate_windows');
    const settings = { DATABASE_URL: url, DATA_DIR: folder, STORE_TIMEOUT_SECONDS: '1' };
    await using starting = await aProcess({ ...elsewhere, ...settings });
    assert.equal(await starting.exit(), 1);
    assert.equal(starting.shown, 'realm-catalog: the database does not answer\n');
  } finally {
    await other.end();
  }
});
