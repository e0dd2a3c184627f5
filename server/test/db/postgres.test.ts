// PostgreSQL lets others write between two statements of a transaction: what is written then is right all the same.
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql, { raw, type Sql } from 'sql-template-tag';
import { insertAccount, removeAccount } from '../../src/accounts/queries.ts';
import { insertCollection, updateCollection } from '../../src/collections/queries.ts';
import { anonymous } from '../../src/credentials/caller.ts';
import {
  GoneError,
  StoreUnavailableError,
  type Database,
  type ExclusiveDatabase,
  type Statements,
} from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { counter } from '../../src/downloads/counter.ts';
import { foldRealms } from '../../src/downloads/fold-queries.ts';
import { foldAll } from '../../src/downloads/fold.ts';
import { insertKey, sweepIdempotencyKeys } from '../../src/api/idempotency-queries.ts';
import { idempotencyKey } from '../../src/api/with-idempotency-key.ts';
import { memoryWindowCounter } from '../../src/limits/memory-window-counter.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { deleteRealm, insertRealm, starRealm, updateRealm } from '../../src/realms/writes.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { aCollection, anAccount, aRealm } from '../support/harness.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';
import { databaseUrl, onServer } from '../support/stores.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const TOMORROW = '2026-11-16T12:00:00.000Z';
const owner = anAccount();
/** A busy machine is no database that cannot be reached. */
const PATIENT = { connectMs: 60_000, answerMs: 60_000 };
const given = process.env['TEST_DATABASE_URL'];
let own: PostgresServer | undefined;
let name = '';
let db: Database;
/** As another process would have it. */
let other: Database;

const server = () => given ?? own?.url ?? '';
const url = () => databaseUrl(server(), name);

before(async () => {
  if (!given) own = await startPostgres();
});
after(() => own?.[Symbol.asyncDispose]());

beforeEach(async () => {
  name = `test_${randomUUID()}`;
  await onServer(server(), `create database "${name}"`);
  [db, other] = [openPostgres(url(), 10, PATIENT), openPostgres(url(), 10, PATIENT)];
  await migrate(db);
  await db.batch(insertAccount(owner));
});
afterEach(async () => {
  await Promise.all([db.close(), other.close()]);
  await onServer(server(), `drop database "${name}" with (force)`);
});

async function realms(count: number): Promise<NewRealm[]> {
  const made = Array.from({ length: count }, () => aRealm(owner));
  await db.batch(made.flatMap(insertRealm));
  return made;
}

const ids = (some: NewRealm[]) => some.map(({ id }) => id);

