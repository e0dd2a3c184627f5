// The database as one SQLite file: one process, one writer, and every commit is on the disk before it is acknowledged.
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { raw, type Sql } from 'sql-template-tag';
import { preparations } from '../telemetry.ts';
import { DamagedDatabaseError, type Database } from './database.ts';
import { CHECKPOINT_PAGES } from './sqlite-checkpoint.ts';
import { commitQueue, rollback } from './sqlite-commits.ts';
import { BUSY_TIMEOUT_MS, retryWhileBusy, toDatabaseError } from './sqlite-errors.ts';

const MAX_PREPARED_STATEMENTS = 500;
/** Enough for the inner pages of the B-trees of a million realms. */
const PAGE_CACHE_KIB = 32 * 1024;
const PAGE_BYTES = 4_096;
/** A backup copies all pages in one step: between two steps a write of another process would make it begin again. */
const BACKUP_STEP_PAGES = 2 ** 31 - 1;

function openConnection(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  connection.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${PAGE_CACHE_KIB};`);
  // SQLite's own checkpoint blocks the event loop, so it comes only where the thread's have failed.
  connection.exec(`pragma wal_autocheckpoint = ${8 * CHECKPOINT_PAGES}`);
  // The log shrinks to this size when it begins anew after a peak.
  connection.exec(`pragma journal_size_limit = ${2 * CHECKPOINT_PAGES * PAGE_BYTES}`);
  connection.exec('pragma busy_timeout = 0'); // SQLite's own waiting blocks the process; `retryWhileBusy` does not
  return connection;
}

export function openSqlite(file: string): Database {
  const connection = openConnection(file);
  const prepare = statementCache(connection);
  const queue = commitQueue(connection, file, (statement) => prepare(statement).run(...valuesOf(statement)));

  const all = <Row>(statement: Sql) => retryWhileBusy(() => prepare(statement).all(...valuesOf(statement)) as Row[]);

  return {
    dialect: 'sqlite',
    all,

    // Not by the driver's own `get`, which stops at the first row and does not tell whether a write was committed.
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],

    batch: (statements) => queue.add(statements),

    async exclusively(work) {
      await retryWhileBusy(() => connection.exec('begin immediate'));
      try {
        await work({ all, script: async (text) => connection.exec(text) });
        connection.exec('commit');
      } catch (error) {
        rollback(connection);
        throw error;
      }
    },

    async backup(copy) {
      try {
        await backup(connection, copy, { rate: BACKUP_STEP_PAGES });
        return await openChecked(copy);
      } catch (error) {
        const translated = toDatabaseError(error);
        throw translated instanceof DamagedDatabaseError ? translated : error; // others may be faults of the copy
      }
    },

    // https://sqlite.org/pragma.html#pragma_data_version
    dataVersion: async () => (connection.prepare('pragma data_version').get() as { data_version: number }).data_version,

    async close() {
      await queue.close();
      connection.close();
    },
  };
}

async function openChecked(file: string): Promise<Database> {
  const db = openSqlite(file);
  const faults = await db.all<{ integrity_check: string }>(raw('pragma integrity_check(1)'));
  const [{ integrity_check: fault } = { integrity_check: '' }] = faults;
  if (fault === 'ok') return db;
  await db.close();
  throw new DamagedDatabaseError(fault.replaceAll('\n', ' '));
}

function statementCache(connection: DatabaseSync): (statement: Sql) => StatementSync {
  const cache = new LRUCache<string, StatementSync>({ max: MAX_PREPARED_STATEMENTS });
  return ({ sql }) => {
    const cached = cache.get(sql);
    if (cached) return cached;
    const statement = connection.prepare(sql);
    if (preparations.hasSubscribers) preparations.publish(sql);
    cache.set(sql, statement);
    return statement;
  };
}

function valuesOf(statement: Sql): SQLInputValue[] {
  return statement.values as SQLInputValue[];
}
