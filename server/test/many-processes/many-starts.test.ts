// Processes on one PostgreSQL: how many start at once, how one stops under load, a pool that is used up, and WORKERS.
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { bearer } from '../support/harness.ts';
import { sendAll, tally, type Outcome } from '../support/load.ts';
import {
  assertGoodOrComeAgain,
  download,
  failed,
  figures,
  inTurn,
  isGood,
  loadFor,
  logIn,
  processFor,
  query,
  register,
  startGround,
  withoutPostgres,
  type Ground,
} from './many-processes.ts';
import { childrenOf } from '../support/processes.ts';
import { isFull } from '../support/size.ts';
import { impatient } from '../support/store-timeouts.ts';
import { until } from '../support/until.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const missing = withoutPostgres();
const needsServers = { skip: missing };

let ground: Ground;
before(async () => {
  if (!missing) ground = await startGround();
});
after(() => ground?.[Symbol.asyncDispose]());

const AT_ONCE = isFull ? 10 : 6;

test(`${AT_ONCE} processes that start at once on an empty database make one catalog`, needsServers, async (t) => {
  const env = await ground.oneStore('at_once');
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => processFor(t, { ...env, DATABASE_POOL: '2' })));
  const since = performance.now();
  await Promise.all(all.map((each) => each.start()));
  t.diagnostic(`all are ready in ${Math.round(performance.now() - since)} ms`);
  assert.equal(all.filter(({ shown }) => shown.includes('with its starter realms')).length, 1);

  const migrations = readdirSync(new URL('../../src/db/migrations/', import.meta.url)).filter(
    (name) => !name.endsWith('.sqlite.sql'),
  );
  const starters = JSON.parse(readFileSync(new URL('../../../starters/catalog.json', import.meta.url), 'utf8'));
  const url = env['DATABASE_URL'] ?? '';
  const [made] = await query(
    url,
    `select (select count(*)::int from migrations) as migrations, (select count(*)::int from realms) as realms,
      (select count(*)::int from versions) as versions, (select count(*)::int from collections) as collections,
      (select count(*)::int from accounts) as accounts, (select count(distinct purpose)::int from secrets) as purposes,
      (select count(*)::int from secrets) as secrets`,
  );
  assert.deepEqual(made, {
    migrations: migrations.length,
    realms: starters.realms.length,
    versions: starters.realms.length,
    collections: starters.collections.length,
    accounts: 1,
    purposes: 3,
    secrets: 3,
  });

  await register(inTurn(all, 0), 'carol');
  const tokens = await Promise.all(all.map((each) => logIn(each, 'carol')));
  const answers = await sendAll(
    all.flatMap(({ url }) => tokens.map((token) => ({ url: `${url}/v1/me`, headers: bearer(token).headers }))),
    20,
  );
  assert.deepEqual(tally(answers), { 200: AT_ONCE ** 2 });
});

test('a process that stops answers every request that it has read', needsServers, async (t) => {
  const one = await processFor(t, await ground.oneStore('stopping'));
  await one.start();
  const { slug } = (await one.ask('/v1/realms?limit=1')).body.realms[0];
  const countOf = async () => (await one.ask(`/v1/realms/${slug}`)).body.downloadCount as number;
  const before = await countOf();
  // All are answered together, by one commit, and come again together: many wait whenever it stops.
  const load = loadFor(t, 48, () => ({ ...download(one.url, slug), headers: { connection: 'close' } }));
  await until('it is busy', () => load.outcomes.length > 200);
  assert.equal(await one.stop('SIGTERM'), 0);
  const outcomes = await load.stop();
  t.diagnostic(figures(outcomes));
  // A connection that the kernel is making while the port is closed is reset; what was sent on it was never read, nor counted.
  const lost = outcomes.filter((outcome) => !isGood(outcome) && !/^ECONN(REFUSED|RESET)$/.test(outcome.lost));
  assert.deepEqual(failed(lost), []);
  await one.start();
  assert.equal((await countOf()) - before, outcomes.filter(isGood).length);
});

