// The database as one file: when another process holds it locked, each batch waits for its own time; and its log does not grow for ever.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { StoreUnavailableError } from '../../src/db/database.ts';
import { openSqlite } from '../../src/db/sqlite.ts';

/** Less than the five seconds that a batch waits, by more than a busy machine may be late. */
const LATER_MS = 2_500;

/** A store with one table, and another process that holds it, as far as SQLite can tell. */
async function lockedStore(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-sqlite-'));
  const file = join(folder, 'locked.sqlite');
  const db = openSqlite(file);
  const other = new DatabaseSync(file);
  t.after(async () => {
    other.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });
  await db.batch([raw('create table written (name text primary key)')]);
  other.exec('begin immediate');

  /** How each batch ended, by the name that it writes. */
  const ended = new Map<string, 'done' | 'refused'>();
  return {
    ended,
    unlock: () => other.exec('rollback'),
    async write(name: string): Promise<void> {
      try {
        await db.batch([sql`insert into written (name) values (${name})`]);
        ended.set(name, 'done');
      } catch (error) {
        assert.ok(error instanceof StoreUnavailableError, String(error));
        ended.set(name, 'refused');
      }
    },
    written: async () => (await db.all<{ name: string }>(sql`select name from written order by name`)).map(nameOf),
  };
}

const nameOf = ({ name }: { name: string }) => name;

test('batches that wait together are refused together: none waits for the time of another as well', async (t) => {
  const store = await lockedStore(t);
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.race(names.map((name) => store.write(name)));
  await setTimeout(LATER_MS);
  assert.deepEqual(Object.fromEntries(store.ended), Object.fromEntries(names.map((name) => [name, 'refused'])));

  store.unlock();
  await store.write('afterwards');
  assert.deepEqual(await store.written(), ['afterwards']);
});

test('a batch that comes later waits on when the earlier ones are refused, and is done when the store is free', async (t) => {
  const store = await lockedStore(t);
  const early = store.write('early');
  await setTimeout(LATER_MS);
  const late = store.write('late');
  await early;
  assert.deepEqual([...store.ended], [['early', 'refused']]);

  store.unlock();
  await late;
  assert.equal(store.ended.get('late'), 'done');
  assert.deepEqual(await store.written(), ['late']);
});

test('a batch that meets a store which is free again in time is done, with all that came meanwhile', async (t) => {
  const store = await lockedStore(t);
  const early = store.write('early');
  await setTimeout(LATER_MS);
  const late = store.write('late');
  store.unlock();
  await Promise.all([early, late]);
  assert.deepEqual(await store.written(), ['early', 'late']);
});

/** Four megabytes. */
const LARGE = 'x'.repeat(4 * 2 ** 20);
/** A checkpoint begins after 64 MB, and commits wait for its end when the log has grown by 192 MB more; all that is written is 360 MB. */
const MAX_LOG_BYTES = 270 * 2 ** 20;

test('the log begins anew while batches go on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-sqlite-'));
  const file = join(folder, 'busy.sqlite');
  const db = openSqlite(file);
  await db.batch([raw('create table written (number integer primary key, text text)')]);

  for (let number = 0; number < 90; number += 1) {
    await db.batch([sql`insert into written (number, text) values (${number}, ${LARGE})`]);
    assert.ok(statSync(`${file}-wal`).size < MAX_LOG_BYTES);
  }
  await db.close();

  const opened = openSqlite(file);
  t.after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });
  const expected = [{ rows: 90, bytes: 90 * LARGE.length, last: 89 }];
  const found = sql`select count(*) as rows, sum(length(text)) as bytes, max(number) as last from written`;
  assert.deepEqual(
    (await opened.all(found)).map((row) => ({ ...(row as object) })),
    expected,
  );
});
