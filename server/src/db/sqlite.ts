// The database as one SQLite file: one process, one writer, every commit on the disk before it counts.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'sql-template-tag';
import type { Database } from './database.ts';

const KEPT_STATEMENTS = 500;

export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory;');

  const prepared = new LRUCache<string, StatementSync>({ max: KEPT_STATEMENTS });
  function prepare({ sql }: Sql): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    return prepare(statement).all(...(statement.values as SQLInputValue[])) as Row[];
  }

  /** Takes the write lock at once, so that no statement in the middle has to wait for it. */
  async function transaction(work: () => Promise<void> | void): Promise<void> {
    connection.exec('begin immediate');
    try {
      await work();
      connection.exec('commit');
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback');
      throw error;
    }
  }

  return {
    dialect: 'sqlite',
    all,
    get: async <Row>(statement: Sql) =>
      prepare(statement).get(...(statement.values as SQLInputValue[])) as Row | undefined,
    batch: (statements) =>
      transaction(() => {
        for (const statement of statements) prepare(statement).run(...(statement.values as SQLInputValue[]));
      }),
    exclusively: (work) => transaction(() => work({ all, script: async (text) => connection.exec(text) })),
    close: async () => connection.close(),
  };
}
