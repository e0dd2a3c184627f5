// The database as one SQLite file: one process, one writer, every commit on the disk before it counts.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'sql-template-tag';
import { UniqueError, type Database } from './database.ts';

const KEPT_STATEMENTS = 500;

export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full;');

  const prepared = new LRUCache<string, StatementSync>({ max: KEPT_STATEMENTS });
  function prepare({ sql }: Sql): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    return prepare(statement).all(...valuesOf(statement)) as Row[];
  }

  function rollback(): void {
    if (connection.isTransaction) connection.exec('rollback');
  }

  return {
    dialect: 'sqlite',
    all,
    get: async <Row>(statement: Sql) => prepare(statement).get(...valuesOf(statement)) as Row | undefined,

    // Without an await from begin to commit: on the one connection, nothing else may come in between.
    async batch(statements) {
      connection.exec('begin immediate');
      try {
        for (const statement of statements) prepare(statement).run(...valuesOf(statement));
        connection.exec('commit');
      } catch (error) {
        rollback();
        throw isUniqueViolation(error) ? new UniqueError() : error;
      }
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

    close: async () => connection.close(),
  };
}

function valuesOf(statement: Sql): SQLInputValue[] {
  return statement.values as SQLInputValue[];
}

/** https://sqlite.org/rescode.html: SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE */
function isUniqueViolation(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === 1_555 || errcode === 2_067;
}
