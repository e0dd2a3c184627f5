// What the catalog asks of a database: rows for a statement, and several statements all or nothing.
import sql, { type Sql } from 'sql-template-tag';
import { CodedError, StoreError } from '../errors.ts';

/** A statement would have put a second row where there may be one. */
export class UniqueError extends Error {}

/** A statement refers to a row that is not there, or was deleted meanwhile. */
export class GoneError extends CodedError {
  constructor(options?: ErrorOptions) {
    super({ code: 'not_found', detail: 'What this is about was deleted a moment ago.' }, undefined, options);
  }
}

/** A condition of a batch (`onlyIf`) did not hold, and nothing of the batch was done. */
export class ConditionError extends Error {}

/** The store does not answer, for now. What was to be written may be there or not. */
export class StoreUnavailableError extends StoreError {}

/** Rows for a statement. */
export interface Reader {
  /** Whose migrations to run: the common ones, and those named for it. */
  readonly dialect: 'sqlite' | 'postgres';
  all<Row>(statement: Sql): Promise<Row[]>;
  get<Row>(statement: Sql): Promise<Row | undefined>;
}

/** A reader that gives the rows of several statements as of one moment. */
export interface SnapshotReader extends Reader {
  allOf(statements: Sql[]): Promise<unknown[][]>;
}

export type Statements = Sql[] | (() => Sql[]);

export interface Database extends Reader {
  /** Runs the statements in one transaction: all of them or none, and durable when it returns. A function is asked for them at its begin. */
  batch(statements: Statements): Promise<void>;
  /**
   * Runs `work` in one transaction while no other process on this store does the same: for what is done once, while the store is opened.
   * Nothing else of this process may use the store meanwhile.
   */
  exclusively(work: (store: ExclusiveStore) => Promise<void>): Promise<void>;
  /** Where the store is a file: a copy of what it holds now, in another file, found sound and returned open. Others may go on writing. */
  backup?(file: string): Promise<Database>;
  /** Where the store is a file: another number when another process has committed something. */
  dataVersion?(): Promise<number>;
  /** Where the store is a server: the connections to it, and the statements that wait for one. */
  connections?(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface ExclusiveStore {
  all<Row>(statement: Sql): Promise<Row[]>;
  /** Runs a text of several statements. */
  script(text: string): Promise<void>;
}

export function statementsIn(statements: Statements): Sql[] {
  return typeof statements === 'function' ? statements() : statements;
}

/**
 * A statement for a batch, which is undone as a whole, with a `ConditionError`, unless the condition holds at this place in it. It would put
 * a row into a table that takes none.
 */
export function onlyIf(condition: Sql): Sql {
  return sql`insert into batch_conditions (held) select cast(null as integer) where (${condition}) is not true`;
}
