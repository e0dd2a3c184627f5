// The database as PostgreSQL: for many processes, each with a pool of connections that outlives the server's restarts.
import { hash } from 'node:crypto';
import { Client, DatabaseError, Pool, TypeOverrides, type PoolClient, type QueryConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import {
  ConditionError,
  GoneError,
  statementsIn,
  StoreUnavailableError,
  UniqueError,
  type Database,
  type SnapshotReader,
} from './database.ts';
import { withTimeout } from '../with-timeout.ts';

/** Whoever waits longer for a connection, or for an answer, is told to come again: after ten seconds at most, with the grace below. */
const CONNECT_WITHIN = 2_000;
const ANSWER_WITHIN = 7_500;
/** The server says itself that a statement took too long, unless it hangs. */
const GRACE = 500;
/** How often a transaction is tried that the server ended because another one was in its way. */
const TRIES = 5;
/** Each connection keeps a plan of some 50 KB for each; clients can ask for thousands of different ones. */
const MOST_PREPARED = 500;
/** Larger statements differ in their number of values, and there would be one plan for each number. */
const MOST_VALUES_PREPARED = 64;
/** The lock of `exclusively`; any number that no one else uses. */
const LOCK = 7_310_577;

/** What stands between this process and the server, by what of a connection it keeps for one client: all, or a transaction at a time. */
type Pooler = 'none' | 'session' | 'transaction';

/** A pooler was met where none was named. */
class PoolerError extends Error {}

export interface PostgresOptions {
  pooler?: Pooler;
  connectMs?: number;
  answerMs?: number;
}

export function openPostgres(
  url: string,
  connections: number,
  options: PostgresOptions = {},
): Database & SnapshotReader {
  const { pooler = 'none', connectMs = CONNECT_WITHIN, answerMs = ANSWER_WITHIN } = options;
  const settings = {
    connectionString: url,
    application_name: 'realm-catalog',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true, // a batch goes out in one piece
    types: numbers(),
  };
  const pool = new Pool({
    ...settings,
    max: connections,
    ...(pooler === 'none' && { statement_timeout: answerMs }), // PgBouncer refuses a connection that asks for it
    query_timeout: answerMs + GRACE, // when the server does not even say so
  });
  pool.on('error', () => undefined); // an idle connection broke; whoever asks next gets another one
  // One that breaks in use says so to its queries as well; unheard, it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (pooler === 'session') client.query(`set statement_timeout = ${answerMs}`).catch(() => undefined);
  });

  const names = new Map<string, string>();
  function prepared({ text, values: given }: Sql): QueryConfig {
    const values = given.map(storable);
    if (pooler === 'transaction') return { text, values }; // a name is known to one connection of the server, and the next may be another
    if (!names.has(text) && names.size < MOST_PREPARED && values.length <= MOST_VALUES_PREPARED)
      names.set(text, hash('sha256', text, 'base64url'));
    const name = names.get(text);
    return name ? { name, text, values } : { text, values };
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    const { rows } = await pool.query(prepared(statement)).catch(explained);
    return rows as Row[];
  }

  /** In one piece. After a statement that fails, the others do too, and `commit` undoes them all. */
  async function sendTogether(client: PoolClient, begin: string, statements: Sql[]): Promise<unknown[][]> {
    const results = await Promise.allSettled(
      [begin, ...statements.map(prepared), 'commit'].map((query) => client.query(query)),
    );
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value.rows;
    });
  }

  async function transaction(client: PoolClient, statements: Sql[]): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return void (await sendTogether(client, 'begin', statements));
      } catch (error) {
        if (!isCollision(error) || tries === TRIES) throw error;
      }
  }

  async function onConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch(explained);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      broken = toExplained(error);
      throw broken;
    } finally {
      client.release(broken instanceof StoreUnavailableError);
    }
  }

  return {
    dialect: 'postgres',
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],

    batch: (statements) =>
      onConnection(async (client) => {
        const begun = performance.now();
        await withTimeout(answerMs + GRACE, transaction(client, statementsIn(statements))); // all of them, and all tries
        if (commits.hasSubscribers) commits.publish({ batches: 1, ms: performance.now() - begun });
      }),

    async allOf(statements) {
      const begin = 'begin isolation level repeatable read read only';
      const [, ...rows] = await onConnection((client) => sendTogether(client, begin, statements));
      return rows.slice(0, -1);
    },

    /** On a connection of its own, without a time-out: the others wait until this one is done. */
    async exclusively(work) {
      const client = new Client(settings);
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('begin');
        if (pooler === 'none') await assertDirect(client);
        await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
        await work({
          all: async <Row>({ text, values }: Sql) => (await client.query(text, values)).rows as Row[],
          script: async (text) => void (await client.query(text)),
        });
        await client.query('commit');
      } catch (error) {
        throw toExplained(error);
      } finally {
        await client.end().catch(() => undefined); // which undoes what was not committed
      }
    },

    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),

    close: () => pool.end(),
  };
}

/** The server names its process when a connection is made; a pooler, which has one of its own for each client, names another. */
async function assertDirect(client: Client): Promise<void> {
  const { processID } = client as Client & { processID?: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== processID)
    throw new PoolerError('it leads to a pooler; set DATABASE_POOLER to the pool_mode of that, session or transaction');
}

/** Of every width (20 is a bigint, 1700 a sum of them): none of the catalog's is beyond 2^53. */
function numbers(): TypeOverrides {
  const types = new TypeOverrides();
  for (const oid of [20, 1_700]) types.setTypeParser(oid, Number);
  return types;
}

/** U+0000 cannot even be asked for. The catalog's texts have no control characters: another one is found as little. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value;
}

function explained(error: unknown): never {
  throw toExplained(error);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; what does not come from the server is about the way to it. */
function toExplained(error: unknown): Error {
  if (!(error instanceof DatabaseError)) {
    // Of a host with several addresses, one error for each.
    const isOfTheWay =
      error instanceof AggregateError ||
      (error instanceof Error && (error.constructor === Error || 'syscall' in error));
    return isOfTheWay
      ? new StoreUnavailableError('the database cannot be reached', { cause: error })
      : (error as Error);
  }
  if (error.code === '23505') return new UniqueError(undefined, { cause: error });
  if (error.code === '23502' && error.table === 'batch_conditions')
    return new ConditionError(undefined, { cause: error });
  if (error.code === '23503') return new GoneError({ cause: error });
  // Connections (08), a stand-by that only reads (25006), a refused login (28), a missing database (3D), collisions (40), resources (53), a
  // shutdown or a time-out (57), a failing disk (58).
  if (/^(08|25006|28|3D|40|53|57|58)/.test(error.code ?? ''))
    return new StoreUnavailableError('the database does not answer', { cause: error });
  return error;
}

/**
 * A deadlock, rows that changed meanwhile, or one that a statement still saw and that was gone when it referred to it: the server has
 * undone the transaction, which may be tried again.
 */
function isCollision(error: unknown): boolean {
  return error instanceof DatabaseError && ['40P01', '40001', '23503'].includes(error.code ?? '');
}
