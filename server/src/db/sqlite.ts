// The database as one SQLite file: one process, one writer, every commit on the disk before it counts.
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { raw, type Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import { checkpoint } from './sqlite-checkpoint.ts';
import {
  ConditionError,
  GoneError,
  statementsIn,
  StoreUnavailableError,
  UniqueError,
  type Database,
  type Statements,
} from './database.ts';

const KEPT_STATEMENTS = 500;
/** How long a write waits for one of another process, such as a command of the operator. */
const WAIT = 5_000;
const TRY_AGAIN = 20;
/** The same at the close, when nobody else is served any more. */
const CLOSE_WITHIN = 1_000;
/** So much of the file is kept in memory, in KiB: the inner pages of its trees for a million realms. */
const CACHE = 32 * 1024;
/** After so many pages the log is brought into the file, 64 MB: a page that was written a hundred times goes there once. */
const CHECKPOINT_AT = 16_000;
const PAGE = 4_096;
/** Pages that a backup copies in one step: all of them. Between two steps a write of someone else would make it begin again. */
const EVERY_PAGE = 2 ** 31 - 1;

interface Batch {
  statements: Statements;
  /** How long it waits for other processes. */
  until: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: WAIT, enableForeignKeyConstraints: true });
  connection.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE};`);
  connection.exec(`pragma wal_autocheckpoint = ${8 * CHECKPOINT_AT}`); // by SQLite itself, and so by the event loop, if all else fails
  connection.exec(`pragma journal_size_limit = ${2 * CHECKPOINT_AT * PAGE}`); // when it begins anew after a peak
  connection.exec('pragma busy_timeout = 0'); // SQLite would wait with the whole process; `patiently` lets others be answered

  const prepared = new LRUCache<string, StatementSync>({ max: KEPT_STATEMENTS });
  function prepare({ sql }: Sql): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  const waiting: Batch[] = [];
  let checkpointing: Promise<void> | undefined;
  let isHeld = false;
  /** How many pages were in the log when it was last brought into the file. */
  let broughtIn = 0;
  let isClosing = false;

  const all = <Row>(statement: Sql) => patiently(() => prepare(statement).all(...valuesOf(statement)) as Row[]);

  function rollback(): void {
    if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
  }

  /**
   * All batches of one turn of the event loop in one transaction, since reaching the disk takes longer than all that they write. Without an
   * await from begin to commit: on the one connection, nothing else may come in between.
   */
  function commitWaiting(): void {
    if (isHeld || waiting.length === 0) return;
    if (connection.isOpen && connection.isTransaction) return void setImmediate(commitWaiting); // `exclusively` is not done
    try {
      connection.exec('begin immediate');
    } catch (error) {
      const now = performance.now();
      const [patient, refused] = isBusy(error)
        ? apart(waiting.splice(0), ({ until }) => now < until)
        : [[], waiting.splice(0)];
      for (const { reject } of refused) reject(toExplained(error));
      waiting.push(...patient);
      if (patient.length > 0) setTimeout(commitWaiting, TRY_AGAIN);
      return;
    }
    const batches = waiting.splice(0);
    const begun = performance.now();
    try {
      const settle = batches.map(runBatch);
      connection.exec('commit');
      if (commits.hasSubscribers) commits.publish({ batches: batches.length, ms: performance.now() - begun });
      for (const settled of settle) settled();
      checkpointWhenDue(); // if even asking fails, the batches are settled all the same
    } catch (error) {
      rollback();
      for (const { reject } of batches) reject(toExplained(error));
    }
  }

  const askLog = connection.prepare('pragma wal_checkpoint(noop)');

  /** Whoever reads an older state, such as a backup, keeps the log from beginning anew: then it is due when as much again has come. */
  function checkpointWhenDue(): void {
    if (checkpointing || isClosing) return;
    const { log: pages } = askLog.get() as { log: number };
    if (pages < broughtIn) broughtIn = 0; // it has begun anew
    if (pages - broughtIn < CHECKPOINT_AT) return;
    broughtIn = pages;
    checkpointing = bringIn();
  }

  async function bringIn(): Promise<void> {
    try {
      await checkpoint(file, () => (isHeld = true));
    } catch {
      // Nothing is lost: the log is as safe as the file, and it is tried again when as much again has come.
    }
    checkpointing = undefined;
    isHeld = false;
    commitWaiting();
  }

  /** One that fails leaves nothing behind, and the others alone. Returns what tells its caller, when all is on the disk. */
  function runBatch({ statements, resolve, reject }: Batch): () => void {
    connection.exec('savepoint batch');
    try {
      for (const statement of statementsIn(statements)) prepare(statement).run(...valuesOf(statement));
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

    // By `all`: the driver's own `get` stops at the first row, and whether what it wrote was committed it does not say.
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],

    batch(statements) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ statements, until: performance.now() + WAIT, resolve, reject });
      if (waiting.length === 1) setImmediate(commitWaiting);
      return promise;
    },

    async exclusively(work) {
      await patiently(() => connection.exec('begin immediate'));
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

    // https://sqlite.org/pragma.html#pragma_data_version
    dataVersion: async () => (connection.prepare('pragma data_version').get() as { data_version: number }).data_version,

    async close() {
      isClosing = true;
      await checkpointing;
      if (waiting.length > 0) {
        connection.exec(`pragma busy_timeout = ${CLOSE_WITHIN}`);
        for (const batch of waiting) batch.until = 0;
        commitWaiting();
      }
      connection.close();
    },
  };
}

function apart<Thing>(things: Thing[], isFirst: (thing: Thing) => boolean): [Thing[], Thing[]] {
  return [things.filter(isFirst), things.filter((thing) => !isFirst(thing))];
}

/** Tries again for a while, when another process is writing. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  for (const until = performance.now() + WAIT; ;)
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw toExplained(error);
      await pause(TRY_AGAIN);
    }
}

function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

function valuesOf(statement: Sql): SQLInputValue[] {
  return statement.values as SQLInputValue[];
}

/** https://sqlite.org/rescode.html, of which the last byte is the kind. */
function toExplained(error: unknown): Error {
  const { errcode = 0, code } = error as { errcode?: number; code?: string };
  if (errcode === 1_555 || errcode === 2_067) return new UniqueError(undefined, { cause: error }); // a primary key, or unique
  if (errcode === 1_299 && (error as Error).message.includes('batch_conditions'))
    return new ConditionError(undefined, { cause: error });
  if (errcode === 787) return new GoneError({ cause: error }); // a foreign key
  // Busy, locked, read-only, an error of the disk, a damaged file, a full disk, a file that cannot be opened or is no database; or closed by us.
  if ([5, 6, 8, 10, 11, 13, 14, 26].includes(errcode & 0xff) || code === 'ERR_INVALID_STATE')
    return new StoreUnavailableError('the database does not answer', { cause: error });
  return error as Error;
}
