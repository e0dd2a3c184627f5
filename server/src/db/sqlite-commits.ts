// Group commit of SQLite: the batches of one turn of the event loop are committed in one transaction, one after another.
import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import { statementsIn, type Statements } from './database.ts';
import { checkpointer } from './sqlite-checkpoint.ts';
import { BUSY_TIMEOUT_MS, isBusy, RETRY_INTERVAL_MS, toDatabaseError } from './sqlite-errors.ts';

/** At the close no request is served any more, so the last commit may block the process for so long. */
const CLOSE_BUSY_TIMEOUT_MS = 1_000;

interface Batch {
  statements: Statements;
  /** Until when it waits for other processes, by `performance.now()`. */
  deadline: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

export interface CommitQueue {
  /** Resolves when the batch is committed. */
  add(statements: Statements): Promise<void>;
  /** Commits what waits, and ends the checkpoints. */
  close(): Promise<void>;
}

/** `run` runs one statement on the connection. */
export function commitQueue(connection: DatabaseSync, file: string, run: (statement: Sql) => void): CommitQueue {
  const waiting: Batch[] = [];
  const checkpoints = checkpointer(connection, file, commitWaiting);

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
      const settlers = batches.map((batch) => runBatch(connection, batch, run));
      connection.exec('commit');
      if (commits.hasSubscribers) commits.publish({ batches: batches.length, ms: performance.now() - startedAt });
      for (const settle of settlers) settle();
      checkpoints.startWhenDue(); // if this throws, the batches are settled already
    } catch (error) {
      rollback(connection);
      for (const { reject } of batches) reject(toDatabaseError(error));
    }
  }

  return {
    add(statements) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ statements, deadline: performance.now() + BUSY_TIMEOUT_MS, resolve, reject });
      if (waiting.length === 1) setImmediate(commitWaiting);
      return promise;
    },

    async close() {
      await checkpoints.close();
      if (waiting.length === 0) return;
      connection.exec(`pragma busy_timeout = ${CLOSE_BUSY_TIMEOUT_MS}`);
      for (const batch of waiting) batch.deadline = 0;
      commitWaiting();
    },
  };
}

/** A batch that fails is undone, and the others are not. Returns the function that settles its promise after the commit. */
function runBatch(
  connection: DatabaseSync,
  { statements, resolve, reject }: Batch,
  run: (statement: Sql) => void,
): () => void {
  connection.exec('savepoint batch');
  try {
    for (const statement of statementsIn(statements)) run(statement);
    connection.exec('release batch');
    return resolve;
  } catch (error) {
    if (!connection.isTransaction) throw error; // this error has undone the other batches, too
    connection.exec('rollback to batch; release batch');
    return () => reject(toDatabaseError(error));
  }
}

export function rollback(connection: DatabaseSync): void {
  if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
}
