// The database as one SQLite file: one process, one writer, every commit on the disk before it counts.
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { raw, type Sql } from 'sql-template-tag';
import { GoneError, StoreUnavailableError, UniqueError, type Database } from './database.ts';

const KEPT_STATEMENTS = 500;
/** So much of the file is read without a call to the system. */
const MAPPED = 256 * 1024 * 1024;
/** Pages that a backup copies in one step: all of them. Between two steps a write of someone else would make it begin again. */
const EVERY_PAGE = 2 ** 31 - 1;

interface Batch {
  statements: Sql[];
  resolve: () => void;
  reject: (error: Error) => void;
}

export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  connection.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = ${MAPPED};`);

  const prepared = new LRUCache<string, StatementSync>({ max: KEPT_STATEMENTS });
  function prepare({ sql }: Sql): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  const waiting: Batch[] = [];

  async function all<Row>(statement: Sql): Promise<Row[]> {
    try {
      return prepare(statement).all(...valuesOf(statement)) as Row[];
    } catch (error) {
      throw toExplained(error);
    }
  }

  function rollback(): void {
    if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
  }

  /**
   * All batches of one turn of the event loop in one transaction, since reaching the disk takes longer than all that they write. Without an
   * await from begin to commit: on the one connection, nothing else may come in between.
   */
  function commitWaiting(): void {
    if (connection.isOpen && connection.isTransaction) return void setImmediate(commitWaiting); // `exclusively` is not done
    const batches = waiting.splice(0);
    try {
      connection.exec('begin immediate');
      const settle = batches.map(runBatch);
      connection.exec('commit');
      for (const settled of settle) settled();
    } catch (error) {
      rollback();
      for (const { reject } of batches) reject(toExplained(error));
    }
  }

  /** One that fails leaves nothing behind, and the others alone. Returns what tells its caller, when all is on the disk. */
  function runBatch({ statements, resolve, reject }: Batch): () => void {
    connection.exec('savepoint batch');
    try {
      for (const statement of statements) prepare(statement).run(...valuesOf(statement));
      connection.exec('release batch');
      return resolve;
    } catch (error) {
      if (!connection.isTransaction) throw error; // it has undone the others, too
      connection.exec('rollback to batch; release batch');
      return () => reject(toExplained(error));
    }
  }

  return {
    dialect: 'sqlite',
    all,

    async get<Row>(statement: Sql) {
      try {
        return prepare(statement).get(...valuesOf(statement)) as Row | undefined;
      } catch (error) {
        throw toExplained(error);
      }
    },

    batch(statements) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ statements, resolve, reject });
      if (waiting.length === 1) setImmediate(commitWaiting);
      return promise;
    },

    async exclusively(work) {
      connection.exec('begin immediate');
      try {
        await work({ all, script: async (text) => connection.exec(text) });
        connection.exec('commit');
      } catch (error) {
        rollback();
        throw error;
      }
    },

    async backup(copy) {
      await backup(connection, copy, { rate: EVERY_PAGE });
      const opened = openSqlite(copy);
      const faults = await opened.all<{ integrity_check: string }>(raw('pragma integrity_check'));
      if (faults.length === 1 && faults[0]?.integrity_check === 'ok') return opened;
      await opened.close();
      throw new Error(`the copy is not sound: ${faults[0]?.integrity_check}`);
    },

    async close() {
      if (waiting.length > 0) commitWaiting();
      connection.close();
    },
  };
}

function valuesOf(statement: Sql): SQLInputValue[] {
  return statement.values as SQLInputValue[];
}

/** https://sqlite.org/rescode.html, of which the last byte is the kind. */
function toExplained(error: unknown): Error {
  const { errcode = 0, code } = error as { errcode?: number; code?: string };
  if (errcode === 1_555 || errcode === 2_067) return new UniqueError(undefined, { cause: error }); // a primary key, or unique
  if (errcode === 787) return new GoneError(undefined, { cause: error }); // a foreign key
  // Busy, locked, read-only, an error of the disk, a full one, a file that cannot be opened; or closed by us.
  if ([5, 6, 8, 10, 13, 14].includes(errcode & 0xff) || code === 'ERR_INVALID_STATE')
    return new StoreUnavailableError('the database does not answer', { cause: error });
  return error as Error;
}
