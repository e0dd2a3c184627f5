// The servers behind the addresses change: a standby is promoted that lacks the last commits, a replica is replaced by an older one, one hangs.
// Run: one store, own process
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { aKey, aRealm, anAccount, bearer, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { sampleOf } from '../ops/scrapes.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';
import { startSwitch, type Switch } from '../support/servers/switch.ts';
import { impatient } from '../support/store-timeouts.ts';
import { onServer } from '../support/stores.ts';
import { until } from '../support/until.ts';

const METRICS_TOKEN = 'metrics-token-of-the-tests';
const elsewhere = {
  REDIS_URL: '',
  ARCHIVES_URL: '',
  SECRET_KEY: 'a secret of the tests, long enough',
  METRICS_TOKEN,
};

const portOf = ({ url }: PostgresServer) => Number(new URL(url).port);
const urlOf = ({ port }: Switch) => `postgres://postgres@127.0.0.1:${port}/postgres`;
const ada = anAccount({ username: 'ada' });
const seed = { accounts: [ada], realms: [aRealm(ada, { slug: 'one', name: 'One' })] };

let primary: PostgresServer;
let standby: PostgresServer;
let database: Switch;
let replica: Switch;

before(async () => {
  primary = await startPostgres();
  await (await startCatalog(seed, { ...elsewhere, DATABASE_URL: primary.url }))[Symbol.asyncDispose]();
  standby = await startPostgres({ standbyOf: primary });
  database = await startSwitch(portOf(primary));
  replica = await startSwitch(portOf(standby));
});
after(async () => {
  for (const opened of [database, replica, standby, primary]) await opened?.[Symbol.asyncDispose]();
});

const start = (env: Record<string, string> = {}) =>
  startCatalog({}, { ...elsewhere, DATABASE_URL: urlOf(database), ...env });

const slugsOf = async (catalog: TestCatalog) =>
  ((await catalog.ask('/v1/realms')).body.realms as { slug: string }[]).map(({ slug }) => slug).toSorted();

async function sample(catalog: TestCatalog, name: string, labels = {}): Promise<number> {
  return sampleOf((await catalog.ask('/metrics', bearer(METRICS_TOKEN))).text, name, labels) ?? 0;
}

async function create(catalog: TestCatalog, token: string, name: string): Promise<void> {
  const made = await catalog.ask('/v1/realms', json({ name, description: 'x', category: 'saas' }, token));
  assert.equal(made.status, 201, made.text);
}

/** The last revision that a server has. */
async function revisionOn({ url }: PostgresServer): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query<{ value: string }>('select value from revisions')).rows[0]?.value);
  } finally {
    await client.end();
  }
}

/** `/readyz` may know it sooner, by a new connection that fails: until then the catalog itself still takes the database for available. */
function untilUnavailable({ services }: TestCatalog): Promise<void> {
  return until('the database is unavailable', () => services.catalog.staleSeconds !== undefined);
}

test('a replica that hangs is left alone, and the database answers', async () => {
  await using catalog = await start({ DATABASE_REPLICA_URL: urlOf(replica) });
  await until('the catalog answers so', async () => (await catalog.ask('/v1/stats')).status === 200);
  replica.hang();
  try {
    const { token } = await signUp(catalog, { username: 'bob', role: 'admin' });
    await create(catalog, token, 'Two'); // whoever asks now asks a store
    const signal = AbortSignal.timeout(8_000); // less than a statement may take
    for (const path of ['/v1/realms', '/v1/realms/two', '/v1/realms/one', '/v1/stats', '/v1/collections'])
      assert.equal((await catalog.ask(path, { signal })).status, 200, path);
    assert.ok((await sample(catalog, 'realm_catalog_replica_misses_total', { reason: 'failed' })) >= 1);
  } finally {
    replica.goOn();
  }
});

test('a download shows in the next answer, to everyone, where the replica does not have it yet', async () => {
  await using catalog = await start({ DATABASE_REPLICA_URL: urlOf(replica) });
  const { token } = await signUp(catalog, { username: 'erin', role: 'admin' });
  const countOf = async (init?: RequestInit) =>
    (await catalog.ask('/v1/realms/one', init)).body.downloadCount as number;
  await until('the standby has every change', async () => (await revisionOn(standby)) === (await revisionOn(primary)));
  await onServer(standby.url, 'select pg_wal_replay_pause()');
  await setTimeout(150); // the replica is asked again after it was behind
  const before = await countOf();
  assert.equal((await catalog.ask('/v1/realms/one/download', { method: 'POST' })).status, 200);
  assert.equal(await countOf(), before + 1);
  assert.equal(await countOf(bearer(token)), before + 1);
  await onServer(standby.url, 'select pg_wal_replay_resume()');
});

