// The database as one file that another process holds locked: each batch waits for its own time, and is then done or refused.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { StoreUnavailableError } from '../src/db/database.ts';
import { openSqlite } from '../src/db/sqlite.ts';

/** Less than the five seconds that a batch waits, by more than a busy machine may be late. */
const LATER = 2_500;

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
  await setTimeout(LATER);
  assert.deepEqual(Object.fromEntries(store.ended), Object.fromEntries(names.map((name) => [name, 'refused'])));

  store.unlock();
  await store.write('afterwards');
  assert.deepEqual(await store.written(), ['afterwards']);
});

test('a batch that comes later waits on when the earlier ones are refused, and is done when the store is free', async (t) => {
  const store = await lockedStore(t);
  const early = store.write('early');
  await setTimeout(LATER);
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
  await setTimeout(LATER);
  const late = store.write('late');
  store.unlock();
  await Promise.all([early, late]);
  assert.deepEqual(await store.written(), ['early', 'late']);
});
