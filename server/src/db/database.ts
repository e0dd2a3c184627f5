// The interface of the database: rows for a statement, and batches of statements that are done all or not at all.
import sql, { type Sql } from 'sql-template-tag';
import { CodedError, StoreError } from '../errors.ts';

/** A statement violated a unique constraint. */
export class UniqueError extends Error {}

/** A statement refers to a row that does not exist, or was deleted meanwhile. */
export class GoneError extends CodedError {
  constructor(options?: ErrorOptions) {
    super({ code: 'not_found', detail: 'It was deleted a moment ago.' }, undefined, options);
  }
}

/** A condition of a batch (`onlyIf`) was false, and nothing of the batch was done. */
export class ConditionError extends Error {}

/** The database does not answer for now. A write that failed so may have been done or not. */
export class StoreUnavailableError extends StoreError {}

/** The file of the database has been changed by something else than SQLite. */
export class DamagedDatabaseError extends StoreUnavailableError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the database is damaged: ${reason}`, options);
  }
}

export interface Reader {
  /** Decides which migrations run. */
  readonly dialect: 'sqlite' | 'postgres';
  all<Row>(statement: Sql): Promise<Row[]>;
  get<Row>(statement: Sql): Promise<Row | undefined>;
}

/** Reads the rows of several statements from one snapshot. */
export interface SnapshotReader extends Reader {
  allOf(statements: Sql[]): Promise<unknown[][]>;
}

export type Statements = Sql[] | (() => Sql[]);

/** Its `get` and `all` also run one statement that writes and returns rows, such as `update … returning`. */
export interface Database extends Reader {
  /** Runs the statements in one transaction: all of them or none, and durable when it returns. A function is called for them when it begins. */
  batch(statements: Statements): Promise<void>;
  /**
   * Runs `work` in one transaction while no other process on this database does the same. It is for work that is done once, when the database is
   * opened. Nothing else in this process may use the database meanwhile.
   */
  exclusively(work: (database: ExclusiveDatabase) => Promise<void>): Promise<void>;
  /** Only a database that is a file has this: copies its present state into another file, checks the copy and returns it open. Writes go on. */
  backup?(file: string): Promise<Database>;
  /** Only a database that is a file has this: a number that changes when another process commits. */
  dataVersion?(): Promise<number>;
  /** Only a database that is a server has this: the connections to it, and how many statements wait for one. */
  connections?(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface ExclusiveDatabase {
  all<Row>(statement: Sql): Promise<Row[]>;
  /** Runs several statements, separated by semicolons. */
  script(text: string): Promise<void>;
}

export function statementsIn(statements: Statements): Sql[] {
  return typeof statements === 'function' ? statements() : statements;
}

/**
 * A statement for a batch: unless the condition is true at this place in it, the whole batch is undone with a `ConditionError`. It inserts a
 * row into a table whose constraint refuses every row.
 */
export function onlyIf(condition: Sql): Sql {
  return sql`insert into batch_conditions (held) select cast(null as integer) where (${condition}) is not true`;
}