/** Until a statement waits for a lock. */
async function untilOneWaits(store: ExclusiveDatabase): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`;
  while ((await store.all(waiting)).length === 0);
}

/** Begins `work` when the other process has done its statements and not committed them, and commits when `work` waits for that. */
async function inTheMidst(statements: Sql[], work: () => Promise<void>): Promise<void> {
  let working = Promise.resolve();
  await other.exclusively(async (store) => {
    for (const statement of statements) await store.all(statement);
    working = work();
    working.catch(() => undefined); // it is waited for below
    await untilOneWaits(store);
  });
  await working;
}

const count = (writer: number, ...realms: NewRealm[]) =>
  countDownloads(
    db,
    realms.map(({ id }) => ({ id, version: '1.0.0', day: NOW.slice(0, 10), count: 3 })),
    writer,
  );
const sums = sql`select (select sum(count) from download_counts) as counts, (select sum(count) from download_days) as days,
  (select sum(download_count) from realms) as copies, (select value from totals where name = 'downloads') as total,
  (select coalesce(sum(count), 0) from pending_downloads) as pending`;
const allSums = (folded: number, pending = 0) => ({
  counts: folded,
  days: folded,
  copies: folded,
  total: folded,
  pending,
});

test('a realm that is deleted while it is folded does not keep the others from being folded', async () => {
  const [gone, stays] = await realms(2);
  assert.ok(gone && stays);
  await count(1, gone, stays);
  await inTheMidst(deleteRealm(gone.id), () => foldAll(db));
  assert.deepEqual(await db.get(sums), allSums(3));
});

test('two processes that fold at once add each download once', async () => {
  const [realm] = await realms(1);
  assert.ok(realm);
  await count(1, realm, realm);
  await inTheMidst(foldRealms(0, 1), () => foldAll(db));
  assert.deepEqual(await db.get(sums), allSums(6));
});

test('a download that is committed in the midst of a folding stays pending until the next', async () => {
  const [realm] = await realms(1);
  assert.ok(realm);
  await count(1, realm);
  const statements = foldRealms(0, 1);
  await other.exclusively(async (store) => {
    for (const [at, statement] of statements.entries()) {
      await store.all(statement);
      await count(at + 2, realm); // as a process does that folds, or another one
    }
  });
  assert.deepEqual(await db.get(sums), allSums(3, statements.length * 3));
  await foldAll(db);
  assert.deepEqual(await db.get(sums), allSums(3 + statements.length * 3));
});

test('a realm that becomes private while it is folded leaves the totals with its downloads', async () => {
  const [realm] = await realms(1);
  assert.ok(realm);
  await count(1, realm);
  await inTheMidst(updateRealm(realm.id, { visibility: 'private' }, NOW), () => foldAll(db));
  assert.deepEqual(await db.get(sums), { ...allSums(3), total: 0 });
  await count(1, realm);
  await inTheMidst(foldRealms(0, 1), () => db.batch(updateRealm(realm.id, { visibility: 'public' }, NOW)));
  assert.deepEqual(await db.get(sums), allSums(6));
});

test('downloads behind a transaction that the store does not answer are refused with it, and do not wait once more', async () => {
  const [realm] = await realms(1);
  assert.ok(realm);
  const hasty = openPostgres(url(), 4, { connectMs: 500, answerMs: 500 });
  const begun = Promise.withResolvers<void>();
  let batches = 0;
  function batch(statements: Statements): Promise<void> {
    if (typeof statements === 'function') batches += 1; // the others fold
    begun.resolve();
    return hasty.batch(statements);
  }
  const counted = { ...hasty, batch };
  const downloads = counter(counted, {
    onDownloadsCounted: () => undefined,
    follow: async () => undefined,
  });
  try {
    const one = { id: realm.id, seq: 1, version: '1.0.0' };
    await other.exclusively(async (store) => {
      await store.all(sql`lock table pending_downloads`);
      const first = downloads.count(one);
      first.catch(() => undefined);
      await begun.promise;
      const results = await Promise.allSettled([first, downloads.count(one), downloads.count(one)]);
      for (const result of results)
        assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailableError);
      assert.equal(batches, 1);
    });
    await downloads.count(one); // the next is counted
    assert.equal(batches, 2);
  } finally {
    await downloads.close();
    await hasty.close();
  }
});

test('what refers to a realm that is deleted meanwhile is said to be gone', async () => {
  const [gone] = await realms(1);
  assert.ok(gone);
  const starring = () => db.batch(starRealm(owner.id, gone.id, true));
  await assert.rejects(inTheMidst(deleteRealm(gone.id), starring), GoneError);
});

test('what refers to the realms that there are leaves one out that is deleted meanwhile', async () => {
  const [gone, stays] = await realms(2);
  assert.ok(gone && stays);
  const starAll = sql`insert into stars (account_id, realm_id, created_at) select ${owner.id}, id, ${NOW} from realms`;
  await inTheMidst(deleteRealm(gone.id), () => db.batch([starAll]));
  assert.deepEqual(await db.all(sql`select realm_id from stars`), [{ realm_id: stays.id }]);
});

test('an account that is removed while another is opened does not hold the total that the other one needs', async () => {
  const [insertion] = insertAccount(anAccount());
  assert.ok(insertion);
  let removing = Promise.resolve();
  await other.exclusively(async (store) => {
    await store.all(insertion);
    removing = db.batch(removeAccount(owner.id, NOW));
    removing.catch(() => undefined); // it is waited for below
    await untilOneWaits(store);
    await store.all(sql`select value from totals where name = 'accounts' for update nowait`);
  });
  await removing;
  assert.deepEqual(await db.get(sql`select value from totals where name = 'accounts'`), { value: 0 });
});

test('an Idempotency-Key that is claimed anew while old ones are cleared away stays claimed', async () => {
  const done = { realmId: 'any', result: '' };
  const claim = (hash: string, now: string, expiresAt: string) =>
    insertKey({ ...idempotencyKey(hash, [], '', done), hash, now, expiresAt });
  const expired = '2026-01-01T00:00:00.000Z';
  await db.batch([claim('expired', expired, expired), claim('claimed anew', expired, expired)]);
  await inTheMidst([claim('claimed anew', NOW, TOMORROW)], () => sweepIdempotencyKeys(db, NOW));
  assert.deepEqual(await db.all(sql`select hash from idempotency_keys`), [{ hash: 'claimed anew' }]);
});

test('of many changes of one collection at once, one stands whole', async () => {
  const some = await realms(5);
  const collection = aCollection(owner, { realmIds: ids(some) });
  await db.batch(insertCollection(collection));
  const orders = [ids(some), ids(some).toReversed(), ids(some).slice(2)];
  const changes = Array.from({ length: 8 }, () => orders).flat();
  await Promise.all(
    changes.map((realmIds, at) =>
      (at % 2 ? db : other).batch(updateCollection(collection.id, anonymous, { realmIds }, NOW)),
    ),
  );
  const rows = await db.all<{ realm_id: string }>(sql`select realm_id from collection_realms order by position`);
  const left = JSON.stringify(rows.map(({ realm_id }) => realm_id));
  assert.ok(orders.some((order) => JSON.stringify(order) === left));
});

test('processes that stop at once leave their windows without waiting for each other', async () => {
  const stopping = await Promise.all([db, other, db, other].map((store) => memoryWindowCounter(store)));
  const buckets = Array.from({ length: 3_000 }, (_, at) => `address ${at}`);
  for (const [at, windows] of stopping.entries())
    for (const bucket of at % 2 ? buckets : buckets.toReversed()) await windows.hit(bucket, 100, 3_600_000);
  await Promise.all(stopping.map((windows) => windows.close()));
  const { deadlocks, rows } =
    (await db.get<{ deadlocks: number; rows: number }>(sql`select
    (select deadlocks from pg_stat_database where datname = ${name}), (select count(*) from rate_windows) as rows`)) ??
    {};
  assert.deepEqual({ deadlocks, rows }, { deadlocks: 0, rows: buckets.length });
});

test('what others keep in the same database is left as it is', async () => {
  const shared = `shared_${randomUUID()}`;
  await onServer(server(), `create database "${shared}"`);
  const on = databaseUrl(server(), shared);
  await onServer(on, `create table notes (body text); create view titles as select body as title from notes`);
  const catalog = openPostgres(on, 2);
  try {
    await migrate(catalog);
    const collations = await catalog.all<{ ours: boolean; collation_name: string | null }>(sql`select distinct
      table_name not in ('notes', 'titles') as ours, collation_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' order by ours`);
    assert.deepEqual(collations, [
      { ours: false, collation_name: null },
      { ours: true, collation_name: 'C' },
    ]);
  } finally {
    await catalog.close();
    await onServer(server(), `drop database "${shared}" with (force)`);
  }
});

test('a connection keeps a bounded number of plans, however many statements there are', async () => {
  const one = openPostgres(url(), 2);
  for (let at = 0; at < 700; at += 1) await one.get(raw(`select ${at}`));
  const kept = await one.get<{ count: number }>(sql`select count(*) as count from pg_prepared_statements`);
  assert.ok(kept && kept.count >= 400 && kept.count <= 500, `${kept?.count}`);
  await one.close();
});
