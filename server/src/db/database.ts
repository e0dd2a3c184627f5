// What the catalog asks of a database: rows for a statement, and several statements all or nothing.
import type { Sql } from 'sql-template-tag';

/** A statement would have put a second row where there may be one. */
export class UniqueError extends Error {}

export interface Database {
  /** Whose migrations to run: the common ones, and those named for it. */
  readonly dialect: 'sqlite';
  all<Row>(statement: Sql): Promise<Row[]>;
  get<Row>(statement: Sql): Promise<Row | undefined>;
  /** Runs the statements in one transaction: all of them or none, and durable when it returns. */
  batch(statements: Sql[]): Promise<void>;
  /** Runs `work` in one transaction while no other process on this store does the same: for migrations. */
  exclusively(work: (store: ExclusiveStore) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface ExclusiveStore {
  all<Row>(statement: Sql): Promise<Row[]>;
  /** Runs a text of several statements. */
  script(text: string): Promise<void>;
}