test('an exhausted pool answers 503 or late, and recovers by itself', needsServers, async (t) => {
  const env = await ground.oneStore('small');
  const one = await processFor(t, { ...env, ...impatient, DATABASE_POOL: '2' });
  await one.start();
  const { realms } = (await one.ask('/v1/realms?limit=5')).body as { realms: { slug: string }[] };
  const holder = new Client({ connectionString: env['DATABASE_URL'] });
  await holder.connect();
  const load = loadFor(
    t,
    20,
    (number) =>
      number % 2 === 0
        ? download(one.url, inTurn(realms, number / 2).slug)
        : { url: `${one.url}/v1/realms/${inTurn(realms, number).slug}/downloads?n=${number}` }, // which memory never has
  );
  await setTimeout(300);
  await holder.query('begin; lock table realms in access exclusive mode');
  await setTimeout(3_000);
  await holder.query('commit');
  const since = performance.now();
  await holder.end();
  const isAfter = (outcome: Outcome) => isGood(outcome) && outcome.startedAt > since;
  await until('it recovers', () => load.outcomes.some(isAfter));
  await setTimeout(300);
  const outcomes = await load.stop();
  t.diagnostic(`${figures(outcomes)}; recovered in ${Math.round((outcomes.find(isAfter)?.endedAt ?? 0) - since)} ms`);
  assertGoodOrComeAgain(outcomes);
  assert.ok(
    outcomes.some(({ status }) => status === 503),
    'the pool was exhausted',
  );
});

test(
  'WORKERS=3 answers with three processes on one port, replaces one that is lost, and stops them all',
  needsServers,
  async (t) => {
    const env = await ground.oneStore('workers');
    const primary = await processFor(t, { ...env, WORKERS: '3', RATE_LIMIT_FREE: '1000' });
    await primary.start();
    const workers = () => readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8').trim().split(' ');
    await until('three have started', () => workers().length === 3);

    // Without Redis each counts for itself, so that as many see a first request as there are.
    let address = 0;
    const answering = async () => {
      address += 1;
      const headers = { 'x-forwarded-for': `192.0.2.${address}` };
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => primary.ask('/v1/realms?limit=1', { headers })),
      );
      return replies.filter((reply) => reply.headers.get('x-ratelimit-remaining') === '999').length;
    };
    await until('three answer', async () => (await answering()) === 3);

    const before = workers();
    const lost = Number(before[1]);
    process.kill(lost, 'SIGKILL');
    const since = performance.now();
    await until('it is gone', () => !workers().includes(String(lost)));
    assert.equal((await primary.ask('/v1/realms')).status, 200);
    await until('another takes its place', async () => (await answering()) === 3);
    t.diagnostic(`another took its place in ${Math.round(performance.now() - since)} ms`);
    const running = workers();
    assert.equal(running.length, 3);
    assert.equal(await primary.stop('SIGTERM'), 0);
    for (const pid of running) assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' });
  },
);

test(
  'Ctrl-C, which goes to the first process and to its workers, and comes again, loses nothing',
  needsServers,
  async (t) => {
    const env = await ground.oneStore('interrupted');
    const primary = await processFor(t, { ...env, WORKERS: '2', RATE_LIMIT_FREE: '1000' });
    await primary.start();
    const workers = () => childrenOf(primary.pid, 'main.ts');
    await until('both have started', () => workers().length === 2);
    const all = [primary.pid, ...workers()];
    const signalAll = () => {
      for (const pid of all) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGINT');
    };
    const addresses = Array.from({ length: 20 }, (_, at) => `192.0.2.${at}`);
    for (const address of addresses)
      assert.equal((await primary.ask('/v1/realms?limit=1', { headers: { 'x-forwarded-for': address } })).status, 200);

    // Each worker has requests under way, so that none has stopped when the second signal comes.
    const asked = '{"username":"nobody"}'; // refused without a hash: connections are closed some seconds after the signal
    const begun = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = connect(primary.port, '127.0.0.1');
        socket.write(
          `POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${asked.length}\r\nExpect: 100-continue\r\n\r\n{`,
        );
        await once(socket, 'readable');
        assert.match(String(socket.read()), /^HTTP\/1\.1 100 Continue/, 'a worker reads it');
        return socket;
      }),
    );
    const ended = primary.exit();
    signalAll();
    await until('they stop', async () => {
      const socket = connect(primary.port, '127.0.0.1');
      const isRefused = await once(socket, 'connect').then(
        () => false,
        () => true,
      );
      socket.destroy();
      return isRefused;
    });
    signalAll();
    for (const socket of begun) socket.write(asked.slice(1));
    for (const answer of await Promise.all(begun.map((socket) => text(socket))))
      assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(await ended, 0, primary.shown);
    for (const pid of all) assert.equal(existsSync(`/proc/${pid}`), false);
    const windows = await query<{ count: number }>(
      env['DATABASE_URL'] ?? '',
      "select count from rate_windows where allowed = 1000 and bucket like '%192.0.2.%'",
    );
    assert.equal(windows.length, addresses.length);
  },
);

test('WORKERS=2 without PostgreSQL is one clear line and exit 1', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-workers-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const one = await processFor(t, { WORKERS: '2', DATA_DIR: dataDir });
  assert.equal(await one.exit(), 1);
  assert.match(one.shown, /^realm-catalog: WORKERS=2 needs DATABASE_URL: .*\n$/);
});
