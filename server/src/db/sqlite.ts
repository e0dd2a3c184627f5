// The database as one SQLite file: one process, one writer, and every commit is on the disk before it is acknowledged.
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { raw, type Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import { CHECKPOINT_PAGES, checkpointer } from './sqlite-checkpoint.ts';
import { statementsIn, type Database, type Statements } from './database.ts';
import { BUSY_TIMEOUT_MS, isBusy, retryWhileBusy, RETRY_INTERVAL_MS, toDatabaseError } from './sqlite-errors.ts';

const MAX_PREPARED_STATEMENTS = 500;
/** At the close no request is served any more, so the last commit may block the process for so long. */
const CLOSE_BUSY_TIMEOUT_MS = 1_000;
/** Enough for the inner pages of the B-trees of a million realms. */
const PAGE_CACHE_KIB = 32 * 1024;
const PAGE_BYTES = 4_096;
/** A backup copies all pages in one step: between two steps a write of another process would make it begin again. */
const BACKUP_STEP_PAGES = 2 ** 31 - 1;

interface Batch {
  statements: Statements;
  /** Until when it waits for other processes, by `performance.now()`. */
  deadline: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

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
  const waiting: Batch[] = [];
  const checkpoints = checkpointer(connection, file, commitWaiting);

  const all = <Row>(statement: Sql) => retryWhileBusy(() => prepare(statement).all(...valuesOf(statement)) as Row[]);

  function rollback(): void {
    if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
  }

  /**
   * Commits all batches of one turn of the event loop in one transaction, since a sync of the disk takes longer than all their writes. There
   * is no await from begin to commit: on the one connection, no other statement may come in between.
   */
  function commitWaiting(): void {
    if (checkpoints.isPausingCommits || waiting.length === 0) return;
    if (connection.isOpen && connection.isTransaction) return void setImmediate(commitWaiting); // `exclusively` is running
    if (begin()) commitBatches(waiting.splice(0));
  }

  /** Whether a transaction has begun. If not, batches whose time is over are rejected, and the others are tried again. */
  function begin(): boolean {
    try {
      connection.exec('begin immediate');
      return true;
    } catch (error) {
      const now = performance.now();
      const isPatient = ({ deadline }: Batch) => isBusy(error) && now < deadline;
      const batches = waiting.splice(0);
      for (const { reject } of batches.filter((batch) => !isPatient(batch))) reject(toDatabaseError(error));
      waiting.push(...batches.filter(isPatient));
      if (waiting.length > 0) setTimeout(commitWaiting, RETRY_INTERVAL_MS);
      return false;
    }
  }

  function commitBatches(batches: Batch[]): void {
    const startedAt = performance.now();
    try {
      const settlers = batches.map(runBatch);
      connection.exec('commit');
      if (commits.hasSubscribers) commits.publish({ batches: batches.length, ms: performance.now() - startedAt });
      for (const settle of settlers) settle();
      checkpoints.startWhenDue(); // if this throws, the batches are settled already
    } catch (error) {
      rollback();
      for (const { reject } of batches) reject(toDatabaseError(error));
    }
  }

  /** A batch that fails is undone, and the others are not. Returns the function that settles its promise after the commit. */
  function runBatch({ statements, resolve, reject }: Batch): () => void {
    connection.exec('savepoint batch');
    try {
      for (const statement of statementsIn(statements)) prepare(statement).run(...valuesOf(statement));
      connection.exec('release batch');
      return resolve;
    } catch (error) {
      if (!connection.isTransaction) throw error; // this error has undone the other batches, too
      connection.exec('rollback to batch; release batch');
      return () => reject(toDatabaseError(error));
    }
  }

  return {
    dialect: 'sqlite',
    all,

    // Not by the driver's own `get`, which stops at the first row and does not tell whether a write was committed.
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],

    batch(statements) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ statements, deadline: performance.now() + BUSY_TIMEOUT_MS, resolve, reject });
      if (waiting.length === 1) setImmediate(commitWaiting);
      return promise;
    },

    async exclusively(work) {
      await retryWhileBusy(() => connection.exec('begin immediate'));
      try {
        await work({ all, script: async (text) => connection.exec(text) });
        connection.exec('commit');
      } catch (error) {
        rollback();
        throw error;
      }
    },

    async backup(copy) {
      await backup(connection, copy, { rate: BACKUP_STEP_PAGES });
      const opened = openSqlite(copy);
      const faults = await opened.all<{ integrity_check: string }>(raw('pragma integrity_check'));
      if (faults.length === 1 && faults[0]?.integrity_check === 'ok') return opened;
      await opened.close();
      throw new Error(`the copy is not sound: ${faults[0]?.integrity_check}`);
    },

    // https://sqlite.org/pragma.html#pragma_data_version
    dataVersion: async () => (connection.prepare('pragma data_version').get() as { data_version: number }).data_version,

    async close() {
      await checkpoints.close();
      if (waiting.length > 0) {
        connection.exec(`pragma busy_timeout = ${CLOSE_BUSY_TIMEOUT_MS}`);
        for (const batch of waiting) batch.deadline = 0;
        commitWaiting();
      }
      connection.close();
    },
  };
}

function statementCache(connection: DatabaseSync): (statement: Sql) => StatementSync {
  const cache = new LRUCache<string, StatementSync>({ max: MAX_PREPARED_STATEMENTS });
  return ({ sql }) => {
    const cached = cache.get(sql);
    if (cached) return cached;
    const statement = connection.prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
}

function valuesOf(statement: Sql): SQLInputValue[] {
  return statement.values as SQLInputValue[];
}