test('a replica that is replaced by an older one shows nobody what was made private since', async () => {
  await using catalog = await start({ DATABASE_REPLICA_URL: urlOf(replica) });
  const { token } = await signUp(catalog, { username: 'carol', role: 'admin' });
  await using older = await startPostgres({ standbyOf: primary });
  await onServer(older.url, 'select pg_wal_replay_pause()');
  await create(catalog, token, 'Three');
  await catalog.ask('/v1/realms/one', json({ visibility: 'private' }, token, 'PATCH'));
  await until('the standby has every change', async () => (await revisionOn(standby)) === (await revisionOn(primary)));
  await setTimeout(150); // the replica is asked again after it was behind
  assert.equal((await catalog.ask('/v1/collections')).status, 200);

  replica.leadTo(portOf(older));
  const behind = () => sample(catalog, 'realm_catalog_replica_misses_total', { reason: 'behind' });
  const before = await behind();
  await until('the catalog answers so', async () => {
    assert.equal((await catalog.ask('/v1/realms/one')).status, 404);
    assert.equal((await catalog.ask('/v1/realms/three')).status, 200);
    return (await behind()) > before;
  });
  assert.equal((await catalog.ask('/v1/realms/one')).status, 404);
  replica.leadTo(portOf(standby));
});

test('while the database hangs, a credential is a 503 and is not kept waiting', async (t) => {
  await using catalog = await start(impatient);
  const { token } = await signUp(catalog, { username: 'frank', role: 'admin' });
  const { key } = await aKey(catalog, token);
  database.hang();
  try {
    await untilUnavailable(catalog);
    assert.equal((await catalog.ask('/readyz')).status, 503);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 }); // the keys of JWTs are to be read again
    const signal = AbortSignal.timeout(4_000); // less than a statement may take, and than a proxy waits
    for (const path of ['/v1/realms', '/v1/realms/one', '/v1/me', '/v1/stats', '/v1/collections'])
      for (const credential of [token, key])
        assert.equal((await catalog.ask(path, { signal, ...bearer(credential) })).status, 503, path);
    assert.equal((await catalog.ask('/v1/realms/one/download', { signal, method: 'POST' })).status, 503);
  } finally {
    database.goOn();
  }
});

test('while the database hangs, its replica answers no longer than STALE_READS_SECONDS', async () => {
  await using catalog = await start({ ...impatient, DATABASE_REPLICA_URL: urlOf(replica), STALE_READS_SECONDS: '5' });
  const paths = ['/v1/stats', '/v1/collections'];
  await until('the standby has every change', async () => (await revisionOn(standby)) === (await revisionOn(primary)));
  database.hang();
  try {
    await untilUnavailable(catalog);
    assert.equal((await catalog.ask('/readyz')).status, 503);
    for (const path of paths) {
      const { status, headers } = await catalog.ask(path);
      assert.ok(status === 503 || headers.has('x-catalog-stale'), path);
    }
    for (const path of paths)
      await until('the catalog answers so', async () => (await catalog.ask(path)).status === 503);
  } finally {
    database.goOn();
  }
});

test('a process that starts does not read from a replica with another history', async () => {
  await using promoted = await startPostgres({ standbyOf: primary });
  await onServer(promoted.url, 'select pg_promote()');
  await using before = await start();
  const { token } = await signUp(before, { username: 'grace' });
  await create(before, token, 'Ahead');
  await until('the standby has every change', async () => (await revisionOn(standby)) === (await revisionOn(primary)));
  await using late = await start({ DATABASE_URL: promoted.url, DATABASE_REPLICA_URL: urlOf(replica) });
  const slugs = await slugsOf(late);
  assert.ok(slugs.includes('three') && !slugs.includes('ahead'), slugs.join());
  assert.equal((await late.ask('/v1/realms/ahead')).status, 404);
});

test('a standby that is promoted without the last commits is shown as it is', async () => {
  await using lost = await startPostgres({ standbyOf: primary });
  replica.leadTo(portOf(lost)); // which will have the last commits
  await using catalog = await start();
  await using other = await start();
  await using replicated = await start({ DATABASE_REPLICA_URL: urlOf(replica) });
  const { token } = await signUp(catalog, { username: 'dave', role: 'admin' });
  await create(catalog, token, 'Kept');
  await until('the standby has every change', async () => (await revisionOn(standby)) === (await revisionOn(primary)));
  await standby.stop();
  for (const name of ['Lost', 'Lost too', 'Lost as well']) await create(catalog, token, name);
  for (const each of [other, replicated])
    await until('the catalog answers so', async () => (await slugsOf(each)).includes('lost-as-well'));
  await until('the standby has every change', async () => (await revisionOn(lost)) === (await revisionOn(primary)));
  await primary.stop('immediate');
  await standby.start();
  await onServer(standby.url, 'select pg_promote()');
  const before = await sample(catalog, 'realm_catalog_memory_resets_total');

  database.leadTo(portOf(standby));
  for (const each of [catalog, other, replicated]) {
    await until('the catalog answers so', async () =>
      each.logged.some((line) => line.includes('the store lacks a change that was known here')),
    );
    const first = await each.ask('/v1/realms'); // which waits for the new index, and never shows the old one
    assert.ok(first.status === 503 ? first.headers.has('retry-after') : !first.text.includes('lost'), first.text);
    await each.services.catalog.filled;
    const slugs = await slugsOf(each);
    assert.ok(slugs.includes('kept') && !slugs.includes('lost'), slugs.join());
    assert.equal((await each.ask('/v1/realms/lost-too')).status, 404);
  }
  assert.ok((await sample(catalog, 'realm_catalog_memory_resets_total')) > before);
  // As many revisions as were lost: their numbers are the same, and their nonces are not.
  for (const name of ['New', 'New too', 'New as well']) await create(catalog, token, name);
  await until('the catalog answers so', async () => (await slugsOf(other)).includes('new-as-well'));
  assert.deepEqual(await slugsOf(other), await slugsOf(catalog));
});
